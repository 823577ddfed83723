package event

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// statement is what a row of the events_statements tables tells of.
type statement struct {
	record.StatementEvent
	cpuOn bool
}

func statementHead(e *statement) *record.Event { return &e.Event }

// messageLength is the width of MESSAGE_TEXT.
const messageLength = 128

// statementEvents declares events_statements_current, _history and
// _history_long. A thread has a row in _current for each statement of its
// stack, and keeps the last one when idle. Sub-statements have no digest.
//
// CPU_TIME is 0 while consumer events_statements_cpu is off, and NULL of what was
// not measured while it is on. The memory columns are of what instruments counted
// on the thread.
func statementEvents() []*view.Table {
	type event = statement
	fields := statementFields()
	return family[event]{
		name: "events_statements", what: "statement", present: "The statements each thread runs, or the one it ran last",
		fields: fields,
		current: func(s *perfschema.Schema, t *perfschema.Thread) []event {
			return describeStatements(s, t.StatementsCurrent())
		},
		history: func(s *perfschema.Schema, t *perfschema.Thread) []event {
			return describeStatements(s, t.StatementsHistory())
		},
		long: func(s *perfschema.Reader) []event { return describeStatements(s.Schema(), s.StatementsHistoryLong()) },
	}.tables()
}

// statementFields are the columns of the three tables of statements.
func statementFields() []field.Field[statement] {
	type event = statement
	fields := identityFields(statementHead)
	fields = append(fields, timeFields(statementHead)...)
	fields = append(fields, []field.Field[event]{
		{Column: view.Column{Name: "LOCK_TIME", Type: field.BigintUnsigned, Comment: "Picoseconds spent waiting for table locks"},
			Value: func(e *event) any { return e.Counters.LockTime }},
		{Column: view.Column{Name: "SQL_TEXT", Type: field.Longtext, Nullable: true, Comment: "The statement, up to performance_schema_max_sql_text_length bytes"},
			Value: func(e *event) any { return field.ValidText(e.SQLText) }},
		{Column: view.Column{Name: "DIGEST", Type: field.Identifier, Nullable: true, Comment: "Hash of the normalized statement"},
			Value: func(e *event) any { return field.Text(e.DigestHex) }},
		{Column: view.Column{Name: "DIGEST_TEXT", Type: field.Longtext, Nullable: true, Comment: "The normalized statement"},
			Value: func(e *event) any { return field.ValidText(e.DigestText) }},
		{Column: view.Column{Name: "CURRENT_SCHEMA", Type: field.Identifier, Nullable: true, Comment: "Default database"},
			Value: func(e *event) any { return field.Text(e.Schema) }},
		{Column: view.Column{Name: "OBJECT_TYPE", Type: field.Identifier, Nullable: true, Comment: "Kind of stored program a sub-statement is of"},
			Value: func(e *event) any { return field.Text(e.ObjectType) }},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: field.Identifier, Nullable: true, Comment: "Database of that program"},
			Value: func(e *event) any { return field.Text(e.ObjectSchema) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: field.Identifier, Nullable: true, Comment: "Name of that program"},
			Value: func(e *event) any { return field.Text(e.ObjectName) }},
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: field.BigintUnsigned, Nullable: true, Comment: "Not used; NULL"}, Value: nil},
		{Column: view.Column{Name: "MYSQL_ERRNO", Type: field.Integer, Nullable: true, Comment: "Error number; 0 for none"},
			Value: func(e *event) any { return int64(e.Errno) }},
		{Column: view.Column{Name: "RETURNED_SQLSTATE", Type: "varchar(5)", Nullable: true, Comment: "SQLSTATE of the error"},
			Value: func(e *event) any { return field.Text(e.SQLState) }},
		{Column: view.Column{Name: "MESSAGE_TEXT", Type: "varchar(128)", Nullable: true, Comment: "Message of the error, its first 128 characters"},
			Value: func(e *event) any { return field.ValidText(field.Cut(e.Message, messageLength)) }},
		{Column: field.CounterColumn("ERRORS", "Errors"),
			Value: func(e *event) any { return e.Errors }},
	}...)
	fields = append(fields, field.CounterFields("", func(e *event) *record.StatementCounters { return &e.Counters })...)
	fields = append(fields, nestingFields(statementHead)...)
	fields = append(fields, []field.Field[event]{
		{Column: view.Column{Name: "NESTING_EVENT_LEVEL", Type: field.Integer, Nullable: true, Comment: "Depth of the statement in statements; 0 at the top"},
			Value: func(e *event) any { return int64(e.NestingLevel) }},
		{Column: view.Column{Name: "STATEMENT_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Number of the statement in the server"},
			Value: func(e *event) any { return field.Number(e.StatementID) }},
		{Column: view.Column{Name: "CPU_TIME", Type: field.BigintUnsigned, Comment: "Picoseconds on a CPU", Unknown: field.NoCPU},
			Value: func(e *event) any { return field.CPUTime(e.cpuOn, e.Counters.CPUTime) }},
		{Column: view.Column{Name: "MAX_CONTROLLED_MEMORY", Type: field.BigintUnsigned, Comment: "Most bytes in use of instruments whose FLAGS have controlled, above what the thread had when the statement began"},
			Value: func(e *event) any { return e.MaxControlledMemory }},
		{Column: view.Column{Name: "MAX_TOTAL_MEMORY", Type: field.BigintUnsigned, Comment: "The same of all memory instruments"},
			Value: func(e *event) any { return e.MaxTotalMemory }},
		{Column: view.Column{Name: "EXECUTION_ENGINE", Type: field.EngineEnum, Nullable: true, Comment: "PRIMARY"},
			Value: func(*event) any { return "PRIMARY" }},
	}...)
	return fields
}

func describeStatements(s *perfschema.Schema, events []record.StatementEvent) []statement {
	out := make([]statement, len(events))
	cpuOn := s.Consumer(perfschema.ConsumerEventsStatementsCPU)
	for i, e := range events {
		out[i] = statement{e, cpuOn}
	}
	return out
}

// OpenStatements reads rows of events_statements_history: one for each event, in their
// order.
func OpenStatements(r view.Reader, events []record.StatementEvent) *view.Cursor {
	return field.Opener(statementFields(), field.Listed(func(r view.Reader) []statement { return describeStatements(r.Schema, events) }))(r)
}
