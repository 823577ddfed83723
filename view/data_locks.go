package view

const noRowLocks = "the storage takes no row or table locks: transactions meet when they commit"

// dataLocks declares data_locks, which has no rows: no transaction here holds
// or asks for a lock on data.
func dataLocks() *Table {
	return &Table{
		Name:    "data_locks",
		Comment: "Locks on data that transactions hold or ask for",
		Columns: []Column{
			{Name: "ENGINE", Type: "varchar(32)", Comment: "Storage engine of the lock"},
			{Name: "ENGINE_LOCK_ID", Type: eventName, Comment: "The engine's identifier of the lock"},
			{Name: "ENGINE_TRANSACTION_ID", Type: bigintUnsigned, Nullable: true, Comment: "The engine's number of the transaction"},
			{Name: "THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that asked for the lock"},
			{Name: "EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Event of that thread in which it asked"},
			{Name: "OBJECT_SCHEMA", Type: identifier, Nullable: true, Comment: "Database of the locked table"},
			{Name: "OBJECT_NAME", Type: identifier, Nullable: true, Comment: "Locked table"},
			{Name: "PARTITION_NAME", Type: identifier, Nullable: true, Comment: "Locked partition"},
			{Name: "SUBPARTITION_NAME", Type: identifier, Nullable: true, Comment: "Locked subpartition"},
			{Name: "INDEX_NAME", Type: identifier, Nullable: true, Comment: "Locked index"},
			{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Number of the lock in memory"},
			{Name: "LOCK_TYPE", Type: "varchar(32)", Comment: "What is locked: RECORD or TABLE"},
			{Name: "LOCK_MODE", Type: "varchar(32)", Comment: "How it is locked"},
			{Name: "LOCK_STATUS", Type: "varchar(32)", Comment: "GRANTED or WAITING"},
			{Name: "LOCK_DATA", Type: "varchar(8192)", Nullable: true, Comment: "What the lock is on: the values of the key"},
		},
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"ENGINE_LOCK_ID", "ENGINE"}, Unique: true},
			{Name: "ENGINE_TRANSACTION_ID", Columns: []string{"ENGINE_TRANSACTION_ID", "ENGINE"}},
			{Name: "THREAD_ID", Columns: []string{"THREAD_ID", "EVENT_ID"}},
			{Name: "OBJECT_SCHEMA", Columns: []string{"OBJECT_SCHEMA", "OBJECT_NAME", "PARTITION_NAME", "SUBPARTITION_NAME"}},
		},
		Empty: noRowLocks,
		Open:  noRows,
	}
}

// dataLockWaits declares data_lock_waits, which has no rows for the same
// reason.
func dataLockWaits() *Table {
	t := &Table{
		Name:    "data_lock_waits",
		Comment: "Which lock on data waits for which",
		Columns: []Column{{Name: "ENGINE", Type: "varchar(32)", Comment: "Storage engine of the locks"}},
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"REQUESTING_ENGINE_LOCK_ID", "BLOCKING_ENGINE_LOCK_ID", "ENGINE"}, Unique: true},
		},
		Empty: noRowLocks,
		Open:  noRows,
	}
	sides := []struct{ prefix, what string }{{"REQUESTING_", "that is asked for"}, {"BLOCKING_", "that is in its way"}}
	for _, side := range sides {
		t.Columns = append(t.Columns,
			Column{Name: side.prefix + "ENGINE_LOCK_ID", Type: eventName, Comment: "Identifier of the lock " + side.what},
			Column{Name: side.prefix + "ENGINE_TRANSACTION_ID", Type: bigintUnsigned, Nullable: true, Comment: "Transaction of the lock " + side.what},
			Column{Name: side.prefix + "THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread of the lock " + side.what},
			Column{Name: side.prefix + "EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Event of that thread in which it asked"},
			Column{Name: side.prefix + "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Number in memory of the lock " + side.what})
	}
	for _, column := range []string{"ENGINE_LOCK_ID", "ENGINE_TRANSACTION_ID"} {
		for _, side := range sides {
			t.Indexes = append(t.Indexes, Index{Name: side.prefix + column, Columns: []string{side.prefix + column, "ENGINE"}})
		}
	}
	for _, side := range sides {
		t.Indexes = append(t.Indexes, Index{Name: side.prefix + "THREAD_ID", Columns: []string{side.prefix + "THREAD_ID", side.prefix + "EVENT_ID"}})
	}
	return t
}
