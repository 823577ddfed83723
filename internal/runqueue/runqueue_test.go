package runqueue

import (
	"math"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestSeconds(t *testing.T) {
	h := &metrics.Float64Histogram{Counts: []uint64{7, 2, 1, 3}, Buckets: []float64{math.Inf(-1), 0, 1, 3, math.Inf(1)}}
	if got := seconds(h); got != 2*0.5+2+3*3 {
		t.Errorf("%v", got)
	}
}

// Goroutines that share one core wait for each other: of n, each can run all the
// time and does for one n-th of it. So it is in the median of some runs, since others
// keep the machine busy.
func TestGoroutinesThatShareACore(t *testing.T) {
	const n = 8
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var shares []float64
	for range 7 {
		shares = append(shares, waitedOf(n))
	}
	slices.Sort(shares)
	t.Logf("%d goroutines waited %.2f times as long as they took", n, shares)
	// The last ones have the core for themselves.
	if median := shares[len(shares)/2]; median < (n-1)*0.6 || median > (n-1)*1.4 {
		t.Errorf("%d goroutines waited %.2f times as long as they took in the median of %.2f", n, median, shares)
	}
}

// waitedOf is how long n goroutines that share a core wait, as a multiple of the time
// they take.
func waitedOf(n int) float64 {
	m := New()
	begun := time.Now()
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for range 2000 {
				for x := range 10_000 {
					_ = x
				}
				runtime.Gosched()
			}
		})
	}
	wg.Wait()
	elapsed := time.Since(begun)
	waited, _, _ := m.Waited()
	return float64(waited) / float64(elapsed)
}
