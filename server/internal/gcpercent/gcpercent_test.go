package gcpercent

import (
	"runtime"
	"slices"
	"testing"
)

const mib = 1 << 20

func TestOf(t *testing.T) {
	for _, x := range []struct {
		live, roots, limit uint64
		want               int
	}{
		{0, 0, 0, Least},
		{60 * mib, mib, 0, Least},
		{0, 0, 2048 * mib, Most},
		{0, 10 * mib, 2048 * mib, Most},
		{56 * mib, 320 * mib, 2048 * mib, 121},
		{60 * mib, 0, 2048 * mib, Most},
		{128 * mib, 0, 2048 * mib, 300},
		{200 * mib, 0, 2048 * mib, 156},
		{256 * mib, 0, 2048 * mib, Least},
		{900 * mib, 0, 2048 * mib, Least},
		{2000 * mib, 0, 2048 * mib, Least},
		{3 << 30, 0, 36 << 30, 200},
	} {
		if got := Of(Use{x.live, x.roots}, x.limit); got != x.want {
			t.Errorf("%d MiB and %d of roots in use of %d: %d, want %d", x.live/mib, x.roots/mib, x.limit/mib, got, x.want)
		}
	}
}

// TestOfHoldsTheQuarter sweeps sizes: above the least percentage, the runtime's goal is never above
// a quarter of the limit, and more in use never raises the percentage.
func TestOfHoldsTheQuarter(t *testing.T) {
	for limit := uint64(mib); limit < 1<<40; limit *= 3 {
		for roots := uint64(0); roots < limit; roots += limit/5 + 1 {
			last := Most
			for live := limit / 1000; live < limit; live += limit / 777 {
				p := Of(Use{live, roots}, limit)
				if p < Least || p > last {
					t.Fatalf("%d and %d of %d: %d after %d", live, roots, limit, p, last)
				}
				if goal := live + (live+roots)*uint64(p)/100; p > Least && goal > limit/4 {
					t.Fatalf("%d and %d of %d: the goal is %d", live, roots, limit, goal)
				}
				last = p
			}
		}
	}
}

func TestSmallChangesAreNotSet(t *testing.T) {
	var set []int
	live := uint64(0)
	tuner := newTuner(2048*mib, func() Use { return Use{Live: live} }, func(p int) { set = append(set, p) })
	for _, live = range []uint64{0, 60 * mib, 128 * mib, 125 * mib, 131 * mib, 200 * mib, 300 * mib, 400 * mib, 10 * mib} {
		tuner.adjust()
	}
	if want := []int{Most, 300, 156, Least, Most}; !slices.Equal(set, want) {
		t.Errorf("set %v, want %v", set, want)
	}
}

// TestFollowsCollections lets real collections tell a Tuner what is in use.
func TestFollowsCollections(t *testing.T) {
	set := make(chan int, 1)
	sizes := []uint64{0, 128 * mib, 400 * mib}
	tuner := newTuner(2048*mib, func() Use {
		size := Use{Live: sizes[0]}
		if len(sizes) > 1 {
			sizes = sizes[1:]
		}
		return size
	}, func(p int) { set <- p })
	next := func() int { // a collection tells the tuner only once it waits for one again
		for {
			select {
			case p := <-set:
				return p
			default:
				runtime.GC()
			}
		}
	}
	tuner.tune()
	for _, want := range []int{Most, 300, Least} {
		if got := next(); got != want {
			t.Errorf("%d is set, want %d", got, want)
		}
	}
	tuner.Stop()
}

// TestInUse holds the runtime's names of the metrics.
func TestInUse(t *testing.T) {
	kept := make([]byte, 64*mib)
	runtime.GC()
	if u := inUse(); u.Live < 64*mib || u.Roots == 0 {
		t.Errorf("%+v in use beside a slice of 64 MiB", u)
	}
	runtime.KeepAlive(kept)
}
