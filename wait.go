package perfschema

import (
	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/clock"
)

// Wait is a running wait: a small value, kept by the goroutine that waits until
// it calls End once. The zero Wait is one that nobody watches.
type Wait struct {
	thread *Thread // nil: on no Thread
	class  *Class
	on     *instance  // what is waited for, or nil
	io     *ioStat    // its statistics, or nil
	word   *stateWord // what it is published in, or nil
	start  uint64     // tick; if not timed the number of the event, or 0
	took   uint64     // ticks, once it has ended
	mode   waitMode
	op     Operation
	outer  uint8 // the resource waited for around it
	depth  uint8 // 1 + index on the thread's stack of waits; 0: no event
}

// begin starts a wait of class c on an instance, on a Thread or none, in a zero
// Wait. at is where, for what is an event.
func (w *Wait) begin(t *Thread, c *Class, m waitMode, on *instance, io *ioStat, op Operation, at callsite.Site) {
	if m&waitOn == 0 {
		if m != 0 {
			w.sampleOnly(t, c, op)
		}
		return
	}
	t = c.own(t)
	if t != nil && m&waitByThread != 0 && !t.enabled.Load() {
		return
	}
	w.class, w.on, w.io, w.mode, w.op = c, on, io, m, op
	if m&waitByThread != 0 && t != nil {
		w.thread = t
		if m&waitSampled != 0 {
			w.publish()
		}
		if m&waitShown != 0 {
			t.openWait(w, at)
			return
		}
	}
	if m&waitTimed != 0 {
		w.start = c.schema.tick(m)
	}
}

// sampleOnly starts a wait of a disabled class, for a profiler to sample: nothing of it
// is recorded.
func (w *Wait) sampleOnly(t *Thread, c *Class, op Operation) {
	if t = c.own(t); t != nil && t.enabled.Load() {
		w.thread, w.class, w.mode, w.op = t, c, waitSampled, op
		w.publish()
	}
}

// startSampledOnly is sampleOnly of a wait for a lock that is taken.
func (c *Class) startSampledOnly(t *Thread, op Operation) (w Wait) {
	if t == &whoeverIsBound {
		t = bindings.Get()
	}
	w.sampleOnly(t, c, op)
	return w
}

// recorded says whether the wait is more than what a profiler samples.
func (w *Wait) recorded() bool { return w.mode&waitOn != 0 }

// End ends a wait. One clock read, no lock, no allocation.
func (w *Wait) End() {
	if w.mode != 0 {
		w.end(0, false)
	}
}

// EndBytes ends a wait for I/O that moved n bytes: NUMBER_OF_BYTES. A negative
// n counts as none.
func (w *Wait) EndBytes(n int64) {
	if w.mode != 0 {
		w.end(max(n, 0), true)
	}
}

func (w *Wait) end(bytes int64, hasBytes bool) {
	m, c := w.mode, w.class
	w.mode = 0
	if m&waitSampled != 0 {
		w.retract(bytes, hasBytes)
		if m&waitOn == 0 {
			return
		}
	}
	var now, d uint64
	timed := m&waitTimed != 0
	if timed {
		if m&waitCycles != 0 {
			now = clock.Cycles()
		} else {
			now = c.schema.clock.Now()
		}
		d = span(w.start, now)
		w.took = d
	}
	if w.io != nil {
		w.io.add(w.op, d, timed, bytes)
	}
	t := w.thread
	if t == nil {
		shared(c.schema.direct.waits, int(c.slot)).Add(d, timed)
		return
	}
	if w.depth != 0 {
		t.closeWait(w, m, now, d, bytes, hasBytes)
		return
	}
	t.countWait(c, d, timed)
}

// span is how much time passed; cores may disagree by a tick.
func span(start, end uint64) uint64 {
	if end < start {
		return 0
	}
	return end - start
}

// countWait adds a wait to the thread's summaries.
func (t *Thread) countWait(c *Class, d uint64, timed bool) {
	t.lock.Begin()
	b := t.waitCache.At(&t.stats.waits, c.slot)
	if timed {
		b.Add(d)
	} else {
		b.AddUntimed()
	}
	t.lock.End()
}

// StartIdle starts a wait of the instrument "idle": a connection waits for its
// next command. Sources: events_waits_*, instrument idle.
//
//go:noinline
func (t *Thread) StartIdle() (w Wait) {
	if t == nil || t.schema.idleKey == 0 {
		return
	}
	c := t.schema.classes[KindIdle].at(uint32(t.schema.idleKey))
	m := c.waitMode()
	var at callsite.Site
	if m&waitShown != 0 {
		at = callsite.Pair()
	}
	w.begin(t, c, m, nil, nil, OpIdle, at)
	return
}

// maxWaits is how deep waits nest on a thread: a file is read while a table is,
// while a lock is held. Waits nested deeper count in summaries, are no events,
// and are counted in Performance_schema_locker_lost.
const maxWaits = 6

// waitRecord is one wait event.
type waitRecord struct {
	eventHead
	above    uintptr // the place that called the place in pc
	on       *instance
	index    *tableIndex
	bytes    int64
	op       Operation
	hasBytes bool
	raw      bool // start and end are ticks of the cycle counter
}

// copyFrom copies a record that was just written; see [eventHead.copyFrom].
func (r *waitRecord) copyFrom(o *waitRecord) {
	r.eventHead.copyFrom(&o.eventHead)
	r.above, r.on, r.index = o.above, o.on, o.index
	r.bytes, r.op, r.hasBytes, r.raw = o.bytes, o.op, o.hasBytes, o.raw
}

// waitStack is the running waits of a thread; the last that ended stays to be
// seen.
type waitStack struct {
	records [maxWaits]waitRecord
	depth   int // of what runs
	last    int // 1 + index of what ran last, 0 for nothing
}

// openWait puts a wait on the thread's stack, nested in the wait, stage or
// statement that runs, whichever is the innermost, and takes its start.
func (t *Thread) openWait(w *Wait, at callsite.Site) {
	ws := t.waits.Load()
	if ws == nil {
		ws = new(waitStack)
		t.waits.Store(ws)
	}
	depth := ws.depth
	if uint(depth) >= maxWaits {
		s := t.schema
		s.waitsLost.Add(1)
		if w.mode&waitTimed != 0 {
			w.start = s.tick(w.mode)
		}
		return
	}
	t.lock.Begin()
	r := &ws.records[depth]
	t.eventID++
	r.threadID, r.eventID, r.endEventID, r.class, r.pc, r.above = t.id, t.eventID, 0, w.class, at.PC, at.Above
	r.start, r.end, r.timed, r.running = 0, 0, false, true
	r.on, r.index, r.bytes, r.hasBytes = w.on, nil, 0, false
	r.op, r.raw = w.op, w.mode&waitCycles != 0
	switch {
	case depth > 0:
		r.nestingID, r.nestingType = ws.records[depth-1].eventID, EventWait
	case t.stage.running && t.stage.eventID != 0:
		r.nestingID, r.nestingType = t.stage.eventID, EventStage
	default:
		r.nestingID, r.nestingType = 0, EventNone
		if st := t.current(); st != nil && st.rec.eventID != 0 {
			r.nestingID, r.nestingType = st.rec.eventID, EventStatement
		}
	}
	ws.depth, ws.last = depth+1, depth+1
	w.depth = uint8(depth + 1)
	if m := w.mode; m&waitTimed != 0 {
		if m&waitCycles != 0 {
			w.start = clock.Cycles()
		} else {
			w.start = t.schema.clock.Now()
		}
		r.start, r.timed = w.start, true
	} else {
		w.start = t.eventID
	}
	t.lock.End()
}

// isOf says whether the event is that of a wait, and not of another that runs in its
// place by now.
func (r *waitRecord) isOf(w *Wait) bool {
	if r.timed {
		return r.start == w.start
	}
	return r.eventID == w.start
}

// closeWait ends an event and counts it.
func (t *Thread) closeWait(w *Wait, m waitMode, now, d uint64, bytes int64, hasBytes bool) {
	ws := t.waits.Load()
	i := int(w.depth) - 1
	if ws == nil || i >= ws.depth || uint(i) >= maxWaits || !ws.records[i].isOf(w) {
		t.countWait(w.class, d, m&waitTimed != 0)
		return // a wait around this one ended before it
	}
	t.lock.Begin()
	r := &ws.records[i]
	ws.depth, ws.last = i, i+1
	r.bytes, r.hasBytes = bytes, hasBytes
	r.end = now
	b := t.waitCache.At(&t.stats.waits, w.class.slot)
	if r.timed {
		b.Add(d)
	} else {
		b.AddUntimed()
	}
	t.keepWait(r)
}

// keepWait puts a record that ends into the histories and closes the write
// section that the caller began.
func (t *Thread) keepWait(r *waitRecord) {
	r.endEventID, r.running = t.eventID, false
	own, all := t.keeps(true, ConsumerEventsWaitsHistory, ConsumerEventsWaitsHistoryLong)
	if own {
		if p := t.waitHistory.Next(); p != nil {
			p.copyFrom(r)
		}
	}
	t.lock.End()
	if all {
		if s := t.schema.waitsLong.Claim(); s != nil {
			s.Event.copyFrom(r)
			s.Release()
		}
	}
}

// EndWaits ends the waits of the thread that are events and still run, innermost
// first. It is for a statement that a panic has left in the middle: whoever
// began them does not come back to end them. Only the Thread's writer calls it.
func (t *Thread) EndWaits() {
	if t == nil {
		return
	}
	ws := t.waits.Load()
	for ws != nil && ws.depth > 0 {
		i := ws.depth - 1
		r := &ws.records[i]
		now := uint64(0)
		switch {
		case !r.timed:
		case r.raw:
			now = clock.Cycles()
		default:
			now = t.schema.clock.Now()
		}
		t.lock.Begin()
		ws.depth, ws.last = i, i+1
		r.end = now
		b := t.waitCache.At(&t.stats.waits, r.class.slot)
		if r.timed {
			b.Add(span(r.start, now))
		} else {
			b.AddUntimed()
		}
		t.keepWait(r)
	}
}

// waitTick converts a tick of a record to picoseconds.
func (s *Schema) waitTick(tick uint64, raw bool) uint64 {
	if !raw {
		return tick * picoPerNano
	}
	return s.cycle.Pico(tick)
}

// waitSpan converts a duration of a record to picoseconds: as the summaries do,
// and not as the difference of two ticks, between which the position of ticks
// may have been put right.
func (s *Schema) waitSpan(d uint64, raw bool) uint64 {
	if !raw {
		return d * picoPerNano
	}
	return s.cycle.PicoSpan(d)
}

// waitNow is the tick at which running waits are looked at.
func (s *Schema) waitNow() uint64 {
	if s.cycles {
		return clock.Cycles()
	}
	return s.clock.Now()
}
