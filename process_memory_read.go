package perfschema

import (
	"runtime"
	"sync"
	"time"
	"weak"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/procmem"
	"github.com/perfschema/perfschema/internal/resident"
	"github.com/perfschema/perfschema/record"
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
	past    procmem.Past
	follows sync.Once // that past is kept up

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
	parts   []record.MemoryPart
	figures []processFigure
}

// processFigure is what the global summary has of an instrument.
type processFigure struct {
	key  MemoryKey
	stat record.MemoryStat
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
	p.follow(s)
	f := procmem.Figures{Profile: p.readProfile()}
	if !p.past.Knows(&f.Profile) {
		// The first look, and no collection was remembered yet. The profile that
		// one publishes which was asked for is its own.
		runtime.GC()
		p.past.RememberLast()
		f.Profile = p.readProfile()
	}
	f.Sample(func() procmem.HeapFigures {
		// Neighbours, so that what is allocated is in both or in none. It calls
		// what others gave us: without a lock.
		instruments := s.memoryInstruments(&p.origins)
		return procmem.HeapFigures{Held: goheap.ReadHeld(), Instruments: instruments}
	}, resident.Read)
	p.past.Attribute(&f)
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
	if p.profile.Rate != max(0, runtime.MemProfileRate) || p.profile.Last != last || p.past.Forced(last) {
		p.profile = p.heap.Read()
	}
	return p.profile
}

// reading makes parts of figures. The caller holds p.mu.
func (p *processMemory) reading(s *Schema, f *procmem.Figures) processReading {
	if p.watched {
		f.Profile = p.fold(s, f.Profile)
	}
	r := processReading{parts: memoryParts(f.Parts())}
	if p.watched {
		r.figures = p.figures(f, r.parts)
	}
	return r
}

// The kinds of parts are the same here and there.
var _ = [1]struct{}{}[record.MemoryUnexplained-record.MemoryPartKind(procmem.Unexplained)]

// memoryParts are parts as who reads them knows them.
func memoryParts(parts []procmem.Part) []record.MemoryPart {
	out := make([]record.MemoryPart, len(parts))
	for i := range parts {
		p := &parts[i]
		out[i] = record.MemoryPart{
			Name: p.Name, Kind: record.MemoryPartKind(p.Kind), Bytes: p.Bytes, Known: p.Known, Count: p.Count, Counted: p.Counted,
			Error: p.Error, Documentation: p.Documentation,
		}
	}
	return out
}

// memoryInstruments is what the instruments count that are not of the process.
func (s *Schema) memoryInstruments(origins *memoryOrigins) []procmem.Instrument {
	sums := s.countedMemory()
	var out []procmem.Instrument
	for i := range sums {
		c := s.classes[KindMemory].at(uint32(i) + 1)
		if procmem.Owns(c.name) {
			continue
		}
		out = append(out, procmem.Instrument{
			Name: c.name, Documentation: c.doc, Class: i, Origin: origins.of(c),
			Bytes: sums[i].CurrentBytes(), Count: sums[i].CurrentCount(),
		})
	}
	return out
}

// follow begins to remember what is so at the end of each collection; it ends with the
// Schema.
func (p *processMemory) follow(s *Schema) {
	p.follows.Do(func() {
		s.rememberCollection()
		schema := weak.Make(s)
		goheap.AfterCollections(func() bool {
			s := schema.Value()
			if s != nil {
				s.rememberCollection()
			}
			return s != nil
		})
	})
}

func (s *Schema) rememberCollection() {
	s.memory.process.past.Remember(s.clock.Now, func() []int64 {
		sums := s.countedMemory()
		counted := make([]int64, len(sums))
		for i := range sums {
			counted[i] = sums[i].CurrentBytes()
		}
		return counted
	})
}

// countedMemory is what all instruments count but those of the process, by class.
func (s *Schema) countedMemory() []record.MemoryStat {
	f := s.summingMemory()
	sums := make([]record.MemoryStat, f.n)
	s.readMemory(f, &summaryGroup{by: record.Global}, sums)
	s.addMemorySources(sums)
	return sums
}
