package metalock

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// errReadLocked is ER_CANT_UPDATE_WITH_READLOCK.
const errReadLocked = 1223

// Locks is the global read lock, FLUSH TABLES WITH READ LOCK: while sessions have it,
// or wait for it, nothing is changed and nothing committed. Any number of sessions may
// have it at once. The storage has no such lock; but all changes of clients come by
// here. A change notes in its own connection that it runs, and then looks whether
// anybody asks for the lock; who asks for it says so first, and then looks at all
// connections. So one of the two sees the other, and changes share no word that they
// write.
type Locks struct {
	host   Host
	schema *perfschema.Schema
	shown  *tableLocks
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

func New(host Host, s *perfschema.Schema) *Locks {
	return &Locks{
		host: host, schema: s, shown: newTableLocks(host, s), moved: make(chan struct{}), held: make(map[uint32][]perfschema.MetadataLock),
		stored: storedLocks{tables: make(map[tableName]*storedLock), held: make(map[uint32]map[tableName]bool)},
	}
}

// Changing is what a connection notes of itself. The zero value is that of one that
// changes nothing.
type Changing struct {
	now      atomic.Bool     // the statement that runs may change or commit something
	defining atomic.Bool     // what it changes are definitions or accounts; then now holds too
	locked   bool            // the session has the lock
	defined  bool            // now holds since it has the locks of what it defines, and it has not begun to
	Sets     bool            // the statement that runs sets a variable that is looked after
	Events   bool            // it changes which events there are
	Tables   bool            // LOCK TABLES has been run, and UNLOCK TABLES commits
	turns    atomic.Uint64   // statements that have ended while somebody asked
	in       sql.Transaction // the last one in which it has changed something
	own      sql.Transaction // the same, if that was nothing but temporary tables and the like
}

// Pending reports whether the end of a statement has something to settle, see [Locks.Leave].
func (c *Changing) Pending() bool { return c.in != nil || c.now.Load() }

// Changed reports whether the session has changed something in a transaction that goes on.
func (c *Changing) Changed() bool { return c.in != nil }

// HasAll reports whether the session has the global read lock.
func (c *Changing) HasAll() bool { return c.locked }

// Generation is the one that a statement begins in.
func (k *Locks) Generation() uint64 { return k.definitions.generation.Load() }

// IsAsked reports whether a session has or wants a lock against changes.
func (k *Locks) IsAsked() bool { return k.asked.Load() != 0 }

// move wakes all who wait.
func (k *Locks) move() {
	k.mu.Lock()
	defer k.mu.Unlock()
	close(k.moved)
	k.moved = make(chan struct{})
}

// next is closed when something has moved after the call.
func (k *Locks) next() <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.moved
}

// pass waits for the lock to be released before something is changed or committed, and for
// the locks of tables and of backups.
func (k *Locks) pass(ctx *sql.Context, c *Changing, n sql.Node) error {
	if err := k.passChange(ctx, c, n); err != nil || !c.now.Load() || !effect.ChangesMore(n) {
		return err
	}
	return k.passBackup(ctx, c, n)
}

// pause notes that the statement of a connection changes nothing while it waits.
func (k *Locks) pause(c *Changing) {
	c.now.Store(false)
	c.defining.Store(false)
	c.defined = false
	c.turns.Add(1)
	k.move()
}

// enterWhole notes that a statement changes something, unless somebody has the lock. It wakes nobody while
// the lock stays with who has it: a statement that waits would wake itself, again and again.
func (k *Locks) enterWhole(c *Changing) bool {
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
func (k *Locks) globalRequest(ctx *sql.Context) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: k.host.Thread(ctx), ObjectType: "GLOBAL", Type: "INTENTION_EXCLUSIVE",
		Duration: record.MetadataStatement, Status: record.MetadataPending,
	}
}

// passChange is pass but for the locks of backups.
func (k *Locks) passChange(ctx *sql.Context, c *Changing, n sql.Node) error {
	commits := effect.IsCommit(n)
	if commits && (c.in == nil || !effect.SameTransaction(c.in, ctx.GetTransaction())) {
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
		if c.Tables && isOfDatabase(n) {
			return LockedOrOpen()
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
	if effect.OwnTables(n) {
		return nil
	}
	k.host.Yield(ctx) // who has the lock may want to commit
	if blocked {
		err := k.wait(ctx, k.forTable(table), k.pendingTable(ctx, table, "SHARED_WRITE", record.MetadataTransaction), StageTableLock, func() bool {
			_, blocked := k.stored.blocking(session, changed)
			return !blocked
		})
		if err != nil {
			return err
		}
		return k.passChange(ctx, c, n)
	}
	if c.locked {
		if commits {
			return nil // what it has changed before it asked was committed then
		}
		return conflictingReadLock()
	}
	request, stage := k.globalRequest(ctx), StageGlobalReadLock
	if commits {
		request.ObjectType, request.Duration, stage = "COMMIT", record.MetadataExplicit, StageCommitLock
	}
	return k.wait(ctx, k.forWhole(weightOfChange), request, stage, func() bool { return k.enterWhole(c) })
}

// conflictingReadLock is the error of who has the lock and would change something.
func conflictingReadLock() error {
	return mysql.NewSQLError(errReadLocked, sqlerr.StateGeneral, "Can't execute the query because you have a conflicting read lock")
}

// wait waits until a condition holds, as long as the session's lock_wait_timeout. w is for whom, which
// ends the wait by an error where these wait for the session.
func (k *Locks) wait(ctx *sql.Context, w *lockWait, o perfschema.MetadataLockOptions, stage Stage, done func() bool) error {
	shown := k.schema.NewMetadataLock(o)
	defer shown.Release()
	limit := time.NewTimer(WaitTimeout(ctx))
	defer limit.Stop()
	u, resume := k.beginWait(ctx, w)
	err := k.host.Wait(ctx, stage, shown.StartWait, func() error {
		for look := true; ; {
			moved := k.next()
			if done() {
				return nil
			}
			if look || k.hasLost(u) {
				var mine bool
				if mine, look = k.breakRing(u); mine {
					return errRing
				}
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
	if failed := resume(); failed != nil {
		return failed
	}
	if errors.Is(err, errRing) {
		return k.loseRing(ctx, u, w)
	}
	return err
}

// WaitTimeout is the session's lock_wait_timeout, which is in seconds.
func WaitTimeout(ctx *sql.Context) time.Duration {
	v, err := ctx.GetSessionVariable(ctx, "lock_wait_timeout")
	seconds, ok := v.(int64)
	if err != nil || !ok {
		seconds = 365 * 24 * 60 * 60
	}
	return time.Duration(seconds) * time.Second
}

// Leave is called when a statement has ended.
func (k *Locks) Leave(c *Changing, session sql.Session) {
	if c.Events {
		c.Events = false
		k.host.EventsChanged()
	}
	if c.in != nil && (session == nil || !effect.SameTransaction(c.in, session.GetTransaction())) {
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

// LockGlobal is FLUSH TABLES WITH READ LOCK: it commits what the session has changed, and
// waits for the changes of others that run.
func (k *Locks) LockGlobal(ctx *sql.Context, c *Changing) error {
	if c.locked {
		return nil
	}
	if err := k.commit(ctx, c); err != nil {
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
	err := k.wait(ctx, k.forChanges(true, func(c *Changing) bool { return c.now.Load() }), k.globalLock(ctx, "GLOBAL", record.MetadataPending), StageGlobalReadLock, func() bool {
		idle := true
		k.host.Sessions(func(_ uint32, other *Changing, _ *Use) bool {
			idle = other == c || !other.now.Load()
			return idle
		})
		return idle
	})
	if err != nil {
		return err
	}
	shown := []perfschema.MetadataLock{
		k.schema.NewMetadataLock(k.globalLock(ctx, "GLOBAL", record.MetadataGranted)),
		k.schema.NewMetadataLock(k.globalLock(ctx, "COMMIT", record.MetadataGranted)),
	}
	k.mu.Lock()
	k.held[ctx.Session.ID()], c.locked = shown, true
	k.mu.Unlock()
	return nil
}

func (k *Locks) globalLock(ctx *sql.Context, object string, status record.MetadataLockStatus) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: k.host.Thread(ctx), ObjectType: object, Type: "SHARED", Duration: record.MetadataExplicit, Status: status,
	}
}

// commit commits what the session has changed in a transaction, as FLUSH does.
func (k *Locks) commit(ctx *sql.Context, c *Changing) error {
	tx := ctx.GetTransaction()
	if tx == nil || c.in == nil || !effect.SameTransaction(c.in, tx) || c.now.Load() {
		return nil
	}
	if err := k.Enter(ctx, c, effect.Commit); err != nil {
		return k.host.NotCommitted(ctx, err)
	}
	defer c.now.Store(false)
	return k.host.CommitOpen(ctx)
}

// UnlockGlobal is UNLOCK TABLES, and the end of a session.
func (k *Locks) UnlockGlobal(session uint32) {
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
	if c, _ := k.host.Session(session); c != nil {
		c.locked = false
	}
	k.asked.Add(-1)
	k.whole.Add(-1)
	k.move()
}

// UnlockAll is UNLOCK TABLES, and the end of a session. It is to be called before the engine
// unlocks the session's tables.
func (k *Locks) UnlockAll(session uint32) {
	k.shown.releaseAll(session)
	k.UnlockTables(session)
	k.UnlockGlobal(session)
}

// WatchTables is the plan of LOCK TABLES with its tables watched.
func (k *Locks) WatchTables(n *plan.LockTables) sql.Node { return k.shown.watch(n) }

// DataLocks are the locks that are shown as such on data, in the order in which they were taken.
func (k *Locks) DataLocks() []view.DataLock { return k.shown.data() }
