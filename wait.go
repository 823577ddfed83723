package perfschema

import (
	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/clock"
)

// Wait is a running wait: a small value, kept by the goroutine that waits until
// it calls End once. The zero Wait is one that is not recorded.
type Wait struct {
	thread *Thread // nil: on no Thread
	class  *Class
	on     *instance // what is waited for, or nil
	io     *ioStat   // its statistics, or nil
	start  uint64    // tick, 0 if not timed
	took   uint64    // ticks, once it has ended
	mode   waitMode
	op     Operation
	depth  uint8 // 1 + place on the thread's stack of waits; 0: no event
}

// beginWait starts a wait of class c on an instance, on a Thread or none. at is
// where, for what is an event.
func beginWait(t *Thread, c *Class, m waitMode, on *instance, io *ioStat, op Operation, at callsite.Place) Wait {
	if m == 0 || t != nil && m&waitByThread != 0 && !t.enabled.Load() {
		return Wait{}
	}
	w := Wait{thread: t, class: c, on: on, io: io, mode: m, op: op}
	if m&waitByThread == 0 {
		w.thread = nil
	} else if t != nil && m&waitShown != 0 {
		t.openWait(&w, at)
		return w
	}
	if m&waitTimed != 0 {
		w.start = c.schema.tick(m)
	}
	return w
}

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
	var now, d uint64
	timed := m&waitTimed != 0
	if timed {
		now = c.schema.tick(m)
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
	if b := t.stats.waits.At(int(c.slot)); b != nil {
		if timed {
			b.Add(d)
		} else {
			b.AddUntimed()
		}
	}
	t.lock.End()
}

// StartIdle starts a wait of the instrument "idle": a connection waits for its
// next command. Sources: events_waits_*, instrument idle.
//
//go:noinline
func (t *Thread) StartIdle() Wait {
	if t == nil || t.schema.idleKey == 0 {
		return Wait{}
	}
	c := t.schema.classes[KindIdle].at(uint32(t.schema.idleKey))
	m := c.waitMode()
	var at callsite.Place
	if m&waitShown != 0 {
		at = callsite.Pair()
	}
	return beginWait(t, c, m, nil, nil, OpIdle, at)
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
	index    string
	bytes    int64
	op       Operation
	hasBytes bool
	raw      bool // start and end are ticks of the cycle counter
}

// waitStack is the running waits of a thread; the last that ended stays to be
// seen.
type waitStack struct {
	records [maxWaits]waitRecord
	depth   int // of what runs
	last    int // 1 + place of what ran last, 0 for nothing
}

// openWait puts a wait on the thread's stack and takes its start.
func (t *Thread) openWait(w *Wait, at callsite.Place) {
	s := t.schema
	ws := t.waits.Load()
	if ws == nil {
		ws = new(waitStack)
		t.waits.Store(ws)
	}
	if ws.depth >= maxWaits {
		s.waitsLost.Add(1)
		if w.mode&waitTimed != 0 {
			w.start = s.tick(w.mode)
		}
		return
	}
	t.lock.Begin()
	r := &ws.records[ws.depth]
	t.openWaitRecord(r, w, ws, at)
	ws.depth++
	ws.last = ws.depth
	w.depth = uint8(ws.depth)
	if w.mode&waitTimed != 0 {
		w.start = s.tick(w.mode)
		r.start, r.timed = w.start, true
	}
	t.lock.End()
}

// openWaitRecord fills in a wait: it nests in the wait, stage or statement that
// runs, whichever is the innermost.
func (t *Thread) openWaitRecord(r *waitRecord, w *Wait, ws *waitStack, at callsite.Place) {
	t.eventID++
	*r = waitRecord{above: at.Above, on: w.on, op: w.op, raw: w.mode&waitCycles != 0}
	r.threadID, r.eventID, r.class, r.pc, r.running = t.id, t.eventID, w.class, at.PC, true
	switch {
	case ws.depth > 0:
		r.nestingID, r.nestingType = ws.records[ws.depth-1].eventID, EventWait
	case t.stage.running && t.stage.eventID != 0:
		r.nestingID, r.nestingType = t.stage.eventID, EventStage
	default:
		if st := t.CurrentStatement(); st != nil && st.rec.eventID != 0 {
			r.nestingID, r.nestingType = st.rec.eventID, EventStatement
		}
	}
}

// closeWait ends an event and counts it.
func (t *Thread) closeWait(w *Wait, m waitMode, now, d uint64, bytes int64, hasBytes bool) {
	ws := t.waits.Load()
	i := int(w.depth) - 1
	if ws == nil || i >= ws.depth {
		t.countWait(w.class, d, m&waitTimed != 0)
		return // a wait around this one ended before it
	}
	t.lock.Begin()
	r := &ws.records[i]
	ws.depth, ws.last = i, i+1
	r.bytes, r.hasBytes = bytes, hasBytes
	t.shutWait(r, w.class, m, now, d)
}

// shutWait ends a record inside the write section that the caller began: it
// goes to the summaries and the histories.
func (t *Thread) shutWait(r *waitRecord, c *Class, m waitMode, now, d uint64) {
	r.end, r.endEventID, r.running = now, t.eventID, false
	if b := t.stats.waits.At(int(c.slot)); b != nil {
		if r.timed {
			b.Add(d)
		} else {
			b.AddUntimed()
		}
	}
	t.keepWait(r, m)
}

// keepWait puts a record that has ended into the histories and closes the write
// section that the caller began.
func (t *Thread) keepWait(r *waitRecord, m waitMode) {
	kept := m&(waitHistory|waitHistoryLong) != 0 && t.history.Load()
	if kept && m&waitHistory != 0 {
		t.waitHistory.Push(r)
	}
	t.lock.End()
	if kept && m&waitHistoryLong != 0 {
		t.schema.waitsLong.Push(r)
	}
}

// waitTick converts a tick of a record to picoseconds.
func (s *Schema) waitTick(tick uint64, raw bool) uint64 {
	if !raw {
		return tick * picoPerNano
	}
	return s.cycle.Pico(tick)
}

// waitNow is the tick at which running waits are looked at.
func (s *Schema) waitNow() uint64 {
	if s.cycles {
		return clock.Cycles()
	}
	return s.clock.Now()
}
