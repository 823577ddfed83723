package lock

import (
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"slices"
)

// tableHandles is the table of tables that are open: those that running
// statements use, and those that LOCK TABLES has locked where the storage can.
// MySQL keeps tables open between statements; here a row ends with the
// statement.
func tableHandles() *view.Table {
	type handle = record.TableHandleInfo
	fields := []field.Field[handle]{
		{Column: view.Column{Name: "OBJECT_TYPE", Type: field.Identifier, Comment: "TABLE or TEMPORARY TABLE"},
			Value: func(h *handle) any { return h.Type }},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: field.Identifier, Comment: "Database of the table"},
			Value: func(h *handle) any { return field.Cut(h.Schema, field.IdentifierLength) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: field.Identifier, Comment: "Name of the table"},
			Value: func(h *handle) any { return field.Cut(h.Name, field.IdentifierLength) }},
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: field.BigintUnsigned, Comment: "Number of the handle in memory"},
			Value: func(h *handle) any { return h.Begin }},
		{Column: view.Column{Name: "OWNER_THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread that has the table open"},
			Value: func(h *handle) any { return field.Number(h.ThreadID) }},
		{Column: view.Column{Name: "OWNER_EVENT_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Event the thread had begun last when it opened the table"},
			Value: func(h *handle) any { return field.Number(h.EventID) }},
		{Column: view.Column{Name: "INTERNAL_LOCK", Type: field.Identifier, Nullable: true, Comment: "Lock of the SQL layer; NULL, since it locks no tables"},
			Value: func(h *handle) any { return field.Text(h.Internal) }},
		{Column: view.Column{Name: "EXTERNAL_LOCK", Type: field.Identifier, Nullable: true, Comment: "Lock of the storage: READ EXTERNAL or WRITE EXTERNAL; NULL without one"},
			Value: func(h *handle) any { return field.Text(h.External) }},
	}
	return &view.Table{
		Name:    "table_handles",
		Comment: "Tables that statements have open, and the locks on them",
		Columns: field.Columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "OBJECT_TYPE", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}},
			{Name: "OWNER_THREAD_ID", Columns: []string{"OWNER_THREAD_ID", "OWNER_EVENT_ID"}},
		},
		Open: field.Opener(fields, field.ListedWhere(func(r view.Reader) []handle { return slices.Collect(r.Schema.Read().TableHandles()) },
			func(r view.Reader, h *handle) bool {
				thread, byThread := field.WantsNumber(r, "OWNER_THREAD_ID")
				return (!byThread || h.ThreadID == thread) && field.Wants(r, "OBJECT_SCHEMA", field.Cut(h.Schema, field.IdentifierLength)) && field.Wants(r, "OBJECT_NAME", field.Cut(h.Name, field.IdentifierLength))
			})),
	}
}
