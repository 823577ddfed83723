package lock

import (
	"strconv"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// dataLocks declares data_locks. No transaction here holds or asks for a lock on data; who
// does is LOCK TABLES, where MySQL has its storage lock the tables too.
func dataLocks() *view.Table {
	fields := []field.Field[view.DataLock]{
		{Column: view.Column{Name: "ENGINE", Type: "varchar(32)", Comment: "Storage engine of the lock"},
			Value: func(*view.DataLock) any { return "INNODB" }},
		{Column: view.Column{Name: "ENGINE_LOCK_ID", Type: field.EventName, Comment: "The engine's identifier of the lock"},
			Value: func(l *view.DataLock) any { return strconv.FormatUint(l.ID, 10) }},
		{Column: view.Column{Name: "ENGINE_TRANSACTION_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "The engine's number of the transaction; NULL, as the lock is the session's"}, Value: nil},
		{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread that asked for the lock"},
			Value: func(l *view.DataLock) any { return field.Number(l.ThreadID) }},
		{Column: view.Column{Name: "EVENT_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Event of that thread in which it asked; NULL, as that is not kept"}, Value: nil},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: field.Identifier, Nullable: true, Comment: "Database of the locked table"},
			Value: func(l *view.DataLock) any { return field.ObjectName(l.Schema) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: field.Identifier, Nullable: true, Comment: "Locked table"},
			Value: func(l *view.DataLock) any { return field.ObjectName(l.Table) }},
		{Column: view.Column{Name: "PARTITION_NAME", Type: field.Identifier, Nullable: true, Comment: "Locked partition; NULL, as tables have none"}, Value: nil},
		{Column: view.Column{Name: "SUBPARTITION_NAME", Type: field.Identifier, Nullable: true, Comment: "Locked subpartition; NULL, as tables have none"}, Value: nil},
		{Column: view.Column{Name: "INDEX_NAME", Type: field.Identifier, Nullable: true, Comment: "Locked index; NULL, as the whole table is locked"}, Value: nil},
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: field.BigintUnsigned, Comment: "Number of the lock in memory"},
			Value: func(l *view.DataLock) any { return l.ID }},
		{Column: view.Column{Name: "LOCK_TYPE", Type: "varchar(32)", Comment: "What is locked: TABLE"},
			Value: func(*view.DataLock) any { return "TABLE" }},
		{Column: view.Column{Name: "LOCK_MODE", Type: "varchar(32)", Comment: "How it is locked: S against changes, X for the holder's alone"},
			Value: func(l *view.DataLock) any {
				if l.Write {
					return "X"
				}
				return "S"
			}},
		{Column: view.Column{Name: "LOCK_STATUS", Type: "varchar(32)", Comment: "GRANTED"},
			Value: func(*view.DataLock) any { return "GRANTED" }},
		{Column: view.Column{Name: "LOCK_DATA", Type: "varchar(8192)", Nullable: true, Comment: "What the lock is on: the values of the key; NULL for a table"}, Value: nil},
	}
	return &view.Table{
		Name:    "data_locks",
		Comment: "Locks on data that sessions hold",
		Columns: field.Columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"ENGINE_LOCK_ID", "ENGINE"}, Unique: true},
			{Name: "ENGINE_TRANSACTION_ID", Columns: []string{"ENGINE_TRANSACTION_ID", "ENGINE"}},
			{Name: "THREAD_ID", Columns: []string{"THREAD_ID", "EVENT_ID"}},
			{Name: "OBJECT_SCHEMA", Columns: []string{"OBJECT_SCHEMA", "OBJECT_NAME", "PARTITION_NAME", "SUBPARTITION_NAME"}},
		},
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []view.DataLock {
			if r.Server.DataLocks == nil || !r.Schema.Enabled() {
				return nil
			}
			return r.Server.DataLocks()
		})),
	}
}

// NoWaitsForLocks says why data_lock_waits, and what sys shows of it, has no rows.
const NoWaitsForLocks = "no transaction waits for a lock on data: transactions meet when they commit, and who waits for LOCK TABLES is in metadata_locks"

// dataLockWaits declares data_lock_waits, which has no rows: who waits
// for LOCK TABLES waits before it gets to the data.
func dataLockWaits() *view.Table {
	t := &view.Table{
		Name:    "data_lock_waits",
		Comment: "Which lock on data waits for which",
		Columns: []view.Column{{Name: "ENGINE", Type: "varchar(32)", Comment: "Storage engine of the locks"}},
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"REQUESTING_ENGINE_LOCK_ID", "BLOCKING_ENGINE_LOCK_ID", "ENGINE"}, Unique: true},
		},
		Empty: NoWaitsForLocks,
		Open:  field.NoRows,
	}
	sides := []struct{ prefix, what string }{{"REQUESTING_", "that is asked for"}, {"BLOCKING_", "that is in its way"}}
	for _, side := range sides {
		t.Columns = append(t.Columns,
			view.Column{Name: side.prefix + "ENGINE_LOCK_ID", Type: field.EventName, Comment: "Identifier of the lock " + side.what},
			view.Column{Name: side.prefix + "ENGINE_TRANSACTION_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Transaction of the lock " + side.what},
			view.Column{Name: side.prefix + "THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread of the lock " + side.what},
			view.Column{Name: side.prefix + "EVENT_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Event of that thread in which it asked"},
			view.Column{Name: side.prefix + "OBJECT_INSTANCE_BEGIN", Type: field.BigintUnsigned, Comment: "Number in memory of the lock " + side.what})
	}
	for _, column := range []string{"ENGINE_LOCK_ID", "ENGINE_TRANSACTION_ID"} {
		for _, side := range sides {
			t.Indexes = append(t.Indexes, view.Index{Name: side.prefix + column, Columns: []string{side.prefix + column, "ENGINE"}})
		}
	}
	for _, side := range sides {
		t.Indexes = append(t.Indexes, view.Index{Name: side.prefix + "THREAD_ID", Columns: []string{side.prefix + "THREAD_ID", side.prefix + "EVENT_ID"}})
	}
	return t
}
