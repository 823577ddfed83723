package field

// Why columns are NULL that MySQL fills.
const (
	NoCPU      = "0 while consumer events_statements_cpu is off; while it is on, NULL of what nobody has measured: statements inside stored programs, commands without a statement, statements that began before"
	NoOSThread = "a goroutine moves between the threads of the operating system"
	NoXA       = "there are no XA transactions"
	NoGTID     = "transactions have no GTID"
	NoBlocks   = "of memory that the runtime or the operating system tells of, bytes alone are known; NULL for its instruments"
	NoTrxID    = "the storage numbers no transactions"
)
