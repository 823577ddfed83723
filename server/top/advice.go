package top

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/view/advice"
)

const (
	// advisedFor is the least span that advice is of, once top has run so long: of a
	// single second it would be about another statement each time.
	advisedFor = 30 * time.Second
	// scanFor is for how long the plan of a statement is not asked for anew.
	scanFor = 10 * time.Second
)

// base is what statements had counted at an earlier reading.
type base struct {
	at      time.Time
	counted map[string]*counted
}

// advised is the statement that is worth most attention, of those that ran since base.
type advised struct {
	key    string
	digest *digestKey
	span   time.Duration
	advice.Advice
	// scan is from the plan of an execution, read at scannedAt.
	scan      advice.Scan
	scannedAt time.Time
}

// words are those in which screens write values.
var words = advice.Words{
	Count: func(n uint64) string { return showCount(float64(n)) }, Time: func(ps uint64) string { return showTime(float64(ps)) }, Percent: showPercent,
	Errors: "Errors are on page 7, by number.", Executions: "Look at its executions: a opens them.",
}

// basis keeps two earlier readings, so that one is at least advisedFor old and not much
// older, once there is any.
func (r *reading) basis(before *reading) {
	if before == nil {
		return
	}
	last := &base{before.at, before.counted}
	r.base, r.nextBase = before.base, before.nextBase
	if r.base == nil {
		r.base, r.nextBase = last, last
	}
	if before.at.Sub(r.nextBase.at) >= advisedFor {
		r.base, r.nextBase = r.nextBase, last
	}
}

// advise looks at what has run since the base, but for what somebody runs who watches the
// server, and asks for the plan of the statement that it is about.
func (r *reading) advise(ctx context.Context, s source, before *reading) error {
	r.basis(before)
	if r.base == nil || r.counted == nil {
		return nil
	}
	list, _ := changes(&reading{at: r.base.at, counted: r.base.counted}, r, statementsPage.sums, false)
	list = slices.DeleteFunc(list, func(c *change) bool { return c.digest == nil || c.digest.digest == nil })
	slices.SortFunc(list, func(a, b *change) int {
		return cmp.Or(cmp.Compare(b.delta[statementTime], a.delta[statementTime]), strings.Compare(a.key, b.key))
	})
	figures := make([]advice.Figures, len(list))
	for i, c := range list {
		figures[i] = c.figures()
	}
	all := uint64(0)
	if len(list) > 0 {
		all = whole(list[0].whole[statementTime])
	}
	i := advice.Worst(figures, all, func(i int) bool { return advice.Watches(list[i].digest.text) })
	if i < 0 {
		return nil
	}
	c := list[i]
	out := &advised{key: c.key, digest: c.digest, span: c.span}
	if last := before.advised; last != nil && last.key == c.key && r.at.Sub(last.scannedAt) < scanFor {
		out.scan, out.scannedAt = last.scan, last.scannedAt
	} else {
		scan, err := s.scan(ctx, c.digest)
		if err != nil {
			return err
		}
		out.scan, out.scannedAt = scan, r.at
	}
	out.Advice = *advice.Of(&advice.Statement{Figures: figures[i], Text: c.digest.text, Scan: out.scan}, all, i == 0, &words)
	r.advised = out
	return nil
}

// figures are those of a row of statementsPage.
func (c *change) figures() advice.Figures {
	d := func(i int) uint64 { return whole(c.delta[i]) }
	return advice.Figures{Executions: d(executions), Time: d(statementTime), Failed: d(3), Sent: d(5), Examined: d(6), Affected: d(7), NoIndex: d(8), Sorted: d(10), TmpDisk: d(11)}
}

// whole is a count; what is not known counts as none.
func whole(v float64) uint64 {
	if math.IsNaN(v) || v < 0 {
		return 0
	}
	return uint64(v)
}

// scan is the node with a table that gave most rows, in the slowest execution of a digest
// whose plan is kept. It is zero where the server keeps none, or the account may not read
// it: it only explains.
func (s *server) scan(ctx context.Context, d *digestKey) (out advice.Scan, err error) {
	if !s.has("profiling.query_operators") || !s.has("profiling.query_profiles") {
		return out, nil
	}
	var query value
	err = s.each(ctx, "SELECT queryId FROM profiling.query_profiles WHERE DIGEST = ? AND databaseId <=> ? AND PLAN_KEPT = 'YES' ORDER BY TIMESTAMPDIFF(MICROSECOND, createdTime, IFNULL(endTime, NOW(6))) DESC LIMIT 1",
		[]any{*d.digest, d.schema}, 1, func(v []value) { query = v[0] })
	if err != nil || query == nil {
		return out, ignoreDenied(err)
	}
	err = s.each(ctx, "SELECT OPERATOR, OBJECT_NAME, ROWS_OUT FROM profiling.query_operators WHERE QUERY_ID = ? AND OBJECT_NAME IS NOT NULL AND ROWS_OUT IS NOT NULL ORDER BY ROWS_OUT DESC LIMIT 1",
		[]any{query.id()}, 3, func(v []value) { out = advice.Scan{Name: v[0].text(), Object: v[1].text(), Rows: v[2].id()} })
	return out, ignoreDenied(err)
}

// adviceLines are those of the screen, at most so many: the statement, why, and what would
// help, of which the reasons give way first.
func (a *app) adviceLines(width, most int) []string {
	if a.page != &statementsPage || a.now == nil || a.now.advised == nil || a.plain || most < 7 {
		return nil
	}
	v := a.now.advised
	lines := wrap("Of the last "+showTime(float64(v.span)*1e3)+": "+v.Headline, width)
	lines = append(lines, fit("  "+v.digest.text, width, false))
	help := wrap("What would help: "+strings.Join(v.Help, " "), width)
	why := wrap("Why: "+strings.Join(v.Why, " "), width)
	if room := max(most-len(lines)-len(help), 0); len(v.Help) == 0 {
		help = nil
	} else if len(why) > room {
		why = why[:room]
	}
	lines = append(append(lines, why...), help...)
	return lines[:min(len(lines), most)]
}

// standsOut is what is to be said above the executions of a statement: nothing, unless the
// advice is about it.
func (a *app) standsOut(d *digestKey) []part {
	if a.now == nil || a.now.advised == nil || d.digest == nil || *a.now.advised.digest.digest != *d.digest {
		return nil
	}
	v := a.now.advised
	out := []part{{title: "What stands out, in the last " + showTime(float64(v.span)*1e3), notes: append([]string{v.Headline}, v.Why...)}}
	if len(v.Help) > 0 {
		out = append(out, part{title: "What would help", notes: v.Help})
	}
	return out
}

// writtenAdvice is the advice in JSON.
type writtenAdvice struct {
	Span      float64  `json:"span_seconds"`
	Schema    *string  `json:"schema"`
	Digest    string   `json:"digest"`
	Statement string   `json:"statement"`
	Headline  string   `json:"headline"`
	Why       []string `json:"why"`
	Help      []string `json:"help"`
}

func (v *advised) written() *writtenAdvice {
	if v == nil {
		return nil
	}
	return &writtenAdvice{v.span.Seconds(), v.digest.schema, *v.digest.digest, v.digest.text, v.Headline, append([]string{}, v.Why...), append([]string{}, v.Help...)}
}
