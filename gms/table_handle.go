package gms

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// openTables are the tables that the running statement uses, each once however
// often it names them: its rows of table_handles. The engine keeps no table open
// between statements.
type openTables struct {
	few  [8]openTable
	kept perfschema.TableHandle // the place of the first, parked between statements
	mu   sync.Mutex             // held where a statement has more
	more []*openTable
}

type openTable struct {
	table  atomic.Pointer[perfschema.TableInstance]
	handle perfschema.TableHandle
}

// open notes that the statement of a Thread uses a table. Any goroutine of the
// statement may call it. A few loads where the table is known.
func (o *openTables) open(t *perfschema.Thread, table *perfschema.TableInstance) {
	if table == nil {
		return
	}
	for i := range o.few {
		e := &o.few[i]
		if e.table.Load() == nil && e.table.CompareAndSwap(nil, table) {
			if i == 0 {
				e.handle = o.kept.Reopen(table, t)
			} else {
				e.handle = table.OpenHandle(t)
			}
			return
		}
		if e.table.Load() == table {
			return
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if slices.ContainsFunc(o.more, func(e *openTable) bool { return e.table.Load() == table }) {
		return
	}
	e := &openTable{handle: table.OpenHandle(t)}
	e.table.Store(table)
	o.more = append(o.more, e)
}

// any says whether the statement has opened a table.
func (o *openTables) any() bool { return o.few[0].table.Load() != nil }

// forget gives back what is kept from one statement to the next.
func (o *openTables) forget() {
	o.kept.Close()
	o.kept = perfschema.TableHandle{}
}

// close ends them all. No other goroutine of the statement runs any more.
func (o *openTables) close() {
	for i := range o.few {
		e := &o.few[i]
		if e.table.Load() == nil {
			return
		}
		if i == 0 {
			e.handle.Park()
			o.kept = e.handle
		} else {
			e.handle.Close()
		}
		e.table.Store(nil)
	}
	for _, e := range o.more {
		e.handle.Close()
	}
	o.more = nil
}
