package catalog

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// declared holds every table, sorted by name.
var declared = declare()

func declare() []*view.Table {
	tables := []*view.Table{
		performanceTimers(),
		setupActors(), setupConsumers(), setupInstruments(), setupObjects(), setupThreads(),
		threads(), processlist(),
		accounts(), users(), hosts(),
		sessionConnectAttrs(), sessionAccountConnectAttrs(),
		statementsByProgram(), preparedStatements(),
		statementsByDigest(), histogramGlobal(), histogramByDigest(),
		globalStatus(), sessionStatus(), globalVariables(), sessionVariables(),
		dataLocks(), dataLockWaits(), metadataLocks(), tableHandles(),
		waitsByInstance(), mutexInstances(), rwlockInstances(), condInstances(), fileInstances(), socketInstances(),
		binaryLogCompression(), innodbRedoLogFiles(), keyringKeys(), keyringComponentStatus(),
		groupMembers(), groupMemberStats(), failoverSources(), failoverManaged(),
		setupLoggers(), setupMeters(), setupMetrics(), temporaryAccountLocks(), globalVariableAttributes(),
		variablesInfo(), variablesMetadata(), persistedVariables(), variablesByThread(), userVariablesByThread(),
		statusByThread(), statusByAccount(), statusByUser(), statusByHost(),
		errorLog(), hostCache(), tlsChannelStatus(), userDefinedFunctions(), logStatus(),
		connectionConfiguration(), connectionStatus(), applierConfiguration(), applierStatus(),
		applierCoordinator(), applierWorker(), applierFilters(), applierGlobalFilters(),
		tableIOByTable(), tableIOByIndex(), tableLocks(), objectsSummary(),
	}
	tables = append(tables, statementEvents()...)
	tables = append(tables, stageEvents()...)
	tables = append(tables, transactionEvents()...)
	tables = append(tables, statementSummaries()...)
	tables = append(tables, stageSummaries()...)
	tables = append(tables, transactionSummaries()...)
	tables = append(tables, errorSummaries()...)
	tables = append(tables, memorySummaries()...)
	tables = append(tables, waitEvents()...)
	tables = append(tables, waitSummaries()...)
	tables = append(tables, fileSummaries()...)
	tables = append(tables, socketSummaries()...)
	for _, t := range tables {
		if t.Access&view.AllowTruncate != 0 && t.Truncate == nil && t.Forget == nil {
			t.Truncate = truncates(t.Name)
		}
	}
	slices.SortFunc(tables, func(a, b *view.Table) int { return strings.Compare(a.Name, b.Name) })
	return tables
}

// truncates returns what resets the rows that the Schema has of a table. The name is one that
// [perfschema.Reader.Truncate] knows, as a test of every table checks.
func truncates(table string) func(*perfschema.Schema) {
	return func(s *perfschema.Schema) { _ = s.Read().Truncate(table) }
}

// Tables gives every table, sorted by name. The slice is the caller's own, the
// tables are shared and must not be changed.
func Tables() []*view.Table { return slices.Clone(declared) }

// Lookup finds a table by name, in any letter case; nil if there is none.
func Lookup(name string) *view.Table {
	i, ok := slices.BinarySearchFunc(declared, strings.ToLower(name), func(t *view.Table, name string) int {
		return strings.Compare(t.Name, name)
	})
	if !ok {
		return nil
	}
	return declared[i]
}

// profilingTables are the tables of the schema profiling, sorted by name.
var profilingTables = []*view.Table{
	connectionPools(), historyStatus(), memoryReconciliation(), overhead(), profilerStatus(), queryOperators(), queryProfiles(), queryProfilesByDigest(), queryResources(),
	queryResourcesByDigest(), sessionProfiles(), workerThreads(),
}

// ProfilingTables gives the tables of the schema profiling, which MySQL has
// not, sorted by name. The slice is the caller's own, the tables are shared.
func ProfilingTables() []*view.Table { return slices.Clone(profilingTables) }

// LookupProfiling finds a table of the schema profiling by name, in any letter
// case; nil if there is none.
func LookupProfiling(name string) *view.Table {
	for _, t := range profilingTables {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// sysTables are the views of the schema sys, sorted by name.
var sysTables = declareSys()

func declareSys() []*view.Table {
	var tables []*view.Table
	for _, g := range groupings {
		tables = append(tables, g.views()...)
	}
	for _, some := range [][]*view.Table{
		digestViews(), ioViews(), memoryViews(), waitViews(), sessionViews(), tableViews(), indexViews(), objectViews(), tableLockWaits(),
		serverViews(), innodbViews(), {sysConfig()},
	} {
		tables = append(tables, some...)
	}
	slices.SortFunc(tables, func(a, b *view.Table) int { return strings.Compare(a.Name, b.Name) })
	return tables
}

// SysTables gives the views of MySQL's schema sys, sorted by name. The slice is the
// caller's own, the tables are shared.
func SysTables() []*view.Table { return slices.Clone(sysTables) }

// LookupSys finds a view of the schema sys by name, in any letter case; nil if there is
// none.
func LookupSys(name string) *view.Table {
	for _, t := range sysTables {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}
