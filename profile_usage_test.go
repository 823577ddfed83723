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
// two ends of the work, says it is, within 20 %. In nine of ten stages, since in
// a few the thread is interrupted between a stage's end and the end of the work:
// what the interruption takes is the stage's, but not the work's.
func TestShortStagesAreTrue(t *testing.T) {
	platform := usage.System()
	if thread, _ := platform.Fields(); !thread.Has(usage.UserCPU) || runtime.GOOS == "windows" {
		t.Skip("no fine CPU clock of a thread")
	}
	for name, platform := range map[string]usage.Platform{"watched": platform, "by the thread clock": withoutWatch{platform}} {
		t.Run(name, func(t *testing.T) {
			var right []int
			for range 15 { // of 5 ms each
				right = append(right, trueStages(t, platform))
			}
			slices.Sort(right)
			t.Logf("right are of %d stages: %d", shortStages, right)
			if median := right[len(right)/2]; median < shortStages*9/10 {
				t.Errorf("%d of %d stages of 50 µs are right in the median of %d", median, shortStages, right)
			}
		})
	}
}

// withoutWatch is a platform that reads a thread's clock each time.
type withoutWatch struct{ usage.Platform }

func (withoutWatch) Watch() usage.Watch { return usage.Watch{} }

func (withoutWatch) EndWatch(*usage.Watch) {}

const shortStages = 100

// trueStages is how many stages are within 20 %.
func trueStages(t *testing.T, platform usage.Platform) (right int) {
	p := startProfiled(t)
	p.profiler = newStageProfiler(p.thread, platform, p.thread.schema.clock.Now)
	p.thread.profiler.Store(p.profiler)
	p.profiler.SetHistorySize(1)
	p.profiler.Start("", ProfileStatement)
	work := make([]float64, 0, shortStages)
	for range shortStages {
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
	for i, s := range p.thread.StageProfiles()[0].Stages[:shortStages] {
		user, _ := s.Value(ProfileCPUUser)
		system, _ := s.Value(ProfileCPUSystem)
		if math.Abs(float64(user+system)/work[i]-1) <= 0.2 {
			right++
		}
	}
	return right
}
