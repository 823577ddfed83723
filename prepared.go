package perfschema

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/digest"
	"github.com/perfschema/perfschema/internal/heapsize"
	"github.com/perfschema/perfschema/record"
)

// PreparedOptions says what a prepared statement is.
type PreparedOptions struct {
	// ID is the server's number for it, STATEMENT_ID.
	ID uint64
	// Name is what SQL calls it; empty for one of the client protocol.
	Name string
	// Text is SQL_TEXT. It is kept up to performance_schema_max_sql_text_length
	// bytes.
	Text string
	// OwnerType, OwnerSchema and OwnerName are the stored program that
	// prepared it; empty if none did.
	OwnerType, OwnerSchema, OwnerName string
}

// PreparedStatement is a row of prepared_statements_instances. It lives until
// Close, or until the Thread that prepared it ends. Only that Thread's writer
// calls its methods. A nil PreparedStatement is one that found no room.
type PreparedStatement struct {
	options  PreparedOptions
	thread   *Thread
	eventID  uint64
	sequence uint64

	// text is what it was last executed as, digest the row that this counts in: what
	// is executed again has the same digest.
	text   string
	prefix digest.Prefix
	digest *digestEntry

	// stat is replaced when the statistics are reset.
	stat atomic.Pointer[preparedStat]
}

// preparedStat is what has been counted of a prepared statement.
type preparedStat struct {
	prepare    atomic.Uint64 // nanoseconds
	reprepared atomic.Uint64
	execute    ownedStatement
}

// preparedRegistry holds the prepared statements that exist. Preparing and
// closing one takes its lock; executing it does not.
type preparedRegistry struct {
	mu       sync.Mutex
	byThread map[*Thread][]*PreparedStatement
	n        int64
	sequence uint64
	lost     atomic.Uint64
}

// Prepared makes the row of a statement that this one has prepared: this one's
// duration will be its TIMER_PREPARE, its Thread and event the owner. It
// returns nil if the statement is not recorded or
// performance_schema_max_prepared_statements_instances rows exist, which it
// counts. It takes a lock.
func (h Statement) Prepared(o PreparedOptions) *PreparedStatement {
	st := h.running()
	if st == nil {
		return nil
	}
	t := st.thread
	s := t.schema
	r := &s.prepared
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n >= s.sizes.PreparedStatements {
		r.lost.Add(1)
		return nil
	}
	if limit := int(s.sizes.SQLTextLength); len(o.Text) > limit {
		o.Text = cutText(o.Text, limit)
	}
	if r.byThread == nil {
		r.byThread = make(map[*Thread][]*PreparedStatement)
	}
	r.n++
	r.sequence++
	p := &PreparedStatement{options: o, thread: t, eventID: st.rec.eventID, sequence: r.sequence}
	p.stat.Store(new(preparedStat))
	r.byThread[t] = append(r.byThread[t], p)
	st.prepared, st.preparing = p, true
	return p
}

// Executes says that this statement executes a prepared one: when it ends, its
// duration and counters are added to that one's. Called before
// [Statement.ComputeExecuteDigest], it has the digest computed once, and not for each
// execution.
func (h Statement) Executes(p *PreparedStatement) {
	if st := h.running(); st != nil {
		st.prepared, st.preparing = p, false
	}
}

// digestOf is the row of the digest of a text if it was executed as such before, in
// the same database and the same table of digests; nil if that is not known.
func (p *PreparedStatement) digestOf(text string, prefix digest.Prefix, schema string, table *digestSlots) *digestEntry {
	if p == nil || p.digest == nil || p.prefix != prefix || p.text != text || p.digest.generation != table.generation || p.digest.schema != schema {
		return nil
	}
	return p.digest
}

// record counts the statement that has just ended.
func (p *PreparedStatement) record(r *statementRecord, preparing bool) {
	b := p.stat.Load()
	if !preparing {
		b.execute.add(r)
	} else if r.timed {
		b.prepare.Store(r.end - r.start)
	}
}

// Reprepared counts COUNT_REPREPARE: the server made the statement anew of
// itself, because what it refers to had changed.
func (p *PreparedStatement) Reprepared() {
	if p != nil {
		p.stat.Load().reprepared.Add(1)
	}
}

// Close removes the row. It takes a lock; more than once it does nothing.
func (p *PreparedStatement) Close() {
	if p == nil {
		return
	}
	r := &p.thread.schema.prepared
	r.mu.Lock()
	defer r.mu.Unlock()
	own := r.byThread[p.thread]
	if i := slices.Index(own, p); i >= 0 {
		r.n--
		r.byThread[p.thread] = slices.Delete(own, i, i+1)
	}
}

// endThread removes the rows of a thread that ends.
func (r *preparedRegistry) endThread(t *Thread) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n -= int64(len(r.byThread[t]))
	delete(r.byThread, t)
}

// all returns the statements that exist, in the order they were prepared.
func (r *preparedRegistry) all() []*PreparedStatement {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]*PreparedStatement, 0, r.n)
	for _, own := range r.byThread {
		out = append(out, own...)
	}
	slices.SortFunc(out, func(a, b *PreparedStatement) int { return cmp.Compare(a.sequence, b.sequence) })
	return out
}

// PreparedStatements returns the prepared statements that exist, in the order
// they were prepared.
func (s *Reader) PreparedStatements() []record.PreparedInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	all := s.prepared.all()
	out := make([]record.PreparedInfo, len(all))
	for i, p := range all {
		b := p.stat.Load()
		execute := b.execute.load()
		out[i] = record.PreparedInfo{
			ID: p.options.ID, Name: p.options.Name, Text: p.options.Text,
			OwnerType: p.options.OwnerType, OwnerSchema: p.options.OwnerSchema, OwnerName: p.options.OwnerName,
			Begin:    uint64(uintptr(unsafe.Pointer(p))),
			ThreadID: p.thread.id, EventID: p.eventID,
			Prepare: b.prepare.Load() * picoPerNano, Reprepared: b.reprepared.Load(), Execute: execute.export(),
		}
	}
	return out
}

// truncatePreparedStatements resets the statistics of
// prepared_statements_instances; the rows stay.
func (s *Reader) truncatePreparedStatements() {
	if !s.Schema().Enabled() {
		return
	}
	for _, p := range s.prepared.all() {
		p.stat.Store(new(preparedStat))
	}
}

func (s *Schema) preparedBytes() buffer {
	var p PreparedStatement
	var b preparedStat
	out := buffer{size: uint64(unsafe.Sizeof(p) + unsafe.Sizeof(b))}
	r := &s.prepared
	r.mu.Lock()
	out.memory = heapsize.Map(len(r.byThread), unsafe.Sizeof(&p)+unsafe.Sizeof(r.byThread[nil]))
	for _, own := range r.byThread {
		out.memory += heapsize.Object(uintptr(cap(own)) * 8)
	}
	r.mu.Unlock()
	for _, p := range r.all() {
		out.count++
		out.memory += heapsize.Object(unsafe.Sizeof(*p)) + heapsize.Plain(unsafe.Sizeof(b)) +
			heapsize.Plain(uintptr(len(p.options.Text))) + heapsize.Plain(uintptr(len(p.options.Name)))
	}
	return out
}
