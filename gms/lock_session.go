package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/internal/instrument"
	"github.com/perfschema/perfschema/gms/internal/metalock"
)

// lockSessions implements lockHost.
type lockSessions struct{ *lifecycle }

// Sessions implements lockHost.
func (l lockSessions) Sessions(yield func(session uint32, c *metalock.Changing, u *metalock.Use) bool) {
	l.connections.Range(func(id, c any) bool {
		conn := c.(*connection)
		return yield(id.(uint32), &conn.changing, conn.uses)
	})
}

// Session implements lockHost.
func (l lockSessions) Session(session uint32) (*metalock.Changing, *metalock.Use) {
	c, ok := l.connections.Load(session)
	if !ok {
		return nil, nil
	}
	conn := c.(*connection)
	return &conn.changing, conn.uses
}

// Own implements lockHost.
func (lockSessions) Own(ctx *sql.Context) (*metalock.Changing, *metalock.Use) {
	conn := connectionOf(ctx)
	if conn == nil {
		return nil, nil
	}
	return &conn.changing, conn.uses
}

// UserLockHolder implements lockHost.
func (l lockSessions) UserLockHolder(name string) (session uint32, ok bool) {
	return l.locks.Holder(name)
}

// Pause implements lockHost.
func (l lockSessions) Pause(ctx *sql.Context) (resume func() error) {
	pause, x := l.storage.Contention.Pause, runningOf(ctx)
	if pause == nil || x == nil || x.programs.inFunction() || insideTrigger(ctx) {
		return nil
	}
	return pause(ctx.Session)
}

// Thread implements lockHost.
func (lockSessions) Thread(ctx *sql.Context) *perfschema.Thread { return threadOf(ctx) }

// threadOf is the Thread of the connection that ctx belongs to, or nil.
func threadOf(ctx *sql.Context) *perfschema.Thread {
	if c := connectionOf(ctx); c != nil {
		return c.thread
	}
	return nil
}

// Runs implements lockHost.
func (lockSessions) Runs(ctx *sql.Context) *perfschema.Thread {
	if x := executionOf(ctx); x != nil {
		return x.helpers.Thread()
	}
	return nil
}

// Wait implements lockHost.
func (lockSessions) Wait(ctx *sql.Context, stage metalock.Stage, start func(*perfschema.Thread) perfschema.Wait, wait func() error) error {
	return showWait(ctx, func(k *instrument.Stages) perfschema.StageKey {
		switch stage {
		case metalock.StageTableLock:
			return k.TableLock
		case metalock.StageGlobalReadLock:
			return k.GlobalReadLock
		case metalock.StageCommitLock:
			return k.CommitLock
		case metalock.StageBackupLock:
			return k.BackupLock
		default:
			return k.UserLock
		}
	}, start, wait)
}

// Table implements lockHost.
func (l lockSessions) Table(ctx *sql.Context, db sql.Database, t sql.Table, name string) *perfschema.TableInstance {
	return l.table(ctx, db, t, name)
}

// Yield implements lockHost.
func (lockSessions) Yield(ctx *sql.Context) {
	if x := runningOf(ctx); x != nil {
		x.contest.yield()
	}
}

// CommitOpen implements lockHost.
func (l lockSessions) CommitOpen(ctx *sql.Context) error { return l.commitOpen(ctx) }

// NotCommitted implements lockHost.
func (l lockSessions) NotCommitted(ctx *sql.Context, err error) error {
	return l.notCommitted(ctx, err)
}

// RollBack implements lockHost.
func (lockSessions) RollBack(ctx *sql.Context) error { return rollBackOpen(ctx) }

// Recount implements lockHost.
func (l lockSessions) Recount(session sql.Session, database, table string) error {
	if count := l.storage.Contention.Recount; count != nil {
		return count(session, database, table)
	}
	return nil
}

// IsConnectionAdmin implements lockHost.
func (l lockSessions) IsConnectionAdmin(ctx *sql.Context) bool {
	return l.rights.rights.Of(ctx).HasDynamic(privilege.ConnectionAdmin)
}

// EventsChanged implements lockHost.
func (l lockSessions) EventsChanged() {
	if s := l.events.Load(); s != nil {
		s.Changed()
	}
}

// leaveTables is called when a statement has ended: what it has defined is defined, and what
// it has used is used on by an open transaction alone. failed says of a definition that it may
// not have been made.
func (conn *connection) leaveTables(failed bool) {
	k, u := conn.adapter.readLock, conn.uses
	if u.Defines() {
		k.LeaveDefinition(u, conn.session, failed)
	}
	if conn.reran {
		conn.reran = false
		u.Settle()
	}
	if !conn.staysOpen() {
		k.EndUses(u)
	} else {
		k.KeepUses(u, conn.session.GetTransaction())
	}
}

// leaveAllTables is called when a session has ended, or what it had open has been rolled back.
func (conn *connection) leaveAllTables() {
	k, u := conn.adapter.readLock, conn.uses
	if u.Defines() {
		k.LeaveDefinition(u, conn.session, true)
	}
	k.EndUses(u)
}
