package tableuse

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// Open are the tables that the running statement uses, each once however
// often it names them: its rows of table_handles. The engine keeps no table open
// between statements.
type Open struct {
	few  [8]opened
	kept perfschema.TableHandle // the place of the first, parked between statements
	mu   sync.Mutex             // held where a statement has more
	more []*opened
}

type opened struct {
	table   atomic.Pointer[perfschema.TableInstance]
	handle  perfschema.TableHandle
	found   perfschema.TableIndex // by which the table was used first; of no table if it has not been looked up
	changed atomic.Bool           // by the statement, which does not only read it
}

// use notes what the statement does with the table.
func (e *opened) use(op perfschema.Operation) {
	if op != perfschema.OpFetch && !e.changed.Load() {
		e.changed.Store(true)
	}
}

// count counts the use of the table, when the statement has ended.
func (e *opened) count(t *perfschema.Thread, table *perfschema.TableInstance) {
	op := perfschema.OpReadExternal
	if e.changed.Load() {
		op = perfschema.OpWriteExternal
		e.changed.Store(false)
	}
	if e.found == (perfschema.TableIndex{}) {
		e.found = table.Index("")
	}
	e.found.CountUse(t, op)
	e.found = perfschema.TableIndex{}
}

// Open notes that the statement of a Thread uses a table, and for what; found is the index by
// which it does. A nil table is none. Any goroutine of
// the statement may call it. A few loads where the table is known.
func (o *Open) Open(t *perfschema.Thread, table *perfschema.TableInstance, found perfschema.TableIndex, op perfschema.Operation) {
	if table == nil {
		return
	}
	for i := range o.few {
		e := &o.few[i]
		if e.table.Load() == nil && e.table.CompareAndSwap(nil, table) {
			e.found = found
			e.use(op)
			if i == 0 {
				e.handle = o.kept.Reopen(table, t)
			} else {
				e.handle = table.OpenHandle(t)
			}
			return
		}
		if e.table.Load() == table {
			e.use(op)
			return
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.IndexFunc(o.more, func(e *opened) bool { return e.table.Load() == table })
	if i < 0 {
		e := &opened{handle: table.OpenHandle(t)}
		e.table.Store(table)
		i, o.more = len(o.more), append(o.more, e)
	}
	o.more[i].use(op)
}

// Any says whether the statement has opened a table.
func (o *Open) Any() bool { return o.few[0].table.Load() != nil }

// Forget gives back what is kept from one statement to the next.
func (o *Open) Forget() {
	o.kept.Close()
	o.kept = perfschema.TableHandle{}
}

// Close ends them all, and counts them for a Thread. No other goroutine of the statement
// runs any more.
func (o *Open) Close(t *perfschema.Thread) {
	for i := range o.few {
		e := &o.few[i]
		table := e.table.Load()
		if table == nil {
			return
		}
		e.count(t, table)
		if i == 0 {
			e.handle.Park()
			o.kept = e.handle
		} else {
			e.handle.Close()
		}
		e.table.Store(nil)
	}
	for _, e := range o.more {
		e.count(t, e.table.Load())
		e.handle.Close()
	}
	o.more = nil
}
