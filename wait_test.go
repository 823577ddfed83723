package perfschema_test

import (
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// A wait is in the summaries of its thread and in those of its instance, and is
// an event where the consumers want it.
func TestMutexWait(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	key := f.RegisterMutex("app", perfschema.Info{Name: "lock"})
	for _, c := range f.Read().ClassesOf(perfschema.KindMutex) {
		c.SetEnabled(true)
		c.SetTimed(true)
	}
	m := f.NewMutexInstance(key)
	th := f.connect("joe")
	var mu sync.Mutex
	st := th.BeginStatement(f.selectKey)
	th.SetStage(f.opening)
	_, _, line, _ := runtime.Caller(0)
	m.Lock(th, &mu)
	if got := f.Read().MutexInstances()[0]; got.LockedBy != th.ID() || got.Wait.Count != 1 {
		t.Fatalf("while locked: %+v", got)
	}
	if m.TryLock(th, &mu) {
		t.Fatal("locked twice")
	}
	m.Unlock(&mu)
	m.Lock(nil, &mu)
	m.Unlock(&mu)
	st.End()
	if got := f.Read().MutexInstances()[0]; got.LockedBy != 0 || got.Wait.Count != 3 {
		t.Fatalf("after: %+v", got)
	}
	h := th.WaitsHistory()
	if len(h) != 2 {
		t.Fatalf("%d waits", len(h))
	}
	if h[0].Operation != "lock" || h[1].Operation != "try_lock" {
		t.Errorf("operations %s, %s", h[0].Operation, h[1].Operation)
	}
	if h[0].NestingType != record.EventStage || h[0].Source().String() != "wait_test.go:"+strconv.Itoa(line+1) {
		t.Errorf("nested in %s, source %s", h[0].NestingType, h[0].Source())
	}
	for g, want := range map[record.Grouping]uint64{record.ByUser: 2, record.Global: 3} {
		var n uint64
		for _, sums := range f.Read().WaitSummary(g, 0).All() {
			for _, s := range sums {
				n += s.Count
			}
		}
		if n != want {
			t.Errorf("grouping %d has %d waits, want %d", g, n, want)
		}
	}
}

func TestRunningWait(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	w := th.StartIdle()
	f.clock.Advance(time.Second)
	now := th.WaitsCurrent()
	if len(now) != 1 || !now[0].Running || now[0].TimerWait != 1e12 || now[0].Operation != perfschema.OpIdle.String() {
		t.Fatalf("running: %+v", now)
	}
	w.End()
	w.End()
	if now = th.WaitsCurrent(); now[0].Running || now[0].TimerWait != 1e12 {
		t.Fatalf("ended: %+v", now)
	}
	if got := len(f.Read().WaitsHistoryLong()); got != 1 {
		t.Errorf("%d in the long history", got)
	}
}
