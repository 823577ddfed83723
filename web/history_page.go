package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// lasts are the spans of history to choose from, the first being what is shown by itself.
var lasts = []time.Duration{time.Hour, 6 * time.Hour, 24 * time.Hour, 7 * 24 * time.Hour}

// maxLast is how long ago a span may begin that is given as so long until now.
const maxLast = 10 * 366 * 24 * time.Hour

// past is what the page History is asked for.
type past struct {
	from, to time.Time
	last     time.Duration // until now; 0: from and to were given
	// earlier is what it is to be compared with; zero: nothing.
	earlierFrom, earlierTo time.Time
	digest                 string
	// question is the same for all who ask the same.
	question string
}

// pastOf reads what is asked for.
func pastOf(v url.Values, now time.Time) (*past, error) {
	a := &past{digest: strings.ToLower(v.Get("digest"))}
	if strings.Trim(a.digest, "0123456789abcdef") != "" || len(a.digest) > 64 {
		return nil, fmt.Errorf("digest: want hexadecimal digits")
	}
	var err error
	if a.from, a.to, err = spanIn(v, "from", "to"); err != nil {
		return nil, err
	}
	if a.earlierFrom, a.earlierTo, err = spanIn(v, "earlier_from", "earlier_to"); err != nil {
		return nil, err
	}
	a.question = fmt.Sprint(a.from, a.to, a.earlierFrom, a.earlierTo, a.digest)
	if !a.from.IsZero() {
		return a, nil
	}
	a.last = lasts[0]
	if s := v.Get("last"); s != "" {
		if a.last, err = time.ParseDuration(s); err != nil || a.last < time.Second || a.last > maxLast {
			return nil, fmt.Errorf("last: want a time such as 6h")
		}
	}
	a.to = now.UTC()
	a.from = a.to.Add(-a.last)
	a.question = fmt.Sprint(a.last, a.earlierFrom, a.earlierTo, a.digest)
	return a, nil
}

// spanIn reads the two ends of a span, of which both are given or none.
func spanIn(v url.Values, first, second string) (from, to time.Time, err error) {
	if v.Get(first) == "" && v.Get(second) == "" {
		return from, to, nil
	}
	if from, err = momentIs(v, first); err != nil {
		return from, to, err
	}
	if to, err = momentIs(v, second); err != nil {
		return from, to, err
	}
	if !from.Before(to) {
		return from, to, fmt.Errorf("%s: want a time before %s", first, second)
	}
	return from, to, nil
}

// momentIs reads a time, as links and as fields of forms have it: in UTC.
func momentIs(v url.Values, name string) (t time.Time, err error) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if t, err = time.Parse(layout, v.Get(name)); err == nil {
			return t.UTC(), nil
		}
	}
	return t, fmt.Errorf("%s: want a time such as 2026-01-02T15:04:05Z", name)
}

// historyPage tells of a span of which more was kept than the Schema has.
func historyPage(p *Pages, q *query) (*page, error) {
	a, err := pastOf(q.values, p.now())
	if err != nil {
		return nil, badRequest{err}
	}
	c := &page{Title: "History", Still: true}
	if p.options.History == nil {
		c.Blocks = []block{{ID: "none", Title: "No history is kept", Note: "The tables count since the start, and all is gone with the process. What was counted is kept minute by minute, " +
			"in files below the data directory, where the server is started with --history (perfschema serve --history), or a line history = 1 stands in its option file. " +
			"A program keeps it by history.Start, and gives it to these pages by Options.History."}}
		return c, nil
	}
	of, r, err := p.answers.ask(q.ctx, p.options.History, a)
	if err == nil {
		a = of
	}
	c.Span = a.span(q)
	c.Blocks = append(c.Blocks, a.forms(q))
	switch {
	case errors.Is(err, ErrNothingKept):
		c.Blocks = append(c.Blocks, block{ID: "nothing", Title: "Nothing is kept of this time", Note: "What is counted is written at the end of each minute, and kept as long as the server is told to (--history-max-age, --history-max-size)."})
		return c, nil
	case errors.Is(err, context.DeadlineExceeded):
		c.Blocks = append(c.Blocks, block{ID: "long", Title: "This takes too long", Note: "What is kept of this time could not be read within " + words(p.answers.askFor) +
			", or others asked meanwhile. A shorter span is read in less; perfschema history takes as long as it needs."})
		return c, nil
	case err != nil:
		return nil, failure{fmt.Errorf("the history could not be read: %w", err)}
	}
	c.Blocks = append(c.Blocks, a.blocks(p, q, r)...)
	return c, nil
}

func showMoment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }

// inLink is a time in a link.
func inLink(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// at is this page with another span, of the same statement and without another to compare
// with.
func (a *past) at(q *query, from, to time.Time, pairs ...string) string {
	return q.with(append([]string{"last", "", "from", inLink(from), "to", inLink(to), "earlier_from", "", "earlier_to", "", "table", "", "format", ""}, pairs...)...)
}

func (a *past) span(q *query) *span {
	out := &span{Text: showMoment(a.from) + " to " + showMoment(a.to) + " UTC", Permanent: a.at(q, a.from, a.to, "earlier_from", q.values.Get("earlier_from"), "earlier_to", q.values.Get("earlier_to"))}
	if !a.earlierFrom.IsZero() {
		out.Text += ", compared with " + showMoment(a.earlierFrom) + " to " + showMoment(a.earlierTo)
	}
	for _, d := range lasts {
		out.Choices = append(out.Choices, choice{words(d), q.with("last", d.String(), "from", "", "to", "", "earlier_from", "", "earlier_to", ""), d == a.last && a.earlierFrom.IsZero()})
	}
	return out
}

// forms are fields for any span, and for two to compare.
func (a *past) forms(q *query) block {
	value := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format("2006-01-02T15:04:05")
	}
	length := a.to.Sub(a.from)
	b := block{ID: "spans", Title: "Span of time, in UTC", Fields: &fields{Button: "Show", Inputs: []input{
		{"from", "From", value(a.from)}, {"to", "To", value(a.to)},
		{"earlier_from", "Compared with what is from", value(a.earlierFrom)}, {"earlier_to", "to", value(a.earlierTo)},
	}}}
	compare := func(name string, ago time.Duration) {
		b.Links = append(b.Links, Link{name, q.with("digest", "", "last", "", "from", inLink(a.from), "to", inLink(a.to), "earlier_from", inLink(a.from.Add(-ago)), "earlier_to", inLink(a.to.Add(-ago)))})
	}
	compare("compare with the time before", length)
	if length < 24*time.Hour {
		compare("with the same time a day before", 24*time.Hour)
	}
	if length < 7*24*time.Hour {
		compare("a week before", 7*24*time.Hour)
	}
	if a.digest != "" {
		b.Links = append(b.Links, Link{"all statements", a.at(q, a.from, a.to, "digest", "")})
	}
	return b
}

// blocks show an answer.
func (a *past) blocks(p *Pages, q *query, r *HistoryReport) []block {
	first := block{ID: "figures", Title: "In this time", SQL: r.SQL}
	for _, f := range r.Facts {
		first.Facts = append(first.Facts, fact{Name: f.Name, Value: f.Value, Note: f.Note})
	}
	out := []block{first}
	if len(r.Steps) > 0 {
		out = append(out, block{ID: "steps", Title: r.Unit, Note: "A column leads to its own span.", Chart: a.chart(q, r)})
	}
	for _, s := range r.Sections {
		b := block{ID: s.ID, Title: s.Title, Note: s.Note, Text: s.Text}
		if s.Text == "" {
			b.Table = a.table(p, q, &s)
		}
		out = append(out, b)
	}
	if a.digest != "" {
		out = append(out, a.executions(p, q))
	}
	return out
}

// table shows a section; its statements lead to their courses.
func (a *past) table(p *Pages, q *query, s *HistorySection) *table {
	t := &table{Code: s.Code, Len: len(s.Rows), Empty: cmp.Or(s.Empty, "None.")}
	for i, name := range s.Columns {
		t.Columns = append(t.Columns, column{Name: name, Number: i >= s.Left})
	}
	t.row = func(i int) []cell {
		r := s.Rows[i]
		out := make([]cell, len(s.Columns))
		for n, c := range r.Cells {
			out[n] = cell{Text: c.Text, Value: c.Value}
			out[n].Whole = s.Columns[n] == "digest"
			if n == 0 {
				out[n].Text = clip(strings.ToValidUTF8(c.Text, "\uFFFD"))
			}
		}
		if r.Digest != "" && r.Digest != a.digest {
			out[0].URL = a.at(q, a.from, a.to, "digest", r.Digest)
			out[0].Note = r.Schema
		}
		return out
	}
	t.sortKey = func(i, c int) any {
		v := s.Rows[i].Cells[c].Value
		if pair, ok := v.([]any); ok && len(pair) > 0 {
			return pair[len(pair)-1] // of two spans the later
		}
		return v
	}
	return t
}

// executions leads on to what is kept of the statement's executions.
func (a *past) executions(p *Pages, q *query) block {
	b := block{ID: "executions", Title: "Executions", Note: "The profiler keeps none of its executions: it keeps the last ones, and the slowest of before, since the start."}
	for _, k := range p.keptOf(a.digest) {
		v := url.Values{"schema": {k.schema}, "digest": {k.digest}, "window": {min(max(a.to.Sub(a.from), time.Second), 24*time.Hour).Round(time.Second).String()}, "until": {inLink(a.to)}}
		b.Links = append(b.Links, Link{"executions that are kept, " + strings.ToLower(schemaNote(k.schema)), address("digest", v)})
		b.Note = "Executions of this time where some are kept of it, else of any."
	}
	return b
}

// chart draws the steps.
func (a *past) chart(q *query, r *HistoryReport) *chart {
	c := newChart(a.from, a.to)
	c.Describe = r.Unit + ". The figures are in the list below."
	most := 0.0
	for _, s := range r.Steps {
		most = max(most, s.Height)
	}
	top := c.scale(most)
	for _, s := range r.Steps {
		label := []string{showMoment(s.From) + " to " + clockTime(s.To), s.Text}
		c.column(s.From, s.To, a.at(q, s.From, s.To), label, []part{{0, s.Height / top}})
	}
	return c
}
