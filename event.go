package perfschema

import (
	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/record"
)

// eventHead is what all events have. Times are nanosecond ticks, 0 for none.
type eventHead struct {
	threadID, eventID, endEventID uint64
	class                         *Class
	pc                            uintptr
	start, end                    uint64
	nestingID                     uint64
	nestingType                   record.EventType
	timed, running                bool
}

const picoPerNano = 1000

// export turns a record into what a reader sees at tick now.
func (h *eventHead) export(now uint64) record.Event {
	e := record.Event{
		ThreadID: h.threadID, EventID: h.eventID, EndEventID: h.endEventID,
		Running: h.running, Timed: h.start != 0,
		EventName: h.class.eventName(), TimerStart: h.start * picoPerNano, Site: callsite.Site{PC: h.pc},
		NestingEventID: h.nestingID, NestingType: h.nestingType,
	}
	end := h.end
	if h.running && h.timed {
		end = max(now, h.start)
	}
	if e.Timed && end != 0 {
		e.EndTimed = true
		e.TimerEnd = end * picoPerNano
		e.TimerWait = (end - h.start) * picoPerNano
	}
	return e
}

// open starts an event, nested in the running statement. Only an event that a
// table shows takes a number of the thread's one event sequence. now is 0 if
// the event is not timed. It stores field by field: a literal would be made beside and
// then moved, by moves that are wider than what was just stored, and these wait until
// all stores before them have reached the cache.
func (t *Thread) open(h *eventHead, c *Class, pc uintptr, now uint64, shown bool) {
	nestingID, nestingType, id := uint64(0), record.EventNone, uint64(0)
	if st := t.current(); st != nil && st.rec.eventID != 0 {
		nestingID, nestingType = st.rec.eventID, record.EventStatement
	}
	if shown {
		t.eventID++
		id = t.eventID
	}
	h.threadID, h.eventID, h.endEventID, h.class, h.pc = t.id, id, 0, c, pc
	h.start, h.end, h.timed, h.running = now, 0, now != 0, true
	h.nestingID, h.nestingType = nestingID, nestingType
}

// copyFrom copies a head that was just written. It goes word by word: the wider moves of
// a plain copy would wait until all of it has reached the cache.
func (h *eventHead) copyFrom(o *eventHead) {
	h.threadID, h.eventID, h.endEventID = o.threadID, o.eventID, o.endEventID
	h.class, h.pc = o.class, o.pc
	h.start, h.end = o.start, o.end
	h.nestingID, h.nestingType, h.timed, h.running = o.nestingID, o.nestingType, o.timed, o.running
}

// keeps says whether an event that ends goes to its thread's history and to the
// long one. As in MySQL what is on at its end decides, if it was shown at all.
func (t *Thread) keeps(shown bool, history, long Consumer) (own, all bool) {
	if !shown || !t.history.Load() {
		return false, false
	}
	on := t.schema.consumerSet()
	return on.has(history), on.has(long)
}

// shut ends an event; now is 0 if it is not timed.
func (t *Thread) shut(h *eventHead, now uint64) {
	h.end, h.endEventID, h.running = now, t.eventID, false
}

// moment is a stretch of a Thread's work that counts as one point in time.
type moment struct {
	on   bool
	tick uint64 // 0 until the clock has been read
}

// BeginMoment says that whatever begins or ends on the Thread until EndMoment
// does so at once: statements, stages, transactions and commands share one
// reading of the clock, which for a short statement takes as long as all else
// that is recorded of it. Waits are timed as ever. Only the Thread's writer calls
// it; moments do not nest.
func (t *Thread) BeginMoment() {
	if t != nil {
		t.moment = moment{on: true}
	}
}

// EndMoment ends what BeginMoment began.
func (t *Thread) EndMoment() {
	if t != nil {
		t.moment.on = false
	}
}

// now is the clock of the Thread's events.
func (t *Thread) now() uint64 {
	if !t.moment.on {
		return t.schema.clock.Now()
	}
	if t.moment.tick == 0 {
		t.moment.tick = t.schema.clock.Now()
	}
	return t.moment.tick
}

// historyKind says which of the three tables of an event family is meant.
type historyKind uint8

// The tables of an event family.
const (
	historyCurrent historyKind = iota // events_<family>_current
	historyThread                     // events_<family>_history
	historyLong                       // events_<family>_history_long
)

// truncateHistory empties a table of events. Events that run on are recorded
// when they end.
func (s *Reader) truncateHistory(e record.EventType, h historyKind) {
	if !s.Schema().Enabled() || e > record.EventWait || h > historyLong {
		return
	}
	if h == historyLong {
		switch e {
		case record.EventStatement:
			s.statementsLong.Truncate()
		case record.EventStage:
			s.stagesLong.Truncate()
		case record.EventTransaction:
			s.transactionsLong.Truncate()
		case record.EventWait:
			s.waitsLong.Truncate()
		}
		return
	}
	for _, t := range s.Threads() {
		switch {
		case h == historyCurrent:
			t.floors[e].Store(t.lastEventID())
		case e == record.EventStatement:
			t.statements.Truncate(&t.lock)
		case e == record.EventStage:
			t.stages.Truncate(&t.lock)
		case e == record.EventTransaction:
			t.transactions.Truncate(&t.lock)
		case e == record.EventWait:
			t.waitHistory.Truncate(&t.lock)
		}
	}
}

// LastEventID is the number of the event that the Thread has begun last; 0 of no Thread. Any
// goroutine may call it.
func (t *Thread) LastEventID() uint64 {
	if t == nil {
		return 0
	}
	return t.lastEventID()
}

func (t *Thread) lastEventID() uint64 {
	for {
		v := t.lock.Start()
		id := t.eventID
		if t.lock.Valid(v) {
			return id
		}
	}
}
