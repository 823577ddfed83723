package perfschema_test

import (
	"testing"
	"time"
)

// The time of day is set while a statement runs, and between two, back by hours and forward by
// years: what is measured knows nothing of it, and what tells the time of day
// tells the one that is.
func TestTimeOfDayIsSet(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for name, by := range map[string]time.Duration{"not": 0, "back": -3 * time.Hour, "back by years": -20 * year, "forward by years": 20 * year} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, nil)
			th := f.connect("joe")
			th.SetCommand("Query", "")
			began := f.Wall()
			st := th.BeginStatement(f.AbstractQuery())
			st.SetText("SELECT 1")
			st.ComputeDigest()
			st.Refine(f.selectKey)
			f.clock.Advance(2 * time.Second)
			f.clock.Set(by)
			f.clock.Advance(2 * time.Second)
			if got := th.StatementsCurrent()[0].TimerWait; got != 4e12 {
				t.Errorf("the statement has run for %d picoseconds", got)
			}
			if got := f.Wall().Sub(th.Info().CommandStart); got != 4*time.Second {
				t.Errorf("the command has run for %v", got)
			}
			st.End()
			sample := func(want string) {
				t.Helper()
				d := f.Read().Digests()
				if len(d) != 1 || d[0].SampleText != want {
					t.Fatalf("digests %+v, want the sample %q", d, want)
				}
				if got := d[0].LastSeen; !got.Equal(f.Wall()) {
					t.Errorf("last seen at %v, it is %v", got, f.Wall())
				}
				if want := began.Add(4*time.Second + by); !d[0].FirstSeen.Equal(want) {
					t.Errorf("first seen at %v, want %v", d[0].FirstSeen, want)
				}
			}
			sample("SELECT 1")
			f.clock.Advance(2 * time.Second)
			f.clock.Set(by)
			f.run(th, f.selectKey, "SELECT 2", time.Second)
			sample("SELECT 1") // it is not old yet
			f.clock.Advance(time.Minute)
			f.run(th, f.selectKey, "SELECT 3", time.Second)
			sample("SELECT 3")
			var last uint64
			for _, e := range th.StatementsHistory() {
				if e.TimerStart < last || e.TimerEnd != e.TimerStart+e.TimerWait || e.TimerWait > 4e12 {
					t.Errorf("from %d to %d, %d picoseconds, after %d", e.TimerStart, e.TimerEnd, e.TimerWait, last)
				}
				last = e.TimerEnd
			}
		})
	}
}
