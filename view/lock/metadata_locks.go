package lock

import (
	"slices"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// metadataLocks is the table of locks that guard names instead of rows: who
// holds them and who waits. Which of them there are, the adapter says: those of GET_LOCK()
// and its like are kept, and those of the tables that statements use found as they are read.
func metadataLocks() *view.Table {
	type lock = record.MetadataLockInfo
	fields := []field.Field[lock]{
		{Column: view.Column{Name: "OBJECT_TYPE", Type: field.Identifier, Comment: "Kind of what is locked: USER LEVEL LOCK, TABLE and so on"},
			Value: func(l *lock) any { return l.ObjectType }},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: field.Identifier, Nullable: true, Comment: "Its database; NULL for a user-level lock"},
			Value: func(l *lock) any { return field.Text(l.Schema) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: field.Identifier, Nullable: true, Comment: "Its name"},
			Value: func(l *lock) any { return field.ObjectName(l.Name) }},
		{Column: view.Column{Name: "COLUMN_NAME", Type: field.Identifier, Nullable: true, Comment: "Column whose statistics are locked"},
			Value: func(l *lock) any { return field.ObjectName(l.Column) }},
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: field.BigintUnsigned, Comment: "Number of the lock in memory"},
			Value: func(l *lock) any { return l.Begin }},
		{Column: view.Column{Name: "LOCK_TYPE", Type: "varchar(32)", Comment: "How it is locked: EXCLUSIVE, SHARED_READ and so on"},
			Value: func(l *lock) any { return l.Type }},
		{Column: view.Column{Name: "LOCK_DURATION", Type: "varchar(32)", Comment: "When it is released: STATEMENT, TRANSACTION or EXPLICIT"},
			Value: func(l *lock) any { return string(l.Duration) }},
		{Column: view.Column{Name: "LOCK_STATUS", Type: "varchar(32)", Comment: "GRANTED, or PENDING for one that is waited for"},
			Value: func(l *lock) any { return l.Status.String() }},
		{Column: view.Column{Name: "SOURCE", Type: field.Identifier, Nullable: true, Comment: "File and line that asked for the lock"},
			Value: func(l *lock) any { return field.Text(l.Source().String()) }},
		{Column: view.Column{Name: "OWNER_THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread that holds it or waits for it"},
			Value: func(l *lock) any { return field.Number(l.ThreadID) }},
		{Column: view.Column{Name: "OWNER_EVENT_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Event the thread had begun last when it asked"},
			Value: func(l *lock) any { return field.Number(l.EventID) }},
	}
	return &view.Table{
		Name:    "metadata_locks",
		Comment: "Metadata locks and user-level locks that are held or waited for",
		Columns: field.Columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "OBJECT_TYPE", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME", "COLUMN_NAME"}},
			{Name: "OWNER_THREAD_ID", Columns: []string{"OWNER_THREAD_ID", "OWNER_EVENT_ID"}},
		},
		// Those of one moment, so that who waits stands beside whom it waits for.
		Open: field.Opener(fields, field.ListedWhere(AllMetadataLocks,
			func(r view.Reader, l *lock) bool {
				thread, byThread := field.WantsNumber(r, "OWNER_THREAD_ID")
				return (!byThread || l.ThreadID == thread) && field.WantsNullable(r, "OBJECT_NAME", field.TextOf(field.ObjectName(l.Name)), l.Name == "")
			})),
	}
}

// AllMetadataLocks are the locks that are kept, and those that are found when they are read.
func AllMetadataLocks(r view.Reader) []record.MetadataLockInfo {
	locks := slices.Collect(r.Schema.Read().MetadataLocks())
	if r.Server.Uses != nil && r.Schema.ShowsMetadataLocks() {
		locks = append(locks, r.Server.Uses()...)
	}
	return locks
}
