package dolt

import (
	"context"
	"sync"
	_ "unsafe" // for go:linkname

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/libraries/utils/keymutex"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// transactionLocks is what Dolt serializes commits by: a lock for each branch of
// each database, held from the look at what others have committed to the end of
// the commit. It has no other way in. A Dolt that has named it otherwise does not
// link.
//
//go:linkname transactionLocks github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess.txLocks
var transactionLocks keymutex.Keymutex

// Whoever uses the name also links the package.
var _ = dsess.DSessFromSess

// commitLocks are Dolt's, with an instrument around them. They are those of all
// data directories of the process, as Dolt's are.
type commitLocks struct {
	keymutex.Keymutex
	mu      sync.Mutex
	known   map[commitLock]*lockedCommit
	holders map[string]*lockedCommit // by key
	alone   map[string]sql.Session   // who has the lock for all of a statement, see holdAlone

	committing map[string]*committing // by key
}

// commitLock names a lock as one Schema sees it.
type commitLock struct {
	schema *perfschema.Schema
	key    string
}

// lockedCommit is the instrument of a lock, and how many hold it or wait for it.
type lockedCommit struct {
	commitLock
	in    *perfschema.MutexInstance
	users int
}

// maxCommitLocks is of how many branches the instruments are kept while nobody
// commits to them. With more, each is there as long as it is used.
const maxCommitLocks = 256

func newCommitLocks(dolts keymutex.Keymutex) *commitLocks {
	return &commitLocks{Keymutex: dolts, known: make(map[commitLock]*lockedCommit), holders: make(map[string]*lockedCommit), alone: make(map[string]sql.Session), committing: make(map[string]*committing)}
}

// Lock implements keymutex.Keymutex: a wait of who commits, who is refused where another
// has been faster.
func (l *commitLocks) Lock(ctx context.Context, key string) error {
	if !l.isAlone(ctx, key) {
		if err := l.lock(ctx, key); err != nil {
			return err
		}
	}
	c := newCommitting(ctx, key)
	if c == nil {
		return nil
	}
	if err := c.refuse(); err != nil {
		l.Unlock(key)
		return err
	}
	l.mu.Lock()
	l.committing[key] = c
	l.mu.Unlock()
	return nil
}

func (l *commitLocks) lock(ctx context.Context, key string) error {
	t := perfschema.Bound()
	c := l.enter(commitLock{t.Schema(), key})
	if c == nil {
		return l.Keymutex.Lock(ctx, key)
	}
	w := c.in.StartLock(t)
	err := l.Keymutex.Lock(ctx, key)
	c.in.EndLock(t, &w, err == nil)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.leave(c)
		return err
	}
	l.holders[key] = c
	return nil
}

// isAlone says whether who commits has the lock already.
func (l *commitLocks) isAlone(ctx context.Context, key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.alone) == 0 {
		return false
	}
	c, ok := ctx.(*sql.Context)
	return ok && c.Session != nil && l.alone[key] == c.Session
}

// holdAlone takes a lock for a session, whose statement commits without waiting for it
// then, and gives what releases it; nil if ctx ends before.
func (l *commitLocks) holdAlone(ctx context.Context, key string, session sql.Session) (release func()) {
	if err := l.lock(ctx, key); err != nil {
		return nil
	}
	l.mu.Lock()
	l.alone[key] = session
	l.mu.Unlock()
	return func() {
		l.mu.Lock()
		delete(l.alone, key)
		l.mu.Unlock()
		l.unlock(key)
	}
}

// Unlock implements keymutex.Keymutex.
func (l *commitLocks) Unlock(key string) {
	l.mu.Lock()
	held, c := l.alone[key] != nil, l.committing[key]
	delete(l.committing, key)
	l.mu.Unlock()
	if c != nil {
		c.settle()
	}
	if !held {
		l.unlock(key)
	}
}

func (l *commitLocks) unlock(key string) {
	l.mu.Lock()
	if c := l.holders[key]; c != nil {
		delete(l.holders, key)
		c.in.Unlocking()
		l.leave(c)
	}
	l.mu.Unlock()
	l.Keymutex.Unlock(key)
}

// enter finds the instrument of a lock or makes it; nil for who works for no
// data directory of ours.
func (l *commitLocks) enter(lock commitLock) *lockedCommit {
	st := storageWith(lock.schema)
	if st == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.known[lock]
	if c == nil {
		c = &lockedCommit{commitLock: lock, in: lock.schema.NewMutexInstance(st.commit)}
		l.known[lock] = c
	}
	c.users++
	return c
}

// leave says that one less uses a lock. mu is held.
func (l *commitLocks) leave(c *lockedCommit) {
	if c.users--; c.users == 0 && len(l.known) > maxCommitLocks {
		delete(l.known, c.commitLock)
		c.in.Destroy()
	}
}

// forget takes the instruments of a Schema away, whose data directory is closed.
func (l *commitLocks) forget(s *perfschema.Schema) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for lock, c := range l.known {
		if lock.schema == s && c.users == 0 {
			delete(l.known, lock)
			c.in.Destroy()
		}
	}
}
