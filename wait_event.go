package perfschema

import (
	"net"
	"strconv"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// waitStat converts a stat counted in ticks of the timer of waits.
func (s *Schema) waitStat(t *stat.Timer) record.TimerStat {
	k := s.cycle.Scale()
	return record.TimerStat{Count: t.Count, Sum: k.Span(t.Sum), Min: k.Span(t.Min()), Max: k.Span(t.Max)}
}

// waitStat converts a stat counted in ticks of the timer of the class.
func (c *Class) waitStat(t *stat.Timer) record.TimerStat {
	if c.waitsInCycles() {
		return c.schema.waitStat(t)
	}
	return timerStat(t)
}

func (s *Schema) exportWaits(recs []waitRecord) []record.WaitEvent {
	now := s.waitInstant()
	out := make([]record.WaitEvent, len(recs))
	for i := range recs {
		r := &recs[i]
		e := record.WaitEvent{Event: s.exportWait(r, now), Operation: r.bits.operation().String(), HasBytes: r.bits.has(waitBitBytes)}
		if e.HasBytes {
			e.Bytes = r.bytes
		}
		if r.index != nil {
			e.IndexName = r.index.name
		}
		if r.on != nil {
			e.ObjectInstance = r.on.begin()
			if o := r.on.object.Load(); o != nil {
				e.ObjectType, e.ObjectSchema, e.ObjectName = o.kind, o.schema, o.name
			}
		}
		out[i] = e
	}
	return out
}

// waitInstant is a moment in ticks of both timers of waits.
type waitInstant struct{ cycles, nanos uint64 }

func (s *Schema) waitInstant() waitInstant {
	return waitInstant{cycles: s.waitNow(), nanos: s.clock.Now()}
}

// exportWait is [eventHead.export] for ticks of the timer of waits.
func (s *Schema) exportWait(r *waitRecord, now waitInstant) record.Event {
	raw := r.bits.has(waitBitRaw)
	e := record.Event{
		ThreadID: r.threadID, EventID: r.eventID, EndEventID: r.endEventID,
		Running: r.bits.has(waitBitRunning), EventName: r.class.eventName(), Timed: r.bits.has(waitBitTimed),
		Site:           callsite.Site{PC: r.pc, Above: r.above},
		NestingEventID: r.nestingID, NestingType: r.bits.nestingType(),
	}
	if e.Running {
		e.EndEventID = 0
	}
	if !e.Timed {
		return e
	}
	end := r.end
	if e.Running {
		end = now.nanos
		if raw {
			end = now.cycles
		}
	}
	end = max(end, r.start)
	e.EndTimed = true
	e.TimerStart = s.waitTick(r.start, raw)
	e.TimerWait = s.waitSpan(end-r.start, raw)
	e.TimerEnd = e.TimerStart + e.TimerWait
	return e
}

// WaitsCurrent returns the running waits, the outermost first, or the last wait
// if none runs. Any goroutine may call it.
func (t *Thread) WaitsCurrent() []record.WaitEvent {
	if t == nil {
		return nil
	}
	ws := t.waits.Load()
	if ws == nil {
		return nil
	}
	for {
		v := t.lock.Start()
		c := *ws
		if !t.lock.Valid(v) {
			continue
		}
		recs := c.records[:c.depth]
		if c.depth == 0 && c.last > 0 {
			recs = c.records[c.last-1 : c.last]
		}
		floor := t.floors[record.EventWait].Load()
		for len(recs) > 0 && recs[0].eventID <= floor {
			recs = recs[1:]
		}
		if len(recs) == 0 {
			return nil
		}
		return t.schema.exportWaits(recs)
	}
}

// WaitsHistory returns the thread's last waits, oldest first. Any goroutine may
// call it.
func (t *Thread) WaitsHistory() []record.WaitEvent {
	if t == nil {
		return nil
	}
	return t.schema.exportWaits(t.waitHistory.Snapshot(&t.lock, nil))
}

// WaitsHistoryLong returns the last waits of all threads.
func (s *Reader) WaitsHistoryLong() []record.WaitEvent {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().exportWaits(s.waitsLong.Snapshot(nil))
}

// socketName is OBJECT_NAME of a socket: "address:port", with the port alone
// where there is no address.
func socketName(o SocketOptions) string {
	port := strconv.Itoa(int(o.Port))
	if o.IP == "" {
		return ":" + port
	}
	return net.JoinHostPort(o.IP, port)
}
