package instrument

import "github.com/perfschema/perfschema"

// Stages are the stages of a statement, in the order it goes through them.
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
type Stages struct {
	Starting, CheckingPermissions, OpeningTables, Initializing, SystemLock, Optimizing, Statistics, Preparing,
	Explaining, Executing, SendingData, CreatingSortIndex, CreatingTmpTable, Update, Updating, UpdatingMainTable, DeletingFromMainTable,
	AlteringTable, CreatingTable, End, QueryEnd, HandlerCommit, ClosingTables, FreeingItems, CleaningUp, UserLock, UserSleep,
	GlobalReadLock, CommitLock, BackupLock, TableLock, PlanningMemory, TransactionBegin perfschema.StageKey
}

func registerStages(s *perfschema.Schema) (k Stages) {
	add := func(name string) perfschema.StageKey {
		return s.RegisterStage("sql", perfschema.Info{Name: name})
	}
	k.Starting = add("starting")
	k.TransactionBegin = add("Executing hook on transaction begin.")
	k.CheckingPermissions = add("checking permissions")
	k.OpeningTables = add("Opening tables")
	k.Initializing = add("init")
	k.SystemLock = add("System lock")
	k.Optimizing = add("optimizing")
	k.Statistics = add("statistics")
	k.Preparing = add("preparing")
	k.Explaining = add("explaining")
	k.Executing = add("executing")
	k.SendingData = add("Sending data")
	k.CreatingSortIndex = add("Creating sort index")
	k.CreatingTmpTable = add("Creating tmp table")
	k.Update = add("update")
	k.Updating = add("updating")
	k.UpdatingMainTable = add("updating main table")
	k.DeletingFromMainTable = add("deleting from main table")
	k.AlteringTable = add("altering table")
	k.CreatingTable = add("creating table")
	k.End = add("end")
	k.QueryEnd = add("query end")
	k.HandlerCommit = add("waiting for handler commit")
	k.ClosingTables = add("closing tables")
	k.FreeingItems = add("freeing items")
	k.CleaningUp = add("cleaning up")
	k.UserLock = add("User lock")
	k.UserSleep = add("User sleep")
	k.GlobalReadLock = add("Waiting for global read lock")
	k.CommitLock = add("Waiting for commit lock")
	k.BackupLock = add("Waiting for backup lock")
	k.TableLock = add("Waiting for table metadata lock")
	k.PlanningMemory = add("Waiting for planning memory")
	return k
}
