package catalog

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// statement is what a row of the events_statements tables tells of.
type statement struct {
	perfschema.StatementEvent
	cpuOn bool
}

func statementHead(e *statement) *perfschema.Event { return &e.Event }

// messageLength is the width of MESSAGE_TEXT.
const messageLength = 128

// cpuTime is the CPU time of statements: 0 where nobody asked for it, which is
// MySQL's value too, and unknown where somebody did and none was measured.
func cpuTime(consumerOn bool, picos uint64) any {
	switch {
	case !consumerOn:
		return uint64(0)
	case picos == 0:
		return nil
	}
	return picos
}

// counterColumn declares a statement counter under its name in the event
// tables; the summaries put SUM_ before it.
func counterColumn(name, comment string) view.Column {
	return view.Column{Name: name, Type: bigintUnsigned, Comment: comment}
}

// statementCounters are the counters that events and summaries share, in the
// order both have them in.
var statementCounters = []field[perfschema.StatementCounters]{
	{Column: counterColumn("WARNINGS", "Warnings"),
		value: func(c *perfschema.StatementCounters) any { return c.Warnings }},
	{Column: counterColumn("ROWS_AFFECTED", "Rows changed"),
		value: func(c *perfschema.StatementCounters) any { return c.RowsAffected }},
	{Column: counterColumn("ROWS_SENT", "Rows sent to the client"),
		value: func(c *perfschema.StatementCounters) any { return c.RowsSent }},
	{Column: counterColumn("ROWS_EXAMINED", "Rows read from tables"),
		value: func(c *perfschema.StatementCounters) any { return c.RowsExamined }},
	{Column: counterColumn("CREATED_TMP_DISK_TABLES", "Temporary tables on disk"),
		value: func(c *perfschema.StatementCounters) any { return c.CreatedTmpDiskTables }},
	{Column: counterColumn("CREATED_TMP_TABLES", "Temporary tables in memory"),
		value: func(c *perfschema.StatementCounters) any { return c.CreatedTmpTables }},
	{Column: counterColumn("SELECT_FULL_JOIN", "Joins that read a whole table for each row"),
		value: func(c *perfschema.StatementCounters) any { return c.SelectFullJoin }},
	{Column: counterColumn("SELECT_FULL_RANGE_JOIN", "Joins that read a range of a table for each row"),
		value: func(c *perfschema.StatementCounters) any { return c.SelectFullRangeJoin }},
	{Column: counterColumn("SELECT_RANGE", "First tables read by range"),
		value: func(c *perfschema.StatementCounters) any { return c.SelectRange }},
	{Column: counterColumn("SELECT_RANGE_CHECK", "Joins that looked for an index anew for each row"),
		value: func(c *perfschema.StatementCounters) any { return c.SelectRangeCheck }},
	{Column: counterColumn("SELECT_SCAN", "First tables read whole"),
		value: func(c *perfschema.StatementCounters) any { return c.SelectScan }},
	{Column: counterColumn("SORT_MERGE_PASSES", "Merge passes of sorts"),
		value: func(c *perfschema.StatementCounters) any { return c.SortMergePasses }},
	{Column: counterColumn("SORT_RANGE", "Sorts of a range of a table"),
		value: func(c *perfschema.StatementCounters) any { return c.SortRange }},
	{Column: counterColumn("SORT_ROWS", "Rows sorted"),
		value: func(c *perfschema.StatementCounters) any { return c.SortRows }},
	{Column: counterColumn("SORT_SCAN", "Sorts of a whole table"),
		value: func(c *perfschema.StatementCounters) any { return c.SortScan }},
	{Column: counterColumn("NO_INDEX_USED", "Statements that read a table without an index"),
		value: func(c *perfschema.StatementCounters) any { return c.NoIndexUsed }},
	{Column: counterColumn("NO_GOOD_INDEX_USED", "Statements that found no good index"),
		value: func(c *perfschema.StatementCounters) any { return c.NoGoodIndexUsed }},
}

// counterFields puts the shared counters under names with a prefix.
func counterFields[T any](prefix string, of func(*T) *perfschema.StatementCounters) []field[T] {
	out := make([]field[T], len(statementCounters))
	for i, c := range statementCounters {
		out[i] = field[T]{Column: c.Column, value: func(v *T) any { return c.value(of(v)) }}
		out[i].Name = prefix + c.Name
	}
	return out
}

// statementEvents declares events_statements_current, _history and
// _history_long. A thread has a row in _current for each statement of its
// stack, and keeps the last one when idle. Sub-statements have no digest.
//
// CPU_TIME is 0 while consumer events_statements_cpu is off, and NULL of what was
// not measured while it is on. The memory columns are of what instruments counted
// on the thread.
func statementEvents() []*view.Table {
	type event = statement
	fields := statementEventFields()
	return eventFamily[event]{
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

func statementEventFields() []field[statement] {
	type event = statement
	fields := identityFields(statementHead)
	fields = append(fields, timeFields(statementHead)...)
	fields = append(fields, []field[event]{
		{Column: view.Column{Name: "LOCK_TIME", Type: bigintUnsigned, Comment: "Picoseconds spent waiting for table locks"},
			value: func(e *event) any { return e.Counters.LockTime }},
		{Column: view.Column{Name: "SQL_TEXT", Type: longtext, Nullable: true, Comment: "The statement, up to performance_schema_max_sql_text_length bytes"},
			value: func(e *event) any { return validText(e.SQLText) }},
		{Column: view.Column{Name: "DIGEST", Type: identifier, Nullable: true, Comment: "Hash of the normalized statement"},
			value: func(e *event) any { return text(e.DigestHex) }},
		{Column: view.Column{Name: "DIGEST_TEXT", Type: longtext, Nullable: true, Comment: "The normalized statement"},
			value: func(e *event) any { return validText(e.DigestText) }},
		{Column: view.Column{Name: "CURRENT_SCHEMA", Type: identifier, Nullable: true, Comment: "Default database"},
			value: func(e *event) any { return text(e.Schema) }},
		{Column: view.Column{Name: "OBJECT_TYPE", Type: identifier, Nullable: true, Comment: "Kind of stored program a sub-statement is of"},
			value: func(e *event) any { return text(e.ObjectType) }},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: identifier, Nullable: true, Comment: "Database of that program"},
			value: func(e *event) any { return text(e.ObjectSchema) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: identifier, Nullable: true, Comment: "Name of that program"},
			value: func(e *event) any { return text(e.ObjectName) }},
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Nullable: true, Comment: "Not used; NULL"}, value: nil},
		{Column: view.Column{Name: "MYSQL_ERRNO", Type: integer, Nullable: true, Comment: "Error number; 0 for none"},
			value: func(e *event) any { return int64(e.Errno) }},
		{Column: view.Column{Name: "RETURNED_SQLSTATE", Type: "varchar(5)", Nullable: true, Comment: "SQLSTATE of the error"},
			value: func(e *event) any { return text(e.SQLState) }},
		{Column: view.Column{Name: "MESSAGE_TEXT", Type: "varchar(128)", Nullable: true, Comment: "Message of the error, its first 128 characters"},
			value: func(e *event) any { return validText(cut(e.Message, messageLength)) }},
		{Column: counterColumn("ERRORS", "Errors"),
			value: func(e *event) any { return e.Errors }},
	}...)
	fields = append(fields, counterFields("", func(e *event) *perfschema.StatementCounters { return &e.Counters })...)
	fields = append(fields, nestingFields(statementHead)...)
	fields = append(fields, []field[event]{
		{Column: view.Column{Name: "NESTING_EVENT_LEVEL", Type: integer, Nullable: true, Comment: "Depth of the statement in statements; 0 at the top"},
			value: func(e *event) any { return int64(e.NestingLevel) }},
		{Column: view.Column{Name: "STATEMENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Number of the statement in the server"},
			value: func(e *event) any { return number(e.StatementID) }},
		{Column: view.Column{Name: "CPU_TIME", Type: bigintUnsigned, Comment: "Picoseconds on a CPU", Unknown: noCPU},
			value: func(e *event) any { return cpuTime(e.cpuOn, e.Counters.CPUTime) }},
		{Column: view.Column{Name: "MAX_CONTROLLED_MEMORY", Type: bigintUnsigned, Comment: "Most bytes in use of instruments whose FLAGS have controlled, above what the thread had when the statement began"},
			value: func(e *event) any { return e.MaxControlledMemory }},
		{Column: view.Column{Name: "MAX_TOTAL_MEMORY", Type: bigintUnsigned, Comment: "The same of all memory instruments"},
			value: func(e *event) any { return e.MaxTotalMemory }},
		{Column: view.Column{Name: "EXECUTION_ENGINE", Type: engineEnum, Nullable: true, Comment: "PRIMARY"},
			value: func(*event) any { return "PRIMARY" }},
	}...)
	return fields
}

func describeStatements(s *perfschema.Schema, events []perfschema.StatementEvent) []statement {
	out := make([]statement, len(events))
	cpuOn := s.Consumer(perfschema.ConsumerEventsStatementsCPU)
	for i, e := range events {
		out[i] = statement{e, cpuOn}
	}
	return out
}
