package view

import (
	"slices"

	"github.com/perfschema/perfschema/record"
)

// tableHandles is the table of tables that are open: those that running
// statements use, and those that LOCK TABLES has locked where the storage can.
// MySQL keeps tables open between statements; here a row ends with the
// statement.
func tableHandles() *Table {
	type handle = record.TableHandleInfo
	fields := []field[handle]{
		{Column{Name: "OBJECT_TYPE", Type: identifier, Comment: "TABLE or TEMPORARY TABLE"},
			func(h *handle) any { return h.Type }},
		{Column{Name: "OBJECT_SCHEMA", Type: identifier, Comment: "Database of the table"},
			func(h *handle) any { return cut(h.Schema, identifierLength) }},
		{Column{Name: "OBJECT_NAME", Type: identifier, Comment: "Name of the table"},
			func(h *handle) any { return cut(h.Name, identifierLength) }},
		{Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Number of the handle in memory"},
			func(h *handle) any { return h.Begin }},
		{Column{Name: "OWNER_THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that has the table open"},
			func(h *handle) any { return number(h.ThreadID) }},
		{Column{Name: "OWNER_EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Event the thread had begun last when it opened the table"},
			func(h *handle) any { return number(h.EventID) }},
		{Column{Name: "INTERNAL_LOCK", Type: identifier, Nullable: true, Comment: "Lock of the SQL layer; NULL, since it locks no tables"},
			func(h *handle) any { return text(h.Internal) }},
		{Column{Name: "EXTERNAL_LOCK", Type: identifier, Nullable: true, Comment: "Lock of the storage: READ EXTERNAL or WRITE EXTERNAL; NULL without one"},
			func(h *handle) any { return text(h.External) }},
	}
	return &Table{
		Name:    "table_handles",
		Comment: "Tables that statements have open, and the locks on them",
		Columns: columns(fields),
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "OBJECT_TYPE", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}},
			{Name: "OWNER_THREAD_ID", Columns: []string{"OWNER_THREAD_ID", "OWNER_EVENT_ID"}},
		},
		Open: opener(fields, listedWhere(func(r Reader) []handle { return slices.Collect(r.Schema.Read().TableHandles()) },
			func(r Reader, h *handle) bool {
				thread, byThread := r.wantsNumber("OWNER_THREAD_ID")
				return (!byThread || h.ThreadID == thread) && r.wants("OBJECT_SCHEMA", cut(h.Schema, identifierLength)) && r.wants("OBJECT_NAME", cut(h.Name, identifierLength))
			})),
	}
}
