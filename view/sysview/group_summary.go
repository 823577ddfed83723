package sysview

import (
	"cmp"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/summary"
)

// connected is what a row of host_summary or user_summary tells of.
type connected struct {
	groupOf
	files          timerSum
	now, ever      int64
	others         map[string]bool
	current, total int64 // bytes
}

// summary declares host_summary or user_summary: of each group that connections are or
// were of. What is summed up is summed once for a group; MySQL's views do so once for
// each account of it.
func (g grouping) summary() []*view.Table {
	type row = connected
	number := func(name, typ string, as form, of func(*row) any) sysField[row] {
		return sysField[row]{name, typ, as, of}
	}
	const wide = "decimal(64,0)"
	fields := []sysField[row]{
		groupKey(g, func(v *row) string { return v.name }),
		number("statements", wide, asIs, func(v *row) any { return v.statements.Timer.Count }),
		number("statement_latency", wide, latency, func(v *row) any { return v.statements.Timer.Sum }),
		number("statement_avg_latency", "decimal(65,4)"+g.avgNull, latency, func(v *row) any {
			return quotientOr0(v.statements.Timer.Sum, v.statements.Timer.Count, 4)
		}),
		number("table_scans", "decimal(65,0)", asIs, func(v *row) any { return v.scans() }),
		number("file_ios", wide, asIs, func(v *row) any { return v.files.Count }),
		number("file_io_latency", wide, latency, func(v *row) any { return v.files.Sum }),
		number("current_connections", "decimal(41,0)", asIs, func(v *row) any { return v.now }),
		number("total_connections", "decimal(41,0)", asIs, func(v *row) any { return v.ever }),
		number(g.other, field.Bigint+notNull, asIs, func(v *row) any { return int64(len(v.others)) }),
		number("current_memory", "decimal(63,0)", size, func(v *row) any { return v.current }),
		number("total_memory_allocated", wide, size, func(v *row) any { return v.total }),
	}
	return twins(sysView{
		name: g.prefix, comment: "Statements, file I/O, connections and memory by " + g.column,
		reads: append(g.reads("events_statements_summary", "events_waits_summary", "memory_summary"), "accounts"),
	}, fields, inOrder(g.connections, func(a, b *row) int { return cmp.Compare(b.statements.Timer.Sum, a.statements.Timer.Sum) }))
}

// connections are the groups of accounts, with what each has done.
func (g grouping) connections(r view.Reader) []connected {
	var out []connected
	at := make(map[string]int)
	for _, a := range r.Schema.Read().Accounts() {
		own, other, noOwn, noOther := g.ofAccount(a)
		if noOwn {
			own = background
		}
		i, ok := at[own]
		if !ok {
			i = len(out)
			at[own] = i
			out = append(out, connected{groupOf: groupOf{name: own}, others: make(map[string]bool)})
		}
		out[i].now, out[i].ever = out[i].now+a.Current, out[i].ever+a.Total
		if !noOther {
			out[i].others[other] = true
		}
	}
	find := func(name string) *connected {
		if i, ok := at[name]; ok {
			return &out[i]
		}
		return new(connected) // an account that has come since
	}
	for _, v := range g.latencies(r) {
		find(v.name).statements = v.statements
	}
	for _, v := range g.fileIO(r) {
		find(v.name).files = v.timer
	}
	memorySource.Each(r, g.by, func(of summary.GroupValues, _ *perfschema.Class, m *record.MemoryStat) {
		v := find(g.name(of))
		v.current += m.CurrentBytes()
		v.total += int64(m.BytesAlloc)
	})
	return out
}
