package web

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/perfschema/perfschema/internal/sqltext"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/profiling"
)

// Places of the columns of planRows.
const (
	planHashAt = iota
	planFirstAt
	planLastAt
	planCountAt
	planMeanAt
	planP95At
	planExaminedAt
	planExampleAt
	planTextAt
	planSchemaAt
)

// planRows are the plans of a digest, the one last seen first.
func (p *Pages) planRows(k key) []view.Row {
	rows := p.read("query_plans", map[string]any{"DIGEST": k.digest}, "PLAN_HASH", "FIRST_SEEN", "LAST_SEEN", "COUNT_STAR", "AVG_TIMER_WAIT", "QUANTILE_95", "SUM_ROWS_EXAMINED", "EXAMPLE_QUERY_ID", "EXAMPLE_PLAN", "SCHEMA_NAME")
	rows = slices.DeleteFunc(rows, func(r view.Row) bool { return str(r[planSchemaAt]) != k.schema })
	seen := func(r view.Row, at int) time.Time { t, _ := r[at].(time.Time); return t }
	slices.SortStableFunc(rows, func(a, b view.Row) int {
		return cmp.Or(seen(b, planLastAt).Compare(seen(a, planLastAt)), seen(b, planFirstAt).Compare(seen(a, planFirstAt)))
	})
	return rows
}

// planBlocks are the plans that a digest has had, and the two last seen side by side.
func (p *Pages) planBlocks(q *query, k key) []block {
	rows := p.planRows(k)
	t := &table{Len: len(rows), Empty: "No plan of its executions was kept.", Columns: []column{
		{Name: "plan"}, {Name: "first seen"}, {Name: "last seen"}, {"executions", "An estimate, where the plans of short ones are left out", true},
		{"mean", "", true}, {"p95", "End of a bucket of the histogram", true}, {"examined", "Rows read from storage by one, in the mean", true}, {"example", "The slowest execution by this plan", false},
	}}
	t.row = func(i int) []cell {
		r := rows[i]
		id := fmt.Sprint(r[planExampleAt])
		return []cell{textOfValue(r[planHashAt]), momentOf(r[planFirstAt]), momentOf(r[planLastAt]), countOf(r[planCountAt]), psOf(r[planMeanAt]), psOf(r[planP95At]),
			ratioCell(number(r[planExaminedAt]), number(r[planCountAt])), linkCell(id, q.link("execution", "id", id))}
	}
	out := []block{{ID: "plans", Title: "Plans", Table: t,
		Note: "Plans differ in their nodes, or in the tables and indexes of these. Counted since the start, or since query_plans was truncated.",
		SQL:  fmt.Sprintf("SELECT PLAN_HASH, FIRST_SEEN, LAST_SEEN, COUNT_STAR, AVG_TIMER_WAIT, QUANTILE_95, SUM_ROWS_EXAMINED, EXAMPLE_PLAN\n  FROM profiling.query_plans\n WHERE DIGEST = %s AND SCHEMA_NAME %s\n ORDER BY LAST_SEEN DESC;", sqltext.Quote(k.digest), is(k.schema))}}
	if len(rows) > 1 {
		out = append(out, block{ID: "two-plans", Title: "The last two plans", Note: "An execution of each, the slowest.", Table: sideBySide(rows[1], rows[0])})
	}
	return out
}

// sideBySide is two plans, line by line.
func sideBySide(a, b view.Row) *table {
	lines := profiling.PairPlanLines(str(a[planTextAt]), str(b[planTextAt]))
	shown := func(l profiling.PlanLine) cell {
		if l.Text == "" {
			return cell{}
		}
		return cell{Text: l.Shown, Value: l.Text, Wide: true}
	}
	return &table{Len: len(lines), Columns: []column{{Name: "before: " + str(a[planHashAt])}, {Name: "now: " + str(b[planHashAt])}},
		row: func(i int) []cell { return []cell{shown(lines[i][0]), shown(lines[i][1])} }}
}
