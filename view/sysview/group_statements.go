package sysview

import (
	"cmp"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/summary"
)

// groupCount is a figure of the statements of a group.
func groupCount(name, typ string, as form, of func(*groupOf) uint64) sysField[groupOf] {
	return sysField[groupOf]{name, typ, as, func(v *groupOf) any { return of(v) }}
}

// statementFields are the figures that the views of statements by group have: sum is the
// type of one that is a sum in MySQL, longest and scans those of two others.
func statementFields(sum, longest, scans string) []sysField[groupOf] {
	return []sysField[groupOf]{
		groupCount("total", sum, asIs, func(v *groupOf) uint64 { return v.statements.Timer.Count }),
		groupCount("total_latency", sum, latency, func(v *groupOf) uint64 { return v.statements.Timer.Sum }),
		groupCount("max_latency", longest, latency, func(v *groupOf) uint64 { return v.statements.Timer.Max }),
		groupCount("lock_latency", sum, latency, func(v *groupOf) uint64 { return v.statements.Counters.LockTime }),
		groupCount("cpu_latency", sum, latency, func(v *groupOf) uint64 { return v.statements.Counters.CPUTime }),
		groupCount("rows_sent", sum, asIs, func(v *groupOf) uint64 { return v.statements.Counters.RowsSent }),
		groupCount("rows_examined", sum, asIs, func(v *groupOf) uint64 { return v.statements.Counters.RowsExamined }),
		groupCount("rows_affected", sum, asIs, func(v *groupOf) uint64 { return v.statements.Counters.RowsAffected }),
		groupCount("full_scans", scans, asIs, (*groupOf).scans),
	}
}

// statements are the views of the statements of each group.
func (g grouping) statements() []*view.Table {
	reads := g.reads("events_statements_summary")
	byLatency := func(a, b *groupOf) int { return cmp.Compare(b.statements.Timer.Sum, a.statements.Timer.Sum) }
	tables := twins(sysView{name: g.prefix + "_by_statement_latency", comment: "What statements cost, by " + g.column, reads: reads},
		append([]sysField[groupOf]{g.key()}, statementFields(sumType, g.maxType, scanType)...), inOrder(g.latencies, byLatency))
	kind := sysField[groupOf]{"statement", field.EventName, asIs, func(v *groupOf) any { return lastPart(v.class.Name(), 1) }}
	const count = field.BigintUnsigned + notNull
	return append(tables, twins(sysView{name: g.prefix + "_by_statement_type", comment: "What statements cost, by " + g.column + " and kind", reads: reads},
		append([]sysField[groupOf]{g.key(), kind}, statementFields(count, count, count)...),
		inOrder(func(r view.Reader) (out []groupOf) {
			statementSource.Each(r, g.by, func(of summary.GroupValues, c *perfschema.Class, s *record.StatementStat) {
				if s.Timer.Sum > 0 {
					out = append(out, groupOf{name: g.name(of), class: c, statements: *s})
				}
			})
			return out
		}, func(a, b *groupOf) int { return cmp.Or(strings.Compare(a.name, b.name), byLatency(a, b)) }))...)
}

// latencies are the statements of each group, all kinds together.
func (g grouping) latencies(r view.Reader) (out []groupOf) {
	statementSource.Each(r, g.by, func(of summary.GroupValues, _ *perfschema.Class, s *record.StatementStat) {
		if name := g.name(of); len(out) == 0 || out[len(out)-1].name != name {
			out = append(out, groupOf{name: name})
		}
		sum := &out[len(out)-1].statements
		sum.Counters.Add(&s.Counters)
		addTimer(&sum.Timer, &s.Timer)
	})
	return out
}
