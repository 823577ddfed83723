package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// wait is what a row of the events_waits tables tells of.
type wait struct {
	record.WaitEvent
}

func waitHead(e *wait) *record.Event { return &e.Event }

// waitEvents declares events_waits_current, _history and _history_long. SPINS
// and FLAGS are NULL in MySQL too; OBJECT_INSTANCE_BEGIN is 0 where a wait is
// for no object, as idle is.
func waitEvents() []*Table {
	fields := identityFields(waitHead)
	fields = append(fields, timeFields(waitHead)...)
	fields = append(fields, []field[wait]{
		{Column{Name: "SPINS", Type: intUnsigned, Nullable: true, Comment: "Rounds of spinning; NULL, as in MySQL"}, nil},
		{Column{Name: "OBJECT_SCHEMA", Type: identifier, Nullable: true, Comment: "Database of the table waited for"},
			func(e *wait) any { return validText(cut(e.ObjectSchema, identifierLength)) }},
		{Column{Name: "OBJECT_NAME", Type: fileName, Nullable: true, Comment: "Table, path of the file, or IP:PORT of the socket waited for"},
			func(e *wait) any { return validText(cut(e.ObjectName, fileNameLength)) }},
		{Column{Name: "INDEX_NAME", Type: identifier, Nullable: true, Comment: "Index used; NULL for none"},
			func(e *wait) any { return validText(cut(e.IndexName, identifierLength)) }},
		{Column{Name: "OBJECT_TYPE", Type: identifier, Nullable: true, Comment: "TABLE, TEMPORARY TABLE, FILE or SOCKET, or what a metadata lock is on; NULL for mutexes and their kind"},
			func(e *wait) any { return text(cut(e.ObjectType, identifierLength)) }},
		{Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Address of the object in memory; 0 for none"},
			func(e *wait) any { return e.ObjectInstance }},
	}...)
	fields = append(fields, nestingFields(waitHead)...)
	fields = append(fields, []field[wait]{
		{Column{Name: "OPERATION", Type: "varchar(32)", Comment: "What was done: lock, read, fetch and so on"},
			func(e *wait) any { return e.Operation }},
		{Column{Name: "NUMBER_OF_BYTES", Type: bigint, Nullable: true, Comment: "Bytes read or written; rows, of table I/O; NULL where there are none to count"},
			func(e *wait) any { return unless(!e.HasBytes, e.Bytes) }},
		{Column{Name: "FLAGS", Type: intUnsigned, Nullable: true, Comment: "Not used; NULL"}, nil},
	}...)
	describe := func(events []record.WaitEvent) []wait {
		out := make([]wait, len(events))
		for i, e := range events {
			out[i] = wait{e}
		}
		return out
	}
	return eventFamily[wait]{
		name: "events_waits", what: "wait", present: "The waits each thread is in, or its last one",
		fields:  fields,
		current: func(_ *perfschema.Schema, t *perfschema.Thread) []wait { return describe(t.WaitsCurrent()) },
		history: func(_ *perfschema.Schema, t *perfschema.Thread) []wait { return describe(t.WaitsHistory()) },
		long:    func(s *perfschema.Reader) []wait { return describe(s.WaitsHistoryLong()) },
	}.tables()
}
