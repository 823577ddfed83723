package trend

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/record"
)

// Course is how one statement went along.
type Course struct {
	// Statement is its sum over the span, of all databases it ran in.
	Statement
	From, To time.Time
	// Sample is the text of an execution, of the last that is known; empty: of none.
	Sample string
	// Width is how long a step is: as long as the longest window at least.
	Width time.Duration
	// Steps are those in which it ran, in their order.
	Steps []Step
}

// Step is a part of a course. Start is a multiple of the course's width.
type Step struct {
	Start time.Time
	Statement
}

// ErrAmbiguous: several statements have digests that begin as was asked for.
var ErrAmbiguous = errors.New("several digests begin so")

// stepWidths are how long a step may be.
var stepWidths = []time.Duration{
	time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// Follow follows the statement whose digest begins with some digits, in at most so many
// steps where that is possible. The course has no steps where it did not run. The error
// wraps [ErrAmbiguous] and names some digests where there are several.
func Follow(ctx context.Context, from Source, span history.Span, digest string, steps int) (*Course, error) {
	digest = strings.ToLower(digest)
	c := &Course{Statement: Statement{Histogram: new(record.Histogram)}}
	var windows []*Window
	digests := make(map[string]bool)
	var longest time.Duration
	var sampled time.Time
	cover := Total{}
	if err := from.Statements(ctx, span, func(w *Window) error {
		if digest == "" || !strings.HasPrefix(w.Digest, digest) {
			return nil
		}
		digests[w.Digest] = true
		cover.cover(w.Start, w.End)
		longest = max(longest, w.End.Sub(w.Start))
		if w.Sample != "" && w.Start.After(sampled) {
			c.Sample, sampled = w.Sample, w.Start
		}
		w.Sample = ""
		windows = append(windows, w)
		return nil
	}); err != nil {
		return nil, err
	}
	if len(digests) > 1 {
		return nil, ambiguous(digests)
	}
	if len(windows) == 0 {
		return c, nil
	}
	c.From, c.To = cover.From, cover.To
	c.Width = stepWidth(c.To.Sub(c.From), longest, steps)
	slices.SortStableFunc(windows, func(a, b *Window) int { return a.Start.Compare(b.Start) })
	c.Digest = windows[0].Digest
	for _, w := range windows {
		c.Text = w.Text
		at := w.Start.Truncate(c.Width)
		if n := len(c.Steps); n == 0 || c.Steps[n-1].Start.Before(at) {
			c.Steps = append(c.Steps, Step{Start: at, Statement: Statement{Histogram: new(record.Histogram)}})
		}
		for _, s := range []*Statement{&c.Statement, &c.Steps[len(c.Steps)-1].Statement} {
			s.add(&w.Figures)
			s.Windows++
			for _, b := range w.Buckets {
				s.Histogram[b.Number] += b.Count
			}
		}
	}
	return c, nil
}

// StepWidth is how long the steps are of which at most so many make a span.
func StepWidth(span history.Span, steps int) time.Duration {
	return stepWidth(span.To.Sub(span.From), 0, steps)
}

// stepWidth is as long as a window at least, which may be longer than it should be by what
// its end was late.
func stepWidth(span, window time.Duration, steps int) time.Duration {
	for _, w := range stepWidths {
		if w+w/4 >= window && span <= time.Duration(steps)*w {
			return w
		}
	}
	return stepWidths[len(stepWidths)-1]
}

// ambiguous names some of several digests.
func ambiguous(digests map[string]bool) error {
	var names []string
	for d := range digests {
		names = append(names, d[:min(len(d), 16)])
	}
	slices.Sort(names)
	if len(names) > 4 {
		names = append(names[:4], "...")
	}
	return fmt.Errorf("%w: %s", ErrAmbiguous, strings.Join(names, ", "))
}
