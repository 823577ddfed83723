package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema/record"
)

// A statement nobody profiled has a profile from the histories.
func TestSessionProfilesOfEvents(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("alice")
	run := func(sql string) {
		st := th.BeginStatement(f.selectKey)
		st.SetText(sql)
		st.StartStage(f.opening)
		f.clock.Advance(1500 * time.Nanosecond)
		th.SetStage(f.sending)
		f.clock.Advance(2700 * time.Nanosecond)
		st.End()
		f.clock.Advance(time.Millisecond)
	}
	run("SELECT 1")
	p := th.StageProfiler()
	p.Start("SELECT 2", record.ProfileStatement)
	run("SELECT 2")
	p.End()
	run("SELECT 3")
	got := f.Read().SessionProfiles(th, nil)[0]
	if len(got) != 3 {
		t.Fatalf("%d statements: %+v", len(got), got)
	}
	for i, want := range []struct {
		id   int
		text string
	}{{0, "SELECT 1"}, {1, "SELECT 2"}, {0, "SELECT 3"}} {
		g := got[i]
		if g.QueryID != want.id || g.Text != want.text || g.EventID == 0 || len(g.Stages) != 2 {
			t.Errorf("%d: %+v", i, g)
			continue
		}
		s := g.Stages[1]
		if _, known := s.Value(record.ProfileCPUUser); known && want.id == 0 {
			t.Error("an event has no CPU time")
		}
		if want.id == 0 && (s.State != "Sending data" || s.Seq != 3 || s.Duration != 3*time.Microsecond || g.Duration != 4*time.Microsecond || s.Source().File != "profile_session_test.go") {
			t.Errorf("%+v of %v", s, g.Duration)
		}
	}
	if other := f.Read().SessionProfiles(f.connect("bob")); len(other[0]) != 0 {
		t.Errorf("another session: %+v", other)
	}
}
