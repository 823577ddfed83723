package psync_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

func TestOnceRunsOnce(t *testing.T) {
	f := newFixture(t)
	for name, o := range map[string]*psync.Once{"zero": new(psync.Once), "recording": psync.NewOnce(f.Schema, f.cond)} {
		t.Run(name, func(t *testing.T) {
			n := 0
			var wg sync.WaitGroup
			for range 10 {
				wg.Go(func() {
					o.Do(func() { n++ })
					if n != 1 { // seen without a lock: Do orders it
						t.Errorf("%d runs", n)
					}
				})
			}
			wg.Wait()
			o.DoThread(nil, func() { t.Error("run again") })
		})
	}
}

func TestOnceThatPanicsOrExitsHasRun(t *testing.T) {
	for name, f := range map[string]func(){"panic": func() { panic("x") }, "exit": runtime.Goexit} {
		var o psync.Once
		done := make(chan bool)
		go func() {
			defer func() { recover(); done <- true }()
			o.Do(f)
		}()
		<-done
		o.Do(func() { t.Errorf("%s: run again", name) })
	}
}

// Who finds the function running waits, and only they.
func TestOnceRecordsItsWaiters(t *testing.T) {
	f := withEvents(t)
	th := f.bind(t)
	o := psync.NewOnce(f.Schema, f.cond)
	const waiters = 3
	begun, end := make(chan bool), make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() { o.Do(func() { begun <- true; <-end }) })
	<-begun
	threads := make([]*perfschema.Thread, waiters)
	for i := range threads {
		threads[i] = f.NewThread(0, perfschema.ThreadOptions{})
		wg.Go(func() { o.DoThread(threads[i], nil) })
	}
	for _, w := range threads {
		for len(w.WaitsCurrent()) == 0 { // until it waits
			runtime.Gosched()
		}
	}
	end <- true
	wg.Wait()
	o.Do(nil)
	if got := f.oneCond(t).Wait.Count; got != waiters {
		t.Errorf("%d waits, want %d", got, waiters)
	}
	if n := len(th.WaitsHistory()); n != 0 {
		t.Errorf("%d waits of one that did not wait", n)
	}
	if h := threads[0].WaitsHistory(); len(h) != 1 || h[0].Operation != perfschema.OpWait.String() {
		t.Errorf("%+v", h)
	}
}

func TestTwins(t *testing.T) {
	n := 0
	count := func() int { n++; return n }
	f, v := psync.OnceFunc(func() { count() }), psync.OnceValue(count)
	vs := psync.OnceValues(func() (int, error) { return count(), nil })
	for range 2 {
		f()
		a, err := vs()
		if v() != 3 || a != 2 || err != nil || n != 3 {
			t.Error(v(), a, err, n)
		}
	}
	var m psync.Map
	m.Store(1, 2)
	p := psync.Pool{New: func() any { return 3 }}
	if x, _ := m.Load(1); x != 2 || p.Get() != 3 {
		t.Error("not the twins")
	}
}

// TestOnceValue: who calls while the function runs waits, and nobody else.
func TestOnceValue(t *testing.T) {
	f := withEvents(t)
	first, second := f.bind(t), f.NewThread(0, perfschema.ThreadOptions{})
	var waits int
	begun, end := make(chan bool), make(chan bool)
	run := func() { begun <- true; <-end }
	for name, call := range map[string]func(){
		"OnceFunc": psync.NewOnceFunc(f.Schema, f.cond, run),
		"OnceValue": func() func() {
			call := psync.NewOnceValue(f.Schema, f.cond, func() int { run(); return 7 })
			return func() {
				if v := call(); v != 7 {
					t.Errorf("the value is %d", v)
				}
			}
		}(),
		"OnceValues": func() func() {
			call := psync.NewOnceValues(f.Schema, f.cond, func() (int, string) { run(); return 7, "x" })
			return func() {
				if v, x := call(); v != 7 || x != "x" {
					t.Errorf("the values are %d, %s", v, x)
				}
			}
		}(),
	} {
		var wg sync.WaitGroup
		wg.Go(call)
		<-begun
		wg.Go(func() {
			second.Bind()
			defer second.Unbind()
			call()
		})
		asleep(second)
		end <- true
		wg.Wait()
		call()
		waits++
		if h := second.WaitsHistory(); len(h) != waits || len(first.WaitsHistory()) != 0 {
			t.Errorf("%s: %d waits, want %d, and %d of who came late", name, len(h), waits, len(first.WaitsHistory()))
		}
	}
	failing := psync.NewOnceFunc(f.Schema, f.cond, func() { panic("deliberate") })
	for range 2 {
		func() {
			defer func() {
				if recover() != "deliberate" {
					t.Error("no panic")
				}
			}()
			failing()
		}()
	}
}
