package perfschema

import (
	"runtime"
	"sync"
	"weak"

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

// processPast remembers what was so at the end of the last garbage collections,
// because the heap profile is as of an earlier one. To remember one costs what
// it takes to count memory, on a goroutine of its own.
type processPast struct {
	follows sync.Once
	mu      sync.Mutex
	moments [keptMoments]pastMoment // by number; the zero value is the beginning of the program
	idle    uint64                  // tick until which nothing is counted
}

// pastMoment is the end of a collection.
type pastMoment struct {
	goheap.Collection
	counted []int64 // bytes that instruments held, by class; nil if not known
}

// follow begins to remember; it ends with the Schema.
func (p *processPast) follow(s *Schema) {
	p.follows.Do(func() {
		p.remember(s)
		schema := weak.Make(s)
		goheap.AfterCollections(func() bool {
			s := schema.Value()
			if s != nil {
				s.memory.process.past.remember(s)
			}
			return s != nil
		})
	})
}

// remember adds the last collection.
func (p *processPast) remember(s *Schema) {
	if m := p.add(goheap.LastCollection(), nil); m.counted != nil || !p.due(s.clock.Now()) {
		return
	}
	runtime.LockOSThread() // whose CPU time it is
	defer runtime.UnlockOSThread()
	began := usage.System().SelfCPU()
	sums := s.countedMemory()
	counted := make([]int64, len(sums))
	for i := range sums {
		counted[i] = sums[i].CurrentBytes()
	}
	p.add(goheap.LastCollection(), counted) // if another has ended, this is nearer
	took := usage.System().SelfCPU() - began
	p.mu.Lock()
	p.idle = s.clock.Now() + countShare*uint64(max(0, took))
	p.mu.Unlock()
}

func (p *processPast) due(now uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return now >= p.idle
}

// add remembers a collection, and what was counted if that is not known yet.
func (p *processPast) add(c goheap.Collection, counted []int64) pastMoment {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := &p.moments[c.Number%keptMoments]
	if m.Number > c.Number {
		return *m // another goroutine is ahead
	}
	if m.Number != c.Number {
		*m = pastMoment{}
	}
	m.Collection = c
	if m.counted == nil {
		m.counted = counted
	}
	return *m
}

// find gives what is remembered of a collection; the beginning is always known.
func (p *processPast) find(number uint64) (pastMoment, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if m := p.moments[number%keptMoments]; m.Number == number {
		return m, true
	}
	return pastMoment{}, false
}

// shown is the collection that a profile is as of, which was read when this was
// the last.
func (p *processPast) shown(last goheap.Collection) (pastMoment, bool) {
	before, known := p.find(last.Number - 1)
	if known && last.Forced > before.Forced {
		return p.find(last.Number)
	}
	return before, known && last.Number > 1
}

// forced says whether a profile that was read when this collection was the last
// may not be the last that it publishes.
func (p *processPast) forced(last goheap.Collection) bool {
	if last.Forced == 0 {
		return false
	}
	before, known := p.find(last.Number - 1)
	return !known || last.Forced > before.Forced
}

// knows says whether it is remembered what was alive when a profile was taken.
func (p *processPast) knows(f *goheap.Profile) bool {
	if f.Rate == 0 || f.Last.Number < 2 && !p.forced(f.Last) {
		return true
	}
	_, known := p.shown(f.Last)
	return known
}

// place gives figures what was so when the profile was taken and when the last
// collection ended.
func (p *processPast) place(f *processFigures) {
	p.add(f.profile.Last, nil)
	last, _ := p.find(f.held.Collections)
	var shown pastMoment
	switch of := f.profile.Last; {
	case f.profile.Rate == 0:
		f.base, f.baseKnown = f.held.Live, true
	case of.Number < 2 && !p.forced(of):
		// The profile has all allocations.
		f.held.Live = f.held.Objects
		f.base, f.baseKnown = f.held.Live, true
		last = pastMoment{}
	default:
		shown, f.baseKnown = p.shown(of)
		f.base = shown.Live
	}
	f.countedThen = shown.counted != nil
	for i := range f.exact {
		e := &f.exact[i]
		e.atLast = last.of(e.class, e.bytes)
		e.atProfile = shown.of(e.class, e.atLast)
	}
}

// of is what a class counted then, or if nobody knows.
func (m *pastMoment) of(class int, unknown int64) int64 {
	switch {
	case m.counted == nil:
		return unknown
	case class < len(m.counted):
		return m.counted[class]
	}
	return 0 // there was no such class
}
