package trend

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/perfschema/perfschema/history"
)

// A statement is told of that has a plan in B which it did not have in A, with the plans that took most;
// a plan that is rare in a span is not there.
func TestReplanned(t *testing.T) {
	k := &kept{}
	for m := range 10 {
		later := m >= 5
		k.plan(m, "same", "p1", 10, time.Millisecond)
		if !later {
			k.plan(m, "gone", "p1", 10, time.Millisecond)
			k.plan(m, "slower", "index", 10, time.Millisecond)
			k.plan(m, "faster", "table", 10, 100*time.Millisecond)
			k.plan(m, "mixed", "p1", 90, time.Millisecond)
			k.plan(m, "mixed", "p2", 10, 2*time.Millisecond)
			k.plan(m, "still mixed", "p1", 90, time.Millisecond)
			k.plan(m, "still mixed", "p2", 10, 2*time.Millisecond)
			k.plan(m, "rare", "p1", 100, time.Millisecond)
			k.plan(m, "was rare", "p1", 1000, time.Millisecond)
			k.plan(m, "was rare", "p2", 1, time.Millisecond)
		} else {
			k.plan(m, "new", "p1", 10, time.Millisecond)
			k.plan(m, "slower", "table", 20, 100*time.Millisecond)
			k.plan(m, "slower", "index", 1, time.Millisecond)
			k.plan(m, "faster", "index", 10, time.Millisecond)
			k.plan(m, "mixed", "p1", 10, time.Millisecond)
			k.plan(m, "mixed", "p2", 50, 2*time.Millisecond)
			k.plan(m, "still mixed", "p1", 60, time.Millisecond)
			k.plan(m, "still mixed", "p2", 50, 2*time.Millisecond)
			k.plan(m, "rare", "p1", 1000, time.Millisecond)
			k.plan(m, "rare", "p2", 1, time.Millisecond)
			k.plan(m, "was rare", "p2", 1000, time.Millisecond)
		}
	}
	c, err := Compare(context.Background(), k, minutes(0, 5), minutes(5, 10))
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for _, r := range c.Replanned {
		got += fmt.Sprintf("%s: %d of %s at %v ms, %d of %s at %v ms, %v ms more, %s; ", r.Digest, r.A.Count, r.A.Hash, r.A.Mean()/1e9, r.B.Count, r.B.Hash, r.B.Mean()/1e9, r.More()/1e9, r.B.Example)
	}
	const want = "slower: 50 of index at 1 ms, 100 of table at 100 ms, 9900 ms more, table in minute 9; " +
		"faster: 50 of table at 100 ms, 50 of index at 1 ms, -4950 ms more, index in minute 9; " +
		"mixed: 450 of p1 at 1 ms, 250 of p2 at 2 ms, 250 ms more, p2 in minute 9; " +
		"was rare: 5000 of p1 at 1 ms, 5000 of p2 at 1 ms, 0 ms more, p2 in minute 9; "
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	k.plans = nil
	if c, err := Compare(context.Background(), k, minutes(0, 5), minutes(5, 10)); err != nil || len(c.Replanned) != 0 {
		t.Errorf("of a history without plans: %v, %v", c, err)
	}
}

// A statement of which each plan is rare, or did nothing, is compared by all of its plans.
func TestReplannedOfRarePlans(t *testing.T) {
	k := &kept{}
	for m := range 10 {
		for p := range 2 * rarePlan {
			k.plan(m, "even", fmt.Sprintf("p%02d", p), 1, time.Millisecond)
			k.plan(m, "turned even", "one", 1, time.Millisecond)
			if m >= 5 {
				k.plan(m, "turned even", fmt.Sprintf("p%02d", p), 2, time.Millisecond)
			} else {
				k.plan(m, "was even", fmt.Sprintf("p%02d", p), 1, time.Millisecond)
			}
		}
		if m >= 5 {
			k.plan(m, "was even", "one", 50, time.Millisecond)
		}
		k.plan(m, "idle", fmt.Sprintf("in minute %d", m/5), 0, 0)
	}
	c, err := Compare(context.Background(), k, minutes(0, 5), minutes(5, 10))
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for _, r := range c.Replanned {
		got += fmt.Sprintf("%s: %s, %s; ", r.Digest, r.A.Hash, r.B.Hash)
	}
	if want := "idle: in minute 0, in minute 1; was even: p00, one; "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// An error of the source ends a comparison.
func TestPlansThatCannotBeRead(t *testing.T) {
	broken := errors.New("broken")
	if _, err := Compare(context.Background(), noPlans{&kept{}, broken}, minutes(0, 5), minutes(5, 10)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type noPlans struct {
	*kept
	err error
}

func (n noPlans) Plans(context.Context, history.Span, func(*PlanWindow) error) error { return n.err }
