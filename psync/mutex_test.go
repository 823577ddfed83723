package psync_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// eachMutex runs a test with a Mutex that has no instrument, one that is off
// and one that is on: all behave alike.
func eachMutex(t *testing.T, test func(*testing.T, *psync.Mutex)) {
	f := newFixture(t)
	t.Run("zero", func(t *testing.T) { test(t, new(psync.Mutex)) })
	t.Run("recording", func(t *testing.T) { test(t, psync.NewMutex(f.Schema, f.mutex)) })
	t.Run("nokey", func(t *testing.T) { test(t, psync.NewMutex(f.Schema, 0)) })
	t.Run("noschema", func(t *testing.T) { test(t, psync.NewMutex(nil, 1)) })
	t.Run("disabled", func(t *testing.T) {
		f.enable(false)
		test(t, psync.NewMutex(f.Schema, f.mutex))
	})
}

func TestMutexExcludes(t *testing.T) {
	eachMutex(t, func(t *testing.T, m *psync.Mutex) {
		n, want := 0, atomic.Int64{}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for i := range 500 {
					if i%3 == 0 {
						if !m.TryLock() {
							continue
						}
					} else {
						m.Lock()
					}
					n++ // the race detector sees two at a time
					want.Add(1)
					m.Unlock()
				}
			})
		}
		wg.Wait()
		if int64(n) != want.Load() {
			t.Errorf("%d of %d", n, want.Load())
		}
	})
}

func TestMutexTryLock(t *testing.T) {
	eachMutex(t, func(t *testing.T, m *psync.Mutex) {
		m.Lock()
		if m.TryLock() {
			t.Error("locked twice")
		}
		m.Unlock()
		if !m.TryLock() {
			t.Error("not locked though it was free")
		}
		m.Unlock()
		m.LockThread(nil)
		if m.TryLockThread(nil) {
			t.Error("locked twice")
		}
		m.Unlock()
	})
}

// A goroutine that wants the lock gets it, though another takes it again the
// moment it has let go.
func TestMutexStarvesNobody(t *testing.T) {
	eachMutex(t, func(t *testing.T, m *psync.Mutex) {
		var stop atomic.Bool
		var hog sync.WaitGroup
		hog.Go(func() {
			for !stop.Load() {
				m.Lock()
				for range 1000 {
					_ = stop.Load()
				}
				m.Unlock()
			}
		})
		for range 20 {
			m.Lock()
			runtime.Gosched()
			m.Unlock()
		}
		stop.Store(true)
		hog.Wait()
	})
}

func TestMutexMisuseIsFatal(t *testing.T) {
	f := newFixture(t)
	mustDie(t, map[string]func(){
		"zero":      func() { new(psync.Mutex).Unlock() },
		"twice":     func() { var m psync.Mutex; m.Lock(); m.Unlock(); m.Unlock() },
		"recording": func() { m := psync.NewMutex(f.Schema, f.mutex); m.Lock(); m.Unlock(); m.Unlock() },
	}, "unlock of unlocked mutex")
}

func TestMutexShowsItsHolder(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	m := psync.NewMutex(f.Schema, f.mutex)
	m.Lock()
	if got := f.one(t).LockedBy; got != th.ID() {
		t.Errorf("locked by %d, want %d", got, th.ID())
	}
	done := make(chan bool)
	go func() { m.Unlock(); done <- true }() // whoever unlocks
	<-done
	if got := f.one(t); got.LockedBy != 0 || got.Wait.Count != 1 {
		t.Errorf("%+v after one lock", got)
	}
	go func() { m.Lock(); done <- true }() // bound to no Thread
	<-done
	if got := f.one(t); got.LockedBy != 0 || got.Wait.Count != 2 {
		t.Errorf("%+v: locked by a goroutine without a Thread", got)
	}
	m.Unlock()
	other := f.NewThread(0, perfschema.ThreadOptions{})
	m.LockThread(other)
	if m.TryLock() || f.one(t).LockedBy != other.ID() {
		t.Errorf("%+v, want locked by %d", f.one(t), other.ID())
	}
	m.Unlock()
}

// What is locked while the instrument changes is unlocked all the same.
func TestMutexSwitchedWhileHeld(t *testing.T) {
	f := newFixture(t)
	f.bind(t)
	m := psync.NewMutex(f.Schema, f.mutex)
	m.Lock()
	f.enable(false)
	m.Unlock()
	if got := f.one(t); got.LockedBy != 0 {
		t.Errorf("still locked by %d", got.LockedBy)
	}
	m.Lock()
	f.enable(true)
	m.Unlock()
	m.Lock()
	m.Init(f.Schema, f.mutex)
	m.Unlock()
	m.Lock()
	m.Destroy()
	m.Unlock()
	m.Lock()
	m.Unlock()
	if n := len(f.Read().MutexInstances()); n != 0 {
		t.Errorf("%d instances after Destroy", n)
	}
}

func TestMutexWaitEvent(t *testing.T) {
	f := withEvents(t)
	th := f.bind(t)
	m := psync.NewMutex(f.Schema, f.mutex)
	m.Lock()
	m.TryLock()
	m.Unlock()
	h := th.WaitsHistory()
	if len(h) != 2 || h[0].Operation != perfschema.OpLock.String() || h[1].Operation != perfschema.OpTryLock.String() {
		t.Fatalf("%+v", h)
	}
	if got := h[0].EventName; got != "wait/synch/mutex/app/LOCK_a" {
		t.Error(got)
	}
}
