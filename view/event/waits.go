package event

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// wait is what a row of the events_waits tables tells of.
type wait struct {
	record.WaitEvent
}

func waitHead(e *wait) *record.Event { return &e.Event }

// waitEvents declares events_waits_current, _history and _history_long. SPINS
// and FLAGS are NULL in MySQL too; OBJECT_INSTANCE_BEGIN is 0 where a wait is
// for no object, as idle is.
func waitEvents() []*view.Table {
	fields := identityFields(waitHead)
	fields = append(fields, timeFields(waitHead)...)
	fields = append(fields, []field.Field[wait]{
		{Column: view.Column{Name: "SPINS", Type: field.IntUnsigned, Nullable: true, Comment: "Rounds of spinning; NULL, as in MySQL"}, Value: nil},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: field.Identifier, Nullable: true, Comment: "Database of the table waited for"},
			Value: func(e *wait) any { return field.ValidText(field.Cut(e.ObjectSchema, field.IdentifierLength)) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: field.FileName, Nullable: true, Comment: "Table, path of the file, or IP:PORT of the socket waited for"},
			Value: func(e *wait) any { return field.ValidText(field.Cut(e.ObjectName, field.FileNameLength)) }},
		{Column: view.Column{Name: "INDEX_NAME", Type: field.Identifier, Nullable: true, Comment: "Index used; NULL for none"},
			Value: func(e *wait) any { return field.ValidText(field.Cut(e.IndexName, field.IdentifierLength)) }},
		{Column: view.Column{Name: "OBJECT_TYPE", Type: field.Identifier, Nullable: true, Comment: "TABLE, TEMPORARY TABLE, FILE or SOCKET, or what a metadata lock is on; NULL for mutexes and their kind"},
			Value: func(e *wait) any { return field.Text(field.Cut(e.ObjectType, field.IdentifierLength)) }},
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: field.BigintUnsigned, Comment: "Address of the object in memory; 0 for none"},
			Value: func(e *wait) any { return e.ObjectInstance }},
	}...)
	fields = append(fields, nestingFields(waitHead)...)
	fields = append(fields, []field.Field[wait]{
		{Column: view.Column{Name: "OPERATION", Type: "varchar(32)", Comment: "What was done: lock, read, fetch and so on"},
			Value: func(e *wait) any { return e.Operation }},
		{Column: view.Column{Name: "NUMBER_OF_BYTES", Type: field.Bigint, Nullable: true, Comment: "Bytes read or written; rows, of table I/O; NULL where there are none to count"},
			Value: func(e *wait) any { return field.Unless(!e.HasBytes, e.Bytes) }},
		{Column: view.Column{Name: "FLAGS", Type: field.IntUnsigned, Nullable: true, Comment: "Not used; NULL"}, Value: nil},
	}...)
	describe := func(events []record.WaitEvent) []wait {
		out := make([]wait, len(events))
		for i, e := range events {
			out[i] = wait{e}
		}
		return out
	}
	return family[wait]{
		name: "events_waits", what: "wait", present: "The waits each thread is in, or its last one",
		fields:  fields,
		current: func(_ *perfschema.Schema, t *perfschema.Thread) []wait { return describe(t.WaitsCurrent()) },
		history: func(_ *perfschema.Schema, t *perfschema.Thread) []wait { return describe(t.WaitsHistory()) },
		long:    func(s *perfschema.Reader) []wait { return describe(s.WaitsHistoryLong()) },
	}.tables()
}
