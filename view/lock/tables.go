package lock

import "github.com/perfschema/perfschema/view"

// Tables returns the tables of locks and of open tables.
func Tables() []*view.Table {
	return []*view.Table{
		dataLocks(), dataLockWaits(), metadataLocks(), tableHandles(),
	}
}
