package perfschema_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/snowset"
)

// disabledWaits begins a wait of each kind, for things that are as their classes
// were declared, and says as what each counts.
func disabledWaits(f *fixture) map[string]struct {
	as    snowset.Resource
	begin func(*perfschema.Thread) (end func())
} {
	type wait = struct {
		as    snowset.Resource
		begin func(*perfschema.Thread) (end func())
	}
	cond := f.RegisterCond("app", perfschema.Info{Name: "c", Resource: snowset.ResourceDataExchangeMsg})
	file := f.RegisterFile("app", perfschema.Info{Name: "f", Resource: snowset.ResourceIntDataReadLocalSSD})
	socket := f.RegisterSocket("app", perfschema.Info{Name: "s", Resource: f.RegisterResource("peer", snowset.ResourceRemoteExtRead)})
	c, in, k := f.NewCondInstance(cond), f.FileInstance(file, "f"), f.NewSocketInstance(socket, perfschema.SocketOptions{})
	table := f.TableInstance("TABLE", "shop", "orders")
	started := func(w perfschema.Wait) func() { return w.End }
	return map[string]wait{
		"cond": {snowset.ResourceDataExchangeMsg, func(t *perfschema.Thread) func() { return started(c.StartWait(t, perfschema.OpWait)) }},
		"file": {snowset.ResourceIntDataWriteLocalSSD, func(t *perfschema.Thread) func() { return started(in.StartWait(t, perfschema.OpWrite)) }},
		"socket": {f.RegisterResource("peer", snowset.ResourceRemoteExtRead), func(t *perfschema.Thread) func() {
			return started(k.StartWait(t, perfschema.OpRecv))
		}},
		"table": {snowset.ResourceMutex, func(t *perfschema.Thread) func() {
			w := table.StartLock(t, perfschema.OpReadNormal)
			return w.End
		}},
		"metadata": {snowset.ResourceMutex, func(t *perfschema.Thread) func() {
			l := f.NewMetadataLock(perfschema.MetadataLockOptions{Thread: t, ObjectType: "TABLE"})
			w := l.StartWait(t)
			return func() { w.End(); l.Release() }
		}},
		"idle": {snowset.ResourceIdle, func(t *perfschema.Thread) func() { return started(t.StartIdle()) }},
	}
}

// A profiler sees what a thread waits for whether or not the wait is recorded,
// unless nothing is to be known of the thread.
func TestDisabledWaitsAreSampled(t *testing.T) {
	for n := range 32 {
		enabled, timed, instrumented, byThread, global := n&1 != 0, n&2 != 0, n&4 != 0, n&8 != 0, n&16 != 0
		f := newFixture(t, nil)
		waits := disabledWaits(f)
		for _, c := range f.Read().WaitClasses() {
			c.SetEnabled(enabled)
			c.SetTimed(timed)
		}
		x := startSampling(t, f)
		th := f.connect("joe")
		st := th.BeginStatement(f.selectKey)
		f.SetConsumer(perfschema.ConsumerThreadInstrumentation, byThread)
		f.SetConsumer(perfschema.ConsumerGlobalInstrumentation, global)
		th.SetInstrumented(instrumented)
		told := instrumented && byThread && global
		for name, wait := range waits {
			want := snowset.ResourceNone
			if told {
				want = wait.as
			}
			at := fmt.Sprintf("%s: enabled %v, timed %v, instrumented %v, by thread %v, global %v", name, enabled, timed, instrumented, byThread, global)
			see := func(want snowset.Resource) {
				t.Helper()
				if all := x.Observe(nil); len(all) != 1 || all[0].Resource() != want {
					t.Errorf("%s: %+v, want %s", at, all, f.Read().ResourceName(want))
				}
			}
			end := wait.begin(th)
			see(want)
			if told { // a wait within it
				inner := waits["cond"].begin(th)
				see(snowset.ResourceDataExchangeMsg)
				inner()
				see(want)
			}
			end()
			see(snowset.ResourceNone)
			if f.Read().ResourceWatched(wait.as) != (byThread && global) {
				t.Errorf("%s: watched is %v", at, f.Read().ResourceWatched(wait.as))
			}
		}
		st.End()
		counted := uint64(0)
		for _, all := range f.Read().WaitSummary(record.Global, 0).All() {
			for _, s := range all {
				counted += s.Count
			}
		}
		if recorded := enabled && global && (instrumented || !byThread); recorded != (counted > 0) {
			t.Errorf("enabled %v, instrumented %v, by thread %v, global %v: %d waits counted", enabled, instrumented, byThread, global, counted)
		}
	}
}

// What a profiler sees of a disabled lock is the wait for it, and nothing of
// those that are free or of tries.
func TestDisabledLocksAreSampledWhenTaken(t *testing.T) {
	f := newFixture(t, nil)
	mutex, rwlock := f.NewMutexInstance(key(f.RegisterMutex)), f.NewRWLockInstance(key(f.RegisterRWLock))
	for _, c := range f.Read().WaitClasses() {
		c.SetEnabled(false)
	}
	x := startSampling(t, f)
	th := f.connect("joe")
	defer th.BeginStatement(f.selectKey).End()
	var mu sync.Mutex
	var rw sync.RWMutex
	if mutex.Lock(th, &mu) {
		t.Error("shown as held")
	}
	if mutex.TryLock(th, &mu) {
		t.Error("locked twice")
	}
	mutex.Unlock(&mu)
	rwlock.RLock(th, &rw)
	if rwlock.TryLock(th, &rw) {
		t.Error("locked for writing too")
	}
	rwlock.RUnlock(&rw)
	for name, lock := range map[string]struct{ take, wait, release func() }{
		"mutex": {mu.Lock, func() { mutex.Lock(th, &mu); mutex.Unlock(&mu) }, mu.Unlock},
		"read":  {rw.Lock, func() { rwlock.RLock(th, &rw); rwlock.RUnlock(&rw) }, rw.Unlock},
		"write": {rw.RLock, func() { rwlock.Lock(th, &rw); rwlock.Unlock(&rw) }, rw.RUnlock},
	} {
		lock.take()
		var wg sync.WaitGroup
		wg.Go(lock.wait)
		sampledSoon(t, x, snowset.ResourceMutex)
		lock.release()
		wg.Wait()
		if got := observed(x); got != "0/0:,,0,execution" {
			t.Errorf("%s: afterwards %s", name, got)
		}
	}
	for _, m := range f.Read().MutexInstances() {
		if m.LockedBy != 0 || m.Wait.Count != 0 {
			t.Errorf("%+v", m)
		}
	}
	for _, r := range f.Read().RWLockInstances() {
		if r.WriteLockedBy != 0 || r.ReadLockedBy != 0 || r.Wait.Count != 0 {
			t.Errorf("%+v", r)
		}
	}
}

// sampledSoon samples until the one thread at work waits for a resource.
func sampledSoon(t *testing.T, x *perfschema.Sampling, want snowset.Resource) {
	t.Helper()
	for limit := time.Now().Add(2 * time.Minute); time.Now().Before(limit); runtime.Gosched() {
		if all := x.Observe(nil); len(all) == 1 && all[0].Resource() == want {
			return
		}
	}
	t.Fatalf("nobody is seen to wait for %s", want.Column())
}
