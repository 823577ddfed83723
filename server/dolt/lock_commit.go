package dolt

import (
	"context"
	"sync"
	"time"
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
	alone   map[string]*aloneCommit  // who has the lock before it commits, by key
}

// aloneCommit is a session that has a lock while its statement runs.
type aloneCommit struct{ session sql.Session }

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

	// Who has the lock alone uses these: its commit, and the last ones before it.
	commits *committing
	work    perfschema.Work // of who commits
	won     []wonCommit
}

// maxCommitLocks is of how many branches the instruments are kept while nobody
// commits to them. With more, each is there as long as it is used.
const maxCommitLocks = 256

func newCommitLocks(dolts keymutex.Keymutex) *commitLocks {
	return &commitLocks{Keymutex: dolts, known: make(map[commitLock]*lockedCommit), holders: make(map[string]*lockedCommit), alone: make(map[string]*aloneCommit)}
}

// Lock implements keymutex.Keymutex: a wait of who commits, who is refused where another
// has been faster.
func (l *commitLocks) Lock(ctx context.Context, key string) error {
	mine, others := l.commitsAlone(ctx, key)
	for _, other := range others {
		l.Unlock(other)
	}
	if !mine {
		if err := l.lock(ctx, key); err != nil {
			return err
		}
	}
	held := l.held(key)
	var won []wonCommit
	if held != nil {
		won = held.won
	}
	commits := false
	defer func() {
		if !commits { // also where it panics: nobody else could commit
			l.Unlock(key)
		}
	}()
	c, err := refuseConflict(ctx, key, won)
	if err != nil {
		return err
	}
	commits = true
	if held != nil && c != nil {
		held.commits, held.work = c, perfschema.Bound().Work()
	}
	return nil
}

// held is the instrument of a lock that the caller has; nil if it has none.
func (l *commitLocks) held(key string) *lockedCommit {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.holders[key]
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

// commitsAlone says whether who commits has the lock already. From here on it is held as by
// any other who commits. others are to be unlocked: who waits for one lock while it holds another
// would wait for who does so the other way round.
func (l *commitLocks) commitsAlone(ctx context.Context, key string) (mine bool, others []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.alone) == 0 {
		return false, nil
	}
	c, ok := ctx.(*sql.Context)
	if !ok {
		return false, nil
	}
	for held, a := range l.alone {
		if a.session != c.Session {
			continue
		}
		delete(l.alone, held)
		if held == key {
			mine = true
		} else {
			others = append(others, held)
		}
	}
	return mine, others
}

// holdAlone takes a lock for a session until its statement commits, release is called, or the
// time is up: whatever the statement does meanwhile, others wait no longer. release is nil if
// ctx ends before.
func (l *commitLocks) holdAlone(ctx context.Context, key string, session sql.Session, atMost time.Duration) (release func()) {
	if err := l.lock(ctx, key); err != nil {
		return nil
	}
	a := &aloneCommit{session}
	l.mu.Lock()
	l.alone[key] = a
	l.mu.Unlock()
	end := func() {
		l.mu.Lock()
		held := l.alone[key] == a
		if held {
			delete(l.alone, key)
		}
		l.mu.Unlock()
		if held {
			l.Unlock(key)
		}
	}
	timer := time.AfterFunc(atMost, end)
	return func() {
		timer.Stop()
		end()
	}
}

// Unlock implements keymutex.Keymutex.
func (l *commitLocks) Unlock(key string) {
	if held := l.held(key); held != nil {
		held.keepCommit()
	}
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
