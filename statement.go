package perfschema

import (
	"encoding/binary"
	"strings"
	"time"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/digest"
	"github.com/perfschema/perfschema/internal/histogram"
)

// maxMessageLength is the width of MESSAGE_TEXT in characters.
const maxMessageLength = 128

// abstractKeys are the statement classes an event may start as, before it is
// known what the client asked for.
type abstractKeys struct {
	newPacket, query, execute, relayLog StatementKey
}

func (a *abstractKeys) register(s *Schema) {
	const f = FlagMutable
	s.RegisterStatements("abstract",
		Info[StatementKey]{Key: &a.query, Name: "Query", Flags: f, Documentation: "SQL query just received from the network; its kind is not known yet"},
		Info[StatementKey]{Key: &a.newPacket, Name: "new_packet", Flags: f, Documentation: "packet just received from the network; its command is not known yet"},
		Info[StatementKey]{Key: &a.relayLog, Name: "relay_log", Flags: f, Documentation: "event just read from a relay log; its kind is not known yet"},
		Info[StatementKey]{Key: &a.execute, Name: "execute", Flags: f, Documentation: "statement about to be executed on behalf of another one"},
	)
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
	level       int
	statementID uint64
	counters    StatementCounters
	errors      uint64
	memory      statementMemory

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

// Statement is a running statement: a place on its Thread's statement stack,
// reused by the next one. Only the Thread's writer calls its methods; after
// End they do nothing until the place is used again, so a Statement must not
// be kept. A nil Statement is one that is not recorded.
type Statement struct {
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
	// plan is what the statement runs by, while it runs.
	plan *Plan

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
// there is one. It returns nil if the class or the thread is not enabled, and
// counts a statement lost that is nested deeper than
// performance_schema_max_statement_stack. SOURCE is the caller. No lock and no
// allocation, but for the first use of a nesting level.
//
//go:noinline
func (t *Thread) BeginStatement(key StatementKey) *Statement {
	if t == nil {
		return nil
	}
	s := t.schema
	c := s.classes[KindStatement].at(uint32(key))
	on := s.consumerSet()
	if c == nil || !c.Enabled() || !on.has(ConsumerGlobalInstrumentation) {
		return nil
	}
	perThread := on.has(ConsumerThreadInstrumentation)
	if perThread && !t.enabled.Load() {
		return nil
	}
	if t.depth >= len(t.stack) {
		s.nestedLost.Add(1)
		return nil
	}
	var now uint64
	if c.Timed() {
		now = t.now()
	}
	st := t.slot(t.depth)
	st.active = true
	st.past = !perThread
	st.shown = perThread && on.has(ConsumerEventsStatementsCurrent)
	st.fullText = ""
	st.passing, st.prepared, st.program, st.lockTime = 0, nil, nil, 0
	pc := callsite.PC()

	t.lock.Begin()
	st.rec, st.plan = statementRecord{level: t.depth, statementID: s.statementIDs.Add(1)}, nil
	t.open(&st.rec.eventHead, c, pc, now, st.shown)
	if tx := &t.transaction; t.depth == 0 && tx.active && !tx.rec.autoCommit && tx.rec.eventID != 0 {
		st.rec.nestingID, st.rec.nestingType = tx.rec.eventID, EventTransaction
	}
	st.rec.schema = t.info.database
	t.beginMemory(st)
	t.depth++
	t.lock.End()
	t.beginSampled()
	return st
}

// slot returns the place at a nesting level, made when first used.
func (t *Thread) slot(level int) *Statement {
	st := t.stack[level].Load()
	if st == nil {
		st = &Statement{thread: t}
		t.stack[level].Store(st)
	}
	return st
}

// CurrentStatement is the innermost running statement, or nil.
func (t *Thread) CurrentStatement() *Statement {
	if t == nil || t.depth == 0 {
		return nil
	}
	return t.stack[t.depth-1].Load()
}

func (st *Statement) ok() bool { return st != nil && st.active }

// Refine gives the event its final class. If that class is not enabled the
// whole event is dropped, as in MySQL; if it is not timed, neither is the
// event from here on.
func (st *Statement) Refine(key StatementKey) {
	if !st.ok() {
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

// drop takes the event off the stack as if it had never begun; any statement
// still nested in it ends.
func (st *Statement) drop() {
	t := st.thread
	for t.depth > st.rec.level+1 {
		t.CurrentStatement().End()
	}
	t.endSampled(st, nil, true)
	t.lock.Begin()
	t.endMemory(st)
	t.unwind(st)
	st.rec, st.plan = statementRecord{}, nil
	t.lock.End()
}

// SetText sets SQL_TEXT, cut at performance_schema_max_sql_text_length bytes.
// The string is kept, not copied, unless it has to be cut.
func (st *Statement) SetText(sql string) {
	if !st.ok() {
		return
	}
	st.fullText = sql
	limit := int(st.thread.schema.sizes.SQLTextLength)
	cut := len(sql) > limit
	if cut {
		sql = cutText(sql, limit)
	}
	st.thread.lock.Begin()
	st.rec.text, st.rec.truncated = sql, cut
	st.thread.lock.End()
}

// cutText copies the first bytes of a long text, so that the rest is not kept
// alive, and ends it in dots as MySQL does.
func cutText(sql string, limit int) string {
	if limit < 3 {
		return strings.Clone(sql[:limit])
	}
	return strings.ToValidUTF8(sql[:limit-3], "") + "..."
}

// SetSchema sets CURRENT_SCHEMA; it starts as the thread's database.
func (st *Statement) SetSchema(db string) {
	if !st.ok() || st.rec.schema == db {
		return
	}
	st.thread.lock.Begin()
	st.rec.schema = db
	st.thread.lock.End()
}

// ComputeDigest gives the statement the digest of its text, if the consumer
// statements_digest is on. Call it once the text has parsed: MySQL has no
// digest for what does not. About a microsecond for 120 bytes.
func (st *Statement) ComputeDigest() {
	if st != nil {
		st.computeDigest(st.fullText, 0)
	}
}

// SetDigest gives the statement a digest that is not made from its text, for what
// has no SQL: DIGEST_TEXT is name, as it stands, and statements of one name and
// CURRENT_SCHEMA are one row of events_statements_summary_by_digest. A name is of a
// kind of statement and not of one: the route of a request, not its address. It is
// cut at performance_schema_max_digest_length bytes.
func (st *Statement) SetDigest(name string) { st.computeDigest(name, digest.Name) }

// ComputePrepareDigest is ComputeDigest for the SQL statement PREPARE, which MySQL
// records by what it prepares: its text, which is to be set first, behind the word
// PREPARE.
func (st *Statement) ComputePrepareDigest() {
	if st != nil {
		st.computeDigest(st.fullText, digest.Prepare)
	}
}

// ComputeExecuteDigest is the same for the SQL statement EXECUTE.
func (st *Statement) ComputeExecuteDigest() {
	if st != nil {
		st.computeDigest(st.fullText, digest.Execute)
	}
}

func (st *Statement) computeDigest(text string, prefix digest.Prefix) {
	if !st.ok() {
		return
	}
	s := st.thread.schema
	if s.sizes.MaxDigestLength == 0 || s.sizes.DigestLength == 0 || s.sizes.Digests == 0 || !s.consumerSet().has(ConsumerStatementsDigest) {
		return
	}
	table := s.digests.table.Load()
	executed := st.prepared
	if st.preparing || prefix != 0 {
		executed = nil
	}
	if entry := executed.digestOf(text, st.rec.schema, table); entry != nil {
		st.thread.lock.Begin()
		st.rec.sum, st.rec.hasDigest, st.rec.entry = entry.sum, true, entry
		st.thread.lock.End()
		return
	}
	// A program executes the same string again and again.
	if text != st.digested || st.digested == "" || st.prefixed != prefix {
		if prefix == 0 {
			st.sum, st.tokens = st.builder.Compute(text, int(s.sizes.MaxDigestLength))
		} else {
			limit := s.sizes.MaxDigestLength
			if prefix == digest.Name { // a part of it has no text
				limit = min(limit, s.sizes.DigestLength)
			}
			st.sum, st.tokens = st.builder.ComputePrefixed(prefix, text, int(limit))
		}
		st.tokens = st.tokens[:min(len(st.tokens), int(s.sizes.DigestLength))] // less of the text, the same digest
		st.digested, st.prefixed = "", prefix
		if len(text) <= int(s.sizes.SQLTextLength) {
			st.digested = text
		}
	}
	if st.sum.IsZero() {
		return // nothing but comments
	}
	entry := st.found
	if entry == nil || entry.table != table || entry.sum != st.sum || entry.schema != st.rec.schema {
		entry = s.digests.find(st.sum, st.rec.schema)
		st.found = entry
	}
	st.thread.lock.Begin()
	st.rec.sum, st.rec.hasDigest, st.rec.entry = st.sum, true, entry
	st.buffered = cap(st.tokens) + len(st.digested)
	st.thread.lock.End()
	if executed != nil && entry != nil && st.digested != "" {
		executed.text, executed.digest = text, entry
	}
}

// DigestHash is a part of the statement's digest, which tells it from others all
// but surely; 0 if it has none. Only the Thread's writer calls it. A load.
func (st *Statement) DigestHash() uint64 {
	if !st.ok() || !st.rec.hasDigest {
		return 0
	}
	return binary.LittleEndian.Uint64(st.rec.sum[:])
}

// SetObject names the stored program a sub-statement belongs to, or the
// object a statement works on: OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME.
func (st *Statement) SetObject(objectType, schema, name string) {
	if !st.ok() {
		return
	}
	st.thread.lock.Begin()
	st.rec.objectType, st.rec.objectSchema, st.rec.object = objectType, schema, name
	st.thread.lock.End()
}

// SetError records a failure: MYSQL_ERRNO, RETURNED_SQLSTATE, MESSAGE_TEXT cut
// at 128 characters; ERRORS becomes 1. The error counts in the error summaries
// too, once for all the statements it ends, even where this one is not recorded.
func (st *Statement) SetError(errno int, sqlState, message string) {
	if st == nil {
		return
	}
	st.raise(errno)
	if !st.active {
		return
	}
	message = cutMessage(message)
	st.thread.lock.Begin()
	st.rec.errno, st.rec.sqlState, st.rec.message, st.rec.errors = errno, sqlState, message, 1
	st.thread.lock.End()
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
// ([TableInstance.StartLock]), to which it adds. It may be called while the
// statement runs, to show how far it is.
func (st *Statement) SetCounters(c StatementCounters) {
	if !st.ok() {
		return
	}
	c.LockTime += st.lockTime
	st.thread.lock.Begin()
	st.rec.counters = c
	st.thread.lock.End()
}

// addLockTime adds picoseconds that the statement waited for a table lock.
func (st *Statement) addLockTime(picos uint64) {
	if picos == 0 || !st.ok() {
		return
	}
	st.thread.lock.Begin()
	st.lockTime += picos
	st.rec.counters.LockTime += picos
	st.thread.lock.End()
}

// Elapsed is how long the statement has run so far; 0 if it is not timed. Only the
// Thread's writer calls it. It reads the clock, once in a moment
// ([Thread.BeginMoment]).
func (st *Statement) Elapsed() time.Duration {
	if !st.ok() || !st.rec.timed {
		return 0
	}
	return time.Duration(span(st.rec.start, st.thread.now()))
}

// End ends the statement, and with it the running stage and any statement
// still nested in it.
func (st *Statement) End() {
	if !st.ok() {
		return
	}
	t := st.thread
	for t.depth > st.rec.level+1 {
		t.CurrentStatement().End()
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
	if st.rec.hasDigest && st.rec.entry == nil {
		entry := s.digests.insert(st.rec.sum, st.rec.schema, st.tokens)
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
	own, all := t.keeps(st.shown, ConsumerEventsStatementsHistory, ConsumerEventsStatementsHistoryLong)
	if own {
		t.statements.Push(&st.rec)
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
		s.statementsLong.Push(&st.rec)
	}
	bucket := 0
	if st.rec.timed {
		bucket = histogram.Bucket((st.rec.end - st.rec.start) * picoPerNano)
		s.histogram.Add(bucket)
	}
	if st.rec.hasDigest {
		s.digests.record(s, &st.rec, bucket)
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
func (t *Thread) unwind(st *Statement) {
	st.active = false
	t.depth = st.rec.level
}
