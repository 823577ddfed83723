package psync_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// Each Signal wakes one, Broadcast the rest, whatever the Locker.
func TestCondWakes(t *testing.T) {
	f := newFixture(t)
	rw := psync.NewRWMutex(f.Schema, f.lock)
	for name, l := range map[string]psync.Locker{
		"psync": psync.NewMutex(f.Schema, f.mutex), "sync": new(sync.Mutex), "rw": rw, "reader": rw.RLocker(),
	} {
		t.Run(name, func(t *testing.T) {
			c := psync.NewCond(l)
			c.Init(f.Schema, f.cond)
			defer c.Destroy()
			const n = 10
			ready, awake := make(chan bool, n), make(chan bool, n)
			var turn sync.Mutex // readers share l
			for range n {
				go func() {
					l.Lock()
					turn.Lock()
					ready <- true
					turn.Unlock()
					c.Wait()
					awake <- true
					l.Unlock()
				}()
			}
			for range n {
				<-ready
			}
			for range 3 {
				for woken := false; !woken; { // a reader may not sleep yet
					l.Lock()
					c.Signal()
					l.Unlock()
					select {
					case <-awake:
						woken = true
					default:
						if name != "reader" {
							<-awake
							woken = true
						}
					}
				}
			}
			if name != "reader" {
				select {
				case <-awake:
					t.Error("more awake than signalled")
				default:
				}
				l.Lock()
				c.Broadcast()
				l.Unlock()
				for range n - 3 {
					<-awake
				}
			}
		})
	}
}

func TestCondCopyPanics(t *testing.T) {
	f := withEvents(t)
	th := f.bind(t)
	var m psync.Mutex
	c := psync.Cond{L: &m}
	c.Init(f.Schema, f.cond)
	c.Signal()
	var c2 psync.Cond
	reflect.ValueOf(&c2).Elem().Set(reflect.ValueOf(&c).Elem()) // hidden from vet
	defer func() {
		if r := recover(); r != "sync.Cond is copied" {
			t.Errorf("panicked with %v", r)
		}
		for _, e := range th.WaitsCurrent() {
			if e.EndEventID == 0 {
				t.Errorf("a wait goes on: %+v", e)
			}
		}
	}()
	m.Lock()
	c2.Wait()
}

// While a goroutine waits nobody holds the mutex; then it does again, and that
// is a lock of its own.
func TestCondReleasesTheMutex(t *testing.T) {
	f := withEvents(t)
	m := psync.NewMutex(f.Schema, f.mutex)
	c := psync.NewCond(m)
	c.Init(f.Schema, f.cond)
	for _, explicit := range []bool{false, true} {
		th := f.NewThread(0, perfschema.ThreadOptions{})
		before := f.one(t).Wait.Count
		asleep, held, end := make(chan bool), make(chan bool), make(chan bool)
		woken := false
		go func() {
			if !explicit {
				th.Bind()
				defer th.Unbind()
			}
			m.LockThread(th)
			asleep <- true
			for !woken {
				if explicit {
					c.WaitThread(th)
				} else {
					c.Wait()
				}
			}
			held <- true
			<-end
			m.Unlock()
			end <- true
		}()
		<-asleep
		m.LockThread(nil) // returns when it sleeps
		if got := f.one(t).LockedBy; got != 0 {
			t.Errorf("locked by %d while waiting", got)
		}
		woken = true
		c.Signal()
		m.Unlock()
		<-held
		if got := f.one(t).LockedBy; got != th.ID() {
			t.Errorf("locked by %d after the wait, want %d", got, th.ID())
		}
		end <- true
		<-end
		if got := f.one(t).Wait.Count - before; got != 3 {
			t.Errorf("%d locks, want 3", got)
		}
		h := th.WaitsHistory()
		if len(h) != 3 || h[1].Operation != perfschema.OpWait.String() || h[2].Operation != perfschema.OpLock.String() {
			t.Fatalf("%+v", h)
		}
		if h[2].TimerStart < h[1].TimerEnd || h[2].NestingEventID == h[1].EventID {
			t.Errorf("the lock began within the wait: %+v", h)
		}
	}
	if got := f.oneCond(t).Wait.Count; got != 2 {
		t.Errorf("%d waits, want 2", got)
	}
}
