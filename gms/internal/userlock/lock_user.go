// Package userlock shows in metadata_locks what GET_LOCK() has locked and who waits for
// it.
package userlock

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

// Statement is what the locks need of the statements that take them.
type Statement interface {
	// Thread is that of the connection that ctx belongs to, or nil.
	Thread(ctx *sql.Context) *perfschema.Thread
	// Wait runs wait, and shows it as what the statement waits for, by the event that
	// start begins.
	Wait(ctx *sql.Context, start func(*perfschema.Thread) perfschema.Wait, wait func() error) error
}

// Locks is what sessions have locked. The locks themselves are the engine's; this counts
// what each session has taken, as the engine does, to know which release is the last. It
// is safe for concurrent use.
type Locks struct {
	schema *perfschema.Schema
	of     Statement
	mu     psync.Mutex
	held   map[uint32]map[string]*lock // by session and name
}

type lock struct {
	count int
	shown perfschema.MetadataLock
}

// New makes them, with the instrument of their mutex.
func New(s *perfschema.Schema, key perfschema.MutexKey, of Statement) *Locks {
	u := &Locks{schema: s, of: of, held: make(map[uint32]map[string]*lock)}
	u.mu.Init(s, key)
	return u
}

// killInterval is how long a request waits before it looks whether it was killed.
// The engine looks for the lock to be free ten times a millisecond.
const killInterval = 5 * time.Millisecond

// get takes a lock, as the engine's own function would: a negative timeout has
// no end, and one that passes gives [sql.ErrLockTimeout]. Unlike the engine's
// it ends when the statement is killed.
func (u *Locks) get(ctx *sql.Context, ls *sql.LockSubsystem, name string, timeout time.Duration) error {
	err := ls.Lock(ctx, name, 0)
	if timeout == 0 || !sql.ErrLockTimeout.Is(err) {
		if err == nil {
			u.taken(ctx, name, perfschema.MetadataLock{})
		}
		return err
	}
	asked := u.schema.NewMetadataLock(u.request(ctx, name, perfschema.MetadataPending))
	if err := u.of.Wait(ctx, asked.StartWait, func() error { return wait(ctx, ls, name, timeout) }); err != nil {
		asked.Release()
		return err
	}
	u.taken(ctx, name, asked)
	return nil
}

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

func (u *Locks) request(ctx *sql.Context, name string, status perfschema.MetadataLockStatus) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: u.of.Thread(ctx), ObjectType: perfschema.UserLevelLock, Name: name,
		Type: "EXCLUSIVE", Duration: perfschema.MetadataExplicit, Status: status,
	}
}

// taken notes that the session has the lock once more; asked is the row of the
// request, if it had to wait.
func (u *Locks) taken(ctx *sql.Context, name string, asked perfschema.MetadataLock) {
	u.mu.Lock()
	defer u.mu.Unlock()
	names := u.held[ctx.Session.ID()]
	if names == nil {
		names = make(map[string]*lock)
		u.held[ctx.Session.ID()] = names
	}
	l := names[name]
	if l == nil {
		if !asked.Shown() {
			asked = u.schema.NewMetadataLock(u.request(ctx, name, perfschema.MetadataGranted))
		}
		asked.SetStatus(perfschema.MetadataGranted)
		l = &lock{shown: asked}
		names[name] = l
	}
	l.count++
}

// release is to be called before the engine releases a lock of the session: no
// two sessions are ever shown to have it.
func (u *Locks) release(session uint32, name string) {
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

// ReleaseAll is to be called before the engine releases all of a session's
// locks.
func (u *Locks) ReleaseAll(session uint32) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, l := range u.held[session] {
		l.shown.Release()
	}
	delete(u.held, session)
}
