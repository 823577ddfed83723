package trend

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"
)

// Student's t, by the tables of any book.
func TestStudent(t *testing.T) {
	for _, c := range []struct{ t, freedom, tails float64 }{
		{12.7062, 1, 0.05}, {4.30265, 2, 0.05}, {2.77645, 4, 0.05}, {2.22814, 10, 0.05}, {3.16927, 10, 0.01}, {1.97590, 150, 0.05}, {1.95996, 1e8, 0.05},
		{0, 7, 1}, {-2.22814, 10, 0.05}, {1, 1, 0.5}, {math.Inf(1), 3, 0}, {6.313752, 1, 0.1}, {2.575829, 1e9, 0.01},
	} {
		if got := studentTails(c.t, c.freedom); math.Abs(got-c.tails) > 1e-5 {
			t.Errorf("t = %v of %v degrees: %v, want %v", c.t, c.freedom, got, c.tails)
		}
	}
}

// simulate keeps a day's part of many statements. In every minute each is slower or faster
// at random, all its executions together; in the last half it is slower by a factor.
func simulate(random *rand.Rand, statements, windows int, spread, factor float64) *kept {
	k := &kept{}
	for s := range statements {
		for m := range windows {
			mean := 1e6 * math.Exp(random.NormFloat64()*spread)
			if m >= windows/2 {
				mean *= factor
			}
			durations := make([]time.Duration, 40+random.IntN(80))
			for i := range durations {
				durations[i] = time.Duration(mean * math.Exp(random.NormFloat64()))
			}
			k.run(m, strconv.Itoa(s), 0, durations...)
		}
	}
	return k
}

// Where nothing has changed but what changes from minute to minute anyhow, P is as evenly
// spread as chance is, and next to nothing is listed. A test that took executions for
// independent would list a good part.
func TestNothingHasChanged(t *testing.T) {
	const statements, windows = 400, 24
	c, err := Compare(context.Background(), simulate(rand.New(rand.NewPCG(1, 1)), statements, windows, 0.3, 1), minutes(0, windows/2), minutes(windows/2, windows))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.Slower) + len(c.Faster); n > statements/50 {
		t.Errorf("%d of %d statements are said to have changed", n, statements)
	}
	low := 0
	for _, s := range c.Same {
		if s.P < 0.05 {
			low++
		}
	}
	if share := float64(low) / statements; share < 0.02 || share > 0.08 {
		t.Errorf("P is below 0.05 for %v of the statements", share)
	}
}

// A change that is there is found, its direction too, whatever the tails of durations are.
func TestChangesAreFound(t *testing.T) {
	const statements, windows = 50, 24
	for _, factor := range []float64{2, 0.5} {
		c, err := Compare(context.Background(), simulate(rand.New(rand.NewPCG(2, 2)), statements, windows, 0.3, factor), minutes(0, windows/2), minutes(windows/2, windows))
		if err != nil {
			t.Fatal(err)
		}
		want, other := c.Slower, c.Faster
		if factor < 1 {
			want, other = other, want
		}
		if len(want) < statements*95/100 || len(other) > 0 {
			t.Errorf("by %v: %d of %d found, %d the other way", factor, len(want), statements, len(other))
		}
		for i := 1; i < len(want); i++ {
			if math.Abs(want[i].More()) > math.Abs(want[i-1].More()) {
				t.Errorf("%v after %v", want[i].More(), want[i-1].More())
			}
		}
	}
}

// The effect is what comparing each execution with each gives.
func TestEffect(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		k := &kept{}
		var sides [2][]time.Duration
		for m := range 6 {
			for range 1 + random.IntN(5) {
				d := time.Duration(random.IntN(20)+1) * 100 * time.Microsecond
				sides[m/3] = append(sides[m/3], d)
				k.run(m, "a", 0, d)
			}
		}
		c, err := Compare(context.Background(), k, minutes(0, 3), minutes(3, 6))
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for _, a := range sides[0] {
			for _, b := range sides[1] {
				switch x, y := bucketOf(uint64(a)*1000), bucketOf(uint64(b)*1000); {
				case y > x:
					want++
				case x == y:
					want += 0.5
				}
			}
		}
		want /= float64(len(sides[0]) * len(sides[1]))
		all := append(append(c.Same, c.Slower...), c.Faster...)
		if len(all) != 1 || math.Abs(all[0].Slower-want) > 1e-12 {
			t.Errorf("%+v, want %v", all, want)
		}
	}
}

// With few windows nothing is significant, however many executions they have and however
// far apart these are; of one window a span nobody can tell.
func TestFewWindows(t *testing.T) {
	many := func(d time.Duration) []time.Duration {
		out := make([]time.Duration, 1000)
		for i := range out {
			out[i] = d
		}
		return out
	}
	for windows := 1; windows <= 6; windows++ {
		k := &kept{}
		for m := range 2 * windows {
			k.run(m, "a", 0, many(time.Millisecond*time.Duration(1+m/windows*9))...)
		}
		c, err := Compare(context.Background(), k, minutes(0, windows), minutes(windows, 2*windows))
		if err != nil {
			t.Fatal(err)
		}
		wantUntested, wantSlower := 0, 0
		if windows == 1 {
			wantUntested = 1
		}
		if windows >= 4 { // 2 of 70 ways
			wantSlower = 1
		}
		if c.Untested != wantUntested || len(c.Slower) != wantSlower {
			t.Errorf("%d windows: untested %d, slower %d", windows, c.Untested, len(c.Slower))
		}
	}
}
