package metalock

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/userlock"
	"github.com/perfschema/perfschema/record"
)

// userLockWatcher implements userlock.Watcher: it shows user locks in metadata_locks.
type userLockWatcher struct {
	host   Host
	schema *perfschema.Schema
}

// WatchUserLocks returns what shows user locks.
func WatchUserLocks(host Host, s *perfschema.Schema) userlock.Watcher {
	return userLockWatcher{host, s}
}

// Ask implements userlock.Watcher.
func (w userLockWatcher) Ask(ctx *sql.Context, name string, granted bool) userlock.Request {
	status := record.MetadataPending
	if granted {
		status = record.MetadataGranted
	}
	return &userLockRequest{w.schema.NewMetadataLock(perfschema.MetadataLockOptions{
		Thread: w.host.Thread(ctx), ObjectType: record.UserLevelLock, Name: name,
		Type: "EXCLUSIVE", Duration: record.MetadataExplicit, Status: status,
	})}
}

// Wait implements userlock.Watcher.
func (w userLockWatcher) Wait(ctx *sql.Context, r userlock.Request, wait func() error) error {
	start := func(*perfschema.Thread) perfschema.Wait { return perfschema.Wait{} }
	if r, ok := r.(*userLockRequest); ok {
		start = r.shown.StartWait
	}
	return w.host.Wait(ctx, stageUserLock, start, wait)
}

// userLockRequest implements userlock.Request.
type userLockRequest struct{ shown perfschema.MetadataLock }

// Grant implements userlock.Request.
func (r *userLockRequest) Grant() { r.shown.SetStatus(record.MetadataGranted) }

// Release implements userlock.Request.
func (r *userLockRequest) Release() { r.shown.Release() }
