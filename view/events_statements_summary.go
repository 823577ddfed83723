package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// statementStatFields are the columns of what statements did together, from
// COUNT_STAR on.
func statementStatFields[T any](of func(*T) *record.StatementStat, cpuOn func(*T) bool) []field[T] {
	fields := timerFields("COUNT_STAR", "WAIT", "Statements",
		func(v *T) record.TimerStat { return of(v).Timer })
	return append(fields, statementSumFields(of, cpuOn)...)
}

// statementSumFields are those of them after the times: what the statements'
// counters add up to.
func statementSumFields[T any](of func(*T) *record.StatementStat, cpuOn func(*T) bool) []field[T] {
	fields := []field[T]{
		{counterColumn("SUM_LOCK_TIME", "Picoseconds spent waiting for table locks"),
			func(v *T) any { return of(v).Counters.LockTime }},
		{counterColumn("SUM_ERRORS", "Errors"),
			func(v *T) any { return of(v).Errors }},
	}
	fields = append(fields, counterFields("SUM_", func(v *T) *record.StatementCounters { return &of(v).Counters })...)
	return append(fields,
		field[T]{Column{Name: "SUM_CPU_TIME", Type: bigintUnsigned, Comment: "Picoseconds on a CPU", Unknown: noCPU},
			func(v *T) any { return cpuTime(cpuOn(v), of(v).Counters.CPUTime) }},
		field[T]{Column{Name: "MAX_CONTROLLED_MEMORY", Type: bigintUnsigned, Comment: "Most bytes in use of instruments whose FLAGS have controlled, in one statement"},
			func(v *T) any { return of(v).MaxControlledMemory }},
		field[T]{Column{Name: "MAX_TOTAL_MEMORY", Type: bigintUnsigned, Comment: "The same of all memory instruments"},
			func(v *T) any { return of(v).MaxTotalMemory }},
		field[T]{Column{Name: "COUNT_SECONDARY", Type: bigintUnsigned, Comment: "Statements on a secondary engine; there is none"},
			func(*T) any { return uint64(0) }},
	)
}

// statementSummaries declares the five summaries of statements. TRUNCATE of
// the global one resets the histogram of all statements too, as in MySQL.
func statementSummaries() []*Table { return statementFamily().tables() }

func statementFamily() summaryFamily[record.StatementStat] {
	type row = summed[record.StatementStat]
	return summaryFamily[record.StatementStat]{
		name: "events_statements_summary", what: "Statements", kind: perfschema.KindStatement,
		fields: statementStatFields(
			func(v *row) *record.StatementStat { return v.stat },
			func(v *row) bool { return v.cpuOn }),
		read: (*perfschema.Reader).StatementSummary,
	}
}
