package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// called is what a row of events_statements_summary_by_program tells of.
type called struct {
	*record.ProgramInfo
	cpuOn bool
}

// statementsByProgram is the table of what stored programs cost: their calls,
// and the statements executed in them. A program has a row from its first call
// on. What a program calls counts in a row of its own.
//
// On go-mysql-server there are procedures and triggers; it has no stored
// functions, and it runs events on no connection, where they are not seen. Nor
// are SIGNAL, DECLARE and LEAVE in a procedure, which it does by itself.
func statementsByProgram() *view.Table {
	type row = called
	fields := []field.Field[row]{
		{Column: view.Column{Name: "OBJECT_TYPE", Type: field.ObjectTypeEnum, Comment: "Kind of stored program"},
			Value: func(p *row) any { return string(p.Type) }},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: field.Identifier, Comment: "Database of the program"},
			Value: func(p *row) any { return field.Cut(p.Schema, field.IdentifierLength) }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: field.Identifier, Comment: "Name of the program"},
			Value: func(p *row) any { return field.Cut(p.Name, field.IdentifierLength) }},
	}
	fields = append(fields, timerFields("COUNT_STAR", "WAIT", "Calls",
		func(p *row) record.TimerStat { return p.Calls })...)
	const what = "Statements in the program"
	fields = append(fields, []field.Field[row]{
		{Column: view.Column{Name: "COUNT_STATEMENTS", Type: field.BigintUnsigned, Comment: what},
			Value: func(p *row) any { return p.Statements.Timer.Count }},
		{Column: view.Column{Name: "SUM_STATEMENTS_WAIT", Type: field.BigintUnsigned, Comment: what + ": picoseconds in all"},
			Value: func(p *row) any { return p.Statements.Timer.Sum }},
		{Column: view.Column{Name: "MIN_STATEMENTS_WAIT", Type: field.BigintUnsigned, Comment: what + ": picoseconds of the shortest"},
			Value: func(p *row) any { return p.Statements.Timer.Min }},
		{Column: view.Column{Name: "AVG_STATEMENTS_WAIT", Type: field.BigintUnsigned, Comment: what + ": picoseconds on average"},
			Value: func(p *row) any { return p.Statements.Timer.Avg() }},
		{Column: view.Column{Name: "MAX_STATEMENTS_WAIT", Type: field.BigintUnsigned, Comment: what + ": picoseconds of the longest"},
			Value: func(p *row) any { return p.Statements.Timer.Max }},
	}...)
	fields = append(fields, statementSumFields(
		func(p *row) *record.StatementStat { return &p.Statements },
		func(p *row) bool { return p.cpuOn })...)
	return &view.Table{
		Name:    "events_statements_summary_by_program",
		Comment: "Stored programs: their calls and the statements in them",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}, Unique: true}},
		Access:  view.AllowTruncate,
		Open: field.Opener(fields, field.OnEach(func(r view.Reader) []record.ProgramInfo { return r.Schema.Read().Programs() },
			func(r view.Reader, p record.ProgramInfo, visit func(*row)) {
				if field.WantsObject(r, string(p.Type), p.Schema, p.Name) {
					visit(&row{&p, r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU)})
				}
			})),
	}
}
