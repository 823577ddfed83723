package perfschema

import (
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/digest"
	"github.com/perfschema/perfschema/internal/packed"
	"github.com/perfschema/perfschema/record"
)

// PackedStatement is the fixed part of a [SampledStatement] at rest, for package sampler. It has no
// pointers: the garbage collector does not look into a slice of them.
type PackedStatement struct {
	threadID, eventID, endEventID uint64
	class                         uint32 // its index + 1, 0 for none
	entry                         uint32 // in StatementPacker.entries
	pc                            uintptr
	start, end                    uint64
	nestingID                     uint64
	nestingType                   record.EventType
	timed, running                bool
	bare, truncated               bool
	hasDigest, moved              bool
	level, errno                  int32
	every                         uint32
	memory                        statementMemory
	statementID                   uint64
	counters                      StatementCounters
	errors                        uint64
	sum                           digest.Sum
	phases                        phaseTicks
	cores, weight                 uint32
	begun                         int64
}

// StatementPacker packs statements of one Schema, for package sampler. It holds the rows of their digests,
// which statements share. One goroutine at a time uses it. The zero value has packed nothing.
type StatementPacker struct {
	schema  *Schema
	numbers map[*digestEntry]uint32
	entries []sharedEntry // by number; the first stands for none
	free    []uint32
}

// sharedEntry is a row of a digest with the number of packed statements that have it.
type sharedEntry struct {
	entry *digestEntry
	users int
}

// Pack fills to with the fixed part of p and appends the rest to dst, all but the text and the plan. It
// allocates nothing but room for digests. Call Drop when to is no longer used.
func (k *StatementPacker) Pack(to *PackedStatement, dst []byte, p *SampledStatement) []byte {
	r := &p.rec
	k.schema = p.schema
	*to = PackedStatement{
		threadID: r.threadID, eventID: r.eventID, endEventID: r.endEventID, entry: k.share(r.entry),
		pc: r.pc, start: r.start, end: r.end, nestingID: r.nestingID, nestingType: r.nestingType,
		timed: r.timed, running: r.running, bare: r.bare, truncated: r.truncated, hasDigest: r.hasDigest, moved: p.io != nil,
		level: int32(r.level), errno: int32(r.errno), every: r.every, memory: r.memory, statementID: r.statementID,
		counters: r.counters, errors: r.errors, sum: r.sum, phases: p.phases, cores: p.cores, weight: p.weight, begun: p.begun,
	}
	if r.class != nil {
		to.class = r.class.index + 1
	}
	for _, s := range [...]string{r.schema, r.objectType, r.objectSchema, r.object, r.sqlState, r.message} {
		dst = packed.AppendText(dst, s)
	}
	if p.io != nil {
		for i := range p.io {
			dst = packed.AppendUint(packed.AppendUint(dst, p.io[i].Bytes), p.io[i].Requests)
		}
	}
	return dst
}

// Unpack makes p the statement that was packed as from, with the text and the plan given, and returns
// what stands in data behind that which Pack has appended. p keeps data alive.
func (k *StatementPacker) Unpack(p *SampledStatement, from *PackedStatement, data, text string, plan *activity.Plan) string {
	rest := packed.NewReader(data)
	*p = SampledStatement{schema: k.schema, plan: plan, phases: from.phases, cores: from.cores, weight: from.weight, begun: from.begun}
	r := &p.rec
	r.eventHead = eventHead{
		threadID: from.threadID, eventID: from.eventID, endEventID: from.endEventID, class: k.schema.classes[KindStatement].at(from.class),
		pc: from.pc, start: from.start, end: from.end, nestingID: from.nestingID, nestingType: from.nestingType,
		timed: from.timed, running: from.running,
	}
	r.memory = from.memory
	r.statementFacts = statementFacts{
		level: int(from.level), every: from.every, bare: from.bare, statementID: from.statementID, counters: from.counters, errors: from.errors,
		text: text, truncated: from.truncated, hasDigest: from.hasDigest, sum: from.sum, errno: int(from.errno),
	}
	if from.entry != 0 {
		r.entry = k.entries[from.entry].entry
	}
	for _, s := range [...]*string{&r.schema, &r.objectType, &r.objectSchema, &r.object, &r.sqlState, &r.message} {
		*s = rest.Text()
	}
	if from.moved {
		p.io = new(sampledIO)
		for i := range p.io {
			p.io[i] = record.ResourceIO{Bytes: rest.Uint(), Requests: rest.Uint()}
		}
	}
	return rest.Rest()
}

// Drop lets go of what a packed statement shares with others.
func (k *StatementPacker) Drop(p *PackedStatement) {
	if p.entry == 0 {
		return
	}
	x := &k.entries[p.entry]
	if x.users--; x.users == 0 {
		delete(k.numbers, x.entry)
		x.entry = nil
		k.free = append(k.free, p.entry)
	}
}

// share returns the number of a digest's row, which has one user more; 0 of none.
func (k *StatementPacker) share(e *digestEntry) uint32 {
	if e == nil {
		return 0
	}
	n, known := k.numbers[e]
	if !known {
		n = k.number()
		k.entries[n].entry = e
		k.numbers[e] = n
	}
	k.entries[n].users++
	return n
}

// number returns one that no row has.
func (k *StatementPacker) number() uint32 {
	if k.numbers == nil {
		k.numbers, k.entries = make(map[*digestEntry]uint32), make([]sharedEntry, 1)
	}
	if last := len(k.free) - 1; last >= 0 {
		n := k.free[last]
		k.free = k.free[:last]
		return n
	}
	k.entries = append(k.entries, sharedEntry{})
	return uint32(len(k.entries) - 1)
}

// Digests returns the number of digests in use.
func (k *StatementPacker) Digests() int { return len(k.numbers) }

// StatementID is the STATEMENT_ID.
func (p *PackedStatement) StatementID() uint64 { return p.statementID }

// ThreadID is the THREAD_ID.
func (p *PackedStatement) ThreadID() uint64 { return p.threadID }

// EventID is the EVENT_ID, 0 if events_statements_current was off.
func (p *PackedStatement) EventID() uint64 { return p.eventID }

// Digest is [SampledStatement.Digest].
func (p *PackedStatement) Digest() (sum [32]byte, ok bool) { return p.sum, p.hasDigest }

// DropText has the statement be one whose text was cut off altogether.
func (p *PackedStatement) DropText() { p.truncated = true }
