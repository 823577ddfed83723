package perfschema_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema"
)

// A thread that has had no work for long is sampled no more, and is seen again
// with its next statement, whenever that comes.
func TestIdleThreadsAreSeenAgain(t *testing.T) {
	f := newFixture(t, nil)
	x := startSampling(t, f)
	th := f.connect("joe")
	for idle := range 120 { // samples without work, past being listed
		for range idle {
			if got := observed(x); got != "" {
				t.Fatalf("after %d samples: %s", idle, got)
			}
		}
		st := th.BeginStatement(f.selectKey)
		for range 2 {
			if got := observed(x); got != "0/0:,,0,execution" {
				t.Fatalf("after %d samples: %q", idle, got)
			}
		}
		st.End()
	}
}

// Threads that begin and end statements all the time, while others sample: who is
// at work before a sample and after it is seen by it, or by the next.
func TestWhoWorksIsSeen(t *testing.T) {
	f := newFixture(t, nil)
	x := startSampling(t, f)
	const threads = 8
	var working [threads]atomic.Uint64 // the number of the statement, odd while it runs
	var stop atomic.Bool
	var wg sync.WaitGroup
	for i := range threads {
		th := f.connect("joe")
		wg.Go(func() {
			for n := 0; !stop.Load(); n++ {
				st := th.BeginStatement(f.selectKey)
				working[i].Add(1)
				for range n % 50 {
					runtime.Gosched()
				}
				working[i].Add(1)
				st.End()
				for range n * i % 300 {
					runtime.Gosched()
				}
			}
		})
	}
	missed := [threads]uint64{} // the statement that the last sample should have seen and did not
	for range 3000 {
		var before [threads]uint64
		for i := range before {
			before[i] = working[i].Load()
		}
		seen := map[uint32]bool{}
		for _, o := range x.Observe(nil) {
			seen[o.Slot] = true
		}
		for i := range before {
			if before[i]%2 == 0 || before[i] != working[i].Load() || seen[uint32(i)] {
				missed[i] = 0
				continue
			}
			if missed[i] == before[i] {
				t.Fatalf("thread %d works on statement %d and is not seen", i, before[i])
			}
			missed[i] = before[i]
		}
		x.Ended(func(uint32, uint32, *perfschema.SampledStatement) {})
		runtime.Gosched()
	}
	stop.Store(true)
	wg.Wait()
}
