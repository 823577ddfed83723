package top

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/history/trend"
)

// comparedWindows is how many windows up to the chosen one are compared with as long
// before, where none is marked, and where there are as many before: of one alone nothing
// can be told from chance.
const comparedWindows = 10

// mark marks the window under the bar as the first of what is to be compared, or no longer.
func (a *app) mark() {
	r := a.selected()
	switch {
	case a.page != &historyPage || len(a.stack) > 0 || r == nil:
		a.message = "Windows of the page History can be marked: page 0."
	case a.marked == r.window:
		a.marked = ""
		a.message = "No window is marked."
	default:
		a.marked = r.window
		a.message = "Marked: c compares from " + r.from.Format(time.TimeOnly) + " to the bar with as long before."
	}
}

// spans are those that c compares: what lies from the marked window to the one under the
// bar, or some windows up to this one, and as much time before.
func spans(rows []row, chosen, marked string) (before, now history.Span, ok bool) {
	i, j := -1, -1
	for n := range rows {
		if rows[n].window == chosen {
			i = n
		}
		if rows[n].window == marked {
			j = n
		}
	}
	if i < 0 {
		return before, now, false
	}
	if j < 0 {
		j = i + min(comparedWindows, max((len(rows)-i)/2, 1)) - 1
	}
	first, last := &rows[max(i, j)], &rows[min(i, j)] // the last window comes first
	if first.from.IsZero() || !first.from.Before(last.until) {
		return before, now, false
	}
	now = history.Span{From: first.from, To: last.until}
	return history.Span{From: now.From.Add(-now.To.Sub(now.From)), To: now.From}, now, true
}

// compare opens what has changed.
func (a *app) compare() command {
	r := a.selected()
	if a.page != &historyPage || len(a.stack) > 0 || r == nil || a.now == nil {
		a.message = "Windows of the page History can be compared: page 0."
		return nil
	}
	before, now, ok := spans(a.now.rows, r.window, a.marked)
	if !ok {
		a.message = "When these windows were is not known."
		return nil
	}
	return a.show(func(ctx context.Context) (*detail, error) { return a.source.compare(ctx, before, now) })
}

// compare asks the history for all windows of two spans.
func (s *server) compare(ctx context.Context, before, now history.Span) (*detail, error) {
	c, err := trend.Compare(ctx, trend.Server{DB: s.db}, before, now)
	if err != nil {
		return nil, err
	}
	d := changed(c)
	d.text = "A: " + inWords(before, c.A) + ". B: " + inWords(now, c.B) + "."
	return d, nil
}

func inWords(s history.Span, t *trend.Total) string {
	out := s.From.UTC().Format(time.DateTime) + " to " + s.To.UTC().Format(time.TimeOnly) + " UTC, "
	if t.From.IsZero() {
		return out + "of which nothing is kept"
	}
	return out + showCount(float64(t.Count)) + " executions"
}

// changed tells what has changed from a span A to a span B.
func changed(c *trend.Comparison) *detail {
	d := &detail{title: "What has changed"}
	both := []column{{"more", "more_seconds", 10, true, 0}, {"execs A", "executions_before", 8, true, 4}, {"execs B", "executions", 8, true, 3}, {"avg A", "average_seconds_before", 8, true, 0}, {"avg B", "average_seconds", 8, true, 0},
		{"p95 A", "p95_seconds_before", 8, true, 2}, {"p95 B", "p95_seconds", 8, true, 2}, {"statement", "statement", 0, false, 0}}
	of := func(s *trend.Statement) []cell {
		p95 := math.NaN()
		if s.Histogram.Total() > 0 {
			p95 = float64(s.Quantile(950))
		}
		return []cell{numberCell(float64(s.Count), showCount), timeCell(s.Mean()), timeCell(p95)}
	}
	two := func(c *trend.Change) []cell {
		x, y := of(c.A), of(c.B)
		return []cell{numberCell(c.More(), signedTime), x[0], y[0], x[1], y[1], x[2], y[2]}
	}
	one := []column{{"time", "time_seconds", 10, true, 0}, {"execs", "executions", 8, true, 0}, {"avg", "average_seconds", 8, true, 0}, {"p95", "p95_seconds", 8, true, 2}, {"statement", "statement", 0, false, 0}}
	single := func(c *trend.Change) []cell {
		s := c.A
		if s == nil {
			s = c.B
		}
		return append([]cell{timeCell(float64(s.Time))}, of(s)...)
	}
	failures := []column{{"failed A", "errors_before", 10, true, 0}, {"failed B", "errors", 10, true, 0}, {"execs A", "executions_before", 8, true, 1}, {"execs B", "executions", 8, true, 1}, {"statement", "statement", 0, false, 0}}
	failed := func(c *trend.Change) []cell {
		count := func(n uint64) cell { return numberCell(float64(n), showCount) }
		var errs, execs uint64
		if c.A != nil {
			errs, execs = c.A.Errors, c.A.Count
		}
		return []cell{count(errs), count(c.B.Errors), count(execs), count(c.B.Count)}
	}
	for _, p := range []struct {
		title, none string
		columns     []column
		list        []*trend.Change
		cells       func(*trend.Change) []cell
	}{
		{"Slower in B, by more than chance explains", "None.", both, c.Slower, two},
		{"In B alone", "None.", one, c.New, single},
		{"Failing more often in B", "None.", failures, c.Failing, failed},
		{"Faster in B, by more than chance explains", "None.", both, c.Faster, two},
		{"In A alone", "None.", one, c.Gone, single},
		{"Not told apart", "None.", both, c.Same, two},
	} {
		out := part{title: p.title, columns: p.columns}
		for _, x := range p.list[:min(len(p.list), maxExecutions)] {
			out.rows = append(out.rows, row{key: p.title + x.Key().Schema + "\x00" + x.Key().Digest, digest: keyOf(x.Key(), x.Text()), cells: append(p.cells(x), textCell(x.Text()))})
		}
		if len(p.list) == 0 {
			out.notes = []string{p.none}
		}
		d.parts = append(d.parts, out)
	}
	d.parts = slices.Insert(d.parts, 4, replanned(c.Replanned)) // after what became faster
	if c.Untested > 0 {
		last := &d.parts[len(d.parts)-1]
		last.notes = append(last.notes, fmt.Sprintf("Of %s of them less than two windows are known in A or B: they were not tested.", showCount(float64(c.Untested))))
	}
	return d
}

// replanned tells of the statements that have another plan in B, with both.
func replanned(list []*trend.Replanned) part {
	out := part{title: "Another plan in B", columns: []column{{"more", "more_seconds", 10, true, 0}, {"execs A", "executions_before", 8, true, 4}, {"execs B", "executions", 8, true, 3},
		{"avg A", "average_seconds_before", 8, true, 0}, {"avg B", "average_seconds", 8, true, 0}, {"rows A", "rows_examined_before", 8, true, 2}, {"rows B", "rows_examined", 8, true, 2},
		{"plan B", "plan_hash", 16, false, 1}, {"statement", "statement", 0, false, 0}}}
	for _, r := range list[:min(len(list), maxExecutions)] {
		out.rows = append(out.rows, row{key: out.title + r.Schema + "\x00" + r.Digest, digest: keyOf(r.Key, r.Text), cells: []cell{
			numberCell(r.More(), signedTime), numberCell(float64(r.A.Count), showCount), numberCell(float64(r.B.Count), showCount), timeCell(r.A.Mean()), timeCell(r.B.Mean()),
			numberCell(r.A.Examined(), showCount), numberCell(r.B.Examined(), showCount), textCell(r.B.Hash), textCell(r.Text)}})
	}
	if len(list) == 0 {
		out.notes = []string{"None."}
	}
	return out
}

// keyOf is that by which executions are asked for.
func keyOf(k trend.Key, text string) *digestKey {
	out := &digestKey{text: text}
	if k.Schema != "" {
		out.schema = &k.Schema
	}
	if k.Digest != "" {
		out.digest = &k.Digest
	}
	return out
}

// signedTime is a time that may be less than nothing.
func signedTime(ps float64) string {
	if math.Signbit(ps) {
		return "-" + showTime(-ps)
	}
	return "+" + showTime(ps)
}
