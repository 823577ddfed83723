package perfschema

import (
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/heapsize"
	"github.com/perfschema/perfschema/internal/ring"
	"github.com/perfschema/perfschema/internal/slab"
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// buffer is one of the Schema's own buffers at one moment. Its memory is what
// the heap has given for it.
type buffer struct{ size, count, memory uint64 }

// array is one of count elements.
func array(size uintptr, count int) buffer {
	return buffer{uint64(size), uint64(count), heapsize.Object(size * uintptr(count))}
}

// ownBuffers lists the buffers: each a memory instrument and three rows of the
// engine status.
var ownBuffers = []struct {
	name, doc string
	measure   func(*Schema) buffer
}{
	{"mutex_class", "mutex instruments", classBuffer(KindMutex)},
	{"rwlock_class", "rwlock instruments", classBuffer(KindRWLock)},
	{"cond_class", "condition variable instruments", classBuffer(KindCond)},
	{"file_class", "file instruments", classBuffer(KindFile)},
	{"socket_class", "socket instruments", classBuffer(KindSocket)},
	{"stage_class", "stage instruments", classBuffer(KindStage)},
	{"statement_class", "statement instruments", classBuffer(KindStatement)},
	{"memory_class", "memory instruments", classBuffer(KindMemory)},
	{"thread_class", "thread instruments", classBuffer(KindThread)},
	{"mutex_instances", "instrumented mutexes", mutexBuffer},
	{"rwlock_instances", "instrumented rwlocks", rwlockBuffer},
	{"cond_instances", "instrumented condition variables", func(s *Schema) buffer { return s.conds.buffer(nil) }},
	{"file_instances", "instrumented files", fileBuffer},
	{"socket_instances", "instrumented sockets", socketBuffer},
	{"table_shares", "instrumented tables", tableBuffer},
	{"table_io_waits_summary_by_index_usage", "row operations by index, and by none", indexBuffer},
	{"table_lock_waits_summary_by_table", "locks by table", tableLockBuffer},
	{"metadata_locks", "rows of metadata_locks", func(s *Schema) buffer { return slabBuffer(s.locks.metadata) }},
	{"table_handles", "rows of table_handles", func(s *Schema) buffer { return slabBuffer(s.locks.handles) }},
	{"file_summary_by_event_name", "what was counted of files that are gone", func(s *Schema) buffer { return array(unsafe.Sizeof(ioSum{}), len(s.files.gone)) }},
	{"socket_summary_by_event_name", "what was counted of sockets that are closed", func(s *Schema) buffer { return array(unsafe.Sizeof(ioSum{}), len(s.sockets.gone)) }},
	{"setup_actors", "rows of setup_actors", func(s *Schema) buffer { return array(unsafe.Sizeof(record.Actor{}), len(s.Read().Actors())) }},
	{"setup_objects", "rows of setup_objects", func(s *Schema) buffer { return array(unsafe.Sizeof(record.Object{}), len(s.Read().Objects())) }},
	{"threads", "threads and their statement stacks", threadsBuffer},
	{"events_statements_history", "last statements of each thread", threadBuffer(func(t *Thread) buffer { return array(unsafe.Sizeof(statementRecord{}), t.statements.Cap()) })},
	{"events_stages_history", "last stages of each thread", threadBuffer(func(t *Thread) buffer { return array(unsafe.Sizeof(stageRecord{}), t.stages.Cap()) })},
	{"events_transactions_history", "last transactions of each thread", threadBuffer(func(t *Thread) buffer { return array(unsafe.Sizeof(transactionRecord{}), t.transactions.Cap()) })},
	{"events_waits_current", "running waits of each thread", threadBuffer((*Thread).waitBuffer)},
	{"events_waits_history", "last waits of each thread", threadBuffer(func(t *Thread) buffer { return array(unsafe.Sizeof(waitRecord{}), t.waitHistory.Cap()) })},
	{"sqltext", "texts of statements kept by threads and their digests being computed", threadBuffer((*Thread).textBytes)},
	{"profiling_session_stages", "last stages of each connection, for SHOW PROFILE without profiling", threadBuffer((*Thread).stageHistoryBuffer)},
	{"profiling_history", "profiles of sessions that profile, for SHOW PROFILE", threadBuffer((*Thread).profileBuffer)},
	{"profiling_query_plans", "plans of running statements, while a profiler samples them", threadBuffer((*Thread).planBuffer)},
	{"session_connect_attrs", "connection attributes", threadBuffer(func(t *Thread) buffer {
		var n uint64
		for _, a := range t.ConnectAttrs() {
			n += heapsize.Plain(uintptr(len(a.Name))) + heapsize.Plain(uintptr(len(a.Value))) + uint64(unsafe.Sizeof(a))
		}
		return buffer{1, n, n}
	})},
	{"events_summary_by_thread", "summaries of threads, and what they add to digests", threadBuffer((*Thread).statBuffer)},
	{"accounts", "rows of accounts", func(s *Schema) buffer { return s.accountBuffer(s.accounts.accounts) }},
	{"users", "rows of users", func(s *Schema) buffer { return s.accountBuffer(s.accounts.users) }},
	{"hosts", "rows of hosts", func(s *Schema) buffer { return s.accountBuffer(s.accounts.hosts) }},
	{"events_summary_by_account", "summaries of accounts", func(s *Schema) buffer { return s.accountSummaryBuffer(s.accounts.accounts) }},
	{"events_summary_by_user", "summaries of users", func(s *Schema) buffer { return s.accountSummaryBuffer(s.accounts.users) }},
	{"events_summary_by_host", "summaries of hosts", func(s *Schema) buffer { return s.accountSummaryBuffer(s.accounts.hosts) }},
	{"events_summary_global", "summaries of the server", func(s *Schema) buffer {
		s.foldMu.Lock()
		defer s.foldMu.Unlock()
		size := s.global.bytes(nil) + s.truncated.bytes(nil) + s.direct.bytes() + s.memory.bytes()
		return buffer{size, 1, size}
	}},
	{"events_statements_history_long", "last statements of all threads", func(s *Schema) buffer { return longBuffer(s.statementsLong) }},
	{"events_statements_history_long.sql_text", "texts of the last statements of all threads", (*Schema).longTextBytes},
	{"events_stages_history_long", "last stages of all threads", func(s *Schema) buffer { return longBuffer(s.stagesLong) }},
	{"events_transactions_history_long", "last transactions of all threads", func(s *Schema) buffer { return longBuffer(s.transactionsLong) }},
	{"events_waits_history_long", "last waits of all threads", func(s *Schema) buffer { return longBuffer(s.waitsLong) }},
	{"events_statements_summary_by_digest", "digests, their texts, samples and histograms", (*Schema).digestBytes},
	{"prepared_statements_instances", "prepared statements and their texts", (*Schema).preparedBytes},
	{"events_statements_summary_by_program", "stored programs", (*Schema).programBytes},
	{"events_statements_histogram_global", "statement histogram of the server", func(s *Schema) buffer {
		size := s.histogram.Bytes()
		return buffer{size, 1, size}
	}},
}

// EngineStatus measures the Schema's buffers. It walks all of them: it is for
// people, not for a loop.
func (s *Reader) EngineStatus() []record.EngineStatusRow {
	if !s.Schema().Enabled() {
		return nil
	}
	var out []record.EngineStatusRow
	var total uint64
	for i := range ownBuffers {
		b := ownBuffers[i].measure(s.Schema())
		n := ownBuffers[i].name
		out = append(out, []record.EngineStatusRow{
			{Name: n + ".size", Value: b.size}, {Name: n + ".count", Value: b.count}, {Name: n + ".memory", Value: b.memory},
		}...)
		total += b.memory
	}
	return append(out, record.EngineStatusRow{Name: "performance_schema.memory", Value: total})
}

func classBuffer(k Kind) func(*Schema) buffer {
	return func(s *Schema) buffer { return array(unsafe.Sizeof(Class{}), len(s.classes[k].items)) }
}

// threadBuffer adds up a buffer that every thread has.
func threadBuffer(of func(*Thread) buffer) func(*Schema) buffer {
	return func(s *Schema) (sum buffer) {
		for _, t := range s.Read().Threads() {
			b := of(t)
			sum.size = b.size
			sum.count += b.count
			sum.memory += b.memory
		}
		return sum
	}
}

func longBuffer[T any](r *ring.Shared[T]) buffer {
	return array(unsafe.Sizeof(ring.Slot[T]{}), r.Cap())
}

// threadsBuffer measures threads, with the stacks, accounts and places in the
// registry that each has.
func threadsBuffer(s *Schema) buffer {
	sum := threadBuffer(func(t *Thread) buffer {
		memory := heapsize.Object(unsafe.Sizeof(*t)) + heapsize.Object(uintptr(len(t.stack))*8) +
			uint64(t.levels())*heapsize.Object(unsafe.Sizeof(statementSlot{}))
		if t.home.Load() != nil {
			memory += heapsize.Object(unsafe.Sizeof(home{}))
		}
		return buffer{uint64(unsafe.Sizeof(*t)), 1, memory}
	})(s)
	sum.memory += 2 * heapsize.Map(int(sum.count), 16)
	return sum
}

// textBytes is what the texts of a thread's events keep alive.
func (t *Thread) textBytes() buffer {
	var n uint64
	for {
		n = 0
		v := t.lock.Start()
		for i := range t.stack {
			if st := t.stack[i].Load(); st != nil {
				n += uint64(len(st.rec.text) + st.buffered)
			}
		}
		if t.lock.Valid(v) {
			break
		}
	}
	for _, r := range t.statements.Snapshot(&t.lock, nil) {
		n += uint64(len(r.text))
	}
	return buffer{1, n, n}
}

// levels counts the levels of the statement stack that were ever used.
func (t *Thread) levels() (n int) {
	for i := range t.stack {
		if t.stack[i].Load() != nil {
			n++
		}
	}
	return n
}

func (s *Schema) longTextBytes() buffer {
	n := s.statementsLong.Sum(func(r *statementRecord) uint64 { return uint64(len(r.text)) })
	return buffer{1, n, n}
}

func (s *Schema) digestBytes() buffer {
	t := s.digests.table.Load()
	b := buffer{size: uint64(unsafe.Sizeof(digestEntry{})), count: uint64(s.digests.limit)}
	b.memory = heapsize.Object(uintptr(len(t.slots))*8) + t.catchAll.bytes()
	for _, e := range t.entries() {
		b.memory += e.bytes()
	}
	return b
}

// statBuffer measures what a thread has counted of summaries and of digests.
func (t *Thread) statBuffer() buffer {
	t.schema.foldMu.Lock()
	defer t.schema.foldMu.Unlock()
	size := t.stats.bytes(&t.lock) + t.recent.bytes()
	return buffer{size, 1, size}
}

// accountBuffer measures the rows of accounts, users or hosts.
func (s *Schema) accountBuffer(m map[accountKey]*account) (sum buffer) {
	s.accounts.mu.Lock()
	defer s.accounts.mu.Unlock()
	sum.size = uint64(unsafe.Sizeof(account{}))
	for _, a := range m {
		sum.count++
		sum.memory += heapsize.Object(unsafe.Sizeof(*a)) + heapsize.Plain(uintptr(len(a.key.user)+len(a.key.host)))
	}
	sum.memory += heapsize.Map(len(m), unsafe.Sizeof(accountKey{})+8)
	return sum
}

// accountSummaryBuffer measures their summaries.
func (s *Schema) accountSummaryBuffer(m map[accountKey]*account) (sum buffer) {
	s.foldMu.Lock()
	defer s.foldMu.Unlock()
	s.accounts.mu.Lock()
	defer s.accounts.mu.Unlock()
	for _, a := range m {
		size := a.own.bytes(nil) + a.memory.bytes()
		sum.size = size
		sum.count++
		sum.memory += size
	}
	return sum
}

// buffer measures the instances of a list; more is what one takes beyond
// itself.
func (l *instanceList[T]) buffer(more func(*T) uint64) buffer {
	var v T
	b := buffer{size: uint64(unsafe.Sizeof(v))}
	each := heapsize.Object(unsafe.Sizeof(v))
	for _, in := range l.all() {
		b.count++
		b.memory += each
		if more != nil {
			b.memory += more(in)
		}
	}
	l.mu.Lock()
	b.memory += uint64(len(l.pages))*heapsize.Object(pageSize*8) + heapsize.Plain(uintptr(cap(l.free))*8)
	l.mu.Unlock()
	return b
}

func mutexBuffer(s *Schema) buffer {
	return s.mutexes.buffer(func(m *MutexInstance) uint64 {
		n := heapsize.Plain(unsafe.Sizeof(stat.Owned{}))
		if m.failed.Load() != nil {
			n += heapsize.Plain(unsafe.Sizeof(stat.Shared{}))
		}
		return n
	})
}

func rwlockBuffer(s *Schema) buffer {
	return s.rwlocks.buffer(func(*RWLockInstance) uint64 { return heapsize.Plain(unsafe.Sizeof(stat.Owned{})) })
}

func (o *objectName) bytes() uint64 {
	return heapsize.Object(unsafe.Sizeof(*o)) + heapsize.Plain(uintptr(len(o.schema))) + heapsize.Plain(uintptr(len(o.name)))
}

// fileBuffer counts the name twice: the instance has it, and the map that
// finds the instance.
func fileBuffer(s *Schema) buffer {
	return s.files.list.buffer(func(f *FileInstance) uint64 {
		return f.object.Load().bytes() + uint64(unsafe.Sizeof("")) + 8
	})
}

func socketBuffer(s *Schema) buffer {
	return s.sockets.list.buffer(func(k *SocketInstance) uint64 { return k.object.Load().bytes() })
}

func tableBuffer(s *Schema) buffer {
	return s.tables.list.buffer(func(t *TableInstance) uint64 { return 2 * t.object.Load().bytes() })
}

// indexBuffer measures the statistics by index, and by none, of all tables.
func indexBuffer(s *Schema) (b buffer) {
	b.size = uint64(unsafe.Sizeof(tableIndex{}))
	for _, t := range s.tables.list.all() {
		b.count++
		for _, x := range *t.indexes.Load() {
			b.count++
			b.memory += 8 + uint64(len(x.name))
		}
	}
	b.memory += b.count * b.size
	return b
}

func tableLockBuffer(s *Schema) (b buffer) {
	for _, t := range s.tables.list.all() {
		if t.locks.Load() != nil {
			b.count++
		}
	}
	b.size = uint64(unsafe.Sizeof(tableLocks{}))
	b.memory = b.size * b.count
	return b
}

func slabBuffer[T any](s *slab.Slab[T]) buffer { return array(s.Size()) }

// waitBuffer measures the running waits of a thread.
func (t *Thread) waitBuffer() buffer {
	b := buffer{size: uint64(unsafe.Sizeof(waitStack{}))}
	if t.waits.Load() != nil {
		b.count, b.memory = 1, heapsize.Object(uintptr(b.size))
	}
	return b
}

// bytes is the memory of what is counted past all threads.
func (d *directStats) bytes() uint64 {
	return sharedBytes(d.statements) + sharedBytes(d.stages) + sharedBytes(d.transactions) + sharedBytes(d.waits) +
		sharedBytes(d.errors) + sharedBytes(d.memory)
}

// bytes is the memory of the marks.
func (l *memoryLevel) bytes() uint64 {
	n := heapsize.Plain(uintptr(len(l.base)) * unsafe.Sizeof(memoryCount{}))
	if p := l.marks.Load(); p != nil {
		n += sharedBytes(*p)
	}
	return n
}

// bytes is what is kept of memory beside the summaries.
func (m *memoryState) bytes() uint64 {
	m.sources.mu.Lock()
	defer m.sources.mu.Unlock()
	return m.level.bytes() + heapsize.Plain(uintptr(len(m.published))*unsafe.Sizeof(memoryPublished{})) +
		uint64(len(m.sources.seen))*heapsize.Plain(unsafe.Sizeof(seenMemory{})) + heapsize.Map(len(m.sources.seen), 16)
}

func sharedBytes[T any](p []atomic.Pointer[T]) uint64 {
	var v T
	n, each := heapsize.Object(uintptr(len(p))*8), heapsize.Plain(unsafe.Sizeof(v))
	for i := range p {
		if p[i].Load() != nil {
			n += each
		}
	}
	return n
}

// stageHistoryBuffer measures what a connection keeps of its last stages. Texts that
// are not cut are those of its last statements.
func (t *Thread) stageHistoryBuffer() buffer {
	r := t.stageHistory.kept.Load()
	if r == nil {
		return buffer{size: uint64(unsafe.Sizeof(stageEntry{}))}
	}
	b := array(unsafe.Sizeof(stageEntry{}), len(r.marks))
	b.memory = heapsize.Plain(uintptr(b.size*b.count)) + heapsize.Object(unsafe.Sizeof(*r))
	for {
		cut := 0
		v := t.lock.Start()
		for i := range r.runs {
			if r.runs[i].cut != nil {
				cut++
			}
		}
		if t.lock.Valid(v) {
			b.memory += uint64(cut) * heapsize.Plain(maxStageHistoryText)
			return b
		}
	}
}

// profileBuffer measures a session's StageProfiler, if it has ever profiled: a row is
// a statement kept.
func (t *Thread) profileBuffer() buffer {
	b := buffer{size: uint64(unsafe.Sizeof(profileRecord{}))}
	p := t.profiler.Load()
	if p == nil {
		return b
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	b.count = uint64(len(p.history))
	b.memory = heapsize.Object(unsafe.Sizeof(*p)) + heapsize.Object(uintptr(cap(p.history))*unsafe.Sizeof(profileRecord{}))
	marks := func(r *profileRecord) uint64 {
		return heapsize.Plain(uintptr(cap(r.marks)) * unsafe.Sizeof(profileMark{}))
	}
	b.memory += marks(&p.current)
	for i := range p.history {
		b.memory += marks(&p.history[i]) + heapsize.Plain(uintptr(len(p.history[i].text)))
	}
	return b
}

// planBuffer measures the plans of a thread's statements: a row is a node.
func (t *Thread) planBuffer() buffer {
	var plans []*activity.Plan
	for {
		plans = plans[:0]
		v := t.lock.Start()
		for i := range min(t.depth, len(t.stack)) {
			if st := t.stack[i].Load(); st != nil {
				plans = append(plans, st.plan)
			}
		}
		if t.lock.Valid(v) {
			break
		}
	}
	b := buffer{size: uint64(unsafe.Sizeof(activity.PlanNode{}))}
	for _, p := range plans {
		if p != nil {
			nodes, bytes := p.Size()
			b.count += uint64(nodes)
			b.memory += bytes
		}
	}
	return b
}
