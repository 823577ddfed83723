package perfschema

import (
	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/internal/ring"
	"github.com/perfschema/perfschema/record"
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
// Wait. at is where, for what is an event. Who returns the Wait has begin fill what is
// returned: a copy of what was just stored in smaller pieces would wait for them.
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
			w.start, w.depth = t.openWait(c, m, on, op, at)
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
		t.closeWait(c, w.depth, w.start, now, timed, bytes, hasBytes)
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
	v := t.lock.Open()
	b := t.waitCache.At(&t.stats.waits, c.slot)
	if timed {
		b.Add(d)
	} else {
		b.AddUntimed()
	}
	t.lock.Close(v)
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

// waitRecord is one wait event. Times are ticks of the timer of waits. While it runs its
// end, its bytes and the number of its end are those of the event before it in its place.
type waitRecord struct {
	threadID, eventID, endEventID uint64
	class                         *Class
	pc, above                     uintptr // above called the place in pc
	start, end                    uint64
	nestingID                     uint64
	on                            *instance
	index                         *tableIndex
	bytes                         int64
	bits                          waitBits
}

// waitBits is all that is small of a record: it is stored at once, and copied at once.
// The operation is in the lowest byte, and what the event is nested in above it.
type waitBits uint64

const (
	waitBitsNesting          = 8
	waitBitTimed    waitBits = 1 << (16 + iota)
	waitBitRunning
	waitBitBytes // NUMBER_OF_BYTES is known
	waitBitRaw   // start and end are ticks of the cycle counter
)

func (b waitBits) has(x waitBits) bool  { return b&x != 0 }
func (b waitBits) operation() Operation { return Operation(b & 0xff) }
func (b waitBits) nestingType() record.EventType {
	return record.EventType(b >> waitBitsNesting & 0xff)
}

// copyFrom copies a record that was just written. It goes word by word: the wider moves
// of a plain copy would wait until all of it has reached the cache.
func (r *waitRecord) copyFrom(o *waitRecord) {
	r.threadID, r.eventID, r.endEventID = o.threadID, o.eventID, o.endEventID
	r.class, r.pc, r.above = o.class, o.pc, o.above
	r.start, r.end, r.nestingID = o.start, o.end, o.nestingID
	r.on, r.index, r.bytes, r.bits = o.on, o.index, o.bytes, o.bits
}

// waitStack is the running waits of a thread; the last that ended stays to be
// seen.
type waitStack struct {
	records [maxWaits]waitRecord
	depth   int // of what runs
	last    int // 1 + index of what ran last, 0 for nothing
}

// openWait puts a wait on the thread's stack, nested in the wait, stage or
// statement that runs, whichever is the innermost, and takes its start: a tick or, if it
// is not timed, the number of the event. A depth of 0 says that there was no room.
func (t *Thread) openWait(c *Class, m waitMode, on *instance, op Operation, at callsite.Site) (start uint64, depth uint8) {
	ws := t.waits.Load()
	if ws == nil {
		ws = t.makeWaits()
	}
	i := ws.depth
	if uint(i) >= maxWaits {
		return t.loseWait(m), 0
	}
	v := t.lock.Open()
	r := &ws.records[i]
	id := t.eventID + 1
	t.eventID = id
	r.eventID, r.class, r.pc, r.above, r.on, r.index = id, c, at.PC, at.Above, on, nil
	nestingID, nestingType := uint64(0), record.EventNone
	if i > 0 {
		nestingID, nestingType = ws.records[i-1].eventID, record.EventWait
	} else if t.stage.running && t.stage.eventID != 0 {
		nestingID, nestingType = t.stage.eventID, record.EventStage
	} else if st := t.current(); st != nil && st.rec.eventID != 0 {
		nestingID, nestingType = st.rec.eventID, record.EventStatement
	}
	bits := waitBits(op) | waitBits(nestingType)<<waitBitsNesting | waitBitRunning
	r.nestingID = nestingID
	ws.depth, ws.last = i+1, i+1
	if m&waitTimed == 0 {
		r.start, r.bits = 0, bits
		t.lock.Close(v)
		return id, uint8(i + 1)
	}
	if m&waitCycles == 0 {
		start = t.schema.clock.Now()
		bits |= waitBitTimed
	} else {
		start = clock.Cycles()
		bits |= waitBitTimed | waitBitRaw
	}
	r.start, r.bits = start, bits
	t.lock.Close(v)
	return start, uint8(i + 1)
}

//go:noinline
func (t *Thread) makeWaits() *waitStack {
	ws := new(waitStack)
	for i := range ws.records {
		ws.records[i].threadID = t.id
	}
	t.waits.Store(ws)
	return ws
}

// loseWait takes the start of a wait that is nested too deep to be an event.
//
//go:noinline
func (t *Thread) loseWait(m waitMode) (start uint64) {
	t.schema.waitsLost.Add(1)
	if m&waitTimed != 0 {
		start = t.schema.tick(m)
	}
	return start
}

// isOf says whether the event is that of a wait which openWait gave this start, and not
// of another that runs in its place by now.
func (r *waitRecord) isOf(start uint64) bool {
	if r.bits.has(waitBitTimed) {
		return r.start == start
	}
	return r.eventID == start
}

// closeWait ends an event that openWait began, and counts it.
func (t *Thread) closeWait(c *Class, depth uint8, start, now uint64, timed bool, bytes int64, hasBytes bool) {
	ws := t.waits.Load()
	i := int(depth) - 1
	if ws == nil || i >= ws.depth || uint(i) >= maxWaits || !ws.records[i].isOf(start) {
		t.countWait(c, span(start, now), timed)
		return // a wait around this one ended before it
	}
	// The place in the long history is claimed first: what a claim waits for is what has
	// been stored before it.
	own, all := t.keeps(true, ConsumerEventsWaitsHistory, ConsumerEventsWaitsHistoryLong)
	var long *ring.Slot[waitRecord]
	if all {
		long = t.schema.waitsLong.Claim()
	}
	v := t.lock.Open()
	r := &ws.records[i]
	ws.depth, ws.last = i, i+1
	bits := r.bits &^ waitBitRunning
	if hasBytes {
		bits |= waitBitBytes
	}
	r.end, r.bytes, r.endEventID, r.bits = now, bytes, t.eventID, bits
	e := t.waitCache.Entry(c.slot)
	b := e.Stat()
	if !e.Knows(c.slot) || !t.waitCache.IsOf(&t.stats.waits) {
		b = t.waitCache.At(&t.stats.waits, c.slot)
	}
	if bits.has(waitBitTimed) {
		b.Add(span(start, now))
	} else {
		b.AddUntimed()
	}
	if own {
		if p := t.waitHistory.Next(); p != nil {
			p.copyFrom(r)
		}
	}
	t.lock.Close(v)
	if long != nil {
		long.Event.copyFrom(r)
		long.Release()
	}
}

// keepWait puts a record that has ended, and that others count, into the histories and
// closes the write section that the caller opened.
func (t *Thread) keepWait(r *waitRecord, v uint64) {
	own, all := t.keeps(true, ConsumerEventsWaitsHistory, ConsumerEventsWaitsHistoryLong)
	if own {
		if p := t.waitHistory.Next(); p != nil {
			p.copyFrom(r)
		}
	}
	t.lock.Close(v)
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
		r := &ws.records[ws.depth-1]
		start, now, timed := r.eventID, uint64(0), r.bits.has(waitBitTimed)
		switch {
		case !timed:
		case r.bits.has(waitBitRaw):
			start, now = r.start, clock.Cycles()
		default:
			start, now = r.start, t.schema.clock.Now()
		}
		t.closeWait(r.class, uint8(ws.depth), start, now, timed, 0, false)
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
