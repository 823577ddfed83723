package view

import (
	"slices"

	"github.com/perfschema/perfschema/record"
)

// metadataLocks is the table of locks that guard names instead of rows: who
// holds them and who waits. Which of them there are, the adapter says: those of GET_LOCK()
// and its like are kept, and those of the tables that statements use found as they are read.
func metadataLocks() *Table {
	type lock = record.MetadataLockInfo
	fields := []field[lock]{
		{Column{Name: "OBJECT_TYPE", Type: identifier, Comment: "Kind of what is locked: USER LEVEL LOCK, TABLE and so on"},
			func(l *lock) any { return l.ObjectType }},
		{Column{Name: "OBJECT_SCHEMA", Type: identifier, Nullable: true, Comment: "Its database; NULL for a user-level lock"},
			func(l *lock) any { return text(l.Schema) }},
		{Column{Name: "OBJECT_NAME", Type: identifier, Nullable: true, Comment: "Its name"},
			func(l *lock) any { return objectName(l.Name) }},
		{Column{Name: "COLUMN_NAME", Type: identifier, Nullable: true, Comment: "Column whose statistics are locked"},
			func(l *lock) any { return objectName(l.Column) }},
		{Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Number of the lock in memory"},
			func(l *lock) any { return l.Begin }},
		{Column{Name: "LOCK_TYPE", Type: "varchar(32)", Comment: "How it is locked: EXCLUSIVE, SHARED_READ and so on"},
			func(l *lock) any { return l.Type }},
		{Column{Name: "LOCK_DURATION", Type: "varchar(32)", Comment: "When it is released: STATEMENT, TRANSACTION or EXPLICIT"},
			func(l *lock) any { return string(l.Duration) }},
		{Column{Name: "LOCK_STATUS", Type: "varchar(32)", Comment: "GRANTED, or PENDING for one that is waited for"},
			func(l *lock) any { return l.Status.String() }},
		{Column{Name: "SOURCE", Type: identifier, Nullable: true, Comment: "File and line that asked for the lock"},
			func(l *lock) any { return text(l.Source().String()) }},
		{Column{Name: "OWNER_THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that holds it or waits for it"},
			func(l *lock) any { return number(l.ThreadID) }},
		{Column{Name: "OWNER_EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Event the thread had begun last when it asked"},
			func(l *lock) any { return number(l.EventID) }},
	}
	return &Table{
		Name:    "metadata_locks",
		Comment: "Metadata locks and user-level locks that are held or waited for",
		Columns: columns(fields),
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "OBJECT_TYPE", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME", "COLUMN_NAME"}},
			{Name: "OWNER_THREAD_ID", Columns: []string{"OWNER_THREAD_ID", "OWNER_EVENT_ID"}},
		},
		// Those of one moment, so that who waits stands beside whom it waits for.
		Open: opener(fields, listedWhere(allMetadataLocks,
			func(r Reader, l *lock) bool {
				thread, byThread := r.wantsNumber("OWNER_THREAD_ID")
				return (!byThread || l.ThreadID == thread) && r.wantsNullable("OBJECT_NAME", textOf(objectName(l.Name)), l.Name == "")
			})),
	}
}

// allMetadataLocks are the locks that are kept, and those that are found when they are read.
func allMetadataLocks(r Reader) []record.MetadataLockInfo {
	locks := slices.Collect(r.Schema.Read().MetadataLocks())
	if r.Server.Uses != nil && r.Schema.ShowsMetadataLocks() {
		locks = append(locks, r.Server.Uses()...)
	}
	return locks
}

// objectName is a name as its column has room for it.
func objectName(name string) any { return validText(cut(name, identifierLength)) }
