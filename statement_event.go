package perfschema

import (
	"github.com/perfschema/perfschema/internal/digest"
	"github.com/perfschema/perfschema/record"
)

func (s *Schema) exportStatements(recs []statementRecord) []record.StatementEvent {
	now := s.clock.Now()
	out := make([]record.StatementEvent, len(recs))
	for i := range recs {
		r := &recs[i]
		out[i] = record.StatementEvent{
			Event: r.export(now), Counters: record.StatementCounters(r.counters), SQLText: r.text, Schema: r.schema,
			ObjectType: r.objectType, ObjectSchema: r.objectSchema, ObjectName: r.object,
			Errno: r.errno, SQLState: r.sqlState, Message: r.message, Errors: r.errors,
			NestingLevel: r.level, StatementID: r.statementID,
			MaxControlledMemory: uint64(r.memory.controlled), MaxTotalMemory: uint64(r.memory.total),
		}
		if r.hasDigest {
			out[i].DigestHex = r.sum.String()
			out[i].DigestText = s.digestText(r)
		}
	}
	return out
}

// digestText formats a record's digest. A statement that found no room in the
// digest table, or runs for the first time, has its text normalised again; if
// that was cut short the digest's text is unknown.
func (s *Schema) digestText(r *statementRecord) string {
	if r.entry != nil {
		return digest.Text(r.entry.tokens)
	}
	if r.truncated {
		return ""
	}
	_, text := s.StatementDigest(r.text)
	return text
}

// StatementsCurrent returns the running statements, outermost first, or the
// last one of an idle thread. Any goroutine may call it.
func (t *Thread) StatementsCurrent() []record.StatementEvent {
	if t == nil {
		return nil
	}
	var recs []statementRecord
	for {
		recs = recs[:0]
		v := t.lock.Start()
		for i := 0; i < len(t.stack) && i < max(t.depth, 1); i++ {
			if st := t.stack[i].Load(); st != nil {
				recs = append(recs, t.soFar(st))
			}
		}
		if t.lock.Valid(v) {
			break
		}
	}
	return t.schema.exportStatements(visible(recs, t.floors[record.EventStatement].Load(), func(r *statementRecord) uint64 { return r.eventID }))
}

// soFar is the record of a statement on the stack, with what it has reached if
// it runs. A reader calls it between Start and Valid.
func (t *Thread) soFar(st *statementSlot) statementRecord {
	r := st.rec
	if r.running {
		peak := t.peakMemory(r.level)
		r.memory = statementMemory{peak.controlled - r.memory.controlled, peak.total - r.memory.total}
	}
	return r
}

// visible drops the events that were not to be shown or were truncated away.
func visible[T any](recs []T, floor uint64, id func(*T) uint64) []T {
	kept := recs[:0]
	for i := range recs {
		if id(&recs[i]) > floor {
			kept = append(kept, recs[i])
		}
	}
	return kept
}

// StatementsHistory returns the thread's last statements, oldest first. Any
// goroutine may call it.
func (t *Thread) StatementsHistory() []record.StatementEvent {
	if t == nil {
		return nil
	}
	return t.schema.exportStatements(t.statements.Snapshot(&t.lock, nil))
}

// StatementsHistoryLong returns the last statements of all threads.
func (s *Reader) StatementsHistoryLong() []record.StatementEvent {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().exportStatements(s.statementsLong.Snapshot(nil))
}
