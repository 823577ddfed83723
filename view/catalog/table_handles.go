package catalog

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// tableHandles is the table of tables that are open: those that running
// statements use, and those that LOCK TABLES has locked where the storage can.
// MySQL keeps tables open between statements; here a row ends with the
// statement.
func tableHandles() *view.Table {
	type handle = perfschema.TableHandleInfo
	fields := []field[handle]{
		{Column: view.Column{Name: "OBJECT_TYPE", Type: identifier, Comment: "TABLE or TEMPORARY TABLE"},
			value: func(h *handle) any { return h.Type }},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: identifier, Comment: "Database of the table"},
			value: func(h *handle) any { return cut(h.Schema, identifierLength) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: identifier, Comment: "Name of the table"},
			value: func(h *handle) any { return cut(h.Name, identifierLength) }},
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Number of the handle in memory"},
			value: func(h *handle) any { return h.Begin }},
		{Column: view.Column{Name: "OWNER_THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that has the table open"},
			value: func(h *handle) any { return number(h.ThreadID) }},
		{Column: view.Column{Name: "OWNER_EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Event the thread had begun last when it opened the table"},
			value: func(h *handle) any { return number(h.EventID) }},
		{Column: view.Column{Name: "INTERNAL_LOCK", Type: identifier, Nullable: true, Comment: "Lock of the SQL layer; NULL, since it locks no tables"},
			value: func(h *handle) any { return lockName(h.Internal) }},
		{Column: view.Column{Name: "EXTERNAL_LOCK", Type: identifier, Nullable: true, Comment: "Lock of the storage: READ EXTERNAL or WRITE EXTERNAL; NULL without one"},
			value: func(h *handle) any { return lockName(h.External) }},
	}
	return &view.Table{
		Name:    "table_handles",
		Comment: "Tables that statements have open, and the locks on them",
		Columns: columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "OBJECT_TYPE", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}},
			{Name: "OWNER_THREAD_ID", Columns: []string{"OWNER_THREAD_ID", "OWNER_EVENT_ID"}},
		},
		Open: opener(fields, listedWhere(func(r view.Reader) []handle { return slices.Collect(r.Schema.Read().TableHandles()) },
			func(r view.Reader, h *handle) bool {
				thread, byThread := wantsNumber(r, "OWNER_THREAD_ID")
				return (!byThread || h.ThreadID == thread) && wants(r, "OBJECT_SCHEMA", cut(h.Schema, identifierLength)) && wants(r, "OBJECT_NAME", cut(h.Name, identifierLength))
			})),
	}
}

// lockName is a table lock as table_handles spells it.
func lockName(op perfschema.Operation) any {
	if op == perfschema.OpNone {
		return nil
	}
	return strings.TrimSuffix(strings.ToUpper(op.String()), " NORMAL")
}
