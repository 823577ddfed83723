package record

// TableIOStat is the row operations on a table, or by one of its indexes.
type TableIOStat struct{ Fetch, Insert, Update, Delete TimerStat }

// Read is COUNT_READ and so on.
func (x TableIOStat) Read() TimerStat { return x.Fetch }

// Write is COUNT_WRITE and so on.
func (x TableIOStat) Write() TimerStat { return SumTimers(x.Insert, x.Update, x.Delete) }

// Total is COUNT_STAR and so on.
func (x TableIOStat) Total() TimerStat { return SumTimers(x.Fetch, x.Insert, x.Update, x.Delete) }

// TableLockStat is the locks on a table by mode, as the columns of
// table_lock_waits_summary_by_table.
type TableLockStat struct {
	ReadNormal, ReadWithSharedLocks, ReadHighPriority, ReadNoInsert, ReadExternal        TimerStat
	WriteAllowWrite, WriteConcurrentInsert, WriteLowPriority, WriteNormal, WriteExternal TimerStat
}

// Read is COUNT_READ and so on.
func (x *TableLockStat) Read() TimerStat {
	return SumTimers(x.ReadNormal, x.ReadWithSharedLocks, x.ReadHighPriority, x.ReadNoInsert, x.ReadExternal)
}

// Write is COUNT_WRITE and so on.
func (x *TableLockStat) Write() TimerStat {
	return SumTimers(x.WriteAllowWrite, x.WriteConcurrentInsert, x.WriteLowPriority, x.WriteNormal, x.WriteExternal)
}

// Total is COUNT_STAR and so on.
func (x *TableLockStat) Total() TimerStat { return SumTimers(x.Read(), x.Write()) }

// IndexInfo is a row of table_io_waits_summary_by_index_usage; Name is empty
// for use of no index.
type IndexInfo struct {
	Name string
	IO   TableIOStat
	// Unused is of use of no index: nothing has used the table, or nothing but by its
	// indexes, since the instance was made. MySQL shows no row then.
	Unused bool

	// Identity tells the rows of indexes apart, whatever they are called: a table that is
	// dropped and made again has others. It can be compared, and be a key.
	Identity any
}

// TableInfo is what is known of one table.
type TableInfo struct {
	Begin              uint64 // OBJECT_INSTANCE_BEGIN
	Type, Schema, Name string
	// Enabled and Timed are what setup_objects says.
	Enabled, Timed bool
	// Indexes has a row per index and one, the last, for no index.
	Indexes []IndexInfo
	IO      TableIOStat
	Lock    TableLockStat
}

// TableHandleInfo is a row of table_handles. A ThreadID of 0 and a lock of "" are NULL.
type TableHandleInfo struct {
	Begin              uint64 // OBJECT_INSTANCE_BEGIN
	Type, Schema, Name string
	ThreadID, EventID  uint64
	Internal, External string // as MySQL spells the locks
}

// RowOperations counts rows since the Schema was made: those of tables that have
// been dropped and of summaries that have been reset count on.
type RowOperations struct {
	// Fetched are all that were read, Scanned those of them without an index.
	Fetched, Scanned, Inserted, Updated, Deleted uint64
}

// Add adds every count of o.
func (r *RowOperations) Add(o RowOperations) {
	r.Fetched += o.Fetched
	r.Scanned += o.Scanned
	r.Inserted += o.Inserted
	r.Updated += o.Updated
	r.Deleted += o.Deleted
}
