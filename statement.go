package perfschema

import (
	"strings"
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/digest"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/record"
)

// maxMessageLength is the width of MESSAGE_TEXT in characters.
const maxMessageLength = 128

// abstractKeys are the statement classes an event may start as, before it is
// known what the client asked for.
type abstractKeys struct {
	newPacket, query, execute, relayLog StatementKey
}

func registerAbstract(s *Schema) (a abstractKeys) {
	const f = FlagMutable
	a.query = s.RegisterStatement("abstract", Info{Name: "Query", Flags: f, Documentation: "SQL query just received from the network; its kind is not known yet"})
	a.newPacket = s.RegisterStatement("abstract", Info{Name: "new_packet", Flags: f, Documentation: "packet just received from the network; its command is not known yet"})
	a.relayLog = s.RegisterStatement("abstract", Info{Name: "relay_log", Flags: f, Documentation: "event just read from a relay log; its kind is not known yet"})
	a.execute = s.RegisterStatement("abstract", Info{Name: "execute", Flags: f, Documentation: "statement about to be executed on behalf of another one"})
	return a
}

// AbstractQuery is the class of a query whose kind is not known yet; refine it
// with [Statement.Refine].
func (s *Schema) AbstractQuery() StatementKey {
	if s == nil {
		return 0
	}
	return s.abstract.query
}

// AbstractPacket is the class of a command whose kind is not known yet.
func (s *Schema) AbstractPacket() StatementKey {
	if s == nil {
		return 0
	}
	return s.abstract.newPacket
}

// statementRecord is one statement event.
type statementRecord struct {
	eventHead
	memory statementMemory
	statementFacts
}

// copyFrom copies a record that has just ended: what its end has written as
// [eventHead.copyFrom] does, and what was known before as it is.
func (r *statementRecord) copyFrom(o *statementRecord) {
	r.eventHead.copyFrom(&o.eventHead)
	r.memory.controlled, r.memory.total = o.memory.controlled, o.memory.total
	r.statementFacts = o.statementFacts
}

// statementFacts are what a statement event has that its end does not write.
type statementFacts struct {
	level       int
	every       uint32 // of how many executions one plan is kept; 0 and 1: of each
	bare        bool   // it is not this one's
	statementID uint64
	counters    StatementCounters
	errors      uint64

	text      string
	truncated bool
	hasDigest bool
	sum       digest.Sum
	entry     *digestEntry

	schema                           string
	objectType, objectSchema, object string
	errno                            int
	sqlState, message                string
}

// Statement is a statement that [Thread.BeginStatement] has begun. Only the Thread's
// writer calls its methods. Once the statement has ended they do nothing, whatever the
// Thread runs by then: it may be kept. The zero value is one that is not recorded.
type Statement struct {
	slot *statementSlot
	id   uint64 // STATEMENT_ID
}

// Recorded says whether the statement is recorded, or was until it ended: it is not the
// zero value.
func (h Statement) Recorded() bool { return h.slot != nil }

// running is where the statement is recorded, nil if it is not, or has ended.
func (h Statement) running() *statementSlot {
	if st := h.slot; st != nil && st.id == h.id && st.active {
		return st
	}
	return nil
}

// statementSlot is a place on a Thread's statement stack, which one statement after
// another uses.
type statementSlot struct {
	id     uint64 // STATEMENT_ID of the last that has used it
	thread *Thread
	rec    statementRecord
	active bool
	// shown: a row of events_statements_current.
	shown bool
	// past: recorded past the thread, thread_instrumentation being off.
	past bool
	// passing is the error that a nested statement has counted and that may
	// end this one too.
	passing int
	// peaks are the thread's before this statement.
	peaks statementMemory
	// prepared is the prepared statement this one prepares or executes,
	// program the stored program it is in.
	prepared  *PreparedStatement
	preparing bool
	program   *Program
	// lockTime is of timed table locks, in picoseconds.
	lockTime uint64
	// warned is what AddWarnings has added.
	warned uint64
	// plan is what the statement runs by, while it runs.
	plan *activity.Plan
	// namer is the statement's if named is its STATEMENT_ID.
	namer StatementNamer
	named uint64
	// latency is in nanoseconds, the statement's if delayed is its STATEMENT_ID.
	latency uint64
	delayed uint64

	fullText string
	builder  digest.Builder
	digested string        // the text that sum and tokens are of
	prefixed digest.Prefix // and what stands in front of it
	sum      digest.Sum    // zero if it has no digest
	tokens   []byte
	found    *digestEntry // of the last digest, which is often the next
	buffered int          // bytes these keep
}

// BeginStatement starts a statement of class key, nested in the running one if
// there is one. It returns the zero Statement if the class or the thread is not
// enabled, and counts a statement lost that is nested deeper than
// performance_schema_max_statement_stack. SOURCE is the caller. No lock and no
// allocation, but for the first use of a nesting level.
//
//go:noinline
func (t *Thread) BeginStatement(key StatementKey) Statement {
	if t == nil {
		return Statement{}
	}
	s := t.schema
	c := s.classes[KindStatement].at(uint32(key))
	on := s.consumerSet()
	if c == nil || !c.Enabled() || !on.has(ConsumerGlobalInstrumentation) {
		return Statement{}
	}
	perThread := on.has(ConsumerThreadInstrumentation)
	if perThread && !t.enabled.Load() {
		return Statement{}
	}
	if t.depth >= len(t.stack) {
		s.nestedLost.Add(1)
		return Statement{}
	}
	var now uint64
	if c.Timed() {
		now = t.now()
	}
	st := t.slot(t.depth)
	st.id, st.active = s.statementIDs.Add(1), true
	st.past = !perThread
	st.shown = perThread && on.has(ConsumerEventsStatementsCurrent)
	st.fullText = ""
	st.passing, st.prepared, st.preparing, st.program, st.lockTime, st.warned = 0, nil, false, nil, 0, 0
	pc := callsite.PC()

	t.lock.Begin()
	st.rec.statementFacts, st.plan = statementFacts{}, nil
	st.rec.level, st.rec.statementID = t.depth, st.id
	t.open(&st.rec.eventHead, c, pc, now, st.shown)
	if tx := &t.transaction; t.depth == 0 && tx.active && !tx.rec.autoCommit && tx.rec.eventID != 0 {
		st.rec.nestingID, st.rec.nestingType = tx.rec.eventID, record.EventTransaction
	}
	st.rec.schema = t.info.database
	t.beginMemory(st)
	t.depth++
	t.lock.End()
	t.beginSampled()
	return Statement{st, st.id}
}

// slot returns the place at a nesting level, made when first used.
func (t *Thread) slot(level int) *statementSlot {
	st := t.stack[level].Load()
	if st == nil {
		st = &statementSlot{thread: t}
		t.stack[level].Store(st)
	}
	return st
}

// CurrentStatement is the innermost running statement, or the zero Statement.
func (t *Thread) CurrentStatement() Statement {
	if st := t.current(); st != nil {
		return Statement{st, st.id}
	}
	return Statement{}
}

// current is the place of the innermost running statement, or nil.
func (t *Thread) current() *statementSlot {
	if t == nil || t.depth == 0 {
		return nil
	}
	return t.stack[t.depth-1].Load()
}

// Refine gives the event its final class. If that class is not enabled the
// whole event is dropped, as in MySQL; if it is not timed, neither is the
// event from here on.
func (h Statement) Refine(key StatementKey) {
	st := h.running()
	if st == nil {
		return
	}
	t := st.thread
	c := t.schema.classes[KindStatement].at(uint32(key))
	if c == nil || c == st.rec.class {
		return
	}
	if !c.Enabled() {
		st.drop()
		return
	}
	t.lock.Begin()
	st.rec.class = c
	if !c.Timed() {
		st.rec.timed = false
	}
	t.lock.End()
}

// Discard takes the event back as if it had never begun; any statement still nested in
// it ends.
func (h Statement) Discard() {
	if st := h.running(); st != nil {
		st.drop()
	}
}

// drop is Discard of a statement that runs.
func (st *statementSlot) drop() {
	t := st.thread
	for t.depth > st.rec.level+1 {
		t.current().end()
	}
	t.endSampled(st, nil, true)
	t.lock.Begin()
	t.endMemory(st)
	t.unwind(st)
	st.rec, st.plan = statementRecord{}, nil
	t.lock.End()
}

// SetSchema sets CURRENT_SCHEMA; it starts as the thread's database.
func (h Statement) SetSchema(db string) {
	st := h.running()
	if st == nil || st.rec.schema == db {
		return
	}
	st.thread.lock.Begin()
	st.rec.schema = db
	st.thread.lock.End()
}

// SetObject names the stored program a sub-statement belongs to, or the
// object a statement works on: OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME.
func (h Statement) SetObject(objectType, schema, name string) {
	if st := h.running(); st != nil {
		st.setObject(objectType, schema, name)
	}
}

func (st *statementSlot) setObject(objectType, schema, name string) {
	st.thread.lock.Begin()
	st.rec.objectType, st.rec.objectSchema, st.rec.object = objectType, schema, name
	st.thread.lock.End()
}

// SetError records a failure: MYSQL_ERRNO, RETURNED_SQLSTATE, MESSAGE_TEXT cut
// at 128 characters; ERRORS becomes 1. The error counts in the error summaries
// too, once for all the statements it ends, even where this one is not recorded.
func (h Statement) SetError(errno int, sqlState, message string) {
	st := h.slot
	if st == nil || st.id != h.id {
		return
	}
	st.raise(errno)
	st.fail(errno, sqlState, message)
}

// cutMessage keeps the first characters of a message.
func cutMessage(m string) string {
	if len(m) <= maxMessageLength {
		return m
	}
	n := 0
	for i := range m {
		if n == maxMessageLength {
			return strings.Clone(m[:i])
		}
		n++
	}
	return m
}

// SetCounters replaces all counters, but for the LOCK_TIME of timed table locks
// ([TableInstance.StartLock]) and what AddWarnings has added, to which it adds. It may be called while the
// statement runs, to show how far it is.
func (h Statement) SetCounters(c StatementCounters) {
	st := h.running()
	if st == nil {
		return
	}
	c.LockTime += st.lockTime
	c.Warnings += st.warned
	st.thread.lock.Begin()
	st.rec.counters = c
	st.thread.lock.End()
}

// AddWarnings adds to WARNINGS of a statement that runs, whatever SetCounters says of it.
func (h Statement) AddWarnings(n uint64) {
	st := h.running()
	if st == nil {
		return
	}
	st.thread.lock.Begin()
	st.warned += n
	st.rec.counters.Warnings += n
	st.thread.lock.End()
}

// addLockTime adds picoseconds that the statement waited for a table lock.
func (st *statementSlot) addLockTime(picos uint64) {
	if picos == 0 || st == nil {
		return
	}
	st.thread.lock.Begin()
	st.lockTime += picos
	st.rec.counters.LockTime += picos
	st.thread.lock.End()
}

// LockTime is LOCK_TIME of the statement so far: how long it has waited for locks on
// tables. Only the Thread's writer calls it.
func (h Statement) LockTime() time.Duration {
	st := h.running()
	if st == nil {
		return 0
	}
	return time.Duration(st.rec.counters.LockTime / 1000)
}

// Elapsed is how long the statement has run so far; 0 if it is not timed. Only the
// Thread's writer calls it. It reads the clock, once in a moment
// ([Thread.BeginMoment]).
func (h Statement) Elapsed() time.Duration {
	st := h.running()
	if st == nil || !st.rec.timed {
		return 0
	}
	return time.Duration(span(st.rec.start, st.thread.now()))
}

// End ends the statement, and with it the running stage and any statement
// still nested in it.
func (h Statement) End() {
	if st := h.running(); st != nil {
		st.end()
	}
}

func (st *statementSlot) end() {
	t := st.thread
	for t.depth > st.rec.level+1 {
		t.current().end()
	}
	s := t.schema
	var now uint64
	if st.rec.level == 0 {
		now = t.endStage()
	}
	if !st.rec.timed {
		now = 0
	} else if now == 0 {
		now = t.now()
	}
	ended := now // for the digest, which tells when a statement was seen that is not timed
	if st.rec.hasDigest && !st.rec.timed {
		ended = s.clock.Now()
	}
	if st.rec.hasDigest && st.rec.entry == nil {
		entry := s.digests.insert(st.rec.sum, st.rec.schema, st.tokens, st.rec.class)
		t.lock.Begin()
		st.rec.entry = entry
	} else {
		t.lock.Begin()
	}
	t.shut(&st.rec.eventHead, now)
	t.endMemory(st)
	if !st.past {
		if b := t.statementCache.At(&t.stats.statements, st.rec.class.index); b != nil {
			b.add(&st.rec)
		}
	}
	bucket := 0
	if st.rec.timed {
		took := st.rec.end - st.rec.start
		if st.delayed == st.id {
			took = min(took, st.latency)
		}
		bucket = histogram.Bucket(took * picoPerNano)
	}
	if st.rec.hasDigest {
		s.digests.record(t, &st.rec, bucket, ended)
	}
	own, all := t.keeps(st.shown, ConsumerEventsStatementsHistory, ConsumerEventsStatementsHistoryLong)
	if own {
		if p := t.statements.Next(); p != nil {
			p.copyFrom(&st.rec)
		}
	}
	t.unwind(st)
	plan := st.plan
	st.plan = nil
	t.lock.End()
	t.endSampled(st, plan, false)

	if st.past {
		s.direct.statement(int(st.rec.class.index), &st.rec)
	}
	if all {
		if p := s.statementsLong.Claim(); p != nil {
			p.Event.copyFrom(&st.rec)
			p.Release()
		}
	}
	if st.rec.timed && !st.rec.hasDigest {
		s.histogram.Add(bucket)
	}
	if e := st.rec.entry; e != nil && st.rec.timed {
		if st.rec.bare {
			plan = nil
		}
		e.detail.ended(st.rec.end-st.rec.start, plan, s.detailCeiling.Load())
	}
	if st.prepared != nil {
		st.prepared.record(&st.rec, st.preparing)
	}
	if st.program != nil {
		st.program.record(&st.rec)
	}
	st.fullText = ""
}

// unwind frees the place of st; its record stays to be seen as the idle
// thread's current row.
func (t *Thread) unwind(st *statementSlot) {
	st.active = false
	t.depth = st.rec.level
	if t.depth == 0 {
		t.stageHistory.left = leftNone
	}
}
