package perfschema

import (
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/usage"
)

// The CPU time of stages of 50 µs is what the thread's own clock, read at the
// two ends of the work, says it is.
func TestShortStagesAreTrue(t *testing.T) {
	platform := usage.System()
	if thread, _ := platform.Fields(); !thread.Has(usage.UserCPU) || runtime.GOOS == "windows" {
		t.Skip("no fine CPU clock of a thread")
	}
	p := startProfiled(t)
	p.profiler = newProfiler(p.thread, platform, p.thread.schema.clock.Now)
	p.thread.profiler.Store(p.profiler)
	p.profiler.SetHistorySize(1)
	p.profiler.Start("", ProfileStatement)
	const stages = 100
	work := make([]float64, 0, stages)
	for range stages {
		p.thread.SetStage(p.keys[0])
		from := platform.SelfCPU()
		to := from
		for to-from < int64(50*time.Microsecond) {
			to = platform.SelfCPU()
		}
		work = append(work, float64(to-from)/1000)
	}
	p.thread.SetStage(p.keys[1])
	p.profiler.End()
	var off []float64
	for i, s := range p.thread.Profiles()[0].Stages[:stages] {
		user, _ := s.Value(ProfileCPUUser)
		system, _ := s.Value(ProfileCPUSystem)
		off = append(off, math.Abs(float64(user+system)/work[i]-1))
	}
	slices.Sort(off)
	if median := off[stages/2]; median > 0.2 {
		t.Errorf("half of the stages of 50 µs are off by %.0f %% or more", median*100)
	}
}
