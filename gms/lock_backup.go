package gms

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// backupLocks are the sessions that have the backup lock, LOCK INSTANCE FOR BACKUP: while
// there are any, other sessions change rows, but no definitions and no accounts. A statement
// that defines something notes so in its own connection and then looks here; who takes the
// lock notes it here and then looks at all connections. So one of the two sees the other.
type backupLocks struct {
	n    atomic.Int32 // as many as held
	mu   sync.Mutex
	held map[uint32]perfschema.MetadataLock // by session
}

// add notes that a session has the lock; false if it has it already.
func (b *backupLocks) add(session uint32) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.held[session]; ok {
		return false
	}
	if b.held == nil {
		b.held = make(map[uint32]perfschema.MetadataLock)
	}
	b.held[session] = perfschema.MetadataLock{}
	b.n.Store(int32(len(b.held)))
	return true
}

// show keeps what is shown of the lock that a session has.
func (b *backupLocks) show(session uint32, l perfschema.MetadataLock) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held[session] = l
}

// drop takes the lock from a session; false if it does not have it.
func (b *backupLocks) drop(session uint32) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	shown, ok := b.held[session]
	if !ok {
		return false
	}
	shown.Release()
	delete(b.held, session)
	b.n.Store(int32(len(b.held)))
	return true
}

// byOther says whether another session has the lock.
func (b *backupLocks) byOther(session uint32) bool {
	if b.n.Load() == 0 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	_, own := b.held[session]
	return len(b.held) > 1 || len(b.held) == 1 && !own
}

// defines says of a node that changes data that it changes definitions, accounts or files,
// and not rows alone.
func defines(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom, *plan.Binlog:
		return false
	case *plan.Call:
		switch strings.ToLower(n.Name) {
		case "dolt_add", "dolt_commit": // of what has been changed
			return false
		}
	}
	return !isCommit(n) && !ownTables(n)
}

// passBackup waits for the backup locks of others to be released before something is
// defined. Where it waits, the other locks are asked for anew.
func (k *readLock) passBackup(ctx *sql.Context, x *execution, n sql.Node) error {
	c, session := &x.connection.changing, ctx.Session.ID()
	if c.defining.Load() { // who takes the lock waits for it
		return nil
	}
	for {
		c.defining.Store(true)
		if !k.backup.byOther(session) {
			return nil
		}
		k.pause(c)
		err := k.wait(ctx, backupRequest(ctx), backupLockStage, func() bool { return !k.backup.byOther(session) })
		if err == nil {
			err = k.passChange(ctx, x, n)
		}
		if err != nil {
			return err
		}
	}
}

// backupRequest is what is shown of a definition that waits for the lock.
func backupRequest(ctx *sql.Context) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: threadOf(ctx), ObjectType: backupLockType, Type: "INTENTION_EXCLUSIVE",
		Duration: record.MetadataTransaction, Status: record.MetadataPending,
	}
}

// lockInstance is LOCK INSTANCE FOR BACKUP: it waits for the definitions of others that run.
func (k *readLock) lockInstance(ctx *sql.Context) error {
	session := ctx.Session.ID()
	if !k.backup.add(session) {
		return nil
	}
	option := perfschema.MetadataLockOptions{
		Thread: threadOf(ctx), ObjectType: backupLockType, Type: "SHARED",
		Duration: record.MetadataExplicit, Status: record.MetadataPending,
	}
	k.asked.Add(1) // so that statements say when they have ended
	defer k.asked.Add(-1)
	idle := func() bool {
		idle := true
		k.lifecycle.connections.Range(func(id, other any) bool {
			idle = id == any(session) || !other.(*connection).changing.defining.Load()
			return idle
		})
		return idle
	}
	if !idle() {
		if err := k.wait(ctx, option, backupLockStage, idle); err != nil {
			k.unlockInstance(session)
			return err
		}
	}
	option.Status = record.MetadataGranted
	k.backup.show(session, k.lifecycle.schema.NewMetadataLock(option))
	return nil
}

// unlockInstance is UNLOCK INSTANCE, and the end of a session.
func (k *readLock) unlockInstance(session uint32) {
	if k.backup.n.Load() != 0 && k.backup.drop(session) {
		k.move()
	}
}

const backupLockType = "BACKUP LOCK"

func backupLockStage(k *stageKeys) perfschema.StageKey { return k.backupLock }
