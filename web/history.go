package web

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
)

const (
	// maxIntervals is how many times between two readings are kept, and maxKept how many
	// digests of them all, of some 500 bytes each. maxDigests is how many of one interval
	// are told apart: those that took most time.
	maxIntervals, maxKept, maxDigests = 180, 20_000, 1000
)

// history keeps what statements did between readings, while somebody looks.
type history struct {
	watcher
	schema   *perfschema.Schema
	profiler *sampler.Profiler

	intervals []*interval // in order
	kept      int         // digests in them
	last      *reading    // nil: nobody has looked of late
	latest    *interval   // since then, for who looks now
}

func newHistory(ps *perfschema.Schema, p *sampler.Profiler) *history {
	return &history{watcher: watcher{now: time.Now, ticks: tickEvery}, schema: ps, profiler: p}
}

// observe gives the intervals there are, the last one up to now, and has readings go on for
// a while. They are the caller's to read.
func (h *history) observe() []*interval {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = h.now()
	if h.last == nil {
		h.last = h.read()
		h.intervals, h.kept = h.before(h.last.at), 0
		for _, i := range h.intervals {
			h.kept += len(i.by)
		}
		h.begin(nil, h.tick)
	}
	out := append([]*interval(nil), h.intervals...)
	if h.latest == nil && h.asked.Sub(h.last.at) >= fresh || h.latest != nil && h.asked.Sub(h.latest.to) >= fresh {
		h.latest = h.read().since(h.last)
	}
	if h.latest != nil {
		out = append(out, h.latest)
	}
	return out
}

// tick takes a reading; false: nobody looks any more, and all is forgotten.
func (h *history) tick() bool {
	if h.forgotten() {
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
func (h *history) close() { h.watcher.close(h.forget) }
