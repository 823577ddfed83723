package perfschema

import (
	"runtime"
	"sync"
	"time"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/resident"
)

// processAge is how old figures of the process may be in the global summary, so
// that a statement that reads it for every row of another table pays once: a
// second, or where the process is so large that to read it takes long, processShare
// times as long as that took.
const (
	processAge   = uint64(time.Second)
	processShare = 50
)

// processMemory reads the memory of the process for one Schema.
type processMemory struct {
	origins memoryOrigins
	heap    goheap.Reader
	past    processPast

	mu      sync.Mutex
	profile goheap.Profile
	last    processReading

	watched  bool
	fixed    map[string]MemoryKey
	packages map[string]MemoryKey // 0: there was no room
}

// processReading is what is known of the process at one moment. It is not
// changed any more.
type processReading struct {
	at      uint64 // tick of the Schema's clock; 0 if nothing was read
	took    uint64 // ticks
	parts   []MemoryPart
	figures []processFigure
}

// processFigure is what the global summary has of an instrument.
type processFigure struct {
	key  MemoryKey
	stat MemoryStat
}

// recent gives what is not too old for the global summary.
func (p *processMemory) recent(s *Schema) processReading {
	p.mu.Lock()
	last := p.last
	p.mu.Unlock()
	if last.at != 0 && s.clock.Now()-last.at < max(processAge, processShare*last.took) {
		return last
	}
	return p.read(s)
}

// read reads the process.
func (p *processMemory) read(s *Schema) processReading {
	began := s.clock.Now()
	p.past.follow(s)
	f := processFigures{profile: p.readProfile()}
	if !p.past.knows(&f.profile) {
		// The first look, and no collection was remembered yet. The profile that
		// one publishes which was asked for is its own.
		runtime.GC()
		p.past.add(goheap.LastCollection(), nil)
		f.profile = p.readProfile()
	}
	f.look(func() heapFigures {
		// Neighbours, so that what is allocated is in both or in none. It calls
		// what others gave us: without a lock.
		exact := s.exactMemory(&p.origins)
		return heapFigures{goheap.ReadHeld(), exact}
	}, resident.Read)
	p.past.place(&f)
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.reading(s, &f)
	r.at = s.clock.Now()
	r.took = r.at - began
	p.last = r
	return r
}

// readProfile reads the heap profile if it can have changed.
func (p *processMemory) readProfile() goheap.Profile {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := goheap.LastCollection()
	if p.profile.Rate != max(0, runtime.MemProfileRate) || p.profile.Last != last || p.past.forced(last) {
		p.profile = p.heap.Read()
	}
	return p.profile
}

// reading makes parts of figures. The caller holds p.mu.
func (p *processMemory) reading(s *Schema, f *processFigures) processReading {
	if p.watched {
		f.profile = p.fold(s, f.profile)
	}
	r := processReading{parts: f.parts()}
	if p.watched {
		r.figures = p.figures(f, r.parts)
	}
	return r
}

// exactMemory is what the instruments count that are not of the process.
func (s *Schema) exactMemory(origins *memoryOrigins) []exactMemory {
	sums := s.countedMemory()
	var out []exactMemory
	for i := range sums {
		c := s.classes[KindMemory].at(uint32(i) + 1)
		if ofProcess(c.name) {
			continue
		}
		out = append(out, exactMemory{
			name: c.name, doc: c.doc, class: i, origin: origins.of(c),
			bytes: sums[i].CurrentBytes(), count: sums[i].CurrentCount(),
		})
	}
	return out
}

// countedMemory is what all instruments count but those of the process, by class.
func (s *Schema) countedMemory() []MemoryStat {
	f := s.summingMemory()
	sums := make([]MemoryStat, f.n)
	s.readMemory(f, &summaryGroup{by: Global}, sums)
	s.addMemorySources(sums)
	return sums
}
