package metalock

import (
	"errors"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/userlock"
	"github.com/perfschema/perfschema/record"
)

// userLockWatcher implements userlock.Watcher: it shows user locks in metadata_locks.
type userLockWatcher struct{ locks *Locks }

// UserLocks returns what shows user locks, and ends waits for them in a ring.
func (k *Locks) UserLocks() userlock.Watcher { return userLockWatcher{k} }

// Ask implements userlock.Watcher.
func (w userLockWatcher) Ask(ctx *sql.Context, name string, granted bool) userlock.Request {
	status := record.MetadataPending
	if granted {
		status = record.MetadataGranted
	}
	return &userLockRequest{w.locks.schema.NewMetadataLock(perfschema.MetadataLockOptions{
		Thread: w.locks.host.Thread(ctx), ObjectType: record.UserLevelLock, Name: name,
		Type: "EXCLUSIVE", Duration: record.MetadataExplicit, Status: status,
	})}
}

// Wait implements userlock.Watcher.
func (w userLockWatcher) Wait(ctx *sql.Context, name string, r userlock.Request, wait func(ends func() error) error) error {
	start := func(*perfschema.Thread) perfschema.Wait { return perfschema.Wait{} }
	if r, ok := r.(*userLockRequest); ok {
		start = r.shown.StartWait
	}
	k := w.locks
	edge := k.forUserLock(name)
	u, resume := k.beginWait(ctx, edge)
	look := true
	err := k.host.Wait(ctx, stageUserLock, start, func() error {
		return wait(func() error {
			if look || k.hasLost(u) {
				var mine bool
				if mine, look = k.breakRing(u); mine {
					return errRing
				}
			}
			return nil
		})
	})
	if failed := resume(); failed != nil {
		return failed
	}
	if errors.Is(err, errRing) {
		return k.loseRing(ctx, u, edge)
	}
	return err
}

// userLockRequest implements userlock.Request.
type userLockRequest struct{ shown perfschema.MetadataLock }

// Grant implements userlock.Request.
func (r *userLockRequest) Grant() { r.shown.SetStatus(record.MetadataGranted) }

// Release implements userlock.Request.
func (r *userLockRequest) Release() { r.shown.Release() }
