package gms

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// userLocks shows in metadata_locks what GET_LOCK() has locked and who waits
// for it. The locks themselves are the engine's; this counts what each session
// has taken, as the engine does, to know which release is the last.
type userLocks struct {
	schema *perfschema.Schema
	mu     psync.Mutex
	held   map[uint32]map[string]*userLock // by session and name
}

type userLock struct {
	count int
	shown perfschema.MetadataLock
}

func newUserLocks(s *perfschema.Schema) *userLocks {
	u := &userLocks{schema: s, held: make(map[uint32]map[string]*userLock)}
	u.mu.Init(s, registerMutexes(s).userLocks)
	return u
}

// killInterval is how long a request waits before it looks whether it was killed.
// The engine looks for the lock to be free ten times a millisecond.
const killInterval = 5 * time.Millisecond

// get takes a lock, as the engine's own function would: a negative timeout has
// no end, and one that passes gives [sql.ErrLockTimeout]. Unlike the engine's
// it ends when the statement is killed.
func (u *userLocks) get(ctx *sql.Context, ls *sql.LockSubsystem, name string, timeout time.Duration) error {
	err := ls.Lock(ctx, name, 0)
	if timeout == 0 || !sql.ErrLockTimeout.Is(err) {
		if err == nil {
			u.taken(ctx, name, perfschema.MetadataLock{})
		}
		return err
	}
	asked := u.schema.NewMetadataLock(lockRequest(ctx, name, perfschema.MetadataPending))
	if err := showWait(ctx, userLockStage, asked.StartWait, func() error { return wait(ctx, ls, name, timeout) }); err != nil {
		asked.Release()
		return err
	}
	u.taken(ctx, name, asked)
	return nil
}

func userLockStage(k *stageKeys) perfschema.StageKey { return k.userLock }

func wait(ctx *sql.Context, ls *sql.LockSubsystem, name string, timeout time.Duration) error {
	for end := time.Now().Add(timeout); ; {
		slice := killInterval
		if timeout > 0 {
			slice = min(slice, max(time.Until(end), 0))
		}
		err := ls.Lock(ctx, name, slice)
		if !sql.ErrLockTimeout.Is(err) {
			return err
		}
		if killed := ctx.Err(); killed != nil {
			return killed
		}
		if timeout > 0 && !time.Now().Before(end) {
			return err
		}
	}
}

func lockRequest(ctx *sql.Context, name string, status perfschema.MetadataLockStatus) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: threadOf(ctx), ObjectType: perfschema.UserLevelLock, Name: name,
		Type: "EXCLUSIVE", Duration: perfschema.MetadataExplicit, Status: status,
	}
}

// threadOf is the Thread of the connection that ctx belongs to, or nil.
func threadOf(ctx *sql.Context) *perfschema.Thread {
	if c := connectionOf(ctx); c != nil {
		return c.thread
	}
	return nil
}

// taken notes that the session has the lock once more; asked is the row of the
// request, if it had to wait.
func (u *userLocks) taken(ctx *sql.Context, name string, asked perfschema.MetadataLock) {
	u.mu.Lock()
	defer u.mu.Unlock()
	names := u.held[ctx.Session.ID()]
	if names == nil {
		names = make(map[string]*userLock)
		u.held[ctx.Session.ID()] = names
	}
	l := names[name]
	if l == nil {
		if !asked.Shown() {
			asked = u.schema.NewMetadataLock(lockRequest(ctx, name, perfschema.MetadataGranted))
		}
		asked.SetStatus(perfschema.MetadataGranted)
		l = &userLock{shown: asked}
		names[name] = l
	}
	l.count++
}

// release is to be called before the engine releases a lock of the session: no
// two sessions are ever shown to have it.
func (u *userLocks) release(session uint32, name string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	l := u.held[session][name]
	if l == nil {
		return
	}
	if l.count--; l.count == 0 {
		l.shown.Release()
		delete(u.held[session], name)
	}
}

// releaseAll is to be called before the engine releases all of a session's
// locks.
func (u *userLocks) releaseAll(session uint32) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, l := range u.held[session] {
		l.shown.Release()
	}
	delete(u.held, session)
}
