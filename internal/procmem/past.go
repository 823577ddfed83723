package procmem

import (
	"runtime"
	"sync"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/usage"
)

const (
	// keptMoments is how many collections are remembered: the one that the
	// profile shows, the last one, and those that may end during a reading.
	keptMoments = 4
	// countShare is how many times the CPU time that it takes to count what
	// instruments hold must pass until that is done again.
	countShare = 200
)

// Past remembers what was so at the end of the last garbage collections,
// because the heap profile is as of an earlier one. To remember one costs what
// it takes to count memory, on a goroutine of its own.
type Past struct {
	mu      sync.Mutex
	moments [keptMoments]moment // by number; the zero value is the beginning of the program
	idle    uint64              // tick until which nothing is counted
}

// moment is the end of a collection.
type moment struct {
	goheap.Collection
	counted []int64 // bytes that instruments held, by class; nil if not known
}

// Remember adds the last collection. now is a clock in nanoseconds; count gives the bytes
// that instruments hold, by class, and is called if its turn has come.
func (p *Past) Remember(now func() uint64, count func() []int64) {
	if m := p.add(goheap.LastCollection(), nil); m.counted != nil || !p.due(now()) {
		return
	}
	runtime.LockOSThread() // whose CPU time it is
	defer runtime.UnlockOSThread()
	began := usage.System().SelfCPU()
	counted := count()
	p.add(goheap.LastCollection(), counted) // if another has ended, this is nearer
	took := usage.System().SelfCPU() - began
	p.mu.Lock()
	p.idle = now() + countShare*uint64(max(0, took))
	p.mu.Unlock()
}

// RememberLast adds the last collection, of which it is not known what instruments held.
func (p *Past) RememberLast() { p.add(goheap.LastCollection(), nil) }

func (p *Past) due(now uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return now >= p.idle
}

// add remembers a collection, and what was counted if that is not known yet.
func (p *Past) add(c goheap.Collection, counted []int64) moment {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := &p.moments[c.Number%keptMoments]
	if m.Number > c.Number {
		return *m // another goroutine is ahead
	}
	if m.Number != c.Number {
		*m = moment{}
	}
	m.Collection = c
	if m.counted == nil {
		m.counted = counted
	}
	return *m
}

// find gives what is remembered of a collection; the beginning is always known.
func (p *Past) find(number uint64) (moment, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if m := p.moments[number%keptMoments]; m.Number == number {
		return m, true
	}
	return moment{}, false
}

// At is what is remembered of a collection by its number: the bytes that it found alive,
// and those that instruments held then, by class, nil if that is not known.
func (p *Past) At(number uint64) (live int64, counted []int64) {
	m, _ := p.find(number)
	return m.Live, m.counted
}

// shown is the collection whose heap a profile shows. last is the one that had ended
// last when the profile was read: the runtime publishes a profile one collection late,
// unless the collection was forced, which publishes its own.
func (p *Past) shown(last goheap.Collection) (moment, bool) {
	before, known := p.find(last.Number - 1)
	if known && last.Forced > before.Forced {
		return p.find(last.Number)
	}
	return before, known && last.Number > 1
}

// Forced says whether the last collection was forced (runtime.GC), or may have been.
// Its profile may then be published in two steps, and one that was read just now not be
// the final one.
func (p *Past) Forced(last goheap.Collection) bool {
	if last.Forced == 0 {
		return false
	}
	before, known := p.find(last.Number - 1)
	return !known || last.Forced > before.Forced
}

// Knows says whether the collection whose heap a profile shows is remembered: without it
// the profile cannot be compared with what instruments have counted.
func (p *Past) Knows(f *goheap.Profile) bool {
	if f.Rate == 0 || f.Last.Number < 2 && !p.Forced(f.Last) {
		return true
	}
	_, known := p.shown(f.Last)
	return known
}

// Attribute fills in what figures lack: the bytes alive at the collection that their
// profile shows, and of each instrument the bytes counted then and at the last one.
func (p *Past) Attribute(f *Figures) {
	p.add(f.Profile.Last, nil)
	last, _ := p.find(f.Held.Collections)
	var shown moment
	switch of := f.Profile.Last; {
	case f.Profile.Rate == 0:
		f.base, f.baseKnown = f.Held.Live, true
	case of.Number < 2 && !p.Forced(of):
		// The profile has all allocations.
		f.Held.Live = f.Held.Objects
		f.base, f.baseKnown = f.Held.Live, true
		last = moment{}
	default:
		shown, f.baseKnown = p.shown(of)
		f.base = shown.Live
	}
	f.countedThen = shown.counted != nil
	for i := range f.Instruments {
		e := &f.Instruments[i]
		e.atLast = last.of(e.Class, e.Bytes)
		e.atProfile = shown.of(e.Class, e.atLast)
	}
}

// of is the bytes that a class had counted then; unknown where they are not remembered.
func (m *moment) of(class int, unknown int64) int64 {
	switch {
	case m.counted == nil:
		return unknown
	case class < len(m.counted):
		return m.counted[class]
	}
	return 0 // there was no such class
}
