package report

import (
	"cmp"
	"time"

	"github.com/perfschema/perfschema/history/trend"
)

// picoseconds shows a duration.
func picoseconds(ps float64) string { return showTime(ps / 1e9) }

// digestShown is how much of a digest is shown: it tells statements apart, and history
// show takes it.
const digestShown = 12

func shortDigest(digest string) string {
	if digest == "" {
		return unknown
	}
	return digest[:min(len(digest), digestShown)]
}

// textOf is a statement's text, or what it is where it has none.
func textOf(digest, text string) string {
	if digest == "" {
		return "all statements for which there was no room"
	}
	return cmp.Or(text, digest)
}

const quantileNote = "p50, p95 and p99 are upper bounds of the buckets of histograms in which the durations of the whole span are added up, at most 4.8 % too high."

// spanFact says which windows a span has.
func spanFact(name string, from, to time.Time) Fact {
	return Fact{name, showSpan(to.Sub(from)), "from " + showInstant(from) + " to " + showInstant(to) + " UTC: the windows that begin in it, whole"}
}

func showInstant(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }

// SumDocument says what took the time in a span: the statements that took the most.
func SumDocument(t *trend.Total, source string, limit int) *Document {
	d := &Document{Title: "What took the time", Source: source}
	span := t.To.Sub(t.From).Seconds()
	d.Facts = []Fact{
		spanFact("Span", t.From, t.To),
		{"Statements", grouped(float64(t.Count)), "executions, " + showRate(part(float64(t.Count), span)) + ", of " + grouped(float64(len(t.Statements))) + " different ones"},
		{"Time in statements", picoseconds(float64(t.Time)), "sum of their durations"},
		{"At a time", digits(part(float64(t.Time)/1e12, span)), "statements, in the mean: the sum of durations by the span"},
		{"Errors", grouped(float64(t.Figures.Errors)), "statements that failed"},
	}
	table := &Table{Title: "Statements by time", Left: 2, Code: true,
		Head: []string{"statement", "digest", "time", "share", "executions", "mean", "p50", "p95", "p99", "errors", "rows examined", "rows sent"}}
	list := t.ByTime()
	var rest trend.Figures
	for i, s := range list {
		if i >= limit {
			rest.Time += s.Time
			rest.Count += s.Count
			continue
		}
		table.add(s.Key, append(statementCells(s.Key, s.Text), took(float64(s.Time)), share(float64(s.Time), float64(t.Time)), exactly(s.Count),
			took(s.Mean()), quantileCell(s, 500), quantileCell(s, 950), quantileCell(s, 990), exactly(s.Errors), about(s.RowsExamined), about(s.RowsSent))...)
	}
	s := Section{ID: "statements", Title: "By statement", Note: quantileNote, Charts: []Chart{table}}
	if n := len(list) - limit; n > 0 {
		s.Unknown = "Left out: " + of(int64(n), int64(len(list)), "statements") + ", with " + percent(part(float64(rest.Time), float64(t.Time))) + " of the time."
	}
	d.Sections = append(d.Sections, s)
	if len(t.Errors) > 0 {
		errors := &Table{Title: "Errors raised", Left: 2, Head: []string{"error", "number", "raised"}}
		for _, e := range sortedErrors(t) {
			errors.add(trend.Key{}, word(e.Name), cell{number(e.Number), e.Number}, exactly(e.Raised))
		}
		d.Sections = append(d.Sections, Section{ID: "errors", Title: "Errors", Note: "How often each was raised, by whatever statement.", Charts: []Chart{errors}})
	}
	return d
}

// quantileOf shows a percentile of a statement.
func quantileOf(s *trend.Statement, permille uint64) string {
	return quantileText(s.Quantile(permille))
}

// quantileText shows a percentile; the last bucket of all has no upper bound.
func quantileText(v uint64) string {
	switch v {
	case 0:
		return unknown
	case 1<<64 - 1:
		return "> 2.5 h"
	}
	return picoseconds(float64(v))
}
