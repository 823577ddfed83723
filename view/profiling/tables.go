package profiling

import "github.com/perfschema/perfschema/view"

// Tables returns the tables of the schema profiling, sorted by name.
func Tables() []*view.Table {
	return []*view.Table{
		activeSessionHistory(), connectionPools(), historyStatus(), memoryReconciliation(), overhead(), profilerStatus(), queryOperators(),
		queryPlans(), queryProfiles(), queryProfilesByDigest(), queryResources(), queryResourcesByDigest(), sessionProfiles(), transactionConflicts(), conflictPairs(), workerThreads(),
	}
}
