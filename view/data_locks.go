package view

import "strconv"

// dataLocks declares data_locks. No transaction here holds or asks for a lock on data; who
// does is LOCK TABLES, where MySQL has its storage lock the tables too.
func dataLocks() *Table {
	fields := []field[DataLock]{
		{Column: Column{Name: "ENGINE", Type: "varchar(32)", Comment: "Storage engine of the lock"},
			value: func(*DataLock) any { return "INNODB" }},
		{Column: Column{Name: "ENGINE_LOCK_ID", Type: eventName, Comment: "The engine's identifier of the lock"},
			value: func(l *DataLock) any { return strconv.FormatUint(l.ID, 10) }},
		{Column: Column{Name: "ENGINE_TRANSACTION_ID", Type: bigintUnsigned, Nullable: true, Comment: "The engine's number of the transaction; NULL, as the lock is the session's"}, value: nil},
		{Column: Column{Name: "THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that asked for the lock"},
			value: func(l *DataLock) any { return number(l.ThreadID) }},
		{Column: Column{Name: "EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Event of that thread in which it asked; NULL, as that is not kept"}, value: nil},
		{Column: Column{Name: "OBJECT_SCHEMA", Type: identifier, Nullable: true, Comment: "Database of the locked table"},
			value: func(l *DataLock) any { return objectName(l.Schema) }},
		{Column: Column{Name: "OBJECT_NAME", Type: identifier, Nullable: true, Comment: "Locked table"},
			value: func(l *DataLock) any { return objectName(l.Table) }},
		{Column: Column{Name: "PARTITION_NAME", Type: identifier, Nullable: true, Comment: "Locked partition; NULL, as tables have none"}, value: nil},
		{Column: Column{Name: "SUBPARTITION_NAME", Type: identifier, Nullable: true, Comment: "Locked subpartition; NULL, as tables have none"}, value: nil},
		{Column: Column{Name: "INDEX_NAME", Type: identifier, Nullable: true, Comment: "Locked index; NULL, as the whole table is locked"}, value: nil},
		{Column: Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Number of the lock in memory"},
			value: func(l *DataLock) any { return l.ID }},
		{Column: Column{Name: "LOCK_TYPE", Type: "varchar(32)", Comment: "What is locked: TABLE"},
			value: func(*DataLock) any { return "TABLE" }},
		{Column: Column{Name: "LOCK_MODE", Type: "varchar(32)", Comment: "How it is locked: S against changes, X for the holder's alone"},
			value: func(l *DataLock) any {
				if l.Write {
					return "X"
				}
				return "S"
			}},
		{Column: Column{Name: "LOCK_STATUS", Type: "varchar(32)", Comment: "GRANTED"},
			value: func(*DataLock) any { return "GRANTED" }},
		{Column: Column{Name: "LOCK_DATA", Type: "varchar(8192)", Nullable: true, Comment: "What the lock is on: the values of the key; NULL for a table"}, value: nil},
	}
	return &Table{
		Name:    "data_locks",
		Comment: "Locks on data that sessions hold",
		Columns: columns(fields),
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"ENGINE_LOCK_ID", "ENGINE"}, Unique: true},
			{Name: "ENGINE_TRANSACTION_ID", Columns: []string{"ENGINE_TRANSACTION_ID", "ENGINE"}},
			{Name: "THREAD_ID", Columns: []string{"THREAD_ID", "EVENT_ID"}},
			{Name: "OBJECT_SCHEMA", Columns: []string{"OBJECT_SCHEMA", "OBJECT_NAME", "PARTITION_NAME", "SUBPARTITION_NAME"}},
		},
		Open: opener(fields, listed(func(r Reader) []DataLock {
			if r.Server.DataLocks == nil || !r.Schema.Enabled() {
				return nil
			}
			return r.Server.DataLocks()
		})),
	}
}

const noWaitsForLocks = "no transaction waits for a lock on data: transactions meet when they commit, and who waits for LOCK TABLES is in metadata_locks"

// dataLockWaits declares data_lock_waits, which has no rows: who waits
// for LOCK TABLES waits before it gets to the data.
func dataLockWaits() *Table {
	t := &Table{
		Name:    "data_lock_waits",
		Comment: "Which lock on data waits for which",
		Columns: []Column{{Name: "ENGINE", Type: "varchar(32)", Comment: "Storage engine of the locks"}},
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"REQUESTING_ENGINE_LOCK_ID", "BLOCKING_ENGINE_LOCK_ID", "ENGINE"}, Unique: true},
		},
		Empty: noWaitsForLocks,
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
