package replication

import "github.com/perfschema/perfschema/view"

// Tables returns the tables of replication.
func Tables() []*view.Table {
	return []*view.Table{
		connectionConfiguration(), connectionStatus(), applierConfiguration(), applierStatus(), applierCoordinator(),
		applierWorker(), applierFilters(), applierGlobalFilters(), groupMembers(), groupMemberStats(),
		failoverSources(), failoverManaged(),
	}
}
