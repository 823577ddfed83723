package trend

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/perfschema/perfschema/history"
)

// Chance is how much of what a comparison calls slower or faster may be chance: the share
// of false ones among them that is expected at most (the false discovery rate).
const Chance = 0.05

// Change is how one statement changed from a span A to a span B. A or B is nil where it
// did not run.
type Change struct {
	A, B *Statement
	// Slower is how likely an execution of B takes longer than one of A, where one in the
	// same bucket counts half: 0.5 where nothing has changed. NaN of one that did not run
	// in both.
	Slower float64
	// P is how likely chance alone makes a difference as large; NaN where there are too
	// few windows to tell. Q is P for all comparisons together: what has a Q of at most
	// Chance is significant.
	P, Q float64
}

// Key is that of the statement.
func (c *Change) Key() Key { return c.either().Key }

// Text is its normalized text.
func (c *Change) Text() string { return c.either().Text }

func (c *Change) either() *Statement {
	if c.B != nil {
		return c.B
	}
	return c.A
}

// More is the time that its executions of B took more than as many took in the mean of A.
func (c *Change) More() float64 {
	if c.A == nil || c.B == nil {
		return math.NaN()
	}
	return float64(c.B.Time) - c.A.Mean()*float64(c.B.Count)
}

// Comparison is what has changed from a span A to a span B.
type Comparison struct {
	A, B *Total
	// New ran in B alone, Gone in A alone: those first that took the most time.
	New, Gone []*Change
	// Slower and Faster are those whose durations differ by more than chance makes
	// plausible: those first by which the time of B has changed the most.
	Slower, Faster []*Change
	// Same are the others that ran in both, Untested how many of them there are of which
	// too few windows are known.
	Same     []*Change
	Untested int
	// Failing are the statements that failed more often in B than their executions
	// explain by what they did in A: those first that did so the most.
	Failing []*Change
	// Replanned are the statements that ran in both and had plans in B that they did not have in A, or another
	// one most often: those first whose time that has changed the most.
	Replanned []*Replanned
	// Errors are all that were raised, the numbers of A and B by number.
	Errors []ErrorChange
}

// ErrorChange is how often an error was raised.
type ErrorChange struct {
	Number uint64
	Name   string
	A, B   uint64
}

// Compare compares two spans. It reads their windows twice, and keeps some 8 KB for each
// statement and each plan. A source whose windows become fewer meanwhile makes the test more careful.
func Compare(ctx context.Context, from Source, a, b history.Span) (*Comparison, error) {
	c := &Comparison{}
	var err error
	if c.A, err = Sum(ctx, from, a); err != nil {
		return nil, err
	}
	if c.B, err = Sum(ctx, from, b); err != nil {
		return nil, err
	}
	var both []*Change
	tests := make(map[Key]*rankTest)
	for key, s := range c.B.Statements {
		change := &Change{A: c.A.Statements[key], B: s, Slower: math.NaN(), P: math.NaN(), Q: math.NaN()}
		if change.A == nil {
			c.New = append(c.New, change)
			continue
		}
		both = append(both, change)
		tests[key] = newRankTest(change.A.Histogram, s.Histogram)
	}
	for key, s := range c.A.Statements {
		if c.B.Statements[key] == nil {
			c.Gone = append(c.Gone, &Change{A: s, Slower: math.NaN(), P: math.NaN(), Q: math.NaN()})
		}
	}
	for i, span := range [...]history.Span{a, b} {
		last := [...]*Total{c.A, c.B}[i].To
		if err := from.Statements(ctx, span, func(w *Window) error {
			// One that was written since the sums were taken is none of them.
			if t := tests[w.Key]; t != nil && !w.End.After(last) {
				t.side[i].add(w.Buckets)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	for _, change := range both {
		t := tests[change.Key()]
		change.Slower, change.P = t.effect, t.p()
	}
	adjust(both)
	c.sort(both)
	c.compareErrors()
	c.Replanned, err = comparePlans(ctx, from, a, b)
	return c, err
}

// sort puts the statements that ran in both into the lists they belong to, and all lists
// in order.
func (c *Comparison) sort(both []*Change) {
	for _, change := range both {
		switch {
		case math.IsNaN(change.P):
			c.Untested++
			c.Same = append(c.Same, change)
		case change.Q > Chance:
			c.Same = append(c.Same, change)
		case change.Slower > 0.5:
			c.Slower = append(c.Slower, change)
		default:
			c.Faster = append(c.Faster, change)
		}
		if change.moreErrors() > 0 {
			c.Failing = append(c.Failing, change)
		}
	}
	for _, change := range c.New {
		if change.B.Errors > 0 {
			c.Failing = append(c.Failing, change)
		}
	}
	by := func(list []*Change, first func(*Change) float64) {
		slices.SortFunc(list, func(x, y *Change) int {
			return cmp.Or(cmp.Compare(first(y), first(x)), compareKeys(x.Key(), y.Key()))
		})
	}
	took := func(c *Change) float64 { return float64(c.either().Time) }
	by(c.New, took)
	by(c.Gone, took)
	by(c.Slower, (*Change).More)
	by(c.Faster, func(c *Change) float64 { return -c.More() })
	by(c.Same, took)
	by(c.Failing, (*Change).moreErrors)
}

// moreErrors is how many errors of B are more than what as many executions had in A.
func (c *Change) moreErrors() float64 {
	if c.A == nil {
		return float64(c.B.Errors)
	}
	return float64(c.B.Errors) - float64(c.A.Errors)/float64(max(c.A.Count, 1))*float64(c.B.Count)
}

func (c *Comparison) compareErrors() {
	all := make(map[uint64]*ErrorChange)
	for _, e := range c.A.Errors {
		all[e.Number] = &ErrorChange{Number: e.Number, Name: e.Name, A: e.Raised}
	}
	for _, e := range c.B.Errors {
		if all[e.Number] == nil {
			all[e.Number] = &ErrorChange{Number: e.Number, Name: e.Name}
		}
		all[e.Number].B = e.Raised
	}
	for _, e := range all {
		c.Errors = append(c.Errors, *e)
	}
	slices.SortFunc(c.Errors, func(x, y ErrorChange) int { return cmp.Compare(x.Number, y.Number) })
}
