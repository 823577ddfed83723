package dolt

import (
	"slices"
	"weak"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms"
)

// beginningSession is what a session of Dolt's is built on. A transaction begins
// with the roots of all databases, which Dolt asks their plain stores for, past
// what observes them, and before that with a look at a variable: here the locks
// of the stores are waited for, and what the session knew of databases that are
// others by now is forgotten.
type beginningSession struct {
	gms.ResultSession
	storage *storage
	seen    uint64   // of the databases made, see forget
	failed  []string // databases in which definitions of the session have failed, see forget
	calls   bool     // a procedure of Dolt's since the last commit, see refuseCollision
	behind  string   // the lock of the transaction's commit, if others have committed since it began

	makes bool // a commit of a branch: the procedure that runs is one that does

	committed committed     // the last time
	lost      *gms.Conflict // what the last transaction has lost to, until it is asked for
}

func newBeginningSession(base *sql.BaseSession, st *storage) *beginningSession {
	return &beginningSession{ResultSession: gms.ResultSession{BaseSession: base}, storage: st, seen: st.made.count.Load()}
}

// GetSessionVariable implements sql.Session.
func (s *beginningSession) GetSessionVariable(ctx *sql.Context, name string) (any, error) {
	if name == dsess.TransactionsDisabledSysVar { // and once more before it is committed, and at a savepoint
		s.behind = ""
		s.BeginsTransaction(ctx)
		if s.storage.waited.Load() != nil {
			s.storage.pass()
		}
		if (s.storage.made.count.Load() != s.seen || s.failed != nil) && s.GetTransaction() == nil {
			s.forget(ctx)
		}
	}
	if gms.SetForAll() {
		return s.ResultSession.GetSessionVariable(ctx, name)
	}
	return s.BaseSession.GetSessionVariable(ctx, name) // asked for often
}

// pass waits until no store is locked: no longer than who asks each of them for
// something.
func (st *storage) pass() {
	stores, lock := st.waited.Load(), st.aLock.Load()
	if stores == nil || !lock.Recording() { // nor does any other, being of the same class
		return
	}
	for _, w := range *stores {
		if s := w.Value(); s != nil {
			s.lock.pass()
		}
	}
}

// opened adds a store to those that pass waits for, and forgets those that are
// gone. mu is held. One whose lock no instrument is around is not waited for.
func (st *storage) opened(store *chunkStore) {
	if store.lock.in == nil {
		return
	}
	var stores []weak.Pointer[chunkStore]
	if old := st.waited.Load(); old != nil {
		stores = slices.DeleteFunc(slices.Clone(*old), func(w weak.Pointer[chunkStore]) bool { return w.Value() == nil })
	}
	stores = append(stores, weak.Make(store))
	st.waited.Store(&stores)
	st.aLock.Store(store.lock.in)
}
