package gms

import "github.com/perfschema/perfschema"

// stageKeys are the stages of a statement, in the order it goes through them.
//
//	starting                     text received; session, process list entry and parse
//	Executing hook on transaction begin.  the storage begins a transaction for the statement; starting again follows
//	checking permissions         parsed; privileges are checked as names are bound
//	Opening tables               databases and tables are looked up
//	init                         the analyzer starts
//	System lock                  checks that no lock or read-only mode is in the way
//	optimizing                   the analyzer's main rules
//	statistics                   join order and access paths are costed
//	preparing                    validation and the last rules
//	executing                    iterators are built; a statement without rows runs
//	Sending data                 rows are read, worked on and sent
//	Creating sort index          a sort reads and orders its input
//	Creating tmp table           a grouping reads its input into memory
//	User lock                    GET_LOCK() waits for a lock that another has
//	User sleep                   SLEEP()
//	Waiting for global read lock  a change, while another session has that lock or asks for it
//	Waiting for commit lock      a commit, likewise
//	Waiting for table metadata lock  LOCK TABLES, and a change of a table that another has locked
//	Waiting for planning memory  a long text, until there is memory to parse and plan it in
//	update                       INSERT and REPLACE
//	updating                     UPDATE and single-table DELETE
//	updating main table          multi-table UPDATE
//	deleting from main table     multi-table DELETE
//	end                          the iterators close
//	query end                    between the last row and the commit
//	waiting for handler commit   the storage commits
//	closing tables, freeing items, cleaning up
type stageKeys struct {
	starting, checkingPermissions, openingTables, initializing, systemLock, optimizing, statistics, preparing,
	explaining, executing, sendingData, creatingSortIndex, creatingTmpTable, update, updating, updatingMainTable, deletingFromMainTable,
	alteringTable, creatingTable, end, queryEnd, handlerCommit, closingTables, freeingItems, cleaningUp, userLock, userSleep,
	globalReadLock, commitLock, backupLock, tableLock, planningMemory, transactionBegin perfschema.StageKey
}

func registerStages(s *perfschema.Schema) (k stageKeys) {
	add := func(name string) perfschema.StageKey {
		return s.RegisterStage("sql", perfschema.Info{Name: name})
	}
	k.starting = add("starting")
	k.transactionBegin = add("Executing hook on transaction begin.")
	k.checkingPermissions = add("checking permissions")
	k.openingTables = add("Opening tables")
	k.initializing = add("init")
	k.systemLock = add("System lock")
	k.optimizing = add("optimizing")
	k.statistics = add("statistics")
	k.preparing = add("preparing")
	k.explaining = add("explaining")
	k.executing = add("executing")
	k.sendingData = add("Sending data")
	k.creatingSortIndex = add("Creating sort index")
	k.creatingTmpTable = add("Creating tmp table")
	k.update = add("update")
	k.updating = add("updating")
	k.updatingMainTable = add("updating main table")
	k.deletingFromMainTable = add("deleting from main table")
	k.alteringTable = add("altering table")
	k.creatingTable = add("creating table")
	k.end = add("end")
	k.queryEnd = add("query end")
	k.handlerCommit = add("waiting for handler commit")
	k.closingTables = add("closing tables")
	k.freeingItems = add("freeing items")
	k.cleaningUp = add("cleaning up")
	k.userLock = add("User lock")
	k.userSleep = add("User sleep")
	k.globalReadLock = add("Waiting for global read lock")
	k.commitLock = add("Waiting for commit lock")
	k.backupLock = add("Waiting for backup lock")
	k.tableLock = add("Waiting for table metadata lock")
	k.planningMemory = add("Waiting for planning memory")
	return k
}

// phase is how far a statement is. Stages only go forward: what runs again
// later, as the analysis of a subquery or a nested statement does, changes
// nothing.
type phase = uint32

const (
	phaseIdle phase = iota
	phaseStarting
	phaseBinding
	phaseOpening
	phaseInit
	phaseLocking
	phaseOptimizing
	phaseStatistics
	phasePreparing
	phaseBuilding
	phaseRunning
	phaseClosing
	phaseFreeing
	phaseCleaning
)

// advance moves to a later phase; false if the statement is there or beyond.
// It is for the goroutine that drives the statement; while rows flow, when
// none moves it, others may ask.
func (x *execution) advance(to phase) bool {
	if x.phase == phaseIdle || x.phase >= to {
		return false
	}
	x.phase = to
	return true
}
