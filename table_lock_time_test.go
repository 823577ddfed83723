package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// LOCK_TIME of a statement is what its program says, and the time of the table
// locks that it waited for while they were timed.
func TestLockTimeOfTableLocks(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	table := f.TableInstance("TABLE", "shop", "orders")
	wait := func(d time.Duration) {
		w := table.StartLock(th, perfschema.OpReadExternal)
		f.clock.Advance(d)
		w.End()
	}
	wait(time.Second) // outside a statement
	st := th.BeginStatement(f.selectKey)
	wait(3 * time.Millisecond)
	nested := th.BeginStatement(f.selectKey)
	wait(time.Microsecond)
	nested.End()
	st.SetCounters(perfschema.StatementCounters{LockTime: 7, RowsSent: 1})
	wait(2 * time.Millisecond)
	st.SetCounters(perfschema.StatementCounters{LockTime: 7, RowsSent: 2})
	st.End()
	events := th.StatementsHistory()
	if len(events) != 2 {
		t.Fatalf("%d statements", len(events))
	}
	for i, want := range []uint64{1e6, 5e9 + 7} {
		if got := events[i].Counters.LockTime; got != want {
			t.Errorf("statement %d: LOCK_TIME is %d ps, want %d", i, got, want)
		}
	}
}
