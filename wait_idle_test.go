package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// The time that a connection idles lies between its statements, on their timer:
// whatever the timer of other waits says, they do not overlap.
func TestIdleTimeLiesBetweenStatements(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	query := s.RegisterStatement("sql", perfschema.Info{Name: "select"})
	conn := s.RegisterThread("sql", perfschema.Info{Name: "one_connection"})
	for _, c := range perfschema.Consumers() {
		s.SetConsumer(c, true)
	}
	th := s.NewThread(conn, perfschema.ThreadOptions{ProcesslistID: 7})
	const rounds = 10 // what the histories hold
	for range rounds {
		st := th.BeginStatement(query)
		st.End()
		w := th.StartIdle()
		w.End()
	}
	statements, waits := th.StatementsHistory(), th.WaitsHistory()
	if len(statements) != rounds || len(waits) != rounds {
		t.Fatalf("%d statements and %d waits, want %d of each", len(statements), len(waits), rounds)
	}
	var sum uint64
	for i, w := range waits {
		if end := statements[i].TimerEnd; w.TimerStart < end {
			t.Errorf("statement %d ends at %d, the time after it begins at %d", i, end, w.TimerStart)
		}
		if i+1 < rounds && statements[i+1].TimerStart < w.TimerEnd {
			t.Errorf("idle until %d, the statement after it begins at %d", w.TimerEnd, statements[i+1].TimerStart)
		}
		if w.TimerStart%1000 != 0 || w.TimerEnd%1000 != 0 {
			t.Errorf("idle from %d to %d: no whole nanoseconds", w.TimerStart, w.TimerEnd)
		}
		sum += w.TimerWait
	}
	for _, stats := range s.Read().WaitSummary(record.ByThread, th.ID()).All() {
		for i, c := range s.Read().WaitClasses() {
			if c.Name() == "idle" && (stats[i].Count != rounds || stats[i].Sum != sum) {
				t.Errorf("the summary has %d waits of %d ps, the events are %d of %d", stats[i].Count, stats[i].Sum, rounds, sum)
			}
		}
	}
}
