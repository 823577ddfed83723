package web

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/snowset"
)

// hour is the longest span that pages with active sessions offer.
const hour = time.Hour

// activeSpan is what a page shows of active session history.
type activeSpan struct {
	from, to time.Time // what is known of the span that is asked for; to is not after from: nothing
	asked    time.Duration
	since    time.Time // from when on sessions are known

	by   *activesession.Dimension
	only *activesession.Only
}

// activity reads what is asked for: by is the dimension where none is named.
func (p *Pages) activity(q *query, by string) *activeSpan {
	since := p.options.ActiveSessions.Status().Since
	a := &activeSpan{to: q.until, asked: q.window, since: since, by: activesession.FindDimension(by)}
	if now := p.now(); a.to.IsZero() || a.to.After(now) {
		a.to = now
	}
	if a.from = a.to.Add(-q.window); a.from.Before(since) {
		a.from = since
	}
	if d := activesession.FindDimension(q.values.Get("by")); d != nil {
		a.by = d
	}
	if d := activesession.FindDimension(q.values.Get("only")); d != nil {
		if values := strings.Split(q.values.Get("is"), "\n"); len(values) == len(d.Columns) {
			a.only = &activesession.Only{Dimension: d, Values: values}
		}
	}
	return a
}

// note says what is not known of the span.
func (a *activeSpan) note() string {
	if a.to.Add(-a.asked).Before(a.since) {
		return "Active sessions are known since " + clockTime(a.since) + "."
	}
	return ""
}

// activeBlocks show active sessions: over the last hour by what they did, and over the span of the
// page by one of their columns. There are none without active session history.
func (p *Pages) activeBlocks(q *query, a *activeSpan) []block {
	if p.options.ActiveSessions == nil {
		return nil
	}
	list := block{ID: "active", Title: "Average active sessions by " + a.by.Name, Choices: a.choices(q), Table: p.activeTable(q, a),
		Note: "Nothing is known of this time: active sessions are known since " + clockTime(a.since) + "."}
	if a.to.After(a.from) {
		list.Note = fmt.Sprintf("Of the %s until %s: a session that is at work all the time is 1. A sample is taken every %s. A value leads to what these sessions were at work on.",
			words(a.to.Sub(a.from).Round(time.Second)), clockTime(a.to), everyWords(p.options.ActiveSessions.Interval()))
		list.SQL = a.by.SQL(a.from, a.to, a.only, 100) + fmt.Sprintf(";\n-- Samples. By %s they are average active sessions.", digits(a.to.Sub(a.from).Seconds()/p.options.ActiveSessions.Interval().Seconds()))
	}
	if a.only != nil {
		list.Title += ", of one " + a.only.Dimension.Name
		list.Links = []Link{{"all sessions", q.with("only", "", "is", "") + "#active"}}
	}
	return []block{p.activeChart(q, a), list}
}

// everyWords is how often something is, after "every".
func everyWords(d time.Duration) string {
	if d == time.Second {
		return "second"
	}
	return words(d)
}

// activeRows is how many values of a dimension a page shows at a time.
const activeRows = 10

// choices are the dimensions to choose from.
func (a *activeSpan) choices(q *query) (out []choice) {
	for _, d := range activesession.Dimensions() {
		out = append(out, choice{d.Name, q.with("by", d.Name, "active.sort", "", "active.page", "") + "#active", d == a.by})
	}
	return out
}

// Sessions at work are shown by these kinds: waiting ones by those of what they wait for.
const (
	activeRunning = iota
	activeQueued
	activeWaiting // the first of kinds that is a wait
)

// activeKinds are the kinds by which a chart tells active sessions apart.
func activeKinds() []kind {
	list := []kind{{name: "on a CPU", color: 0}, {name: "queued for a core", color: 3}}
	for _, k := range kinds[1:] {
		list = append(list, kind{"waiting: " + k.name, k.color, k.of})
	}
	return append(list, kind{name: "waiting: other", color: 8})
}

// activeKindOf returns what tells the kind of a row.
func (p *Pages) activeKindOf(list []kind) func(*activesession.Row) int {
	r := p.schema.Read()
	of := make(map[string]int)
	for n := range snowset.Resource(snowset.MaxResources) {
		if i := slices.IndexFunc(list, func(k kind) bool { return slices.Contains(k.of, r.SnowsetResource(n)) }); i >= 0 {
			of[r.ResourceName(n)] = i
		}
	}
	return func(row *activesession.Row) int {
		switch row.State {
		case activesession.Running:
			return activeRunning
		case activesession.Queued:
			return activeQueued
		}
		if i, ok := of[row.Resource]; ok {
			return i
		}
		return len(list) - 1
	}
}

// chartSpan returns from when until when the chart is: an hour until now, less where less is known,
// more where more is asked for.
func (a *activeSpan) chartSpan(now time.Time) (from, to time.Time) {
	span := activesession.CourseSpan(now.Sub(a.since), a.asked)
	to = now
	if begin := a.to.Add(-a.asked); begin.Before(now.Add(-span)) { // a span of before
		if to = a.to.Add(span / 2); to.After(now) || span == a.asked {
			to = a.to
		}
	}
	return to.Add(-span), to
}

// activeChart shows how many sessions were at work, by what they did.
func (p *Pages) activeChart(q *query, a *activeSpan) block {
	from, to := a.chartSpan(p.now())
	known := from
	if known.Before(a.since) {
		known = a.since
	}
	interval := p.options.ActiveSessions.Interval()
	list := activeKinds()
	course := activesession.NewCourse(known, to, activesession.StepLength(to.Sub(from), interval, mostColumns), interval, len(list))
	kindOf := p.activeKindOf(list)
	p.options.ActiveSessions.Rows(known, to, func(r *activesession.Row) {
		if a.only.Has(r) {
			course.Add(r.At, kindOf(r), 1)
		}
	})
	b := block{ID: "load", Title: "Average active sessions", SQL: course.SQL(a.only),
		Note: fmt.Sprintf("How many sessions were at work at once in the last %s, whether or not somebody looked, and what they did. A column leads to its own span.", words(to.Sub(from)))}
	if !q.until.IsZero() {
		b.Note = fmt.Sprintf("How many sessions were at work at once in the %s until %s, and what they did. A column leads to its own span.", words(to.Sub(from)), clockTime(to))
	}
	if len(course.Steps) == 0 {
		b.Note = "Nothing is known of this time: active sessions are known since " + clockTime(a.since) + "."
		return b
	}
	b.Chart = drawCourse(q, a, course, list, newChart(from, to))
	all := 0.0
	for k := range list {
		all += course.Mean(k)
	}
	for k := range list {
		if mean := course.Mean(k); mean > 0 {
			b.Chart.Keys = append(b.Chart.Keys, chartKey{list[k].name, digits2(mean), showPercent(mean / all), list[k].color})
		}
	}
	return b
}

// drawCourse draws the columns of a chart, and marks the span of the page.
func drawCourse(q *query, a *activeSpan, course *activesession.Course, list []kind, c *chart) *chart {
	most := 0.0
	for i := range course.Steps {
		sum := 0.0
		for k := range list {
			sum += course.Average(i, k)
		}
		most = max(most, sum)
	}
	top := c.scale(most)
	for i, s := range course.Steps {
		label := []string{clockTime(s.From) + " to " + clockTime(s.To)}
		var parts []part
		for k := range list {
			if v := course.Average(i, k); v > 0 {
				parts = append(parts, part{list[k].color, v / top})
				label = append(label, list[k].name+" "+digits2(v))
			}
		}
		url := q.with("window", max(s.To.Sub(s.From).Round(time.Second), time.Second).String(), "until", s.To.UTC().Format(time.RFC3339Nano), "active.page", "")
		c.column(s.From, s.To, url, label, parts)
	}
	if !q.until.IsZero() && a.to.After(a.from) {
		left, right := c.x(a.from), c.x(a.to)
		c.Marked = &box{X: coordinate(left), W: coordinate(max(right-left, 2))}
	}
	c.Describe = "Average active sessions over time, by what they did. The figures are in the list below."
	return c
}

// activeTable is average active sessions by the values of a dimension.
func (p *Pages) activeTable(q *query, a *activeSpan) *table {
	averages := activesession.NewAverages(a.by, a.to.Sub(a.from), p.options.ActiveSessions.Interval())
	p.options.ActiveSessions.Rows(a.from, a.to, func(r *activesession.Row) {
		if a.only.Has(r) {
			averages.AddRow(r)
		}
	})
	list, total := averages.List(), averages.Total()
	t := &table{Len: len(list), perPage: activeRows, Code: strings.Contains(a.by.Name, "statement"), Empty: "No session was at work.", Columns: []column{
		{Name: a.by.Name},
		{"active", "How many sessions were at work on average, and their share of all", true},
		{"on a CPU", "Had a CPU, or waited for the kernel to give them one", true},
		{"queued", "Waited for a core of the Go runtime's", true},
		{"waiting", "Waited for something else", true},
	}}
	t.row = func(i int) []cell {
		v := &list[i]
		text := strings.ToValidUTF8(a.by.Text(v.Values), "\uFFFD")
		share := v.Active() / total.Active()
		return []cell{{Text: clip(text), Value: text, URL: a.leadsTo(q, v)}, barCell(digits2(v.Active())+" · "+showPercent(share), v.Active(), share),
			averageCell(v.Running), averageCell(v.Queued), averageCell(v.Waiting)}
	}
	t.sortKey = func(i, c int) any {
		v := &list[i]
		switch c {
		case 0:
			return a.by.Text(v.Values)
		case 2:
			return v.Running
		case 3:
			return v.Queued
		case 4:
			return v.Waiting
		}
		return v.Active()
	}
	return t
}

// averageCell is a number of sessions.
func averageCell(v float64) cell {
	if v == 0 {
		return cell{Value: v}
	}
	return cell{Text: digits2(v), Value: v}
}

// leadsTo is where a value leads: a statement to its page, an execution to its plan, any other to
// the statements of these sessions.
func (a *activeSpan) leadsTo(q *query, v *activesession.Average) string {
	switch a.by.Name {
	case "statement":
		if v.Values[1] == "" {
			return ""
		}
		return q.link("digest", "schema", v.Values[0], "digest", v.Values[1])
	case "execution":
		return q.link("execution", "id", v.Values[0])
	}
	return q.with("only", a.by.Name, "is", strings.Join(v.Values[:len(a.by.Columns)], "\n"), "by", "statement", "active.sort", "", "active.page", "") + "#active"
}

// reachOf is what is known of a span on a page that has active sessions alone.
func reachOf(q *query, a *activeSpan) reach {
	return reach{from: a.from, to: a.to, asked: a.asked, begin: a.to.Add(-a.asked), until: a.to}
}
