package perfschema

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/stat"
)

// TableInstance is one instrumented table: its rows in
// table_io_waits_summary_by_table, by_index_usage,
// table_lock_waits_summary_by_table and objects_summary_global_by_type. All
// who open the table share it. A nil TableInstance records nothing. It is safe
// for concurrent use.
type TableInstance struct {
	instance
	position int
	// mask is the part of the modes of the instruments that setup_objects
	// leaves for this table.
	mask    atomic.Uint32
	gone    atomic.Bool
	noIndex *tableIndex
	scanned atomic.Bool // noIndex had counted when it was truncated
	used    atomic.Bool // a statement has used the table by no index
	indexes atomic.Pointer[[]*tableIndex]
	locks   atomic.Pointer[tableLocks] // made with the first lock
}

// tableIndex counts the row operations by one index, or by none.
type tableIndex struct {
	name string
	// external are the statements that have read the table, and those that have changed
	// it, which used this index first: beside what they write anyway.
	external [2]atomic.Uint64
	io       [numRowOperations]stat.Shared
	// past is what TRUNCATE has taken off io; nil before the first. tables.truncating
	// guards it.
	past *[numRowOperations]stat.Timer
}

const (
	numRowOperations   = int(OpDeleteRow-OpFetch) + 1
	numTableLockModes  = int(OpWriteExternal-OpReadNormal) + 1
	maxIndexesPerTable = 64 // as in MySQL
)

// tableLocks counts the locks on a table by mode.
type tableLocks [numTableLockModes]stat.Shared

// tableRegistry finds tables by type and name.
type tableRegistry struct {
	mu        sync.RWMutex
	byName    map[objectName]*TableInstance
	list      instanceList[TableInstance]
	indexes   int64 // rows of by_index_usage, those without an index not counted
	indexLost atomic.Uint64
	locks     atomic.Int64 // tables that count locks
	lockLost  atomic.Uint64
	past      pastRows
	// truncating is held while figures go from io to past, and while both are read.
	truncating sync.Mutex
}

func (r *tableRegistry) init(z *Sizes) {
	r.byName = make(map[objectName]*TableInstance)
	r.list.limit = z.TableInstances
}

// TableInstance finds the instance of a table, or makes it: objectType is
// "TABLE"; for a temporary table see [Schema.NewTemporaryTable]. It returns nil when the Schema is off or
// performance_schema_max_table_instances exist, which it counts. Names are
// compared without regard to case. It takes a lock: keep the instance for the
// statement.
func (s *Schema) TableInstance(objectType, schema, name string) *TableInstance {
	if !s.Enabled() {
		return nil
	}
	key := objectName{objectType, strings.ToLower(schema), strings.ToLower(name)}
	r := &s.tables
	r.mu.RLock()
	t := r.byName[key]
	r.mu.RUnlock()
	if t != nil {
		return t
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if t := r.byName[key]; t != nil {
		return t
	}
	if t = s.newTable(objectName{objectType, schema, name}); t != nil {
		r.byName[key] = t
	}
	return t
}

// NewTemporaryTable makes the instance of a temporary table, OBJECT_TYPE
// "TEMPORARY TABLE", which belongs to the session that has made the table: that
// keeps it until it calls [TableInstance.Dropped], and another session's table of
// the same name has an instance of its own. Of nil it is as of
// [Schema.TableInstance]. It takes a lock.
func (s *Schema) NewTemporaryTable(schema, name string) *TableInstance {
	if !s.Enabled() {
		return nil
	}
	s.tables.mu.Lock()
	defer s.tables.mu.Unlock()
	return s.newTable(objectName{"TEMPORARY TABLE", schema, name})
}

// newTable makes an instance; nil if there is no room. tables.mu is held.
func (s *Schema) newTable(o objectName) *TableInstance {
	t := &TableInstance{noIndex: &tableIndex{}}
	t.class = s.classes[KindTable].at(uint32(s.tableIOKey))
	t.object.Store(&o)
	t.indexes.Store(&[]*tableIndex{})
	t.refresh()
	if !s.tables.list.add(t, &t.position) {
		return nil
	}
	return t
}

// SetIndexes names the table's indexes, the primary key as "PRIMARY": each has
// a row in table_io_waits_summary_by_index_usage, used or not. Indexes that are
// not named lose theirs. Those beyond performance_schema_max_index_stat are
// counted and their use counts as use of no index. It takes a lock where
// something changes.
func (t *TableInstance) SetIndexes(names []string) {
	if t == nil || t.hasIndexes(names) {
		return
	}
	s := t.class.schema
	r := &s.tables
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.gone.Load() {
		return // it has no rows to make room for
	}
	old := *t.indexes.Load()
	r.indexes -= int64(len(old))
	var all []*tableIndex
	for _, n := range names {
		if r.indexes >= s.sizes.IndexStat || len(all) >= maxIndexesPerTable {
			r.indexLost.Add(1)
			continue
		}
		x := findIndex(old, n)
		if x == nil {
			x = &tableIndex{name: n}
		}
		all = append(all, x)
		r.indexes++
	}
	t.indexes.Store(&all)
	for _, x := range old {
		if !slices.Contains(all, x) {
			for i := range x.external {
				t.noIndex.external[i].Add(x.external[i].Swap(0))
			}
		}
	}
}

func (t *TableInstance) hasIndexes(names []string) bool {
	have := *t.indexes.Load()
	return len(have) == len(names) && !slices.ContainsFunc(names, func(n string) bool { return findIndex(have, n) == nil })
}

// index finds where to count use of an index; "" is none.
func (t *TableInstance) index(name string) *tableIndex {
	if name != "" {
		if x := findIndex(*t.indexes.Load(), name); x != nil {
			return x
		}
	}
	return t.noIndex
}

func findIndex(all []*tableIndex, name string) *tableIndex {
	for _, x := range all {
		if x.name == name || strings.EqualFold(x.name, name) {
			return x
		}
	}
	return nil
}

// Current says whether [Schema.TableInstance] would give this instance still:
// its table has not been dropped. A load.
func (t *TableInstance) Current() bool { return t != nil && !t.gone.Load() }

// Dropped takes a dropped table out of all tables. It takes a lock.
func (t *TableInstance) Dropped() {
	if t == nil {
		return
	}
	r := &t.class.schema.tables
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.list.remove(t.position, t) {
		return
	}
	t.gone.Store(true)
	info := t.describe(false)
	r.past.add(rowOperations(&info))
	o := t.object.Load()
	if key := (objectName{o.kind, strings.ToLower(o.schema), strings.ToLower(o.name)}); r.byName[key] == t {
		delete(r.byName, key)
	}
	r.indexes -= int64(len(*t.indexes.Load()))
	if t.locks.Swap(nil) != nil {
		r.locks.Add(-1)
	}
}

// refresh makes the instance follow setup_objects.
func (t *TableInstance) refresh() {
	o := t.object.Load()
	enabled, timed := t.class.schema.objectFor(o.kind, o.schema, o.name)
	var mask waitMode
	if enabled {
		mask = ^waitTimed
		if timed {
			mask = ^waitMode(0)
		}
	}
	t.mask.Store(uint32(mask))
}

// refreshTables makes every instance follow setup_objects. It excludes those
// that are being made, which may have seen the list before it changed.
func (s *Schema) refreshTables() {
	s.tables.mu.Lock()
	defer s.tables.mu.Unlock()
	for _, t := range s.tables.list.all() {
		t.refresh()
	}
}

// mode is what is to be done about waits of a class for the table.
func (t *TableInstance) mode(c *Class) waitMode {
	m := c.waitMode() & waitMode(t.mask.Load())
	if m&waitOn == 0 {
		return 0
	}
	return m
}

// StartLock starts a wait for a lock on the table: one of the table lock
// operations, [OpReadNormal] to [OpWriteExternal].
//
//go:noinline
func (t *TableInstance) StartLock(th *Thread, op Operation) (w TableLockWait) {
	if t == nil || op < OpReadNormal || op > OpWriteExternal {
		return
	}
	c := t.class.schema.classes[KindTable].at(uint32(t.class.schema.tableLockKey))
	m := t.mode(c)
	if m == 0 {
		m = c.waitMode() & waitSampled // a profiler sees the wait nonetheless
	}
	var at callsite.Site
	if m&waitShown != 0 {
		at = callsite.Pair()
	}
	w.table = t
	w.wait.begin(th, c, m, &t.instance, nil, op, at)
	return
}

// TableLockWait is a running wait for a table lock.
type TableLockWait struct {
	wait  Wait
	table *TableInstance
}

// End ends the wait. Its time, if it is timed, is LOCK_TIME of the statement that
// runs on the Thread.
func (w *TableLockWait) End() {
	if !w.wait.recorded() {
		w.wait.End()
		return
	}
	timed, raw, thread := w.wait.mode&waitTimed != 0, w.wait.mode&waitCycles != 0, w.wait.thread
	w.wait.End()
	t := w.table
	if timed {
		thread.current().addLockTime(t.class.schema.waitSpan(w.wait.took, raw))
	}
	if l := t.lockStat(); l != nil {
		l[w.wait.op-OpReadNormal].Add(w.wait.took, timed)
	}
}

// CountUse counts that the statement of a Thread has used the table, to read it
// ([OpReadExternal]) or to change it ([OpWriteExternal]): what MySQL calls the external
// lock, by which a statement tells the storage so. Nobody waits for it: where waits are no
// events it has no time, and where they are, the time of counting it. A statement calls it
// once for each table. No lock, no allocation once the table has been counted: an atomic
// addition beside the counts of the index, and a plain store.
func (x TableIndex) CountUse(th *Thread, op Operation) {
	t := x.table
	if t == nil || op < OpReadExternal || op > OpWriteExternal {
		return
	}
	c := t.class.schema.classes[KindTable].at(uint32(t.class.schema.tableLockKey))
	m := t.mode(c)
	if x.index == t.noIndex && !t.used.Load() {
		t.used.Store(true)
	}
	if m == 0 {
		return
	}
	if m&waitShown != 0 {
		w := t.StartLock(th, op)
		w.End()
		return
	}
	th = t.class.own(th)
	switch {
	case th == nil || m&waitByThread == 0:
		shared(c.schema.direct.waits, int(c.slot)).Add(0, false)
	case !th.enabled.Load():
		return
	default:
		th.countWait(c, 0, false)
	}
	if t.lockStat() != nil {
		x.index.external[op-OpReadExternal].Add(1)
	}
}

// lockStat is where locks on the table are counted; nil where there is no room,
// which is counted, or no table any more.
func (t *TableInstance) lockStat() *tableLocks {
	if l := t.locks.Load(); l != nil || t.gone.Load() {
		return l
	}
	r := &t.class.schema.tables
	if r.locks.Add(1) > t.class.schema.sizes.TableLockStat {
		r.locks.Add(-1)
		r.lockLost.Add(1)
		return nil
	}
	l := new(tableLocks)
	if !t.locks.CompareAndSwap(nil, l) {
		r.locks.Add(-1)
		return t.locks.Load()
	}
	// The table may have been dropped meanwhile: who takes the counts away gives
	// the room back.
	if t.gone.Load() && t.locks.CompareAndSwap(l, nil) {
		r.locks.Add(-1)
	}
	return l
}
