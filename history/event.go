package history

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/perfschema/perfschema/sampler"
)

// mostEventBytes is what statements that wait to be written may keep in memory, texts and
// plans included.
const mostEventBytes = 64 << 20

// events are statements that have ended and wait to be written. The profiler hands them
// over on a goroutine of its own: no statement waits for one that writes.
type events struct {
	slow   time.Duration // from which on a statement is kept for sure; less than 0 is never
	every  uint64        // of the others one in so many, by chance; 0 is none
	most   int
	random func(n uint64) uint64 // a number below n
	full   func()                // half of the room is used up

	mu      sync.Mutex
	waiting []event
	bytes   uint64
	lost    uint64
	spare   []event
}

// event is a statement that is to be written.
type event struct {
	profile *sampler.Profile
	// weight is of how many statements it is one that was chosen by chance, here and by the
	// profiler: 1 of those that are kept for sure. It is 0 of one whose profile is not kept.
	weight uint64
	// telling: it failed or was slow, so that its event is kept.
	telling bool
}

func newEvents(o *Options, full func()) *events {
	e := &events{slow: o.EventTime, most: o.EventBuffer, random: rand.Uint64N, full: full}
	if o.EventEvery > 0 {
		e.every = uint64(o.EventEvery)
	}
	return e
}

// add is told of a statement that has ended.
func (e *events) add(p *sampler.Profile) {
	x := event{profile: p}
	if took, ok := p.Statement.Duration(); ok && e.slow >= 0 && took >= e.slow {
		x.weight, x.telling = 1, true
	} else if e.every != 0 && e.random(e.every) == 0 {
		x.weight = e.every
	}
	x.telling = x.telling || p.Statement.Failed()
	if x.weight == 0 && !x.telling {
		return
	}
	// The profiler leaves none out while it has a callback; those that ended before it had one
	// may stand for others.
	x.weight *= uint64(p.Weight)
	size := p.Statement.Bytes()
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.waiting) >= e.most || e.bytes+size > mostEventBytes {
		e.lost++
		return
	}
	e.waiting = append(e.waiting, x)
	e.bytes += size
	if len(e.waiting) == (e.most+1)/2 || e.bytes > mostEventBytes/2 {
		e.full()
	}
}

// take gives what waits, until the next take, and how many were lost since the last.
func (e *events) take() (waiting []event, lost uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	clear(e.spare)
	waiting, lost = e.waiting, e.lost
	e.waiting, e.spare = e.spare[:0], waiting
	e.bytes, e.lost = 0, 0
	return waiting, lost
}
