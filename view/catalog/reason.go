package catalog

// Why columns are NULL that MySQL fills.
const (
	noCPU      = "0 while consumer events_statements_cpu is off; while it is on, NULL of what nobody has measured: statements inside stored programs, commands without a statement, statements that began before"
	noOSThread = "a goroutine moves between the threads of the operating system"
	noXA       = "there are no XA transactions"
	noGTID     = "transactions have no GTID"
	noBlocks   = "of memory that the runtime or the operating system tells of, bytes alone are known; NULL for its instruments"
	noTrxID    = "the storage numbers no transactions"
)
