package perfschema_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/psync"
)

// mutexBench is a mutex class, a mutex of it, and a connection.
type mutexBench struct {
	schema *perfschema.Schema
	key    perfschema.MutexKey
	mutex  *psync.Mutex
	thread *perfschema.Thread
}

func newMutexBench(b testing.TB, state perfschema.InstrumentState, consumers ...perfschema.Consumer) *mutexBench {
	cfg := perfschema.Config{
		Instruments: []perfschema.InstrumentRule{{Pattern: "wait/synch/mutex/%", State: state}},
		Consumers:   map[perfschema.Consumer]bool{},
	}
	for _, c := range consumers {
		cfg.Consumers[c] = true
	}
	s, err := perfschema.New(cfg)
	if err != nil {
		b.Fatal(err)
	}
	m := &mutexBench{schema: s}
	m.key = s.RegisterMutex("app", perfschema.Info{Name: "lock"})
	m.mutex = psync.NewMutex(s, m.key)
	m.thread = s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
	return m
}

var waitConsumers = []perfschema.Consumer{
	perfschema.ConsumerEventsWaitsCurrent, perfschema.ConsumerEventsWaitsHistory, perfschema.ConsumerEventsWaitsHistoryLong,
}

// turn is how many pairs BenchmarkMutex times at once: some 20 µs, in which few turns lose
// their core.
const turn = 2000

// turns times f, which runs n pairs, and reports the median of a pair in place of the mean:
// a machine that does other work changes it little.
func turns(b *testing.B, f func(n int)) {
	var took []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		f(turn)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/turn, "ns/op")
}

// BenchmarkMutex is an uncontended pair of Lock and Unlock. The limit of what
// is timed is the plain pair between two raw timer reads.
func BenchmarkMutex(b *testing.B) {
	var mu sync.Mutex
	b.Run("plain", func(b *testing.B) {
		turns(b, func(n int) {
			for range n {
				mu.Lock()
				mu.Unlock() //nolint:staticcheck // the pair is what is measured
			}
		})
	})
	b.Run("limit", func(b *testing.B) {
		var sum uint64
		turns(b, func(n int) {
			for range n {
				start := clock.Cycles()
				mu.Lock()
				sum += clock.Cycles() - start
				mu.Unlock()
			}
		})
	})
	for _, bm := range []struct {
		name      string
		state     perfschema.InstrumentState
		consumers []perfschema.Consumer
		sampled   bool
	}{
		{name: "disabled", state: perfschema.InstrumentOff},
		{name: "disabled-sampled", state: perfschema.InstrumentOff, sampled: true},
		{name: "counted", state: perfschema.InstrumentCounted},
		{name: "timed", state: perfschema.InstrumentOn},
		{name: "history", state: perfschema.InstrumentOn, consumers: waitConsumers},
	} {
		b.Run(bm.name, func(b *testing.B) {
			m := newMutexBench(b, bm.state, bm.consumers...)
			if bm.sampled {
				x, err := m.schema.Read().StartSampling(1)
				if err != nil {
					b.Fatal(err)
				}
				defer x.Stop()
			}
			turns(b, func(n int) {
				for range n {
					m.mutex.LockThread(m.thread)
					m.mutex.Unlock()
				}
			})
		})
	}
	b.Run("timed-bound", func(b *testing.B) {
		m := newMutexBench(b, perfschema.InstrumentOn)
		m.thread.Bind()
		defer m.thread.Unbind()
		turns(b, func(n int) {
			for range n {
				m.mutex.Lock()
				m.mutex.Unlock() //nolint:staticcheck // the pair is what is measured
			}
		})
	})
}
