package psync_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema/psync"
)

func eachRWMutex(t *testing.T, test func(*testing.T, *psync.RWMutex)) {
	f := newFixture(t)
	t.Run("zero", func(t *testing.T) { test(t, new(psync.RWMutex)) })
	t.Run("recording", func(t *testing.T) { test(t, psync.NewRWMutex(f.Schema, f.lock)) })
	t.Run("disabled", func(t *testing.T) {
		f.enable(false)
		test(t, psync.NewRWMutex(f.Schema, f.lock))
	})
}

// Readers share, a writer is alone.
func TestRWMutexExcludes(t *testing.T) {
	eachRWMutex(t, func(t *testing.T, m *psync.RWMutex) {
		var inside atomic.Int32 // readers, and 1000 for a writer
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				for range 200 {
					m.Lock()
					if n := inside.Add(1000); n != 1000 {
						t.Errorf("%d beside a writer", n)
					}
					inside.Add(-1000)
					m.Unlock()
				}
			})
		}
		for range 6 {
			wg.Go(func() {
				for range 200 {
					m.RLock()
					if n := inside.Add(1); n >= 1000 {
						t.Errorf("%d beside a reader", n)
					}
					inside.Add(-1)
					m.RUnlock()
				}
			})
		}
		wg.Wait()
	})
}

func TestRWMutexReadersMeet(t *testing.T) {
	eachRWMutex(t, func(t *testing.T, m *psync.RWMutex) {
		const n = 4
		var in, out sync.WaitGroup
		in.Add(n)
		for range n {
			out.Go(func() {
				m.RLock()
				in.Done()
				in.Wait() // returns only if all are inside at a time
				m.RUnlock()
			})
		}
		out.Wait()
	})
}

func TestRWMutexTry(t *testing.T) {
	eachRWMutex(t, func(t *testing.T, m *psync.RWMutex) {
		m.Lock()
		if m.TryLock() || m.TryRLock() || m.TryLockThread(nil) || m.TryRLockThread(nil) {
			t.Error("locked beside a writer")
		}
		m.Unlock()
		for range 2 {
			if !m.TryRLock() {
				t.Error("readers keep each other out")
			}
		}
		if m.TryLock() {
			t.Error("a writer beside readers")
		}
		m.RUnlock()
		m.RUnlock()
		if !m.TryLock() {
			t.Error("not locked though it was free")
		}
		m.Unlock()
	})
}

// A writer that waits keeps new readers out, and RLocker is a reader.
func TestRWMutexRLocker(t *testing.T) {
	eachRWMutex(t, func(t *testing.T, m *psync.RWMutex) {
		l := m.RLocker()
		l.Lock()
		locked := make(chan bool)
		go func() { m.Lock(); locked <- true; m.Unlock(); locked <- true }()
		for m.TryRLock() { // until the writer waits
			m.RUnlock()
		}
		select {
		case <-locked:
			t.Fatal("a writer beside a reader")
		default:
		}
		l.Unlock()
		<-locked
		<-locked
		l.Lock()
		l.Unlock()
	})
}

func TestRWMutexMisuseIsFatal(t *testing.T) {
	f := newFixture(t)
	mustDie(t, map[string]func(){
		"unlock":    func() { new(psync.RWMutex).Unlock() },
		"runlock":   func() { new(psync.RWMutex).RUnlock() },
		"mixed":     func() { var m psync.RWMutex; m.RLock(); m.Unlock() },
		"recording": func() { m := psync.NewRWMutex(f.Schema, f.lock); m.Lock(); m.RUnlock() },
	}, "of unlocked RWMutex")
}

func TestRWMutexShowsItsHolders(t *testing.T) {
	f := withEvents(t)
	th := f.bind(t)
	m := psync.NewRWMutex(f.Schema, f.lock)
	m.Lock()
	if got := f.oneLock(t); got.WriteLockedBy != th.ID() || got.ReadLockedBy != 0 {
		t.Errorf("%+v while written", got)
	}
	m.Unlock()
	m.RLock()
	m.RLocker().Lock()
	if got := f.oneLock(t); got.WriteLockedBy != 0 || got.ReadLockedBy != 2 {
		t.Errorf("%+v while two read", got)
	}
	m.TryLock()
	f.enable(false)
	m.RUnlock()
	m.RLocker().Unlock()
	if got := f.oneLock(t); got.ReadLockedBy != 0 || got.Wait.Count != 4 {
		t.Errorf("%+v at the end", got)
	}
	var ops []string
	for _, e := range th.WaitsHistory() {
		ops = append(ops, e.Operation)
	}
	want := []string{"write_lock", "read_lock", "read_lock", "try_write_lock"}
	if len(ops) != len(want) {
		t.Fatalf("%v, want %v", ops, want)
	}
	for i := range want {
		if ops[i] != want[i] {
			t.Errorf("%v, want %v", ops, want)
		}
	}
}
