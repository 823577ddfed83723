package clock

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Cycle turns ticks of the CYCLE timer, with which waits are timed, into
// picoseconds on the same line as the NANOSECOND timer of its [Clock]. Make it
// with [NewCycle]. All methods are for the read side and safe for concurrent
// use.
//
// The write side keeps raw ticks: [Cycles], called directly, where
// [Cycle.Raw]; Now of the Clock where not. A read by Cycles costs what RDTSC
// costs, 5 to 10 ns, most of which overlaps with the instructions around it;
// it does not wait for them. Behind an interface or a method it costs 2 ns
// more.
//
// What a tick lasts is measured on the read side, over the time since the
// Cycle was made: at the first use, but over calibrateFirst at least; again
// each time that has grown by calibrateGrowth; and for the last time when it
// has reached calibrateLast. From then on durations are converted alike for
// ever, so that a sum never shrinks. A tick, once converted, is always
// converted to the same picosecond, and a later tick never to an earlier one,
// but for a machine that slept: what is learnt moves only ticks that nobody has
// converted.
type Cycle struct {
	raw          bool
	ticks, nanos func() uint64
	wait         func(time.Duration) // replaced in tests
	start        sample

	mu    sync.Mutex // held to calibrate
	state atomic.Pointer[calibration]
}

const (
	calibrateFirst  = 5 * time.Millisecond
	calibrateGrowth = 8
	calibrateLast   = 10 * time.Second
	// After that the position of ticks, not their length, follows the
	// nanosecond timer, which an NTP daemon may speed up and slow down.
	realignEvery = time.Minute
	realignFrom  = 1000 * 1000 // picoseconds of drift
	// stepFrom is the drift, in picoseconds, that means one of the timers has
	// stood still, as nanoseconds do while a machine sleeps.
	stepFrom = 10 * 1000 * 1000 * 1000 * 1000
	// maxLines bounds the lines kept. Ticks older than the first are converted
	// by it.
	maxLines = 64
)

// calibration is what is known at one time. It does not change.
type calibration struct {
	scale Scale
	// final says that scale stays.
	final bool
	// due is the tick that is not converted without calibrating again first, so
	// that the next line can begin there.
	due uint64
	// lines are in ascending order, one at least.
	lines []line
}

// line says where ticks from one on stand.
type line struct {
	tick, pico uint64
	scale      Scale
	// floor is where the line before ends: time does not go back.
	floor uint64
}

// NewCycle starts a Cycle for clock. Where the machine's clock is used and has
// an invariant cycle counter, ticks are those of Cycles; else they are the
// nanoseconds of clock. It takes a few microseconds.
func NewCycle(clock Clock) *Cycle {
	if _, real := clock.(*Real); !real || CycleFault() != "" {
		return newNanoCycle(clock.Now)
	}
	first := Cycles()
	c := newCycle(Cycles, clock.Now)
	if Cycles() == first { // some virtual machines have a counter that stands still
		return newNanoCycle(clock.Now)
	}
	return c
}

// newNanoCycle has ticks of a nanosecond, nothing to measure.
func newNanoCycle(nanos func() uint64) *Cycle {
	c := &Cycle{ticks: nanos, nanos: nanos}
	c.state.Store(&calibration{scale: nanoScale, final: true, due: math.MaxUint64, lines: []line{{scale: nanoScale}}})
	return c
}

func newCycle(ticks, nanos func() uint64) *Cycle {
	c := &Cycle{raw: true, ticks: ticks, nanos: nanos, wait: time.Sleep}
	c.start = takeSample(ticks, nanos)
	return c
}

// Raw says whether ticks are those of [Cycles]. If not, they are those of the
// Clock's Now.
func (c *Cycle) Raw() bool { return c.raw }

// Now reads the timer that ticks come from, for the end of a running event.
func (c *Cycle) Now() uint64 { return c.ticks() }

// Pico is the time of a tick in picoseconds, on the same line as 1000 times
// the Clock's Now. The first call may wait calibrateFirst. Ticks from before
// the Cycle are cut at 0.
func (c *Cycle) Pico(tick uint64) uint64 {
	s := c.state.Load()
	if s == nil || tick >= s.due {
		s = c.calibrate()
	}
	return s.pico(tick)
}

// PicoSpan is a duration or a sum of durations in picoseconds;
// math.MaxUint64 where that takes more than 64 bits. Whoever converts many
// takes a [Cycle.Scale] first.
func (c *Cycle) PicoSpan(d uint64) uint64 { return c.Scale().Span(d) }

// Scale is what durations are converted with at the moment.
func (c *Cycle) Scale() Scale {
	s := c.state.Load()
	if s == nil || !s.final && c.ticks() >= s.due {
		s = c.calibrate()
	}
	return s.scale
}

func (s *calibration) pico(tick uint64) uint64 {
	i := len(s.lines) - 1
	for i > 0 && s.lines[i].tick > tick {
		i--
	}
	return s.lines[i].at(tick)
}

func (l *line) at(tick uint64) uint64 {
	if tick < l.tick {
		back := l.scale.Span(l.tick - tick)
		return l.pico - min(back, l.pico)
	}
	return max(l.floor, saturatingAdd(l.pico, l.scale.Span(tick-l.tick)))
}

// calibrate brings the calibration up to date, unless another reader has, and
// returns it.
func (c *Cycle) calibrate() *calibration {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.state.Load()
	if old != nil && c.ticks() < old.due {
		return old
	}
	now := c.sample(old == nil)
	s := c.next(old, now)
	c.state.Store(s)
	return s
}

// sample takes a moment; the first one when enough time has passed.
func (c *Cycle) sample(first bool) sample {
	now := takeSample(c.ticks, c.nanos)
	for first && now.nano-c.start.nano < uint64(calibrateFirst) {
		c.wait(calibrateFirst - time.Duration(now.nano-c.start.nano))
		now = takeSample(c.ticks, c.nanos)
	}
	return now
}

// next is the calibration that follows old, nil for none, at a moment.
func (c *Cycle) next(old *calibration, now sample) *calibration {
	base := now.nano - c.start.nano
	s := &calibration{}
	if old != nil && old.final {
		s.scale = old.scale
	} else if s.scale = scaleOf(base, now.tick-c.start.tick); s.scale == 0 {
		s.scale = nanoScale // the counter has stopped; nothing is known of it
	}
	s.final = base >= uint64(calibrateLast)*99/100 // due is within 1 % of it
	s.due = after(now, s.scale, realignEvery)
	if !s.final {
		s.due = after(c.start, s.scale, min(time.Duration(base)*calibrateGrowth, calibrateLast))
	}
	if old == nil {
		s.lines = []line{{tick: c.start.tick, pico: c.start.nano * 1000, scale: s.scale}}
		return s
	}
	s.lines = old.lines
	if l, ok := realign(old, s.scale, now); ok {
		s.lines = append([]line(nil), s.lines...) // readers hold the old array
		if len(s.lines) == maxLines {
			s.lines = s.lines[1:]
		}
		s.lines = append(s.lines, l)
	}
	return s
}

// realign is the line that follows old from its due tick on, if one is needed,
// given what the timers say now.
func realign(old *calibration, k Scale, now sample) (line, bool) {
	is, want := old.pico(now.tick), now.nano*1000
	drift := max(is, want) - min(is, want)
	if old.final && drift < realignFrom {
		return line{}, false
	}
	back := k.Span(max(now.tick, old.due) - old.due)
	l := line{tick: old.due, pico: want - min(back, want), scale: k}
	if drift < stepFrom {
		l.floor = old.pico(l.tick)
	}
	return l, true
}

// after is the tick that is d later than a moment.
func after(m sample, k Scale, d time.Duration) uint64 {
	// 2^20 ticks last Span(2^20) picoseconds.
	return saturatingAdd(m.tick, uint64(float64(d)*1000/float64(k.Span(1<<20))*(1<<20)))
}
