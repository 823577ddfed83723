package catalog

import "github.com/perfschema/perfschema/view"

// profilingTables returns the tables of the schema profiling, sorted by name.
func profilingTables() []*view.Table {
	return []*view.Table{
		connectionPools(), historyStatus(), memoryReconciliation(), overhead(), profilerStatus(), queryOperators(), queryProfiles(),
		queryProfilesByDigest(), queryResources(), queryResourcesByDigest(), sessionProfiles(), workerThreads(),
	}
}
