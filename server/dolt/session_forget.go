package dolt

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
)

// made are the names under which databases were made or dropped last. A session of
// Dolt's keeps what it knows of a database by its name, from one transaction to the next;
// after another session has dropped the database and made one of the same name it would
// look for the roots of the one in the other. Dolt tells all sessions of its own server of
// a drop, and there is none here; so each looks here when a transaction begins.
type made struct {
	count atomic.Uint64 // of all that ever were
	mu    sync.Mutex
	last  []string // the last of them
}

// mostMade is how many names are kept. A session that has missed more reads all databases anew.
const mostMade = 256

// note notes that a database is another one now, or none.
func (m *made) note(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.last) == mostMade {
		m.last = slices.Delete(m.last, 0, 1)
	}
	m.last = append(m.last, name)
	m.count.Add(1)
}

// since gives the names since there were so many; false if not all are known.
func (m *made) since(seen uint64) (names []string, now uint64, all bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now = m.count.Load()
	if missed := now - seen; missed <= uint64(len(m.last)) {
		return slices.Clone(m.last[uint64(len(m.last))-missed:]), now, true
	}
	return nil, now, false
}

// forget has a session forget the databases that have been made or dropped since it last
// began a transaction, and those in which it has failed to define something: of these it may
// have tables as they would be. It is about to begin one, and has none: what is not committed
// would be forgotten too.
func (s *beginningSession) forget(ctx *sql.Context) {
	session, ok := ctx.Session.(*dsess.DoltSession)
	if !ok {
		return
	}
	names, now, all := s.storage.made.since(s.seen)
	failed := s.failed
	s.seen, s.failed = now, nil
	if !all {
		for _, db := range session.Provider().DoltDatabases() {
			failed = append(failed, db.Name())
		}
	}
	for _, name := range names {
		_ = session.RemoveDbState(ctx, name) // which is always nil
	}
	for _, name := range failed {
		readAnew(ctx, session, name)
	}
}

// readAnew has a session read a database anew. It stays on its branch.
func readAnew(ctx *sql.Context, session *dsess.DoltSession, name string) {
	name, _ = doltdb.SplitRevisionDbName(name)
	branch, known, err := session.CurrentHead(ctx, name)
	_ = session.RemoveDbState(ctx, name) // which is always nil
	db, there := session.Provider().BaseDatabase(ctx, name)
	if err != nil || !known || !there {
		return
	}
	if other, err := dsess.DefaultHead(ctx, name, db); err == nil && other == branch {
		return
	}
	set, err := ref.WorkingSetRefForHead(ref.NewBranchRef(branch))
	if err != nil {
		return
	}
	current := session.GetCurrentDatabase()
	if _, _, err := session.LookupDbState(ctx, name); err == nil {
		// A branch that is gone stays the session's, whose statements fail then.
		_ = session.SwitchWorkingSet(ctx, name, set)
	}
	session.SetCurrentDatabase(current)
	session.DatabaseCache(ctx).Clear()
}
