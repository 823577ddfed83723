package perfschema

import "github.com/perfschema/perfschema/internal/clock"

// TableLookup measures the look-up of one row by a key, for a statement that asks nothing else
// of the table. Nothing is written until [TableLookup.Record], which counts the row operation and
// the use of the table at once. The zero TableLookup measures nothing.
type TableLookup struct {
	index       TableIndex
	start, took uint64 // ticks of the timer of waits
	mode, lock  waitMode
	lockSlot    uint32
	fetched     bool
}

// Lookup returns a TableLookup by this index. It is false where the look-up has to be measured by
// [TableIndex.StartIO] and [TableIndex.CountUse]: while events_waits_current is on, and where
// thread_instrumentation is off.
func (x TableIndex) Lookup() (l TableLookup, ok bool) {
	t := x.table
	if t == nil {
		return TableLookup{}, false
	}
	s, mask := t.class.schema, waitMode(t.mask.Load())
	lock := s.classes[KindTable].at(uint32(s.tableLockKey))
	l = TableLookup{index: x, mode: waitMode(t.class.mode.Load()) & mask, lock: waitMode(lock.mode.Load()) & mask, lockSlot: lock.slot}
	const asked, wanted = waitOn | waitByThread | waitShown, waitOn | waitByThread
	if l.mode&waitOn != 0 && l.mode&asked != wanted || l.lock&waitOn != 0 && l.lock&asked != wanted {
		return TableLookup{}, false
	}
	return l, true
}

// Start begins to look for the row. It reads the timer of waits.
func (l *TableLookup) Start() {
	switch {
	case l.mode&waitTimed == 0:
	case l.mode&waitCycles != 0:
		l.start = clock.Cycles()
	default:
		l.start = l.index.table.class.schema.clock.Now()
	}
}

// Stop says that the row was found, or that there is none. Until then the look-up has fetched
// nothing. It reads the timer of waits.
func (l *TableLookup) Stop() {
	l.fetched = true
	if l.mode&waitTimed == 0 {
		return
	}
	var now uint64
	if l.mode&waitCycles != 0 {
		now = clock.Cycles()
	} else {
		now = l.index.table.class.schema.clock.Now()
	}
	if now > l.start { // cores may disagree by a tick
		l.took = now - l.start
	}
}

// Enabled reports whether the row operation is recorded.
func (l *TableLookup) Enabled() bool { return l.mode&waitOn != 0 }

// Record counts the look-up on a Thread, in wait/io/table/sql/handler, and the use of the table in
// wait/lock/table/sql/handler. Only the Thread's writer calls it, once, when the statement ends.
// No lock, and no allocation once the table has been counted.
//
//go:noinline
func (l *TableLookup) Record(th *Thread) {
	t := l.index.table
	if t == nil || th == nil || th.schema != t.class.schema {
		return
	}
	x := l.index.index
	if x == t.noIndex && !t.used.Load() {
		t.used.Store(true)
	}
	if !th.enabled.Load() {
		return
	}
	fetched, used := l.fetched && l.mode&waitOn != 0, l.lock&waitOn != 0
	timed := l.mode&waitTimed != 0
	v := th.lock.Open()
	if fetched {
		b := th.waitCache.At(&th.stats.waits, t.class.slot)
		if timed {
			b.Add(l.took)
		} else {
			b.Count++
		}
	}
	if used {
		th.waitCache.At(&th.stats.waits, l.lockSlot).Count++
	}
	th.lock.Close(v)
	if fetched {
		x.io[0].Add(l.took, timed)
	}
	if used && t.lockStat() != nil {
		x.external[0].Add(1)
	}
	*l = TableLookup{}
}
