package clock

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// machine is two timers that run on their own: each reading takes a while, and
// now and then something comes between two. Times are in picoseconds.
type machine struct {
	now, nanoSkew float64
	hertz         float64
	rand          *rand.Rand
}

func newMachine(seed uint64, hertz float64) *machine {
	r := rand.New(rand.NewPCG(seed, seed))
	return &machine{now: 1e16 + r.Float64()*1e15, hertz: hertz, rand: r}
}

func (m *machine) pass(d time.Duration) { m.now += float64(d) * 1000 }

func (m *machine) read() {
	m.now += 8e3 + m.rand.Float64()*4e3
	if m.rand.IntN(50) == 0 {
		m.now += 20e6
	}
}

func (m *machine) ticks() uint64 {
	m.read()
	return uint64(m.now * m.hertz / 1e12)
}

func (m *machine) nanos() uint64 {
	m.read()
	return m.truth() / 1000
}

// truth is the nanosecond timer in picoseconds.
func (m *machine) truth() uint64 { return uint64(m.now + m.nanoSkew) }

func (m *machine) cycle() *Cycle {
	c := newCycle(m.ticks, m.nanos)
	c.wait = m.pass
	return c
}

func distance(a, b uint64) uint64 { return max(a, b) - min(a, b) }

// What ticks are converted to is within a few readings of the nanosecond
// timer, and 1 part in 10^6 of it over a minute, whatever the counter's speed.
func TestTicksFollowTheNanosecondTimer(t *testing.T) {
	const gap = 100_000 // picoseconds; more than two readings take
	for _, hertz := range []float64{1e6 * 24, 1e9, 2.1e9, 2_992_966_418, 5e9} {
		m := newMachine(uint64(hertz), hertz)
		c := m.cycle()
		tick := uint64(1e12/hertz) + 1 // what a tick lasts, rounded up
		for _, age := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond, time.Second, 8 * time.Second, time.Minute} {
			m.pass(age)
			from, start := m.ticks(), m.truth()
			c.Pico(from)
			m.pass(time.Minute)
			to, end := m.ticks(), m.truth()
			if d := distance(c.Pico(to), end); d > gap+tick {
				t.Errorf("%g Hz, a minute after %v: off by %d ps", hertz, age, d)
			}
			if d := distance(c.PicoSpan(to-from), end-start); d > (end-start)/1e6 {
				t.Errorf("%g Hz, a minute after %v: a minute is off by %d ps", hertz, age, d)
			}
		}
		if !c.state.Load().final {
			t.Errorf("%g Hz: not calibrated for good after minutes", hertz)
		}
	}
}

// A tick once converted stays, a later one is never earlier, and sums converted
// after the last calibration never shrink, while the nanosecond timer is slewed
// and the ticks are read at odd times.
func TestTicksNeverGoBack(t *testing.T) {
	for seed := range uint64(30) {
		m := newMachine(seed+1, 2.5e9)
		c := m.cycle()
		type conversion struct{ tick, pico uint64 }
		var seen []conversion
		var last conversion
		var scale Scale
		for i := range 400 {
			m.pass(time.Duration(m.rand.ExpFloat64() * math.Pow(10, float64(m.rand.IntN(10)+1))))
			m.nanoSkew += 500e-6 * 1e6 * m.rand.NormFloat64() // up to a few nanoseconds
			if i%50 == 49 {
				m.nanoSkew += 3e6 * m.rand.NormFloat64()
			}
			now := conversion{tick: m.ticks()}
			now.pico = c.Pico(now.tick)
			if now.pico < last.pico {
				t.Fatalf("seed %d: %d ps after %d", seed, now.pico, last.pico)
			}
			last = now
			seen = append(seen, now)
			if s := c.state.Load(); s.final {
				if scale != 0 && s.scale != scale {
					t.Fatalf("seed %d: the scale moved after the last calibration", seed)
				}
				scale = s.scale
			}
			if len(c.state.Load().lines) < maxLines {
				for _, was := range seen[max(0, len(seen)-100):] {
					if got := c.Pico(was.tick); got != was.pico {
						t.Fatalf("seed %d: tick %d was %d, is %d", seed, was.tick, was.pico, got)
					}
				}
			}
		}
		if n := len(c.state.Load().lines); n > maxLines {
			t.Fatalf("%d lines", n)
		}
	}
}

// The position follows the nanosecond timer when that is slewed by an NTP
// daemon, and when it stood still.
func TestTicksAreRealigned(t *testing.T) {
	m := newMachine(7, 2e9)
	c := m.cycle()
	c.Pico(m.ticks())
	m.pass(time.Minute)
	for _, skew := range []float64{50e6, -50e6, -3600e12} {
		m.nanoSkew = skew
		m.pass(2 * time.Minute)
		c.Pico(m.ticks())
		m.pass(time.Second)
		if d := distance(c.Pico(m.ticks()), m.truth()); d > realignFrom {
			t.Errorf("with the timer moved by %g ps ticks are off by %d ps", skew, d)
		}
	}
	// Ticks older than what the lines cover are converted all the same.
	for range 2 * maxLines {
		m.nanoSkew += 2e6
		m.pass(2 * time.Minute)
		c.Pico(m.ticks())
	}
	if n := len(c.state.Load().lines); n != maxLines {
		t.Errorf("%d lines, want %d", n, maxLines)
	}
	if first := c.Pico(c.start.tick); first > c.Pico(c.state.Load().lines[1].tick) {
		t.Errorf("the first tick is at %d", first)
	}
	if c.Pico(0) != 0 {
		t.Errorf("a tick from before the clock is at %d", c.Pico(0))
	}
}

// The first use waits until there is something to measure over.
func TestFirstUseWaits(t *testing.T) {
	m := newMachine(9, 2e9)
	c := m.cycle()
	start := m.truth()
	c.Scale()
	if d := m.truth() - start; d < uint64(calibrateFirst)*1000*9/10 {
		t.Errorf("calibrated over %d ps", d)
	}
}

func TestFakeTicksAreNanoseconds(t *testing.T) {
	var f Fake
	c := NewCycle(&f)
	if c.Raw() {
		t.Fatal("a fake clock has no cycles")
	}
	for range 3 {
		f.Advance(123_456_789 * time.Nanosecond)
		if n := f.Now(); c.Now() != n || c.Pico(n) != n*1000 || c.PicoSpan(n) != n*1000 {
			t.Errorf("%d ns: now %d, at %d, lasting %d", n, c.Now(), c.Pico(n), c.PicoSpan(n))
		}
	}
	if c.PicoSpan(1<<63) != math.MaxUint64 {
		t.Error("a sum overflowed")
	}
}

// On this machine the counter and the nanosecond timer agree within what the
// samples can tell: the tick of a sample is off by half its gap at most, so the
// scale is off by that of both its ends over what lies between them. A part in
// 10^6 is for the kernel, which may change the nanosecond timer's speed.
func TestCycleAgainstThisMachine(t *testing.T) {
	r := NewReal()
	c := NewCycle(r)
	if !c.Raw() {
		t.Skip("no invariant cycle counter")
	}
	for r.Now() < uint64(50*time.Millisecond) {
	}
	middle := takeSample(Cycles, r.Now)
	k := c.next(nil, middle).scale
	for r.Now() < uint64(150*time.Millisecond) {
	}
	end := takeSample(Cycles, r.Now)

	span := (end.nano - c.start.nano) * 1000
	got := k.Span(end.tick - c.start.tick)
	ofScale := float64(k.Span(c.start.gap+middle.gap)+2000) / 2 / float64((middle.nano-c.start.nano)*1000)
	bound := (ofScale+1e-6)*float64(span) + float64(k.Span(c.start.gap+end.gap)+2000)/2
	if d := float64(distance(got, span)); d > bound {
		t.Errorf("over %d ps off by %g, want at most %g", span, d, bound)
	} else {
		t.Logf("over %d ps off by %g of at most %g", span, d, bound)
	}
}

func TestCycleIsSafeForConcurrentUse(t *testing.T) {
	c := NewCycle(NewReal())
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			var last uint64
			for range 20_000 {
				now := c.Pico(c.Now())
				if now < last {
					t.Errorf("%d after %d", now, last)
					return
				}
				last = now
				c.PicoSpan(1000)
			}
		})
	}
	wg.Wait()
}

func BenchmarkPico(b *testing.B) {
	c := NewCycle(NewReal())
	tick := Cycles()
	for b.Loop() {
		c.Pico(tick)
	}
}

func BenchmarkSpan(b *testing.B) {
	c := NewCycle(NewReal())
	k := c.Scale()
	for b.Loop() {
		k.Span(12345)
	}
}
