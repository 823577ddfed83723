package psync_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/perfschema/perfschema/psync"
)

var global psync.Mutex

type owner struct {
	name string
	psync.Mutex
	rw   psync.RWMutex
	cond psync.Cond
	wg   psync.WaitGroup
	once psync.Once
}

// Who forgets Destroy leaves nothing behind once the collector has noticed.
func TestForgottenStandInsAreTakenOut(t *testing.T) {
	f := newFixture(t)
	count := func() int {
		return len(f.Read().MutexInstances()) + len(f.Read().RWLockInstances()) + len(f.Read().CondInstances())
	}
	kept := new(owner)
	kept.Init(f.Schema, f.mutex)
	for range 10 {
		o := &owner{name: "x"}
		o.Init(f.Schema, f.mutex)
		o.rw.Init(f.Schema, f.lock)
		o.cond.Init(f.Schema, f.cond)
		o.wg.Init(f.Schema, f.cond)
		o.once.Init(f.Schema, f.cond)
		o.Lock()
		o.Unlock()
		psync.NewSemaphore(f.Schema, f.cond, 1)
	}
	deadline := time.Now().Add(time.Minute)
	for count() > 1 {
		if time.Now().After(deadline) {
			t.Fatalf("%d instances are left", count())
		}
		runtime.GC()
		runtime.Gosched()
	}
	runtime.KeepAlive(kept)
	if count() != 1 {
		t.Error("one in use was taken out")
	}
}

func TestGlobalStaysUntilDestroy(t *testing.T) {
	f := newFixture(t)
	global.Init(f.Schema, f.mutex)
	runtime.GC()
	global.Lock()
	global.Unlock()
	if f.one(t).Wait.Count != 1 {
		t.Error("not counted")
	}
	global.Destroy()
	global.Destroy()
	if n := len(f.Read().MutexInstances()); n != 0 {
		t.Errorf("%d instances", n)
	}
}
