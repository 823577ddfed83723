package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// TestStartWith checks that a statement can begin with a wait that runs or has ended, on
// either timer, and that it is not timed if the wait is not.
func TestStartWith(t *testing.T) {
	for _, ended := range []bool{false, true} {
		for _, timed := range []bool{false, true} {
			f := newFixture(t, nil)
			f.enableAll()
			in := f.NewCondInstance(f.RegisterCond("test", perfschema.Info{Name: "cond"}))
			for _, c := range f.Read().Classes() {
				if c.Name() == "wait/synch/cond/test/cond" {
					c.SetEnabled(true)
					c.SetTimed(timed)
				}
			}
			th := f.connect("joe")
			before, _ := th.LastStatement()
			w := in.StartWait(th, perfschema.OpWait)
			f.clock.Advance(time.Millisecond)
			if ended {
				w.End()
			}
			f.clock.Advance(time.Millisecond)
			st := th.BeginStatement(f.selectKey)
			st.StartWith(&w)
			f.clock.Advance(time.Millisecond)
			st.End()
			w.End()
			got := th.StatementsHistory()[0]
			want := uint64(0)
			if timed {
				want = 3e9
			}
			if got.Timed != timed || got.TimerWait != want {
				t.Errorf("ended %v, timed %v: %v, %d ps", ended, timed, got.Timed, got.TimerWait)
			}
			st.StartWith(&w) // has ended
			(perfschema.Statement{}).StartWith(&w)
			if id, c := th.LastStatement(); id == before || c.Name() != "statement/sql/select" {
				t.Errorf("the last statement is %d of %s", id, c.Name())
			}
		}
	}
	if id, c := (*perfschema.Thread)(nil).LastStatement(); id != 0 || c != nil {
		t.Error("a nil Thread has a statement")
	}
}

// TestStartWithCycles checks a wait that is timed by the cycle counter.
func TestStartWithCycles(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "%", State: perfschema.InstrumentOn}}})
	if err != nil {
		t.Fatal(err)
	}
	in := ps.NewCondInstance(ps.RegisterCond("test", perfschema.Info{Name: "cond"}))
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	around := th.BeginStatement(ps.AbstractQuery())
	w := in.StartWait(th, perfschema.OpWait)
	for begun := time.Now(); time.Since(begun) < 2*time.Millisecond; {
	}
	st := th.BeginStatement(ps.AbstractQuery())
	st.StartWith(&w)
	st.End()
	w.End()
	around.End()
	events := th.StatementsHistory()
	if inner, outer := events[0].TimerWait, events[1].TimerWait; inner < 15e8 || inner > 10*outer {
		t.Errorf("%d ps of %d ps", inner, outer)
	}
}
