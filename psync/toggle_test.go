package psync_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// Instruments come and go and are switched while locks are taken: the locks do
// not mind, and at rest nobody is shown to hold one.
func TestInstrumentsChangeUnderLoad(t *testing.T) {
	f := newFixture(t)
	var m psync.Mutex
	var rw psync.RWMutex
	var wg psync.WaitGroup
	m.Init(f.Schema, f.mutex)
	rw.Init(f.Schema, f.lock)
	var stop atomic.Bool
	var control sync.WaitGroup
	control.Go(func() {
		var looks *perfschema.Sampling
		for i := 0; !stop.Load(); i++ {
			f.enable(i%2 == 0)
			switch i % 7 { // a profiler samples, or does not
			case 0:
				looks, _ = f.Read().StartSampling(1)
			case 3:
				looks.Stop()
			}
			switch i % 5 {
			case 1:
				m.Init(f.Schema, f.mutex)
				wg.Init(f.Schema, f.cond)
			case 2:
				rw.Init(f.Schema, f.lock)
			case 3:
				rw.Destroy()
			case 4:
				m.Destroy()
				wg.Destroy()
			}
		}
	})
	n, shared := 0, 0
	for range 4 {
		wg.Go(func() {
			th := f.NewThread(0, perfschema.ThreadOptions{})
			th.Bind()
			defer th.Unbind()
			for range 500 {
				m.Lock()
				n++
				m.Unlock()
				rw.Lock()
				shared++
				rw.Unlock()
				rw.RLock()
				_ = shared
				rw.RUnlock()
			}
		})
	}
	wg.Wait()
	stop.Store(true)
	control.Wait()
	if n != 2000 || shared != 2000 {
		t.Errorf("%d and %d of 2000", n, shared)
	}
	for _, x := range f.Read().MutexInstances() {
		if x.LockedBy != 0 {
			t.Errorf("%+v at rest", x)
		}
	}
	for _, x := range f.Read().RWLockInstances() {
		if x.WriteLockedBy != 0 || x.ReadLockedBy != 0 {
			t.Errorf("%+v at rest", x)
		}
	}
}

// In a bubble of testing/synctest time passes where it does with the twins.
func TestSynctest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		begin := time.Now()
		var wg psync.WaitGroup
		wg.Init(f.Schema, f.cond)
		c := psync.NewCond(psync.NewMutex(f.Schema, f.mutex))
		c.Init(f.Schema, f.cond)
		wg.Go(func() {
			c.L.Lock()
			c.Wait()
			c.L.Unlock()
		})
		wg.Go(func() {
			time.Sleep(time.Hour)
			c.L.Lock()
			c.Broadcast()
			c.L.Unlock()
		})
		wg.Wait()
		if d := time.Since(begin); d != time.Hour {
			t.Errorf("%v passed", d)
		}
	})
}

// A stand-in that is a local variable stays on the stack where its twin does.
func TestLocalsAllocateAsTheTwins(t *testing.T) {
	twin := testing.AllocsPerRun(100, func() {
		var m sync.Mutex
		var rw sync.RWMutex
		m.Lock()
		rw.RLock()
		rw.RUnlock()
		defer m.Unlock()
	})
	ours := testing.AllocsPerRun(100, func() {
		var m psync.Mutex
		var rw psync.RWMutex
		m.Lock()
		rw.RLock()
		rw.RUnlock()
		defer m.Unlock()
	})
	if ours > twin {
		t.Errorf("%v allocations, the twins make %v", ours, twin)
	}
}
