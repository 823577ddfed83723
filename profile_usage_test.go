package perfschema

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/record"
)

// The CPU time of stages of 50 µs is what the thread's own clock says it is, within
// 20 %: no less than between the two ends of the work, and no more than between the
// readings before and after those, as an interruption of the thread may be within the
// stage and not within the work. In nine of ten stages in the median of 15 times.
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
	p.profiler.Start("", record.ProfileStatement)
	var begins, ends [shortStages + 2]int64 // of the work, from 1 on
	ends[0] = platform.SelfCPU()
	for i := 1; i <= shortStages; i++ {
		p.thread.SetStage(p.keys[0])
		begins[i] = platform.SelfCPU()
		for ends[i] = begins[i]; ends[i]-begins[i] < int64(50*time.Microsecond); {
			ends[i] = platform.SelfCPU()
		}
	}
	p.thread.SetStage(p.keys[1])
	begins[shortStages+1] = platform.SelfCPU()
	p.profiler.End()
	for i, s := range p.thread.profiler.Load().Profiles()[0].Stages[:shortStages] {
		user, _ := s.Value(record.ProfileCPUUser)
		system, _ := s.Value(record.ProfileCPUSystem)
		cpu, i := 1000*float64(user+system), i+1
		if cpu >= 0.8*float64(ends[i]-begins[i]) && cpu <= 1.2*float64(begins[i+1]-ends[i-1]) {
			right++
		}
	}
	return right
}
