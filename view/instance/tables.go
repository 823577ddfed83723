package instance

import "github.com/perfschema/perfschema/view"

// Tables returns the tables of instrumented objects.
func Tables() []*view.Table {
	return []*view.Table{
		mutexInstances(), rwlockInstances(), condInstances(), fileInstances(), socketInstances(),
	}
}
