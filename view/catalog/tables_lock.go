package catalog

import "github.com/perfschema/perfschema/view"

// lockTables returns the tables of locks and of open tables.
func lockTables() []*view.Table {
	return []*view.Table{
		dataLocks(), dataLockWaits(), metadataLocks(), tableHandles(),
	}
}
