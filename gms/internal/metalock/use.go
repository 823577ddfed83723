package metalock

import (
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/record"
)

// Use is what a session says of the tables that it uses: a statement's for as
// long as it runs, and a transaction's until its end. The goroutine that binds the names
// of a statement writes it, one at a time; whoever defines a table reads it. It costs two
// stores and the comparison of a name for a table, and allocates for names that the session
// has not used in the same place before.
type Use struct {
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
	ring  *lockWait       // for whom it waits; nil if it does not

	calls int // the procedures of the storage's that the session is in
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

// Begin is called when a statement begins, before it sees anything.
func (u *Use) Begin(generation uint64) {
	u.starting, u.before, u.failed = generation, u.n, nil
}

// NewUse is what a session says that uses nothing yet.
func NewUse(session uint32, t *perfschema.Thread) *Use {
	return &Use{session: session, thread: t}
}

// Defines reports whether the session has or wants locks of what it defines.
func (u *Use) Defines() bool { return u.wants != nil }

// Settle is called when a statement has ended that may have run more than once.
func (u *Use) Settle() { u.carried = false }

// Fail keeps why the statement cannot go on.
func (u *Use) Fail(err error) { u.failed = err }

// MakesTemporary notes that the session makes temporary tables, mayBeTemporary reports it.
func (u *Use) MakesTemporary()      { u.temporary = true }
func (u *Use) MayBeTemporary() bool { return u.temporary }

// InProgram reports whether a statement of a procedure is being run that is no part of another,
// and runAgain has it run once more.
func (u *Use) InProgram() bool { return u.program }
func (u *Use) RunAgain()       { u.again = true }

// UsedBefore reports whether what ran before the statement, in its transaction, has used a table.
func (u *Use) UsedBefore() bool { return u.before != 0 }

// BeginAnew is begin for a statement that runs once more: what it has used stays used, in
// whatever transaction it goes on.
func (u *Use) BeginAnew(generation uint64) {
	u.Begin(generation)
	u.carried, u.before = true, 0
}

// ForgetTransaction has what is used be of no transaction.
func (u *Use) ForgetTransaction() { u.transaction = nil }

// EnterProgram notes that a statement of a procedure is being run, alone if it is part of no other,
// and returns what leaveProgram puts back.
func (u *Use) EnterProgram(alone bool) (outer bool) {
	outer, u.program = u.program, alone
	u.failed = nil
	return outer
}

func (u *Use) LeaveProgram(outer bool) { u.program = outer }

// BeginInProgram is begin for such a statement.
func (u *Use) BeginInProgram(generation uint64) { u.starting = generation }

// Retries reports whether such a statement, which has failed, is to run once more.
func (u *Use) Retries() bool {
	if !u.again {
		return false
	}
	u.again, u.failed = false, nil
	u.carried, u.transaction = true, nil
	return true
}

// ReadDefined calls about, once, with each table that is about to be defined and is there before.
func (u *Use) ReadDefined(ctx *sql.Context, about func(ctx *sql.Context, database, table string) error) error {
	if u.wants == nil || u.wants.read || !u.wants.granted {
		return nil
	}
	u.wants.read = true
	for _, n := range u.wants.names {
		if n.name != "" && n.mode != definitionNew {
			if err := about(ctx, n.schema, n.name); err != nil {
				return err
			}
		}
	}
	return nil
}

// FoundTable notes that a CREATE ... IF NOT EXISTS, which has its locks, defines nothing.
func (u *Use) FoundTable() { u.wants.there = true }

// Refusal is why the statement cannot go on; nil if it can.
func (u *Use) Refusal() error {
	if u == nil {
		return nil
	}
	return u.failed
}

// KeepFor has what is used be that of a transaction: what was used in another one is not any
// more. It says whether anything was.
func (u *Use) KeepFor(tx sql.Transaction) (ended bool) {
	if effect.SameTransaction(u.transaction, tx) {
		return false
	}
	if !u.carried {
		ended = u.clear()
	}
	u.carried, u.transaction, u.began = false, tx, u.starting
	return ended
}

// has reports whether a use of a table is known.
func (u *Use) has(t usedName) bool {
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
func (u *Use) add(t usedName) {
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

// Drop takes back what add said last.
func (u *Use) Drop() {
	u.n--
	if u.n < len(u.few) {
		u.few[u.n].used.Store(nil)
		return
	}
	all := (*u.more.Load())[:u.n-len(u.few)]
	u.more.Store(&all)
}

// clear says that nothing is used any more, and whether anything was.
func (u *Use) clear() bool {
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
func (u *Use) all(yield func(*definitionPlace, *usedName) bool) {
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

// ShownUses are the tables that sessions use, as locks on their definitions.
func (k *Locks) ShownUses() (all []record.MetadataLockInfo) {
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

// inTheWayOf reports whether the session uses a table in a way that is in the way of a lock.
func (u *Use) inTheWayOf(l *definitionLock) bool {
	for _, t := range u.all {
		for _, n := range l.names {
			if n.mode != definitionNew && n.covers(t.tableName) && n.mode.excludes(t.write) {
				return true
			}
		}
	}
	return false
}
