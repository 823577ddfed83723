package catalog

import "github.com/perfschema/perfschema/view"

// replicationTables returns the tables of replication.
func replicationTables() []*view.Table {
	return []*view.Table{
		connectionConfiguration(), connectionStatus(), applierConfiguration(), applierStatus(), applierCoordinator(),
		applierWorker(), applierFilters(), applierGlobalFilters(), groupMembers(), groupMemberStats(),
		failoverSources(), failoverManaged(),
	}
}
