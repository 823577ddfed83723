package gms

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/record"
)

// errReadLocked is ER_CANT_UPDATE_WITH_READLOCK.
const errReadLocked = 1223

// readLock is the global read lock, FLUSH TABLES WITH READ LOCK: while sessions have it,
// or wait for it, nothing is changed and nothing committed. Any number of sessions may
// have it at once. The storage has no such lock; but all changes of clients come by
// here. A change notes in its own connection that it runs, and then looks whether
// anybody asks for the lock; who asks for it says so first, and then looks at all
// connections. So one of the two sees the other, and changes share no word that they
// write.
type readLock struct {
	lifecycle *lifecycle
	// asked is what a change looks at first: sessions that have the lock or wait for it,
	// and those that have locked tables of stored or want to; whole is the former alone.
	asked, whole atomic.Int32
	stored       storedLocks
	definitions  definitionLocks
	backup       backupLocks
	mu           sync.Mutex
	moved        chan struct{}                        // closed at the next end of a change or of a lock
	held         map[uint32][]perfschema.MetadataLock // by session
}

func newReadLock(l *lifecycle) *readLock {
	return &readLock{
		lifecycle: l, moved: make(chan struct{}), held: make(map[uint32][]perfschema.MetadataLock),
		stored: storedLocks{tables: make(map[tableName]*storedLock), held: make(map[uint32]map[tableName]bool)},
	}
}

// changing is what a connection notes of itself. The zero value is that of one that
// changes nothing.
type changing struct {
	now      atomic.Bool     // the statement that runs may change or commit something
	defining atomic.Bool     // what it changes are definitions or accounts; then now holds too
	locked   bool            // the session has the lock
	defined  bool            // now holds since it has the locks of what it defines, and it has not begun to
	sets     bool            // the statement that runs sets a variable that is looked after
	events   bool            // it changes which events there are
	turns    atomic.Uint64   // statements that have ended while somebody asked
	in       sql.Transaction // the last one in which it has changed something
	own      sql.Transaction // the same, if that was nothing but temporary tables and the like
}

// move wakes all who wait.
func (k *readLock) move() {
	k.mu.Lock()
	defer k.mu.Unlock()
	close(k.moved)
	k.moved = make(chan struct{})
}

// next is closed when something has moved after the call.
func (k *readLock) next() <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.moved
}

// pass waits for the lock to be released before something is changed or committed, and for
// the locks of tables and of backups.
func (k *readLock) pass(ctx *sql.Context, x *execution, n sql.Node) error {
	if err := k.passChange(ctx, x, n); err != nil || !x.connection.changing.now.Load() || !defines(n) {
		return err
	}
	return k.passBackup(ctx, x, n)
}

// pause notes that the statement of a connection changes nothing while it waits.
func (k *readLock) pause(c *changing) {
	c.now.Store(false)
	c.defining.Store(false)
	c.defined = false
	c.turns.Add(1)
	k.move()
}

// enterWhole notes that a statement changes something, unless somebody has the lock. It wakes nobody while
// the lock stays with who has it: a statement that waits would wake itself, again and again.
func (k *readLock) enterWhole(c *changing) bool {
	if k.whole.Load() != 0 {
		return false
	}
	c.now.Store(true)
	if k.whole.Load() == 0 {
		return true
	}
	c.now.Store(false)
	k.move()
	return false
}

// globalRequest is what is shown of a change that waits for the lock.
func globalRequest(ctx *sql.Context) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: threadOf(ctx), ObjectType: "GLOBAL", Type: "INTENTION_EXCLUSIVE",
		Duration: record.MetadataStatement, Status: record.MetadataPending,
	}
}

// passChange is pass but for the locks of backups.
func (k *readLock) passChange(ctx *sql.Context, x *execution, n sql.Node) error {
	c := &x.connection.changing
	commits := isCommit(n)
	if commits && (c.in == nil || !sameTransaction(c.in, ctx.GetTransaction())) {
		return nil // there is nothing to commit
	}
	if !commits {
		c.in = ctx.GetTransaction()
	}
	passed := c.now.Load() && !c.locked
	within := passed && !c.defined // a statement that has passed here
	c.defined = false
	c.now.Store(true)
	if k.asked.Load() == 0 {
		return nil
	}
	var changed []tableName
	direct := 0
	if !commits {
		changed, direct = changedStored(n)
	}
	session := ctx.Session.ID()
	if !within { // what a trigger changes is locked with its table
		if x.connection.tablesLocked && isOfDatabase(n) {
			return lockedOrOpen()
		}
		if err := k.stored.refuses(session, changed[:direct]); err != nil {
			return err
		}
	}
	table, blocked := k.stored.blocking(session, changed)
	if !blocked && (passed || k.whole.Load() == 0) {
		return nil
	}
	k.pause(c)
	if ownTables(n) {
		return nil
	}
	x.contest.yield() // who has the lock may want to commit
	if blocked {
		err := k.wait(ctx, k.lifecycle.pendingTable(ctx, table, "SHARED_WRITE", record.MetadataTransaction), tableLockStage, func() bool {
			_, blocked := k.stored.blocking(session, changed)
			return !blocked
		})
		if err != nil {
			return err
		}
		return k.passChange(ctx, x, n)
	}
	if c.locked {
		if commits {
			return nil // what it has changed before it asked was committed then
		}
		return conflictingReadLock()
	}
	request, stage := globalRequest(ctx), globalReadLockStage
	if commits {
		request.ObjectType, request.Duration, stage = "COMMIT", record.MetadataExplicit, commitLockStage
	}
	return k.wait(ctx, request, stage, func() bool { return k.enterWhole(c) })
}

// conflictingReadLock is the error of who has the lock and would change something.
func conflictingReadLock() error {
	return mysql.NewSQLError(errReadLocked, sqlerr.StateGeneral, "Can't execute the query because you have a conflicting read lock")
}

// wait waits until a condition holds, as long as the session's lock_wait_timeout.
func (k *readLock) wait(ctx *sql.Context, o perfschema.MetadataLockOptions, stage func(*stageKeys) perfschema.StageKey, done func() bool) error {
	shown := k.lifecycle.schema.NewMetadataLock(o)
	defer shown.Release()
	limit := time.NewTimer(lockWaitTimeout(ctx))
	defer limit.Stop()
	return showWait(ctx, stage, shown.StartWait, func() error {
		for {
			moved := k.next()
			if done() {
				return nil
			}
			select {
			case <-moved:
			case <-ctx.Done():
				return ctx.Err()
			case <-limit.C:
				return mysql.NewSQLError(mysql.ERLockWaitTimeout, sqlerr.StateGeneral, "Lock wait timeout exceeded; try restarting transaction")
			}
		}
	})
}

// lockWaitTimeout is the session's lock_wait_timeout, which is in seconds.
func lockWaitTimeout(ctx *sql.Context) time.Duration {
	v, err := ctx.GetSessionVariable(ctx, "lock_wait_timeout")
	seconds, ok := v.(int64)
	if err != nil || !ok {
		seconds = 365 * 24 * 60 * 60
	}
	return time.Duration(seconds) * time.Second
}

// leave is called when a statement has ended.
func (k *readLock) leave(c *changing, session sql.Session) {
	if c.events {
		c.events = false
		if s := k.lifecycle.events.Load(); s != nil {
			s.Changed()
		}
	}
	if c.in != nil && (session == nil || !sameTransaction(c.in, session.GetTransaction())) {
		c.in, c.own = nil, nil
	}
	if !c.now.Load() {
		return
	}
	c.now.Store(false)
	if c.defining.Load() {
		c.defining.Store(false)
		c.defined = false
	}
	if k.asked.Load() != 0 {
		c.turns.Add(1)
		k.move()
	}
}

// lock is FLUSH TABLES WITH READ LOCK: it commits what the session has changed, and
// waits for the changes of others that run.
func (k *readLock) lock(ctx *sql.Context, x *execution) error {
	conn := x.connection
	c := &conn.changing
	if c.locked {
		return nil
	}
	if err := k.commit(ctx, x); err != nil {
		return err
	}
	k.whole.Add(1)
	k.asked.Add(1)
	defer func() {
		if !c.locked {
			k.asked.Add(-1)
			k.whole.Add(-1)
			k.move()
		}
	}()
	err := k.wait(ctx, globalLock(ctx, "GLOBAL", record.MetadataPending), globalReadLockStage, func() bool {
		idle := true
		k.lifecycle.connections.Range(func(_, other any) bool {
			idle = other == any(conn) || !other.(*connection).changing.now.Load()
			return idle
		})
		return idle
	})
	if err != nil {
		return err
	}
	schema := k.lifecycle.schema
	shown := []perfschema.MetadataLock{
		schema.NewMetadataLock(globalLock(ctx, "GLOBAL", record.MetadataGranted)),
		schema.NewMetadataLock(globalLock(ctx, "COMMIT", record.MetadataGranted)),
	}
	k.mu.Lock()
	k.held[ctx.Session.ID()], c.locked = shown, true
	k.mu.Unlock()
	return nil
}

func globalLock(ctx *sql.Context, object string, status record.MetadataLockStatus) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: threadOf(ctx), ObjectType: object, Type: "SHARED", Duration: record.MetadataExplicit, Status: status,
	}
}

// commit commits what the session has changed in a transaction, as FLUSH does.
func (k *readLock) commit(ctx *sql.Context, x *execution) error {
	tx := ctx.GetTransaction()
	if c := &x.connection.changing; tx == nil || c.in == nil || !sameTransaction(c.in, tx) || c.now.Load() {
		return nil
	}
	if err := k.enter(ctx, x, commitOfFlush); err != nil {
		return x.connection.adapter.notCommitted(ctx, err)
	}
	defer x.connection.changing.now.Store(false)
	return x.connection.adapter.commitOpen(ctx)
}

// release is UNLOCK TABLES, and the end of a session.
func (k *readLock) release(session uint32) {
	k.mu.Lock()
	shown, held := k.held[session]
	delete(k.held, session)
	k.mu.Unlock()
	if !held {
		return
	}
	for _, l := range shown {
		l.Release()
	}
	if c, ok := k.lifecycle.connections.Load(session); ok {
		c.(*connection).changing.locked = false
	}
	k.asked.Add(-1)
	k.whole.Add(-1)
	k.move()
}

func globalReadLockStage(k *stageKeys) perfschema.StageKey { return k.globalReadLock }
func commitLockStage(k *stageKeys) perfschema.StageKey     { return k.commitLock }
