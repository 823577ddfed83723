package report

import (
	"time"

	"github.com/perfschema/perfschema/history/trend"
)

// CourseDocument says how one statement went along.
func CourseDocument(c *trend.Course, source string) *Document {
	d := &Document{Title: "The course of a statement", Source: source}
	span := c.To.Sub(c.From).Seconds()
	d.Facts = []Fact{
		{"Digest", shortDigest(c.Digest), c.Digest},
		spanFact("Span", c.From, c.To),
		{"Executions", grouped(float64(c.Count)), showRate(part(float64(c.Count), span)) + ", in " + grouped(float64(c.Windows)) + " windows"},
		{"Time", picoseconds(float64(c.Time)), "sum of durations"},
		{"Mean", picoseconds(c.Mean()), "duration"},
		{"p50", quantileOf(&c.Statement, 500), "so long took half of the executions of the whole span, at most"},
		{"p95", quantileOf(&c.Statement, 950), "so long 95 % of them"},
		{"p99", quantileOf(&c.Statement, 990), "so long 99 % of them"},
		{"Failed", grouped(float64(c.Errors)), percent(part(float64(c.Errors), float64(c.Count))) + " of the executions"},
	}
	text := Section{ID: "text", Title: "Statement", Charts: []Chart{&Statement{Title: "Normalized", Text: textOf(c.Digest, c.Text)}}}
	if c.Sample != "" {
		text.Charts = append(text.Charts, &Statement{Title: "One execution", Text: c.Sample})
	}
	table := &Table{Title: "By time", Left: 1, Head: []string{"from", "executions", "time", "mean", "p50", "p95", "p99", "failed", "rows examined", "rows sent"}}
	line := Line{Name: "p95"}
	most := 0.0
	for i := range c.Steps {
		s := &c.Steps[i]
		table.add(trend.Key{}, cell{showStep(s.Start, c.Width), s.Start}, exactly(s.Count), took(float64(s.Time)), took(s.Mean()),
			quantileCell(&s.Statement, 500), quantileCell(&s.Statement, 950), quantileCell(&s.Statement, 990), exactly(s.Errors), about(s.RowsExamined), about(s.RowsSent))
		ms := float64(s.Quantile(950)) / 1e9
		most = max(most, ms)
		line.Points = append(line.Points, point{seconds(s.Start) + c.Width.Seconds()/2, ms})
	}
	steps := Section{ID: "course", Title: "Course", Note: "Steps of " + showSpan(c.Width) + ". A step in which it did not run is left out; a window belongs to the step in which it begins. " + quantileNote}
	if first, last := c.Steps[0].Start, c.Steps[len(c.Steps)-1].Start.Add(c.Width); len(c.Steps) > 1 {
		x := Axis{Name: "time, UTC", Min: seconds(first), Max: seconds(last)}
		const ticks = 6
		for i := range ticks {
			at := first.Add(last.Sub(first) * time.Duration(i) / ticks)
			x.Ticks = append(x.Ticks, Tick{seconds(at), showStep(at, c.Width)})
		}
		steps.Charts = append(steps.Charts, &Lines{Title: "95 % took at most, milliseconds", X: x, Y: valueAxis("ms", most, digits), Series: []Line{line}, Area: true})
	}
	steps.Charts = append(steps.Charts, table)
	d.Sections = append(d.Sections, text, steps)
	return d
}

// showStep is when a step begins.
func showStep(t time.Time, width time.Duration) string {
	if width < time.Minute {
		return t.UTC().Format("01-02 15:04:05")
	}
	return t.UTC().Format("01-02 15:04")
}
