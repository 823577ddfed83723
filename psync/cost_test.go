package psync_test

import (
	"sort"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema/psync"
)

func TestAllocatesNothing(t *testing.T) {
	f := withEvents(t)
	th := f.bind(t)
	m := psync.NewMutex(f.Schema, f.mutex)
	rw := psync.NewRWMutex(f.Schema, f.lock)
	wg := psync.NewWaitGroup(f.Schema, f.cond)
	once := psync.NewOnce(f.Schema, f.cond)
	sem := psync.NewSemaphore(f.Schema, f.cond, 1)
	nothing := func() {}
	n := 0
	run := func() {
		m.Lock()
		m.TryLock()
		m.Unlock()
		m.LockThread(th)
		n++
		m.Unlock()
		rw.Lock()
		n++
		rw.Unlock()
		rw.RLock()
		rw.TryRLock()
		rw.RUnlock()
		rw.RUnlock()
		wg.Add(1)
		wg.Done()
		wg.Wait()
		once.Do(nothing)
		sem.TryAcquire(1)
		sem.Release(1)
	}
	for _, on := range []bool{true, false} {
		f.enable(on)
		run()
		if n := testing.AllocsPerRun(1000, run); n != 0 {
			t.Errorf("%v allocations with the instruments enabled: %v", n, on)
		}
	}
}

// BenchmarkMutex compares an uncontended pair with the twin's. The rounds
// take turns, and the figures are medians, so that x-of-plain is of one run.
func BenchmarkMutex(b *testing.B) {
	f := newFixture(b)
	f.bind(b)
	var plain sync.Mutex
	var zero psync.Mutex
	m := psync.NewMutex(f.Schema, f.mutex)
	sampled := psync.NewMutex(newSampled(b).Schema, f.mutex)
	pair := func(n int) {
		for range n {
			m.Lock()
			m.Unlock()
		}
	}
	compare(b, func(n int) {
		for range n {
			plain.Lock()
			plain.Unlock()
		}
	}, map[string]func(int){
		"zero": func(n int) {
			for range n {
				zero.Lock()
				zero.Unlock()
			}
		},
		"disabled": func(n int) { f.enable(false); pair(n) },
		"disabled-sampled": func(n int) {
			for range n {
				sampled.Lock()
				sampled.Unlock()
			}
		},
		"timed": func(n int) { f.enable(true); pair(n) },
	})
}

// newSampled is a fixture whose instruments are disabled while a profiler samples.
func newSampled(b *testing.B) *fixture {
	f := newFixture(b)
	f.enable(false)
	x, err := f.Read().StartSampling(1)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(x.Stop)
	return f
}

func BenchmarkRWMutexRead(b *testing.B) {
	f := newFixture(b)
	f.bind(b)
	var plain sync.RWMutex
	var zero psync.RWMutex
	m := psync.NewRWMutex(f.Schema, f.lock)
	sampled := psync.NewRWMutex(newSampled(b).Schema, f.lock)
	pair := func(n int) {
		for range n {
			m.RLock()
			m.RUnlock()
		}
	}
	compare(b, func(n int) {
		for range n {
			plain.RLock()
			plain.RUnlock()
		}
	}, map[string]func(int){
		"zero": func(n int) {
			for range n {
				zero.RLock()
				zero.RUnlock()
			}
		},
		"disabled": func(n int) { f.enable(false); pair(n) },
		"disabled-sampled": func(n int) {
			for range n {
				sampled.RLock()
				sampled.RUnlock()
			}
		},
		"timed": func(n int) { f.enable(true); pair(n) },
	})
}

func compare(b *testing.B, plain func(int), others map[string]func(int)) {
	const pairs = 10_000
	for name, f := range others {
		b.Run(name, func(b *testing.B) {
			var p, o []time.Duration
			for b.Loop() {
				f(1) // whatever it must set up
				t0 := time.Now()
				plain(pairs)
				t1 := time.Now()
				f(pairs)
				p, o = append(p, t1.Sub(t0)), append(o, time.Since(t1))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(o)/pairs, "ns/pair")
			b.ReportMetric(median(o)/median(p), "x-of-plain")
		})
	}
}

func median(d []time.Duration) float64 {
	sort.Slice(d, func(i, j int) bool { return d[i] < d[j] })
	return float64(d[len(d)/2])
}
