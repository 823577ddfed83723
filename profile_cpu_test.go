package perfschema

import (
	"runtime"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/record"
)

// The CPU time of a statement is that of the goroutines that are in and that
// were, with a profile and without.
func TestCPUTime(t *testing.T) {
	for _, tt := range []struct {
		name  string
		start func(p *StageProfiler)
	}{
		{"alone", (*StageProfiler).StartCPU},
		{"with a profile", func(p *StageProfiler) { p.Start("SELECT 1", record.ProfileStatement) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := startProfiled(t)
			if d, known := p.profiler.CPUTime(); known {
				t.Errorf("%v before a statement", d)
			}
			tt.start(p.profiler)
			p.thread.SetStage(p.keys[0])
			p.pass(time.Millisecond)
			p.use(300*time.Microsecond, 0, 1)
			p.thread.SetStage(p.keys[1])
			p.pass(time.Millisecond)
			p.use(200*time.Microsecond, 0, 1)
			if d, known := p.profiler.CPUTime(); !known || d != 500*time.Microsecond {
				t.Errorf("%v, known: %t; want 500µs", d, known)
			}
			p.profiler.End()
			if d, known := p.profiler.CPUTime(); known {
				t.Errorf("%v after the statement", d)
			}
		})
	}
	p := startProfiled(t)
	p.profiler.StartCPU()
	p.profiler.End()
	if got := p.profiler.Profiles(); len(got) != 0 {
		t.Errorf("kept %v", got)
	}
	p.profiler.Start("SELECT 1", record.ProfileProcess)
	if d, known := p.profiler.CPUTime(); known {
		t.Errorf("%v of a profile of the process", d)
	}
	p.profiler.End()
}

// A goroutine that works takes about as much CPU time as the clock of its thread
// says; one that waits takes next to none.
func TestCPUTimeOfThisMachine(t *testing.T) {
	p := startProfiled(t)
	p.profiler = newStageProfiler(p.thread, usage.System(), p.thread.schema.clock.Now)
	if thread, _ := usage.System().Fields(); !thread.Has(usage.UserCPU) {
		t.Skip("nothing is measured")
	}
	platform := usage.System()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begun := platform.SelfCPU()
	p.profiler.StartCPU()
	before := platform.SelfCPU()
	for n := 0; platform.SelfCPU()-before < int64(20*time.Millisecond); n++ {
	}
	least := time.Duration(platform.SelfCPU() - before)
	d, known := p.profiler.CPUTime()
	most := time.Duration(platform.SelfCPU() - begun)
	p.profiler.End()
	// Where the thread keeps its CPU the wall clock stands for its own, and drifts.
	const off = time.Millisecond
	if !known || d < least-off || d > most+off {
		t.Errorf("%v of CPU time, known: %t; from %v to %v were used", d, known, least, most)
	}
}
