package sampler

import (
	"runtime"
	"time"

	"github.com/perfschema/perfschema/activity"
)

// regain estimates how much CPU time the measurement takes away. To measure, the sampling
// thread takes a core from a thread that runs. When it sleeps, the kernel may give that core
// to another process, and the thread that ran looks like one that waits. Beside two processes
// that never sleep a quarter of the CPU time was missed.
//
// The process's clock of CPU time corrects that. While all of the runtime's cores are in use,
// each has an equal part of that time in the mean, whatever its thread works for: so many of
// the threads with a core had CPU time. If fewer were measured to have some, the difference is
// given to others, chosen by chance. No CPU time that was measured is taken away.
//
// The fields are exponential means over shortSamples of the samples in which all of the
// runtime's cores were in use, in nanoseconds.
type regain struct {
	cores   float64 // of the runtime's, in use
	cpu     float64 // CPU time of the process
	with    float64 // threads that were measured to have CPU time
	without float64 // and to have none
}

// count counts a sample: since is the time since the sample before, cpu the CPU time that the
// process used in it.
func (r *regain) count(l *activity.Sample, since, cpu time.Duration) {
	without := l.Stopped + l.Regained
	if !l.Full || l.Measured+without == 0 {
		return
	}
	mean := func(m *float64, n int) { *m += (float64(n)*float64(since) - *m) / shortSamples }
	mean(&r.cores, runtime.GOMAXPROCS(0))
	mean(&r.with, l.Measured)
	mean(&r.without, without)
	r.cpu += (float64(cpu) - r.cpu) / shortSamples
}

// share returns the share of the threads measured to have no CPU time that had some, from 0 to 1.
func (r *regain) share() float64 {
	if r.cores <= 0 || r.without <= 0 {
		return 0
	}
	had := (r.with + r.without) * min(r.cpu/r.cores, 1)
	return min(max((had-r.with)/r.without, 0), 1)
}
