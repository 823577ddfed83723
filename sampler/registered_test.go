package sampler

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/snowset"
)

// busyThreads is how many of the registered ones are at work.
const busyThreads = 100

// BenchmarkRegistered is a process that is sampled every 10 milliseconds, an
// operation, while some of its threads are at work and a goroutine keeps a core
// busy. core-% is the CPU time that the process takes more than without a
// profiler, core-self-% what the profiler says it took.
func BenchmarkRegistered(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("%d-threads", n), func(b *testing.B) {
			s, err := perfschema.New(perfschema.Config{})
			if err != nil {
				b.Fatal(err)
			}
			query := s.RegisterStatement("app", perfschema.Info{Name: "query"})
			p, err := Start(s, Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer p.Close()
			for i := range n {
				th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
				if th == nil {
					b.Fatal("no room")
				}
				if i%(n/busyThreads) == 0 {
					th.BeginStatement(query)
					th.EnterOperator(snowset.OperatorScan, uint16(i%10))
				}
			}
			time.Sleep(10 * DefaultInterval) // what is seen first takes longer
			if running := p.Status().Running; running != busyThreads {
				b.Fatalf("%d statements seen", running)
			}
			own, begun := p.Status(), time.Now()
			b.ResetTimer()
			sampled := othersCPU(time.Duration(b.N) * DefaultInterval)
			b.StopTimer()
			now, took := p.Status(), time.Since(begun)
			p.Close()
			b.ReportMetric(sampled-othersCPU(time.Duration(b.N)*DefaultInterval), "core-%")
			b.ReportMetric(100*float64(now.CPU-own.CPU)/float64(took), "core-self-%")
			if ticks := float64(now.Ticks - own.Ticks); ticks < 0.5*took.Seconds()*100 {
				b.Logf("%.0f ticks in %v", ticks, took)
			}
		})
	}
}

// othersCPU is the CPU time, in percent of one core, that the process takes for
// a while beside a goroutine that keeps a core busy.
func othersCPU(d time.Duration) float64 {
	stop := keepBusy()
	var before, after usage.Sample
	system.ReadProcess(&before)
	begun := time.Now()
	time.Sleep(d)
	took := time.Since(begun)
	system.ReadProcess(&after)
	return 100 * float64(after.CPU-before.CPU-stop()) / float64(took)
}

// keepBusy works on a thread of its own until stop is called, which gives the
// CPU time that took, in nanoseconds.
func keepBusy() (stop func() int64) {
	var stopped atomic.Bool
	started, took := make(chan struct{}), make(chan int64)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		before := system.SelfCPU()
		close(started)
		for !stopped.Load() {
		}
		took <- system.SelfCPU() - before
	}()
	<-started
	return func() int64 {
		stopped.Store(true)
		return <-took
	}
}
