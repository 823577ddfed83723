package sampler

import (
	"math"
	"time"
)

// lack is how much CPU time threads that have a core of the runtime's lacked lately,
// by how many of them there were at once.
//
// The CPU time since the sample before is of all that ran meanwhile, and how many cores
// were in use is known of its two ends. So what threads lack altogether is worked out
// over the last samples. How it depends on their number is the slope of the CPU time by that: 0
// where the process gets no more of a busy machine by having more threads run, so that one
// by itself lacks little; the mean where each gets as much as the others do. A number
// that lasts from one sample to the next tells the slope. One that changes many times
// between two samples tells nothing: those who run beside others now and then would
// seem to lack more than who runs all the time. Then it is the mean.
type lack struct {
	time, would, did float64 // of the last samples, in nanoseconds: passed, of cores in use, of CPU time
	before           float64 // how many cores were in use at the sample before
	slope            covariances
}

// Over how many samples, the later the more, the lack and its slope are worked out.
const (
	lackSamples  = 32
	slopeSamples = 256
)

// count counts the time since the sample before, at the end of which so many cores were in use.
func (k *lack) count(busy int, since, cpu time.Duration) {
	b, t, c := float64(busy), float64(since), float64(cpu)
	k.time += (t - k.time) / lackSamples
	k.would += (b*t - k.would) / lackSamples
	k.did += (c - k.did) / lackSamples
	k.slope.count(t, k.before, b, c/t)
	k.before = b
}

// share is which part of the CPU time threads lack where so many cores are in use.
func (k *lack) share(busy int) float64 {
	if busy == 0 || k.did >= k.would {
		return 0
	}
	cores, had, b := k.would/k.time, k.did/k.time, float64(busy)
	had += k.slope.of(had/cores) * (b - cores)
	return min(max(1-had/b, 0), 1)
}

// covariances are of the numbers of cores at both ends of a time and of the cores that
// the process had meanwhile: sums, weighted by the time and how long ago it is.
type covariances struct {
	n, weight                   float64
	before, after, had          float64
	both, beforeHad, afterHad   float64
	beforeSquared, afterSquared float64
}

func (v *covariances) count(weight, before, after, had float64) {
	add := func(sum *float64, x float64) { *sum += x - *sum/slopeSamples }
	add(&v.n, 1)
	add(&v.weight, weight)
	add(&v.before, weight*before)
	add(&v.after, weight*after)
	add(&v.had, weight*had)
	add(&v.both, weight*before*after)
	add(&v.beforeHad, weight*before*had)
	add(&v.afterHad, weight*after*had)
	add(&v.beforeSquared, weight*before*before)
	add(&v.afterSquared, weight*after*after)
}

// of is how many more cores the process has for one more in use, from none to most.
// As far as it is chance that the ends are alike, it is most.
func (v *covariances) of(most float64) float64 {
	before, after, had := v.before/v.weight, v.after/v.weight, v.had/v.weight
	alike := v.both/v.weight - before*after
	more := (v.beforeHad+v.afterHad)/v.weight/2 - had*(before+after)/2
	variance := (v.beforeSquared+v.afterSquared)/v.weight/2 - (before*before+after*after)/2
	chance := variance / math.Sqrt(v.n)
	if alike = max(alike, 0) + chance; alike <= 1e-9 {
		return most
	}
	return min(max((more+chance*most)/alike, 0), most)
}
