package userlock

import (
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// Watcher is told of locks.
type Watcher interface {
	// Ask is called before a session waits for a lock, and when one has it that did not have
	// to wait.
	Ask(ctx *sql.Context, name string, granted bool) Request
	// Wait runs wait while the request waits. ends, which may be called often, returns the error by
	// which the wait is to end before its time.
	Wait(ctx *sql.Context, name string, r Request, wait func(ends func() error) error) error
}

// Request is a lock that a session waits for or has. Its methods are called by one session
// at a time.
type Request interface {
	Grant()
	Release()
}

// Locks is what sessions have locked. The locks themselves are the engine's; this counts
// what each session has taken, as the engine does, to know which release is the last. It
// is safe for concurrent use.
type Locks struct {
	watcher Watcher
	mu      sync.Locker
	held    map[uint32]map[string]*lock // by session and name
}

type lock struct {
	count int
	shown Request
}

// New makes them. mu guards them, and is held for a moment at a time.
func New(mu sync.Locker, w Watcher) *Locks {
	return &Locks{watcher: w, mu: mu, held: make(map[uint32]map[string]*lock)}
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
			u.taken(ctx, name, nil)
		}
		return err
	}
	asked := u.watcher.Ask(ctx, name, false)
	if err := u.watcher.Wait(ctx, name, asked, func(ends func() error) error { return wait(ctx, ls, name, timeout, ends) }); err != nil {
		asked.Release()
		return err
	}
	u.taken(ctx, name, asked)
	return nil
}

func wait(ctx *sql.Context, ls *sql.LockSubsystem, name string, timeout time.Duration, ends func() error) error {
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
		if ended := ends(); ended != nil {
			return ended
		}
		if timeout > 0 && !time.Now().Before(end) {
			return err
		}
	}
}

// taken notes that the session has the lock once more; asked is its request, nil if it did not
// have to wait.
func (u *Locks) taken(ctx *sql.Context, name string, asked Request) {
	u.mu.Lock()
	defer u.mu.Unlock()
	names := u.held[ctx.Session.ID()]
	if names == nil {
		names = make(map[string]*lock)
		u.held[ctx.Session.ID()] = names
	}
	l := names[name]
	if l == nil {
		if asked == nil {
			asked = u.watcher.Ask(ctx, name, true)
		}
		asked.Grant()
		l = &lock{shown: asked}
		names[name] = l
	}
	l.count++
}

// Holder returns the session that has a lock; false if none has.
func (u *Locks) Holder(name string) (session uint32, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for session, names := range u.held {
		if names[name] != nil {
			return session, true
		}
	}
	return 0, false
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
