package sampler

import (
	"runtime"
	"time"

	"github.com/perfschema/perfschema"
)

// regain is how much CPU time the measurement of who has some takes away. To measure, the
// sampling thread takes a core from a thread that runs; when it sleeps, the kernel may go on
// with a thread of another process there, and the one that ran looks like one that waits.
// Beside two processes that never sleep a quarter of the CPU time was missed so.
//
// The process's own clock of CPU time knows better. While all cores of the runtime's are in
// use, each of them has an equal part of it in the mean: so many of the threads that have
// one had CPU time, whoever they work for. What was measured to be less is given back, to
// threads chosen by chance. It is never taken from those that were measured to have some.
//
// Each is a mean over shortSamples, the later the more, of samples in which all cores of the
// runtime's were in use, in nanoseconds.
type regain struct {
	cores   float64 // of the runtime's, in use
	cpu     float64 // CPU time of the process
	with    float64 // threads that were measured to have CPU time
	without float64 // and to have none
}

// count counts a sample that comes so long after the one before, in which the process used
// so much CPU time.
func (r *regain) count(l *perfschema.Sample, since, cpu time.Duration) {
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

// share is how many of the threads that are measured to have no CPU time had it, from 0 to 1.
func (r *regain) share() float64 {
	if r.cores <= 0 || r.without <= 0 {
		return 0
	}
	had := (r.with + r.without) * min(r.cpu/r.cores, 1)
	return min(max((had-r.with)/r.without, 0), 1)
}
