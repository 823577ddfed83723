package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
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
func statementsByProgram() *Table {
	type row = called
	fields := []field[row]{
		{Column{Name: "OBJECT_TYPE", Type: objectTypeEnum, Comment: "Kind of stored program"},
			func(p *row) any { return string(p.Type) }},
		{Column{Name: "OBJECT_SCHEMA", Type: identifier, Comment: "Database of the program"},
			func(p *row) any { return cut(p.Schema, identifierLength) }},
		{Column{Name: "OBJECT_NAME", Type: identifier, Comment: "Name of the program"},
			func(p *row) any { return cut(p.Name, identifierLength) }},
	}
	fields = append(fields, timerFields("COUNT_STAR", "WAIT", "Calls",
		func(p *row) record.TimerStat { return p.Calls })...)
	const what = "Statements in the program"
	fields = append(fields, []field[row]{
		{Column{Name: "COUNT_STATEMENTS", Type: bigintUnsigned, Comment: what},
			func(p *row) any { return p.Statements.Timer.Count }},
		{Column{Name: "SUM_STATEMENTS_WAIT", Type: bigintUnsigned, Comment: what + ": picoseconds in all"},
			func(p *row) any { return p.Statements.Timer.Sum }},
		{Column{Name: "MIN_STATEMENTS_WAIT", Type: bigintUnsigned, Comment: what + ": picoseconds of the shortest"},
			func(p *row) any { return p.Statements.Timer.Min }},
		{Column{Name: "AVG_STATEMENTS_WAIT", Type: bigintUnsigned, Comment: what + ": picoseconds on average"},
			func(p *row) any { return p.Statements.Timer.Avg() }},
		{Column{Name: "MAX_STATEMENTS_WAIT", Type: bigintUnsigned, Comment: what + ": picoseconds of the longest"},
			func(p *row) any { return p.Statements.Timer.Max }},
	}...)
	fields = append(fields, statementSumFields(
		func(p *row) *record.StatementStat { return &p.Statements },
		func(p *row) bool { return p.cpuOn })...)
	return &Table{
		Name:    "events_statements_summary_by_program",
		Comment: "Stored programs: their calls and the statements in them",
		Columns: columns(fields),
		Indexes: []Index{{Name: "PRIMARY", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}, Unique: true}},
		Access:  AllowTruncate,
		Open: opener(fields, onEach(func(r Reader) []record.ProgramInfo { return r.Schema.Read().Programs() },
			func(r Reader, p record.ProgramInfo, visit func(*row)) {
				if r.wantsObject(string(p.Type), p.Schema, p.Name) {
					visit(&row{&p, r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU)})
				}
			})),
	}
}
