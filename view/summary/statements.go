package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// statementStatFields are the columns of what statements did together, from
// COUNT_STAR on.
func statementStatFields[T any](of func(*T) *record.StatementStat, cpuOn func(*T) bool) []field.Field[T] {
	fields := timerFields("COUNT_STAR", "WAIT", "Statements",
		func(v *T) record.TimerStat { return of(v).Timer })
	return append(fields, statementSumFields(of, cpuOn)...)
}

// statementSumFields are those of them after the times: what the statements'
// counters add up to.
func statementSumFields[T any](of func(*T) *record.StatementStat, cpuOn func(*T) bool) []field.Field[T] {
	fields := []field.Field[T]{
		{Column: field.CounterColumn("SUM_LOCK_TIME", "Picoseconds spent waiting for table locks"),
			Value: func(v *T) any { return of(v).Counters.LockTime }},
		{Column: field.CounterColumn("SUM_ERRORS", "Errors"),
			Value: func(v *T) any { return of(v).Errors }},
	}
	fields = append(fields, field.CounterFields("SUM_", func(v *T) *record.StatementCounters { return &of(v).Counters })...)
	return append(fields,
		field.Field[T]{Column: view.Column{Name: "SUM_CPU_TIME", Type: field.BigintUnsigned, Comment: "Picoseconds on a CPU", Unknown: field.NoCPU},
			Value: func(v *T) any { return field.CPUTime(cpuOn(v), of(v).Counters.CPUTime) }},
		field.Field[T]{Column: view.Column{Name: "MAX_CONTROLLED_MEMORY", Type: field.BigintUnsigned, Comment: "Most bytes in use of instruments whose FLAGS have controlled, in one statement"},
			Value: func(v *T) any { return of(v).MaxControlledMemory }},
		field.Field[T]{Column: view.Column{Name: "MAX_TOTAL_MEMORY", Type: field.BigintUnsigned, Comment: "The same of all memory instruments"},
			Value: func(v *T) any { return of(v).MaxTotalMemory }},
		field.Field[T]{Column: view.Column{Name: "COUNT_SECONDARY", Type: field.BigintUnsigned, Comment: "Statements on a secondary engine; there is none"},
			Value: func(*T) any { return uint64(0) }},
	)
}

// statementSummaries declares the five summaries of statements. TRUNCATE of
// the global one resets the histogram of all statements too, as in MySQL.
func statementSummaries() []*view.Table { return statementFamily().tables() }

func statementFamily() Family[record.StatementStat] {
	type row = summed[record.StatementStat]
	return Family[record.StatementStat]{
		name: "events_statements_summary", what: "Statements", Kind: perfschema.KindStatement,
		fields: statementStatFields(
			func(v *row) *record.StatementStat { return v.stat },
			func(v *row) bool { return v.cpuOn }),
		Read: (*perfschema.Reader).StatementSummary,
	}
}
