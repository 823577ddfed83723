package overhead

import (
	"crypto/sha256"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// profiled takes one profile while work is done, again and again.
func profiled(t *testing.T, work func()) map[string]view.FeatureCost {
	t.Helper()
	r := &Recorder{Ledger: NewLedger(processCPU), stop: make(chan struct{})}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				work()
			}
		}
	}()
	ok := r.profile()
	close(stop)
	<-stopped
	if !ok {
		t.Skip("somebody else takes a CPU profile")
	}
	costs := make(map[string]view.FeatureCost)
	for _, c := range r.Costs() {
		costs[c.Feature] = c
	}
	return costs
}

// TestRecorder has a process do nothing but begin and end statements, and then nothing
// of ours.
func TestRecorder(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	key := ps.RegisterStatement("test", perfschema.Info{Name: "select"})
	thread := ps.NewThread(0, perfschema.ThreadOptions{})
	costs := profiled(t, func() { thread.BeginStatement(key).End() })
	thread.End()
	if share, _, ok := costs[string(Statements)].Share(); !ok || share < leastShare {
		t.Errorf("a process that begins and ends statements spends %.2f of its time on them: %+v", share, costs)
	}
	if cpu := costs[string(Statements)].CPU; cpu == 0 && processCPU() != 0 {
		t.Error("no CPU time")
	}
	data := make([]byte, 1<<16)
	own := 0.0
	for _, c := range profiled(t, func() { sha256.Sum256(data) }) {
		share, _, _ := c.Share()
		own += share
	}
	if own > 0.1 {
		t.Errorf("a process that has nothing to do with us spends %.2f of its time on us", own)
	}
}

// TestStop ends a recorder while it takes a profile.
func TestStop(t *testing.T) {
	Start(100).Stop()
	Start(DefaultSampling).Stop()
	(*Recorder)(nil).Stop()
}

func TestLedger(t *testing.T) {
	l := NewLedger(processCPU)
	if _, _, ok := l.Costs()[0].Share(); ok {
		t.Error("a share of no samples is known")
	}
	l.Add([]Frame{{modulePath + ".(*Thread).SetStage", "stage.go"}}, 3)
	l.Add([]Frame{{"runtime.memmove", "x.s"}, {modulePath + ".(*Thread).SetStage", "stage.go"}}, 2)
	l.Add([]Frame{{"main.main", "main.go"}}, 95)
	for _, c := range l.Costs() {
		share, standardError, ok := c.Share()
		if c.Feature != string(Stages) {
			if !ok || share != 0 || standardError <= 0 {
				t.Errorf("%s: %v ± %v", c.Feature, share, standardError)
			}
			continue
		}
		if c.Own != 3 || c.Called != 2 || share != 0.05 || standardError < 0.02 || standardError > 0.024 {
			t.Errorf("%+v: %v ± %v", c, share, standardError)
		}
	}
	l.Reset()
	if _, _, ok := l.Costs()[0].Share(); ok {
		t.Error("samples after a reset")
	}
}
