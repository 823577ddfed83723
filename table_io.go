package perfschema

import (
	"slices"
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// TableIO counts and times the row operations of one kind that one goroutine
// does on a table by one index, and hands them on in batches. The zero TableIO
// records nothing.
type TableIO struct {
	table  *TableInstance
	thread *Thread
	index  *tableIndex
	class  *Class
	sum    stat.Timer
	first  uint64 // tick of the first operation of the batch
	start  uint64 // tick of the running operation
	mode   waitMode
	op     Operation
	at     callsite.Site
}

// StartIO starts counting row operations: OpFetch, OpInsert, OpUpdate or
// OpDeleteRow, by an index of [TableInstance.SetIndexes] or by none. What is
// switched on or off later takes effect with the next batch. SOURCE is the
// caller.
//
//go:noinline
func (t *TableInstance) StartIO(th *Thread, op Operation, index string) TableIO {
	if t == nil || op < OpFetch || op > OpDeleteRow {
		return TableIO{}
	}
	b := TableIO{table: t, thread: t.class.own(th), class: t.class, index: t.index(index), op: op}
	b.refresh()
	if b.mode&waitShown != 0 {
		b.at = callsite.Pair()
	}
	return b
}

// TableIndex is an index of a table, or none of it, looked up by name once. The zero
// TableIndex is of no table.
type TableIndex struct {
	table *TableInstance
	index *tableIndex
}

// Index finds an index of [TableInstance.SetIndexes], or none, as
// [TableInstance.StartIO] does. It holds until the indexes are set anew.
func (t *TableInstance) Index(name string) TableIndex {
	if t == nil {
		return TableIndex{}
	}
	return TableIndex{t, t.index(name)}
}

// StartIO is [TableInstance.StartIO] by this index.
//
//go:noinline
func (x TableIndex) StartIO(th *Thread, op Operation) TableIO {
	t := x.table
	if t == nil || op < OpFetch || op > OpDeleteRow {
		return TableIO{}
	}
	b := TableIO{table: t, thread: t.class.own(th), class: t.class, index: x.index, op: op}
	b.refresh()
	if b.mode&waitShown != 0 {
		b.at = callsite.Pair()
	}
	return b
}

// refresh asks what is to be recorded.
func (b *TableIO) refresh() {
	b.mode = b.table.mode(b.class)
	if b.mode&waitByThread != 0 && b.thread != nil && !b.thread.enabled.Load() {
		b.mode = 0
	}
}

// Enabled says whether row operations are recorded.
func (b *TableIO) Enabled() bool { return b.mode != 0 }

// Start begins one row operation: a clock read.
func (b *TableIO) Start() {
	if b.mode&waitTimed == 0 {
		return
	}
	if b.mode&waitCycles != 0 {
		b.start = clock.Cycles()
	} else {
		b.start = b.class.schema.clock.Now()
	}
}

// Stop ends a row operation that Start began, on so many rows: a clock read and
// a few plain stores. One operation on several rows counts as that many
// operations, each of an equal part of the time.
func (b *TableIO) Stop(rows int64) {
	if b.mode == 0 || rows <= 0 {
		return
	}
	if b.mode&waitTimed == 0 {
		b.sum.Count += uint64(rows)
		return
	}
	d := span(b.start, b.class.schema.tick(b.mode))
	if b.sum.Count == 0 {
		b.first = b.start
	}
	if rows == 1 {
		b.sum.Add(d)
	} else {
		b.sum.AddMany(d, uint64(rows))
	}
}

// Flush hands on what was counted since the last Flush: to the summaries, and
// as one wait whose NUMBER_OF_BYTES is the rows and whose TIMER_WAIT is the
// time inside the operations. No lock, no allocation.
func (b *TableIO) Flush() {
	if b.table == nil {
		return
	}
	if n := b.sum.Count; n > 0 {
		b.index.io[b.op-OpFetch].Merge(&b.sum)
		t := b.thread
		switch {
		case t == nil || b.mode&waitByThread == 0:
			shared(b.class.schema.direct.waits, int(b.class.slot)).Merge(&b.sum)
		default:
			t.recordTableIO(b)
		}
		b.sum = stat.Timer{}
	}
	b.refresh()
}

// recordTableIO counts a batch, and makes an event of it where waits are.
func (t *Thread) recordTableIO(b *TableIO) {
	t.lock.Begin()
	t.waitCache.At(&t.stats.waits, b.class.slot).Merge(&b.sum)
	t.lock.End()
	if b.mode&waitShown == 0 {
		return
	}
	_, depth := t.openWait(b.class, b.mode&^waitTimed, &b.table.instance, b.op, b.at)
	if depth == 0 {
		return
	}
	ws := t.waits.Load()
	v := t.lock.Open()
	r := &ws.records[depth-1]
	ws.depth, ws.last = int(depth)-1, int(depth)
	bits := r.bits&^waitBitRunning | waitBitBytes
	r.index, r.bytes, r.end, r.endEventID = b.index, int64(b.sum.Count), 0, t.eventID
	if b.mode&waitTimed != 0 {
		r.start, r.end = b.first, b.first+b.sum.Sum
		bits |= waitBitTimed
		if b.mode&waitCycles != 0 {
			bits |= waitBitRaw
		}
	}
	r.bits = bits
	t.keepWait(r, v)
}

// TableInstances returns the instrumented tables.
func (s *Reader) TableInstances() []record.TableInfo { return s.tableInstances(false) }

// TableInstancesSinceStart is [Reader.TableInstances] with all that TRUNCATE has taken off
// the row operations of the tables that there are: sums that only grow.
func (s *Reader) TableInstancesSinceStart() []record.TableInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	s.tables.truncating.Lock()
	defer s.tables.truncating.Unlock()
	return s.tableInstances(true)
}

func (s *Reader) tableInstances(sinceStart bool) []record.TableInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	all := s.tables.list.all()
	out := make([]record.TableInfo, len(all))
	for i, t := range all {
		out[i] = t.describe(sinceStart)
	}
	return out
}

// describe tells what is known of the table. sinceStart adds what TRUNCATE has taken off;
// truncating is held then.
func (t *TableInstance) describe(sinceStart bool) record.TableInfo {
	s, o, mask := t.class.schema, t.object.Load(), waitMode(t.mask.Load())
	var external [2]uint64
	info := record.TableInfo{
		Begin: t.begin(), Type: o.kind, Schema: o.schema, Name: o.name,
		Enabled: mask&waitOn != 0, Timed: mask&waitTimed != 0,
	}
	var sums [numRowOperations]stat.Timer
	add := func(x *tableIndex) {
		var io [numRowOperations]stat.Timer
		for i := range io {
			io[i] = x.io[i].Load()
			if sinceStart && x.past != nil {
				io[i].Merge(&x.past[i])
			}
			sums[i].Merge(&io[i])
		}
		for i := range external {
			external[i] += x.external[i].Load()
		}
		info.Indexes = append(info.Indexes, record.IndexInfo{Name: x.name, IO: s.exportTableIO(&io), Identity: x})
	}
	for _, x := range *t.indexes.Load() {
		add(x)
	}
	add(t.noIndex)
	if n := len(info.Indexes); !t.scanned.Load() && (n > 1 || !t.used.Load()) {
		last := &info.Indexes[n-1]
		total := last.IO.Total()
		last.Unused = total.Count == 0
	}
	info.IO = s.exportTableIO(&sums)
	if l := t.locks.Load(); l != nil {
		info.Lock = s.exportTableLocks(l, &external)
	}
	return info
}

// exportTableLocks returns the locks of a table. external counts those that were not timed.
func (s *Schema) exportTableLocks(l *tableLocks, external *[2]uint64) record.TableLockStat {
	of := func(op Operation) record.TimerStat {
		v := l[op-OpReadNormal].Load()
		if op >= OpReadExternal {
			v.Count += external[op-OpReadExternal]
		}
		return s.waitStat(&v)
	}
	return record.TableLockStat{
		ReadNormal: of(OpReadNormal), ReadWithSharedLocks: of(OpReadWithSharedLocks), ReadHighPriority: of(OpReadHighPriority),
		ReadNoInsert: of(OpReadNoInsert), ReadExternal: of(OpReadExternal),
		WriteAllowWrite: of(OpWriteAllowWrite), WriteConcurrentInsert: of(OpWriteConcurrentInsert), WriteLowPriority: of(OpWriteLowPriority),
		WriteNormal: of(OpWriteNormal), WriteExternal: of(OpWriteExternal),
	}
}

func (s *Schema) exportTableIO(io *[numRowOperations]stat.Timer) record.TableIOStat {
	return record.TableIOStat{
		Fetch:  s.waitStat(&io[0]),
		Insert: s.waitStat(&io[OpInsert-OpFetch]),
		Update: s.waitStat(&io[OpUpdate-OpFetch]),
		Delete: s.waitStat(&io[OpDeleteRow-OpFetch]),
	}
}

// truncateTableIO resets table_io_waits_summary_by_table and, as in MySQL,
// by_index_usage with it: the one is the sum of the other.
func (s *Reader) truncateTableIO() {
	if !s.Schema().Enabled() {
		return
	}
	s.tables.truncating.Lock()
	defer s.tables.truncating.Unlock()
	for _, t := range s.tables.list.all() {
		info := t.describe(false)
		s.tables.past.add(rowOperations(&info))
		for _, x := range slices.Concat(*t.indexes.Load(), []*tableIndex{t.noIndex}) {
			if x.past == nil {
				x.past = new([numRowOperations]stat.Timer)
			}
			for i := range x.io {
				taken := x.io[i].Take()
				x.past[i].Merge(&taken)
				if x == t.noIndex && taken.Count != 0 {
					t.scanned.Store(true)
				}
			}
		}
	}
}

// truncateTableLocks resets table_lock_waits_summary_by_table.
func (s *Reader) truncateTableLocks() {
	if !s.Schema().Enabled() {
		return
	}
	for _, t := range s.tables.list.all() {
		if l := t.locks.Load(); l != nil {
			for i := range l {
				l[i].Take()
			}
		}
		for _, x := range slices.Concat(*t.indexes.Load(), []*tableIndex{t.noIndex}) {
			for i := range x.external {
				x.external[i].Store(0)
			}
		}
	}
}

// truncateObjectsSummary resets objects_summary_global_by_type, whose rows are
// the sums of the tables' I/O and locks, and those with it.
func (s *Reader) truncateObjectsSummary() {
	s.truncateTableIO()
	s.truncateTableLocks()
}

// pastRows are the row operations that no table shows any more.
type pastRows struct{ fetched, scanned, inserted, updated, deleted atomic.Uint64 }

func (p *pastRows) add(o record.RowOperations) {
	p.fetched.Add(o.Fetched)
	p.scanned.Add(o.Scanned)
	p.inserted.Add(o.Inserted)
	p.updated.Add(o.Updated)
	p.deleted.Add(o.Deleted)
}

func rowOperations(t *record.TableInfo) record.RowOperations {
	o := record.RowOperations{Fetched: t.IO.Fetch.Count, Inserted: t.IO.Insert.Count, Updated: t.IO.Update.Count, Deleted: t.IO.Delete.Count}
	if n := len(t.Indexes); n > 0 {
		o.Scanned = t.Indexes[n-1].IO.Fetch.Count // the last is of no index
	}
	return o
}

// RowOperations are all the tables' together, the Performance Schema's own not
// among them. A table that is dropped meanwhile may count twice. Any goroutine may
// call it; it looks at every table.
func (s *Reader) RowOperations() (sum record.RowOperations) {
	if !s.Schema().Enabled() {
		return sum
	}
	for _, t := range s.TableInstances() {
		sum.Add(rowOperations(&t))
	}
	p := &s.tables.past
	sum.Add(record.RowOperations{
		Fetched: p.fetched.Load(), Scanned: p.scanned.Load(), Inserted: p.inserted.Load(), Updated: p.updated.Load(), Deleted: p.deleted.Load(),
	})
	return sum
}
