package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// statement is what a row of the events_statements tables tells of.
type statement struct {
	record.StatementEvent
	cpuOn bool
}

func statementHead(e *statement) *record.Event { return &e.Event }

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
func counterColumn(name, comment string) Column {
	return Column{Name: name, Type: bigintUnsigned, Comment: comment}
}

// statementCounters are the counters that events and summaries share, in the
// order both have them in.
var statementCounters = []field[record.StatementCounters]{
	{counterColumn("WARNINGS", "Warnings"),
		func(c *record.StatementCounters) any { return c.Warnings }},
	{counterColumn("ROWS_AFFECTED", "Rows changed"),
		func(c *record.StatementCounters) any { return c.RowsAffected }},
	{counterColumn("ROWS_SENT", "Rows sent to the client"),
		func(c *record.StatementCounters) any { return c.RowsSent }},
	{counterColumn("ROWS_EXAMINED", "Rows read from tables"),
		func(c *record.StatementCounters) any { return c.RowsExamined }},
	{counterColumn("CREATED_TMP_DISK_TABLES", "Temporary tables on disk"),
		func(c *record.StatementCounters) any { return c.CreatedTmpDiskTables }},
	{counterColumn("CREATED_TMP_TABLES", "Temporary tables in memory"),
		func(c *record.StatementCounters) any { return c.CreatedTmpTables }},
	{counterColumn("SELECT_FULL_JOIN", "Joins that read a whole table for each row"),
		func(c *record.StatementCounters) any { return c.SelectFullJoin }},
	{counterColumn("SELECT_FULL_RANGE_JOIN", "Joins that read a range of a table for each row"),
		func(c *record.StatementCounters) any { return c.SelectFullRangeJoin }},
	{counterColumn("SELECT_RANGE", "First tables read by range"),
		func(c *record.StatementCounters) any { return c.SelectRange }},
	{counterColumn("SELECT_RANGE_CHECK", "Joins that looked for an index anew for each row"),
		func(c *record.StatementCounters) any { return c.SelectRangeCheck }},
	{counterColumn("SELECT_SCAN", "First tables read whole"),
		func(c *record.StatementCounters) any { return c.SelectScan }},
	{counterColumn("SORT_MERGE_PASSES", "Merge passes of sorts"),
		func(c *record.StatementCounters) any { return c.SortMergePasses }},
	{counterColumn("SORT_RANGE", "Sorts of a range of a table"),
		func(c *record.StatementCounters) any { return c.SortRange }},
	{counterColumn("SORT_ROWS", "Rows sorted"),
		func(c *record.StatementCounters) any { return c.SortRows }},
	{counterColumn("SORT_SCAN", "Sorts of a whole table"),
		func(c *record.StatementCounters) any { return c.SortScan }},
	{counterColumn("NO_INDEX_USED", "Statements that read a table without an index"),
		func(c *record.StatementCounters) any { return c.NoIndexUsed }},
	{counterColumn("NO_GOOD_INDEX_USED", "Statements that found no good index"),
		func(c *record.StatementCounters) any { return c.NoGoodIndexUsed }},
}

// counterFields puts the shared counters under names with a prefix.
func counterFields[T any](prefix string, of func(*T) *record.StatementCounters) []field[T] {
	out := make([]field[T], len(statementCounters))
	for i, c := range statementCounters {
		out[i] = field[T]{c.Column, func(v *T) any { return c.value(of(v)) }}
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
func statementEvents() []*Table {
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
		{Column{Name: "LOCK_TIME", Type: bigintUnsigned, Comment: "Picoseconds spent waiting for table locks"},
			func(e *event) any { return e.Counters.LockTime }},
		{Column{Name: "SQL_TEXT", Type: longtext, Nullable: true, Comment: "The statement, up to performance_schema_max_sql_text_length bytes"},
			func(e *event) any { return validText(e.SQLText) }},
		{Column{Name: "DIGEST", Type: identifier, Nullable: true, Comment: "Hash of the normalized statement"},
			func(e *event) any { return text(e.DigestHex) }},
		{Column{Name: "DIGEST_TEXT", Type: longtext, Nullable: true, Comment: "The normalized statement"},
			func(e *event) any { return validText(e.DigestText) }},
		{Column{Name: "CURRENT_SCHEMA", Type: identifier, Nullable: true, Comment: "Default database"},
			func(e *event) any { return text(e.Schema) }},
		{Column{Name: "OBJECT_TYPE", Type: identifier, Nullable: true, Comment: "Kind of stored program a sub-statement is of"},
			func(e *event) any { return text(e.ObjectType) }},
		{Column{Name: "OBJECT_SCHEMA", Type: identifier, Nullable: true, Comment: "Database of that program"},
			func(e *event) any { return text(e.ObjectSchema) }},
		{Column{Name: "OBJECT_NAME", Type: identifier, Nullable: true, Comment: "Name of that program"},
			func(e *event) any { return text(e.ObjectName) }},
		{Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Nullable: true, Comment: "Not used; NULL"}, nil},
		{Column{Name: "MYSQL_ERRNO", Type: integer, Nullable: true, Comment: "Error number; 0 for none"},
			func(e *event) any { return int64(e.Errno) }},
		{Column{Name: "RETURNED_SQLSTATE", Type: "varchar(5)", Nullable: true, Comment: "SQLSTATE of the error"},
			func(e *event) any { return text(e.SQLState) }},
		{Column{Name: "MESSAGE_TEXT", Type: "varchar(128)", Nullable: true, Comment: "Message of the error, its first 128 characters"},
			func(e *event) any { return validText(cut(e.Message, messageLength)) }},
		{counterColumn("ERRORS", "Errors"),
			func(e *event) any { return e.Errors }},
	}...)
	fields = append(fields, counterFields("", func(e *event) *record.StatementCounters { return &e.Counters })...)
	fields = append(fields, nestingFields(statementHead)...)
	fields = append(fields, []field[event]{
		{Column{Name: "NESTING_EVENT_LEVEL", Type: integer, Nullable: true, Comment: "Depth of the statement in statements; 0 at the top"},
			func(e *event) any { return int64(e.NestingLevel) }},
		{Column{Name: "STATEMENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Number of the statement in the server"},
			func(e *event) any { return number(e.StatementID) }},
		{Column{Name: "CPU_TIME", Type: bigintUnsigned, Comment: "Picoseconds on a CPU", Unknown: noCPU},
			func(e *event) any { return cpuTime(e.cpuOn, e.Counters.CPUTime) }},
		{Column{Name: "MAX_CONTROLLED_MEMORY", Type: bigintUnsigned, Comment: "Most bytes in use of instruments whose FLAGS have controlled, above what the thread had when the statement began"},
			func(e *event) any { return e.MaxControlledMemory }},
		{Column{Name: "MAX_TOTAL_MEMORY", Type: bigintUnsigned, Comment: "The same of all memory instruments"},
			func(e *event) any { return e.MaxTotalMemory }},
		{Column{Name: "EXECUTION_ENGINE", Type: engineEnum, Nullable: true, Comment: "PRIMARY"},
			func(*event) any { return "PRIMARY" }},
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
