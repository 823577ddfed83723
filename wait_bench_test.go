package perfschema_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/psync"
	"github.com/perfschema/perfschema/record"
)

// BenchmarkMutexParallel is BenchmarkMutex on all cores, a mutex and a Thread
// each: nothing is shared that is written.
func BenchmarkMutexParallel(b *testing.B) {
	b.Run("plain", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			mu := new(paddedMutex)
			for pb.Next() {
				mu.Lock()
				mu.Unlock() //nolint:staticcheck // the pair is what is measured
			}
		})
	})
	b.Run("timed", func(b *testing.B) {
		m := newMutexBench(b, perfschema.InstrumentOn)
		b.ResetTimer() // b.N is chosen by what earlier tries took
		b.RunParallel(func(pb *testing.PB) {
			mu := new(paddedTimedMutex)
			mu.Init(m.schema, m.key)
			defer mu.Destroy()
			t := m.schema.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
			defer t.End()
			for pb.Next() {
				mu.LockThread(t)
				mu.Unlock()
			}
		})
	})
}

// paddedMutex has a cache line of its own.
type paddedMutex struct {
	_ [64]byte
	sync.Mutex
	_ [64]byte
}

type paddedTimedMutex struct {
	_ [64]byte
	psync.Mutex
	_ [64]byte
}

const manyThreads, touchedClasses = 10_000, 300

// crowd makes many Threads that have each touched many instruments.
func crowd(b testing.TB) (*perfschema.Schema, []*perfschema.Thread) {
	b.Helper()
	s, err := perfschema.New(perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "wait/%", State: perfschema.InstrumentOn}}})
	if err != nil {
		b.Fatal(err)
	}
	keys := make([]perfschema.MutexKey, touchedClasses)
	instances := make([]*perfschema.MutexInstance, touchedClasses)
	for i := range keys {
		keys[i] = s.RegisterMutex("app", perfschema.Info{Name: fmt.Sprintf("lock%d", i)})
		instances[i] = s.NewMutexInstance(keys[i])
	}
	threads := make([]*perfschema.Thread, manyThreads)
	var mu sync.Mutex
	for i := range threads {
		threads[i] = s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
		for _, in := range instances {
			in.Lock(threads[i], &mu)
			in.Unlock(&mu)
		}
	}
	return s, threads
}

// BenchmarkCrowdMemory reports what 10,000 Threads take that have each touched
// 300 instruments, by the process's heap and by the Schema's own account.
func BenchmarkCrowdMemory(b *testing.B) {
	for b.Loop() {
		before := heaptest.Live()
		s, threads := crowd(b)
		after := heaptest.Live()
		rows := s.Read().EngineStatus()
		b.ReportMetric(float64(after-before)/(1<<20), "MiB-heap")
		b.ReportMetric(float64(rows[len(rows)-1].Value)/(1<<20), "MiB-accounted")
		runtime.KeepAlive(threads)
	}
}

// BenchmarkCrowdSummary reads events_waits_summary_global_by_event_name with
// 10,000 live Threads.
func BenchmarkCrowdSummary(b *testing.B) {
	s, threads := crowd(b)
	b.ResetTimer()
	for b.Loop() {
		for _, stats := range s.Read().WaitSummary(record.Global, 0).All() {
			if len(stats) == 0 {
				b.Fatal("nothing")
			}
		}
	}
	runtime.KeepAlive(threads)
}
