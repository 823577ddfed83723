package trend

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/record"
)

// Statement is what one statement did in a span.
type Statement struct {
	Key
	Text string
	Figures
	// Windows is in how many windows it ran.
	Windows int
	// Histogram is not nil of what this package gives.
	Histogram *record.Histogram
}

// Quantile is a percentile of its durations, of so many thousandths: the upper bound of
// the bucket that it falls into, at most 4.8 % above it.
func (s *Statement) Quantile(permille uint64) uint64 { return s.Histogram.Quantile(permille) }

// Total is what was done in a span.
type Total struct {
	// From and To are from when the first window began to when the last one ended; zero
	// where there is none.
	From, To time.Time
	Figures
	Statements map[Key]*Statement
	Errors     map[uint64]*Error
	// windows are what all statements did, by when windows began, in microseconds.
	windows map[int64]*WindowTotal
}

// WindowTotal is what all statements did in a window, or in several that follow each other.
type WindowTotal struct {
	Start, End time.Time
	Figures
}

// Error is how often an error was raised in a span.
type Error struct {
	Number uint64
	Name   string
	Raised uint64
}

// Sum adds up the windows of a span. It keeps some 4 KB for each statement. Of [Files] it
// reads 10,000 rows in some 10 ms, less where the history has sums of its own.
func Sum(ctx context.Context, from Source, span history.Span) (*Total, error) {
	t := &Total{Statements: make(map[Key]*Statement), Errors: make(map[uint64]*Error), windows: make(map[int64]*WindowTotal)}
	if err := t.sumStatements(ctx, from, span); err != nil {
		return nil, err
	}
	err := from.Errors(ctx, span, func(w *ErrorWindow) error {
		e := t.Errors[w.Number]
		if e == nil {
			e = &Error{Number: w.Number, Name: w.Name}
			t.Errors[w.Number] = e
		}
		e.Raised += w.Raised
		return nil
	})
	return t, err
}

func (t *Total) sumStatements(ctx context.Context, from Source, span history.Span) error {
	if f, ok := from.(Files); ok {
		return t.sumFiles(ctx, f, span)
	}
	return from.Statements(ctx, span, func(w *Window) error {
		all := t.windows[w.Start.UnixMicro()]
		if all == nil {
			all = &WindowTotal{Start: w.Start}
			t.windows[w.Start.UnixMicro()] = all
		}
		all.add(&w.Figures)
		if w.End.After(all.End) {
			all.End = w.End
		}
		t.cover(w.Start, w.End)
		t.add(&w.Figures)
		s := t.Statements[w.Key]
		if s == nil {
			s = &Statement{Key: w.Key, Histogram: new(record.Histogram)}
			t.Statements[w.Key] = s
		}
		s.Text = cmp.Or(s.Text, w.Text)
		s.add(&w.Figures)
		s.Windows++
		for _, b := range w.Buckets {
			s.Histogram[b.Number] += b.Count
		}
		return nil
	})
}

// sumFiles takes the sums that a directory makes by itself.
func (t *Total) sumFiles(ctx context.Context, f Files, span history.Span) error {
	sums, err := f.Directory.SumDigests(ctx, span)
	if err != nil {
		return err
	}
	for _, w := range sums.Windows {
		t.cover(w.Start, w.End)
		figures := Figures(w.DigestFigures)
		t.add(&figures)
		t.windows[w.Start.UnixMicro()] = &WindowTotal{Start: w.Start, End: w.End, Figures: figures}
	}
	for _, d := range sums.Digests {
		s := &Statement{Key: Key{d.Schema, d.Digest}, Text: d.Text, Figures: Figures(d.DigestFigures), Windows: d.Windows, Histogram: &d.Histogram}
		t.Statements[s.Key] = s
	}
	return nil
}

func (t *Total) cover(from, to time.Time) {
	if t.From.IsZero() || from.Before(t.From) {
		t.From = from
	}
	if to.After(t.To) {
		t.To = to
	}
}

// Course is what all statements did, window by window in their order; where there are more
// windows than steps, in steps as long as it takes, at multiples of their length.
func (t *Total) Course(steps int) []WindowTotal {
	var longest time.Duration
	list := make([]*WindowTotal, 0, len(t.windows))
	for _, w := range t.windows {
		longest = max(longest, w.End.Sub(w.Start))
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b *WindowTotal) int { return a.Start.Compare(b.Start) })
	width := stepWidth(t.To.Sub(t.From), longest, steps)
	var out []WindowTotal
	for _, w := range list {
		n := len(out)
		if len(list) > steps && n > 0 && out[n-1].Start.Truncate(width).Equal(w.Start.Truncate(width)) {
			last := &out[n-1]
			last.add(&w.Figures)
			if w.End.After(last.End) {
				last.End = w.End
			}
			continue
		}
		out = append(out, *w)
	}
	return out
}

// ByTime are the statements, those first that took the most time.
func (t *Total) ByTime() []*Statement {
	out := make([]*Statement, 0, len(t.Statements))
	for _, s := range t.Statements {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *Statement) int { return cmp.Or(cmp.Compare(b.Time, a.Time), compareKeys(a.Key, b.Key)) })
	return out
}

func compareKeys(a, b Key) int {
	return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Digest, b.Digest))
}
