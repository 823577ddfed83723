package perfschema

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/record"
)

// What a profile costs a statement of fifteen stages and 150 µs, in CPU time of
// the thread: the median of the statements, and how far the middle half of them lies
// apart.
func BenchmarkProfiledStatement(b *testing.B) {
	platform := usage.System()
	for _, mode := range []struct {
		name string
		on   usage.Platform
	}{{"off", nil}, {"watched", platform}, {"by the thread clock", withoutWatch{platform}}} {
		b.Run(mode.name, func(b *testing.B) {
			s, err := New(Config{})
			if err != nil {
				b.Fatal(err)
			}
			x := s.RegisterStage("sql", Info{Name: "x"})
			y := s.RegisterStage("sql", Info{Name: "y"})
			th := s.NewThread(0, ThreadOptions{ProcesslistID: 1})
			defer th.End()
			var p *StageProfiler
			if mode.on != nil {
				p = newStageProfiler(th, mode.on, s.clock.Now)
				th.profiler.Store(p)
			}
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var took []int64
			for b.Loop() {
				for range 10 {
					from := platform.SelfCPU()
					p.Start("SELECT 1", record.ProfileStatement)
					for i := range 15 {
						th.SetStage([2]StageKey{x, y}[i%2])
						for start := time.Now(); time.Since(start) < 10*time.Microsecond; {
						}
					}
					th.EndStage()
					p.End()
					took = append(took, platform.SelfCPU()-from)
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2]), "cpu-ns/statement")
			b.ReportMetric(float64(took[len(took)*3/4]-took[len(took)/4]), "cpu-ns/middle-half")
		})
	}
}
