package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
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
func preparedStatements() *view.Table {
	type row = preparedStatement
	fields := []field.Field[row]{
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: field.BigintUnsigned, Comment: "Address of the row's memory; tells instances apart while they exist"},
			Value: func(p *row) any { return p.Begin }},
		{Column: view.Column{Name: "STATEMENT_ID", Type: field.BigintUnsigned, Comment: "Number the server gave the statement within its connection"},
			Value: func(p *row) any { return p.ID }},
		{Column: view.Column{Name: "STATEMENT_NAME", Type: field.Identifier, Nullable: true, Comment: "Name given by PREPARE; NULL for a statement of the client protocol"},
			Value: func(p *row) any { return field.Text(field.Cut(p.Name, field.IdentifierLength)) }},
		{Column: view.Column{Name: "SQL_TEXT", Type: field.Longtext, Comment: "The statement, up to performance_schema_max_sql_text_length bytes"},
			Value: func(p *row) any { return field.ValidTextOrEmpty(p.Text) }},
		{Column: view.Column{Name: "OWNER_THREAD_ID", Type: field.BigintUnsigned, Comment: "Thread that prepared the statement"},
			Value: func(p *row) any { return p.ThreadID }},
		{Column: view.Column{Name: "OWNER_EVENT_ID", Type: field.BigintUnsigned, Comment: "Statement event that prepared it"},
			Value: func(p *row) any { return p.EventID }},
		{Column: view.Column{Name: "OWNER_OBJECT_TYPE", Type: field.ObjectTypeEnum, Nullable: true, Comment: "Kind of stored program that prepared it"},
			Value: func(p *row) any { return field.Text(p.OwnerType) }},
		{Column: view.Column{Name: "OWNER_OBJECT_SCHEMA", Type: field.Identifier, Nullable: true, Comment: "Database of that program"},
			Value: func(p *row) any { return field.Text(field.Cut(p.OwnerSchema, field.IdentifierLength)) }},
		{Column: view.Column{Name: "OWNER_OBJECT_NAME", Type: field.Identifier, Nullable: true, Comment: "Name of that program"},
			Value: func(p *row) any { return field.Text(field.Cut(p.OwnerName, field.IdentifierLength)) }},
		{Column: view.Column{Name: "EXECUTION_ENGINE", Type: field.EngineEnum, Nullable: true, Comment: "PRIMARY"},
			Value: func(*row) any { return "PRIMARY" }},
		{Column: view.Column{Name: "TIMER_PREPARE", Type: field.BigintUnsigned, Comment: "Picoseconds it took to prepare"},
			Value: func(p *row) any { return p.Prepare }},
		{Column: view.Column{Name: "COUNT_REPREPARE", Type: field.BigintUnsigned, Comment: "How often the server prepared it again of itself"},
			Value: func(p *row) any { return p.Reprepared }},
	}
	fields = append(fields, timerFields("COUNT_EXECUTE", "EXECUTE", "Executions",
		func(p *row) record.TimerStat { return p.Execute.Timer })...)
	fields = append(fields, statementSumFields(
		func(p *row) *record.StatementStat { return &p.Execute },
		func(p *row) bool { return p.cpuOn })...)
	return &view.Table{
		Name:    "prepared_statements_instances",
		Comment: "Prepared statements that exist, and what their executions cost",
		Columns: field.Columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "OWNER_THREAD_ID", Columns: []string{"OWNER_THREAD_ID", "OWNER_EVENT_ID"}, Unique: true},
			{Name: "STATEMENT_ID", Columns: []string{"STATEMENT_ID"}},
			{Name: "STATEMENT_NAME", Columns: []string{"STATEMENT_NAME"}},
			{Name: "OWNER_OBJECT_TYPE", Columns: []string{"OWNER_OBJECT_TYPE", "OWNER_OBJECT_SCHEMA", "OWNER_OBJECT_NAME"}},
		},
		Access: view.AllowTruncate,
		Open: field.Opener(fields, field.OnEach(func(r view.Reader) []record.PreparedInfo { return r.Schema.Read().PreparedStatements() },
			func(r view.Reader, p record.PreparedInfo, visit func(*row)) {
				visit(&row{&p, r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU)})
			})),
	}
}
