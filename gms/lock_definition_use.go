package gms

import (
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// definitionUse is what a session says of the tables that it uses: a statement's for as
// long as it runs, and a transaction's until its end. The goroutine that binds the names
// of a statement writes it, one at a time; whoever defines a table reads it. It costs two
// stores and the comparison of a name for a table, and allocates for names that the session
// has not used in the same place before.
type definitionUse struct {
	session uint32
	thread  *perfschema.Thread
	few     [8]definitionPlace
	more    atomic.Pointer[[]*definitionPlace] // where there are more
	n       int
	before  int // as many when the statement began

	transaction sql.Transaction // whose they are
	// began is the generation before that has seen anything, starting that when the
	// statement began.
	began, starting uint64
	carried         bool  // they are those of a statement that runs again
	temporary       bool  // the session has made temporary tables
	program         bool  // a statement of a procedure is being run, and is no part of another
	again           bool  // that one is to run again
	failed          error // why the statement cannot go on, whoever asked for the table

	// The mutex of the locks is held for these.
	waits *usedName       // what it waits to use; nil for nothing
	wants *definitionLock // what it has or waits for; nil for nothing
}

// usedName is a table that is used, and for what.
type usedName struct {
	tableName
	write bool
}

// definitionPlace is where a session says that it uses a table.
type definitionPlace struct {
	used  atomic.Pointer[usedName]
	event atomic.Uint64 // that its thread had begun last
	kept  *usedName     // what was used here last
}

// begin is called when a statement begins, before it sees anything.
func (u *definitionUse) begin(generation uint64) {
	u.starting, u.before, u.failed = generation, u.n, nil
}

// refusal is why the statement cannot go on; nil if it can.
func (u *definitionUse) refusal() error {
	if u == nil {
		return nil
	}
	return u.failed
}

// of has what is used be that of a transaction: what was used in another one is not any
// more. It says whether anything was.
func (u *definitionUse) of(tx sql.Transaction) (ended bool) {
	if sameTransaction(u.transaction, tx) {
		return false
	}
	if !u.carried {
		ended = u.clear()
	}
	u.carried, u.transaction, u.began = false, tx, u.starting
	return ended
}

// has says whether a use of a table is known.
func (u *definitionUse) has(t usedName) bool {
	for i := range min(u.n, len(u.few)) {
		if *u.few[i].kept == t {
			return true
		}
	}
	if u.n <= len(u.few) {
		return false
	}
	return slices.ContainsFunc(*u.more.Load(), func(p *definitionPlace) bool { return *p.kept == t })
}

// add says that a table is used.
func (u *definitionUse) add(t usedName) {
	var p *definitionPlace
	if u.n < len(u.few) {
		p = &u.few[u.n]
	} else {
		p = new(definitionPlace)
	}
	if p.kept == nil || *p.kept != t {
		t.schema, t.name = strings.Clone(t.schema), strings.Clone(t.name) // they are parts of the text
		p.kept = &t
	}
	p.event.Store(u.thread.LastEventID())
	p.used.Store(p.kept)
	if u.n >= len(u.few) {
		var all []*definitionPlace
		if more := u.more.Load(); more != nil {
			all = *more
		}
		all = append(all[:len(all):len(all)], p)
		u.more.Store(&all)
	}
	u.n++
}

// drop takes back what add said last.
func (u *definitionUse) drop() {
	u.n--
	if u.n < len(u.few) {
		u.few[u.n].used.Store(nil)
		return
	}
	all := (*u.more.Load())[:u.n-len(u.few)]
	u.more.Store(&all)
}

// clear says that nothing is used any more, and whether anything was.
func (u *definitionUse) clear() bool {
	if u.n == 0 {
		return false
	}
	for i := range min(u.n, len(u.few)) {
		u.few[i].used.Store(nil)
	}
	if u.n > len(u.few) {
		u.more.Store(nil)
	}
	u.n, u.before = 0, 0
	return true
}

// all gives what is used, and where. Any goroutine may call it.
func (u *definitionUse) all(yield func(*definitionPlace, *usedName) bool) {
	for i := range u.few {
		if t := u.few[i].used.Load(); t != nil && !yield(&u.few[i], t) {
			return
		}
	}
	if more := u.more.Load(); more != nil {
		for _, p := range *more {
			if t := p.used.Load(); t != nil && !yield(p, t) {
				return
			}
		}
	}
}

// shownUses are the tables that sessions use, as locks on their definitions.
func (k *readLock) shownUses() (all []record.MetadataLockInfo) {
	for u := range k.uses {
		for p, t := range u.all {
			mode := "SHARED_READ"
			if t.write {
				mode = "SHARED_WRITE"
			}
			all = append(all, record.MetadataLockInfo{
				Begin: uint64(uintptr(unsafe.Pointer(p))), ObjectType: "TABLE", Schema: t.schema, Name: t.name,
				Type: mode, Duration: record.MetadataTransaction, Status: record.MetadataGranted,
				ThreadID: u.thread.ID(), EventID: p.event.Load(),
			})
		}
	}
	return all
}

// inTheWayOf says whether the session uses a table in a way that is in the way of a lock.
func (u *definitionUse) inTheWayOf(l *definitionLock) bool {
	for _, t := range u.all {
		for _, n := range l.names {
			if n.mode != definitionNew && n.covers(t.tableName) && n.mode.excludes(t.write) {
				return true
			}
		}
	}
	return false
}
