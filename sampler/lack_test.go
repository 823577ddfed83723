package sampler

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// What threads are said to lack, by how many there are at once, is what they do lack:
// where one thread works for a while and then two, and where that changes many times
// between two samples; where the process gets as much for one as for two, and where each
// gets as much as another.
func TestLack(t *testing.T) {
	const step = 100 * time.Microsecond
	for _, c := range []struct {
		name       string
		lasts      time.Duration // that as many threads work
		had        [3]float64    // cores, of none, one or two threads
		alone, two float64
	}{
		{"the machine is idle, and work alternates slowly", 100 * time.Millisecond, [3]float64{0, 1, 2}, 0, 0},
		{"the machine is idle, and work alternates fast", 300 * time.Microsecond, [3]float64{0, 1, 2}, 0, 0},
		{"one core is left", 100 * time.Millisecond, [3]float64{0, 0.9, 0.9}, 0.1, 0.55},
		{"each has a part", 100 * time.Millisecond, [3]float64{0, 0.5, 1}, 0.5, 0.5},
		{"each has a part, and work alternates fast", 300 * time.Microsecond, [3]float64{0, 0.5, 1}, 0.5, 0.5},
		{"something between", 100 * time.Millisecond, [3]float64{0, 0.9, 1.2}, 0.1, 0.4},
	} {
		r := rand.New(rand.NewPCG(13, 13))
		var (
			k           lack
			sums, times [3]float64
			now, last   time.Duration
			cpu, before float64
			threads     = 1
		)
		next := time.Duration(r.Int64N(int64(sampleEvery)))
		for i := 1; now < 200*time.Second; now += step {
			if r.Float64() < float64(step)/float64(c.lasts) {
				threads = 3 - threads
			}
			cpu += c.had[threads] * float64(step)
			if now < next {
				continue
			}
			if last > 0 {
				k.count(threads, now-last, time.Duration(cpu-before))
			}
			if i > 10*lackSamples {
				sums[threads] += k.share(threads)
				times[threads]++
			}
			last, before, i = now, cpu, i+1
			next = time.Duration(i)*sampleEvery + time.Duration(r.Int64N(int64(sampleEvery)))
		}
		alone, two := sums[1]/times[1], sums[2]/times[2]
		t.Logf("%s: %.2f alone, %.2f of two", c.name, alone, two)
		if math.Abs(alone-c.alone) > 0.05 || math.Abs(two-c.two) > 0.05 {
			t.Errorf("%s: %.2f alone, %.2f of two; want %.2f and %.2f", c.name, alone, two, c.alone, c.two)
		}
	}
}

const sampleEvery = 10 * time.Millisecond
