package psync_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

func TestWaitGroupWaits(t *testing.T) {
	f := newFixture(t)
	for name, wg := range map[string]*psync.WaitGroup{"zero": new(psync.WaitGroup), "recording": psync.NewWaitGroup(f.Schema, f.cond)} {
		t.Run(name, func(t *testing.T) {
			for range 8 { // also when used again
				const n = 16
				var done, past atomic.Int32
				var second psync.WaitGroup
				second.Add(n)
				for range n {
					wg.Go(func() { done.Add(1) })
				}
				for range n {
					go func() { wg.Wait(); past.Add(1); second.Done() }()
				}
				wg.Wait()
				if done.Load() != n {
					t.Fatalf("released after %d of %d", done.Load(), n)
				}
				second.Wait()
				if past.Load() != n {
					t.Fatalf("%d of %d waiters", past.Load(), n)
				}
			}
		})
	}
}

func TestWaitGroupMisusePanics(t *testing.T) {
	defer func() {
		if r := recover(); r != "sync: negative WaitGroup counter" {
			t.Errorf("panicked with %v", r)
		}
	}()
	var wg psync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done()
}

func TestWaitGroupPanicInGoIsFatal(t *testing.T) {
	mustDie(t, map[string]func(){"go": func() {
		var wg psync.WaitGroup
		wg.Go(func() { panic("in the task") })
		wg.Wait()
		select {}
	}}, "in the task")
}

func TestWaitGroupRecords(t *testing.T) {
	f := withEvents(t)
	th := f.bind(t)
	wg := psync.NewWaitGroup(f.Schema, f.cond)
	wg.Go(runtime.Gosched)
	wg.Wait()
	wg.WaitThread(th)
	f.enable(false)
	wg.Wait()
	if got := f.oneCond(t); got.Wait.Count != 2 || got.EventName != "wait/synch/cond/app/COND_c" {
		t.Errorf("%+v", got)
	}
	h := th.WaitsHistory()
	if len(h) != 2 || h[0].Operation != perfschema.OpWait.String() {
		t.Errorf("%+v", h)
	}
	wg.Destroy()
	if len(f.Read().CondInstances()) != 0 {
		t.Error("still there after Destroy")
	}
}
