package metalock

import (
	"sync"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"

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

// byOther reports whether another session has the lock.
func (b *backupLocks) byOther(session uint32) bool {
	if b.n.Load() == 0 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	_, own := b.held[session]
	return len(b.held) > 1 || len(b.held) == 1 && !own
}

// passBackup waits for the backup locks of others to be released before something is
// defined. Where it waits, the other locks are asked for anew.
func (k *Locks) passBackup(ctx *sql.Context, c *Changing, n sql.Node) error {
	session := ctx.Session.ID()
	if c.defining.Load() { // who takes the lock waits for it
		return nil
	}
	for {
		c.defining.Store(true)
		if !k.backup.byOther(session) {
			return nil
		}
		k.pause(c)
		err := k.wait(ctx, k.forBackup(), k.backupRequest(ctx), StageBackupLock, func() bool { return !k.backup.byOther(session) })
		if err == nil {
			err = k.passChange(ctx, c, n)
		}
		if err != nil {
			return err
		}
	}
}

// backupRequest is what is shown of a definition that waits for the lock.
func (k *Locks) backupRequest(ctx *sql.Context) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: k.host.Thread(ctx), ObjectType: backupLockType, Type: "INTENTION_EXCLUSIVE",
		Duration: record.MetadataTransaction, Status: record.MetadataPending,
	}
}

// LockInstance is LOCK INSTANCE FOR BACKUP: it waits for the definitions of others that run.
func (k *Locks) LockInstance(ctx *sql.Context) error {
	session := ctx.Session.ID()
	if !k.backup.add(session) {
		return nil
	}
	option := perfschema.MetadataLockOptions{
		Thread: k.host.Thread(ctx), ObjectType: backupLockType, Type: "SHARED",
		Duration: record.MetadataExplicit, Status: record.MetadataPending,
	}
	k.asked.Add(1) // so that statements say when they have ended
	defer k.asked.Add(-1)
	idle := func() bool {
		idle := true
		k.host.Sessions(func(id uint32, other *Changing, _ *Use) bool {
			idle = id == session || !other.defining.Load()
			return idle
		})
		return idle
	}
	if !idle() {
		if err := k.wait(ctx, k.forChanges(false, func(c *Changing) bool { return c.defining.Load() }), option, StageBackupLock, idle); err != nil {
			k.UnlockInstance(session)
			return err
		}
	}
	option.Status = record.MetadataGranted
	k.backup.show(session, k.schema.NewMetadataLock(option))
	return nil
}

// UnlockInstance is UNLOCK INSTANCE, and the end of a session.
func (k *Locks) UnlockInstance(session uint32) {
	if k.backup.n.Load() != 0 && k.backup.drop(session) {
		k.move()
	}
}

const backupLockType = "BACKUP LOCK"
