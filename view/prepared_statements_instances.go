package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// preparedStatement is what a row of prepared_statements_instances tells of.
type preparedStatement struct {
	*record.PreparedInfo
	cpuOn bool
}

// preparedStatements is the table of the prepared statements that exist: those
// of the client protocol, which have no name, and those of PREPARE. A row is
// gone when its statement is closed or its connection ends. Over TLS, or where
// the listener is not the adapter's, that a client closed a statement is
// noticed with its next command.
func preparedStatements() *Table {
	type row = preparedStatement
	fields := []field[row]{
		{Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Address of the row's memory; tells instances apart while they exist"},
			func(p *row) any { return p.Begin }},
		{Column{Name: "STATEMENT_ID", Type: bigintUnsigned, Comment: "Number the server gave the statement within its connection"},
			func(p *row) any { return p.ID }},
		{Column{Name: "STATEMENT_NAME", Type: identifier, Nullable: true, Comment: "Name given by PREPARE; NULL for a statement of the client protocol"},
			func(p *row) any { return text(cut(p.Name, identifierLength)) }},
		{Column{Name: "SQL_TEXT", Type: longtext, Comment: "The statement, up to performance_schema_max_sql_text_length bytes"},
			func(p *row) any { return validTextOrEmpty(p.Text) }},
		{Column{Name: "OWNER_THREAD_ID", Type: bigintUnsigned, Comment: "Thread that prepared the statement"},
			func(p *row) any { return p.ThreadID }},
		{Column{Name: "OWNER_EVENT_ID", Type: bigintUnsigned, Comment: "Statement event that prepared it"},
			func(p *row) any { return p.EventID }},
		{Column{Name: "OWNER_OBJECT_TYPE", Type: objectTypeEnum, Nullable: true, Comment: "Kind of stored program that prepared it"},
			func(p *row) any { return text(p.OwnerType) }},
		{Column{Name: "OWNER_OBJECT_SCHEMA", Type: identifier, Nullable: true, Comment: "Database of that program"},
			func(p *row) any { return text(cut(p.OwnerSchema, identifierLength)) }},
		{Column{Name: "OWNER_OBJECT_NAME", Type: identifier, Nullable: true, Comment: "Name of that program"},
			func(p *row) any { return text(cut(p.OwnerName, identifierLength)) }},
		{Column{Name: "EXECUTION_ENGINE", Type: engineEnum, Nullable: true, Comment: "PRIMARY"},
			func(*row) any { return "PRIMARY" }},
		{Column{Name: "TIMER_PREPARE", Type: bigintUnsigned, Comment: "Picoseconds it took to prepare"},
			func(p *row) any { return p.Prepare }},
		{Column{Name: "COUNT_REPREPARE", Type: bigintUnsigned, Comment: "How often the server prepared it again of itself"},
			func(p *row) any { return p.Reprepared }},
	}
	fields = append(fields, timerFields("COUNT_EXECUTE", "EXECUTE", "Executions",
		func(p *row) record.TimerStat { return p.Execute.Timer })...)
	fields = append(fields, statementSumFields(
		func(p *row) *record.StatementStat { return &p.Execute },
		func(p *row) bool { return p.cpuOn })...)
	return &Table{
		Name:    "prepared_statements_instances",
		Comment: "Prepared statements that exist, and what their executions cost",
		Columns: columns(fields),
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "OWNER_THREAD_ID", Columns: []string{"OWNER_THREAD_ID", "OWNER_EVENT_ID"}, Unique: true},
			{Name: "STATEMENT_ID", Columns: []string{"STATEMENT_ID"}},
			{Name: "STATEMENT_NAME", Columns: []string{"STATEMENT_NAME"}},
			{Name: "OWNER_OBJECT_TYPE", Columns: []string{"OWNER_OBJECT_TYPE", "OWNER_OBJECT_SCHEMA", "OWNER_OBJECT_NAME"}},
		},
		Access: AllowTruncate,
		Open: opener(fields, onEach(func(r Reader) []record.PreparedInfo { return r.Schema.Read().PreparedStatements() },
			func(r Reader, p record.PreparedInfo, visit func(*row)) {
				visit(&row{&p, r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU)})
			})),
	}
}

// validTextOrEmpty is validText for a column that is never NULL.
func validTextOrEmpty(s string) any {
	if s == "" {
		return ""
	}
	return validText(s)
}
