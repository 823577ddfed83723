package catalog

import "github.com/perfschema/perfschema/view"

// instanceTables returns the tables of instrumented objects.
func instanceTables() []*view.Table {
	return []*view.Table{
		mutexInstances(), rwlockInstances(), condInstances(), fileInstances(), socketInstances(),
	}
}
