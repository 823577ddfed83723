package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/perfschema/perfschema/history/trend"
)

// CompareDocument says what has changed from a span A to a span B.
func CompareDocument(c *trend.Comparison, source string, limit int) *Document {
	d := &Document{Title: "What has changed", Source: source}
	d.Facts = []Fact{spanFact("A", c.A.From, c.A.To), spanFact("B", c.B.From, c.B.To)}
	spanA, spanB := c.A.To.Sub(c.A.From).Seconds(), c.B.To.Sub(c.B.From).Seconds()
	for _, f := range []struct {
		name string
		a, b string
		note string
	}{
		{"Executions", showRate(part(float64(c.A.Count), spanA)), showRate(part(float64(c.B.Count), spanB)), "statements executed"},
		{"At a time", digits(part(float64(c.A.Time)/1e12, spanA)), digits(part(float64(c.B.Time)/1e12, spanB)), "statements, in the mean: the sum of durations by the span"},
		{"Mean", picoseconds(c.A.Mean()), picoseconds(c.B.Mean()), "duration"},
		{"Failed", percent(part(float64(c.A.Figures.Errors), float64(c.A.Count))), percent(part(float64(c.B.Figures.Errors), float64(c.B.Count))), "of the statements"},
	} {
		d.Facts = append(d.Facts, Fact{f.name, f.a + " → " + f.b, f.note})
	}
	tested := fmt.Sprintf("Durations are compared by their ranks (Mann and Whitney), with the spread between windows, not between executions, which are not independent of each other. "+
		"Of what is listed at most %s is expected to be there by chance (Benjamini and Hochberg). Slower is how often an execution of B takes longer than one of A: 50 %% is no difference. "+
		"More is by how much the time of B differs from what as many executions took in the mean of A. ", percent(trend.Chance))
	for _, s := range []struct {
		id, title, note, none string
		list                  []*trend.Change
		table                 func([]*trend.Change) *Table
	}{
		{"slower", "Slower", tested + quantileNote, "No statement is slower by more than chance explains.", c.Slower, changesTable},
		{"new", "New", "Statements that ran in B and not in A.", "None.", c.New, func(l []*trend.Change) *Table { return oneSided(l, "Statements of B alone", c.B.Time) }},
		{"failing", "Failing more often", "Statements that failed more often in B than as many executions did in A. It says nothing of chance.", "None.", c.Failing, failuresTable},
		{"faster", "Faster", "As above.", "No statement is faster by more than chance explains.", c.Faster, changesTable},
		{"gone", "Gone", "Statements that ran in A and not in B.", "None.", c.Gone, func(l []*trend.Change) *Table { return oneSided(l, "Statements of A alone", c.A.Time) }},
		{"same", "Not told apart", "Statements that ran in both, whose durations differ by no more than chance explains, or of which less than two windows of a span are known.", "None.", c.Same, changesTable},
	} {
		section := Section{ID: s.id, Title: s.title, Note: s.note}
		if len(s.list) == 0 {
			section.Unknown = s.none
		} else {
			section.Charts = []Chart{s.table(s.list[:min(len(s.list), limit)])}
		}
		if n := len(s.list) - limit; n > 0 {
			section.Unknown = "Left out: " + of(int64(n), int64(len(s.list)), "statements") + "."
		}
		if s.id == "new" {
			d.Sections = append(d.Sections, replannedSection(c.Replanned, limit))
		}
		if s.id == "same" && c.Untested > 0 {
			section.Unknown += " Not tested: " + grouped(float64(c.Untested)) + "."
		}
		d.Sections = append(d.Sections, section)
	}
	if s := errorChanges(c); s.Title != "" {
		d.Sections = append(d.Sections, s)
	}
	return d
}

// arrow shows two values.
func arrow(a, b string) string { return a + " → " + b }

func changesTable(list []*trend.Change) *Table {
	t := &Table{Title: "Durations, from A to B", Left: 2, Code: true, Head: []string{"statement", "digest", "more", "slower", "chance", "executions", "mean", "p50", "p95", "p99"}}
	for _, c := range list {
		t.add(c.Key(), append(statementCells(c.Key(), c.Text()), more(c.More()), probability(c.Slower), probability(c.Q), change(exactly(c.A.Count), exactly(c.B.Count)),
			change(took(c.A.Mean()), took(c.B.Mean())), change(quantileCell(c.A, 500), quantileCell(c.B, 500)), change(quantileCell(c.A, 950), quantileCell(c.B, 950)), change(quantileCell(c.A, 990), quantileCell(c.B, 990)))...)
	}
	return t
}

// oneSided lists statements of one span alone, of whose time they are a share.
func oneSided(list []*trend.Change, title string, whole uint64) *Table {
	t := &Table{Title: title, Left: 2, Code: true, Head: []string{"statement", "digest", "time", "share", "executions", "mean", "p95", "p99", "errors"}}
	for _, c := range list {
		s := cmp.Or(c.B, c.A)
		t.add(s.Key, append(statementCells(s.Key, s.Text), took(float64(s.Time)), share(float64(s.Time), float64(whole)),
			exactly(s.Count), took(s.Mean()), quantileCell(s, 950), quantileCell(s, 990), exactly(s.Errors))...)
	}
	return t
}

func failuresTable(list []*trend.Change) *Table {
	t := &Table{Title: "Executions that failed, from A to B", Left: 2, Code: true, Head: []string{"statement", "digest", "failed", "share", "executions"}}
	for _, c := range list {
		var a trend.Figures
		if c.A != nil {
			a = c.A.Figures
		}
		t.add(c.Key(), append(statementCells(c.Key(), c.Text()), change(exactly(a.Errors), exactly(c.B.Errors)),
			change(share(float64(a.Errors), float64(a.Count)), share(float64(c.B.Errors), float64(c.B.Count))), change(exactly(a.Count), exactly(c.B.Count)))...)
	}
	return t
}

func errorChanges(c *trend.Comparison) Section {
	if len(c.Errors) == 0 {
		return Section{}
	}
	hoursA, hoursB := c.A.To.Sub(c.A.From).Hours(), c.B.To.Sub(c.B.From).Hours()
	list := slices.Clone(c.Errors)
	slices.SortStableFunc(list, func(x, y trend.ErrorChange) int {
		return cmp.Compare(part(float64(y.B), hoursB)-part(float64(y.A), hoursA), part(float64(x.B), hoursB)-part(float64(x.A), hoursA))
	})
	t := &Table{Title: "Errors raised, from A to B", Left: 2, Head: []string{"error", "number", "raised", "an hour"}}
	for _, e := range list {
		a, b := part(float64(e.A), hoursA), part(float64(e.B), hoursB)
		t.add(trend.Key{}, word(e.Name), cell{number(e.Number), e.Number}, change(exactly(e.A), exactly(e.B)), change(cell{digits(a), finite(a)}, cell{digits(b), finite(b)}))
	}
	return Section{ID: "errors", Title: "Errors", Note: "How often each was raised, by whatever statement; those first that became more frequent. It says nothing of chance.", Charts: []Chart{t}}
}

func number(n uint64) string { return strconv.FormatUint(n, 10) }

// sortedErrors are those of a span, the most frequent first.
func sortedErrors(t *trend.Total) []*trend.Error {
	out := make([]*trend.Error, 0, len(t.Errors))
	for _, e := range t.Errors {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b *trend.Error) int {
		return cmp.Or(cmp.Compare(b.Raised, a.Raised), cmp.Compare(a.Number, b.Number))
	})
	return out
}
