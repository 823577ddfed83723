package trend

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// What ran in one span alone, and what fails more often, is listed as that.
func TestCompare(t *testing.T) {
	k := &kept{}
	for m := range 10 {
		k.run(m, "both", 0, time.Millisecond, 2*time.Millisecond)
		if m < 5 {
			k.run(m, "gone", 0, time.Second)
			k.errors = append(k.errors, ErrorWindow{Start: start.Add(time.Duration(m) * time.Minute), Number: 1062, Name: "ER_DUP_ENTRY", Raised: 1})
		} else {
			k.run(m, "new", 1, time.Second, time.Second)
			k.errors = append(k.errors, ErrorWindow{Start: start.Add(time.Duration(m) * time.Minute), Number: 1213, Name: "ER_LOCK_DEADLOCK", Raised: 2})
		}
		k.run(m, "fails", uint64(m/5), time.Microsecond)
	}
	c, err := Compare(context.Background(), k, minutes(0, 5), minutes(5, 10))
	if err != nil {
		t.Fatal(err)
	}
	names := func(list []*Change) string {
		var out []string
		for _, c := range list {
			out = append(out, c.Key().Digest)
		}
		return strings.Join(out, " ")
	}
	for what, got := range map[string]string{
		"new": names(c.New), "gone": names(c.Gone), "both fails": names(c.Same), "fails new": names(c.Failing), "": names(append(c.Slower, c.Faster...)),
	} {
		if got != what {
			t.Errorf("got %q, want %q", got, what)
		}
	}
	if len(c.Errors) != 2 || c.Errors[0] != (ErrorChange{1062, "ER_DUP_ENTRY", 5, 0}) || c.Errors[1] != (ErrorChange{1213, "ER_LOCK_DEADLOCK", 0, 10}) {
		t.Errorf("%+v", c.Errors)
	}
	if c.A.Count != 20 || c.B.Count != 25 || !math.IsNaN(c.New[0].More()) {
		t.Errorf("%d and %d executions", c.A.Count, c.B.Count)
	}
}

// Percentiles of a span are those of all its executions, however they are divided into
// windows, to the width of a bucket.
func TestQuantiles(t *testing.T) {
	k := &kept{}
	for i := range 1000 {
		k.run(i%50, "a", 0, time.Duration(i+1)*time.Millisecond)
	}
	for _, s := range []int{1, 60} {
		c, err := Follow(context.Background(), k, minutes(0, 50), "A", s)
		if err != nil {
			t.Fatal(err)
		}
		for permille, want := range map[uint64]float64{500: 500, 950: 950, 990: 990} {
			if got := float64(c.Quantile(permille)) / 1e9; got < want || got > want*1.048 {
				t.Errorf("%d: %v ms, want %v", permille, got, want)
			}
		}
		if s == 60 && (len(c.Steps) != 50 || c.Width != time.Minute) || s == 1 && len(c.Steps) != 1 {
			t.Errorf("%d steps of %v", len(c.Steps), c.Width)
		}
		var sum Figures
		for i := range c.Steps {
			sum.add(&c.Steps[i].Figures)
		}
		if sum != c.Figures || sum.Count != 1000 {
			t.Errorf("the steps have %+v, the course %+v", sum, c.Figures)
		}
	}
}

// Of a digest that is not whole the others are named that it may be.
func TestAmbiguous(t *testing.T) {
	k := &kept{}
	k.run(0, "ab1", 0, time.Millisecond)
	k.run(1, "ab2", 0, time.Millisecond)
	if _, err := Follow(context.Background(), k, minutes(0, 9), "ab", 10); !errors.Is(err, ErrAmbiguous) || !strings.Contains(err.Error(), "ab1, ab2") {
		t.Error(err)
	}
	if c, err := Follow(context.Background(), k, minutes(0, 9), "AB2", 10); err != nil || c.Digest != "ab2" || c.Count != 1 {
		t.Error(c, err)
	}
	for _, none := range []string{"c", ""} {
		if c, err := Follow(context.Background(), k, minutes(0, 9), none, 10); err != nil || len(c.Steps) != 0 {
			t.Error(c, err)
		}
	}
}
