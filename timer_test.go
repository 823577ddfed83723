package perfschema_test

import (
	"runtime"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// Waits are timed with the cycle counter, the rest in nanoseconds; both stand
// on one line: a wait lies within the stage around it, but for what two
// readings of different timers can be told apart by, and lasts as long as the
// summaries say.
func TestWaitsLieWithinTheirStage(t *testing.T) {
	const apart = 5e6 // picoseconds; samples are off by tens of nanoseconds
	cfg := perfschema.Config{Consumers: map[perfschema.Consumer]bool{}}
	for _, c := range perfschema.Consumers() {
		cfg.Consumers[c] = true
	}
	on, _ := perfschema.ParseInstrumentRule("%=ON")
	cfg.Instruments = []perfschema.InstrumentRule{on}
	s, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	stage := s.RegisterStage("app", perfschema.Info{Name: "working"})
	cond := s.NewCondInstance(key(s.RegisterCond))
	th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "h"})
	var slept uint64
	var before uint64
	for round := range 200 {
		th.SetStage(stage)
		w := cond.StartWait(th, perfschema.OpWait)
		for range round % 10 {
			runtime.Gosched()
		}
		running := th.WaitsCurrent()
		w.End()
		th.EndStage()

		waits, stages := th.WaitsHistory(), th.StagesHistory()
		in, of := waits[len(waits)-1], stages[len(stages)-1]
		if in.TimerStart+apart < of.TimerStart || in.TimerEnd > of.TimerEnd+apart {
			t.Fatalf("round %d: a wait from %d to %d in a stage from %d to %d", round, in.TimerStart, in.TimerEnd, of.TimerStart, of.TimerEnd)
		}
		if in.TimerEnd-in.TimerStart != in.TimerWait || in.TimerStart+apart < before {
			t.Fatalf("round %d: from %d to %d, lasting %d; the one before ended at %d", round, in.TimerStart, in.TimerEnd, in.TimerWait, before)
		}
		if len(running) != 1 || running[0].TimerStart != in.TimerStart || running[0].TimerWait > in.TimerWait+1 {
			t.Fatalf("round %d: while it ran %+v, then %+v", round, running, in.Event)
		}
		before = in.TimerEnd
		slept += in.TimerWait
	}
	info := s.Read().CondInstances()[0].Wait
	global := only(s.Read().WaitSummary(record.Global, 0).All(), waitIndex(s, perfschema.KindCond), itself)
	if info != global || info.Count != 200 {
		t.Errorf("the instance says %+v, the summary %+v", info, global)
	}
	// A part in 10^4: the first events were converted when the counter had been
	// watched for 5 ms only.
	if d := max(slept, info.Sum) - min(slept, info.Sum); d > info.Sum/1e4+200 {
		t.Errorf("events add up to %d, the summary says %d", slept, info.Sum)
	}
}

// waitIndex is the index of the first class of a kind in summaries of waits.
func waitIndex(s *perfschema.Schema, k perfschema.Kind) int {
	for i, c := range s.Read().WaitClasses() {
		if c.Kind() == k {
			return i
		}
	}
	return -1
}
