package sampler

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// TestThinningFollowsTheRate has statements end at different rates: a burst is kept whole, a
// lasting load is thinned to keptEach in an interval, and afterwards all are kept again.
func TestThinningFollowsTheRate(t *testing.T) {
	const interval = 10 * time.Millisecond
	var x thinning
	now := uint64(time.Hour)
	x.settle(now, interval)
	run := func(ticks, each, apart int) (oneIn int) {
		for i := range ticks {
			for range each {
				x.count(1)
			}
			if now += uint64(interval); i%apart == apart-1 {
				oneIn = x.settle(now, interval)
			}
		}
		return oneIn
	}
	for _, step := range []struct {
		name               string
		ticks, each, apart int
		least, most        int
	}{
		{"few", 1000, keptEach - 1, 1, 1, 1},
		{"a burst of 100 ms", 10, 10 * keptEach, 1, 1, 1},
		{"few again", 1000, 1, 1, 1, 1},
		{"many for long", 2000, 10 * keptEach, 1, 9, 10},
		{"as many, worked off late", 2000, 10 * keptEach, 7, 9, 10},
		{"none", 1000, 0, 1, 1, 1},
	} {
		if n := run(step.ticks, step.each, step.apart); n < step.least || n > step.most {
			t.Errorf("%s: one in %d is kept, want %d to %d", step.name, n, step.least, step.most)
		}
	}
	if n := x.settle(now, interval); n != 1 {
		t.Errorf("without time gone by, one in %d", n)
	}
}

// TestWeightsAddUp has profiles of different weights add up in the sums of their digest.
func TestWeightsAddUp(t *testing.T) {
	var d digests
	d.init(10)
	st := new(perfschema.SampledStatement)
	for _, weight := range []int{1, 7, 3} {
		d.add(&Profile{Statement: st, Weight: weight, Samples: 2, Elapsed: time.Second, CoreTime: 2 * time.Second, Queued: time.Millisecond,
			Spent: Spent{User: time.Minute, Kernel: time.Hour, KernelKnown: true, cells: []tallied{{key: 5 << 16, time: 3, wall: 2}}}}, 0)
	}
	x := d.all()[0]
	got := [...]uint64{x.Statements, x.Sampled, x.Samples, x.Planned, x.PlannedSamples, uint64(x.Elapsed), uint64(x.CoreTime), uint64(x.Queued), uint64(x.User), uint64(x.Kernel)}
	want := [...]uint64{11, 11, 22, 11, 22, 11e9, 22e9, 11e6, 11 * 60e9, 11 * 3600e9}
	if got != want || len(x.cells) != 1 || x.cells[0] != (tallied{5 << 16, 33, 22}) {
		t.Errorf("%v, want %v; cells %v", got, want, x.cells)
	}
}
