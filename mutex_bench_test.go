package perfschema_test

import (
	"sync"
	"testing"

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

// BenchmarkMutex is an uncontended pair of Lock and Unlock. The limit of what
// is timed is the plain pair between two raw timer reads.
func BenchmarkMutex(b *testing.B) {
	var mu sync.Mutex
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			mu.Lock()
			mu.Unlock() //nolint:staticcheck // the pair is what is measured
		}
	})
	b.Run("limit", func(b *testing.B) {
		var sum uint64
		for b.Loop() {
			start := clock.Cycles()
			mu.Lock()
			sum += clock.Cycles() - start
			mu.Unlock()
		}
	})
	for _, bm := range []struct {
		name      string
		state     perfschema.InstrumentState
		consumers []perfschema.Consumer
	}{
		{"disabled", perfschema.InstrumentOff, nil},
		{"counted", perfschema.InstrumentCounted, nil},
		{"timed", perfschema.InstrumentOn, nil},
		{"history", perfschema.InstrumentOn, waitConsumers},
	} {
		b.Run(bm.name, func(b *testing.B) {
			m := newMutexBench(b, bm.state, bm.consumers...)
			b.ReportAllocs()
			for b.Loop() {
				m.mutex.LockThread(m.thread)
				m.mutex.Unlock()
			}
		})
	}
	b.Run("timed-bound", func(b *testing.B) {
		m := newMutexBench(b, perfschema.InstrumentOn)
		m.thread.Bind()
		defer m.thread.Unbind()
		b.ReportAllocs()
		for b.Loop() {
			m.mutex.Lock()
			m.mutex.Unlock() //nolint:staticcheck // the pair is what is measured
		}
	})
}
