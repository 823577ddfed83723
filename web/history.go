package web

import (
	"sync"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
)

const (
	// readEvery is the time between two readings while somebody looks.
	readEvery = 5 * time.Second
	// keepReading is for how long readings go on after the last look.
	keepReading = 5 * time.Minute
	// maxIntervals is how many times between two readings are kept, and maxKept how many
	// digests of them all, of some 500 bytes each. maxDigests is how many of one interval
	// are told apart: those that took most time.
	maxIntervals, maxKept, maxDigests = 180, 20_000, 1000
	// fresh is how old a reading may be that a page shows as now.
	fresh = time.Second
)

// history keeps what statements did between readings, while somebody looks.
type history struct {
	schema   *perfschema.Schema
	profiler *sampler.Profiler
	now      func() time.Time
	ticks    func(time.Duration) (c <-chan time.Time, stop func())

	mu        sync.Mutex
	looked    time.Time
	intervals []*interval // in order
	kept      int         // digests in them
	last      *reading    // nil: nobody has looked of late
	latest    *interval   // since then, for who looks now
	stop      chan struct{}
	done      chan struct{}
	closed    bool
}

func newHistory(ps *perfschema.Schema, p *sampler.Profiler) *history {
	return &history{schema: ps, profiler: p, now: time.Now, ticks: func(d time.Duration) (<-chan time.Time, func()) {
		t := time.NewTicker(d)
		return t.C, t.Stop
	}}
}

// look gives the intervals there are, the last one up to now, and has readings go on for
// a while. They are the caller's to read.
func (h *history) look() []*interval {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.looked = h.now()
	if h.last == nil {
		h.last = h.read()
		h.intervals, h.kept = h.before(h.last.at), 0
		for _, i := range h.intervals {
			h.kept += len(i.by)
		}
		if !h.closed {
			h.stop, h.done = make(chan struct{}), make(chan struct{})
			go h.run(h.stop, h.done)
		}
	}
	out := append([]*interval(nil), h.intervals...)
	if h.latest == nil && h.looked.Sub(h.last.at) >= fresh || h.latest != nil && h.looked.Sub(h.latest.to) >= fresh {
		h.latest = h.read().since(h.last)
	}
	if h.latest != nil {
		out = append(out, h.latest)
	}
	return out
}

// run reads until nobody has looked for a while, and then forgets all.
func (h *history) run(stop, done chan struct{}) {
	defer close(done)
	ticks, end := h.ticks(readEvery)
	defer end()
	for {
		select {
		case <-stop:
			return
		case <-ticks:
		}
		if !h.tick() {
			return
		}
	}
}

// tick takes a reading; false: nobody looks any more.
func (h *history) tick() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.now().Sub(h.looked) > keepReading {
		h.forget()
		return false
	}
	r := h.read()
	h.keep(r.since(h.last))
	h.last, h.latest = r, nil
	return true
}

func (h *history) forget() {
	h.intervals, h.kept, h.last, h.latest, h.stop = nil, 0, nil, nil, nil
}

func (h *history) keep(i *interval) {
	h.intervals = append(h.intervals, i)
	h.kept += len(i.by)
	for len(h.intervals) > maxIntervals || h.kept > maxKept && len(h.intervals) > 1 {
		h.kept -= len(h.intervals[0].by)
		h.intervals[0] = nil
		h.intervals = h.intervals[1:]
	}
}

// close ends it: who looks sees the last executions from now on.
func (h *history) close() {
	h.mu.Lock()
	stop, done := h.stop, h.done
	h.forget()
	h.closed = true
	h.mu.Unlock()
	if stop != nil {
		close(stop)
		<-done
	}
}
