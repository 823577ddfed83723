package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// lockingStatement implements userlock.Statement.
type lockingStatement struct{}

// Thread implements userlock.Statement.
func (lockingStatement) Thread(ctx *sql.Context) *perfschema.Thread { return threadOf(ctx) }

// Wait implements userlock.Statement.
func (lockingStatement) Wait(ctx *sql.Context, start func(*perfschema.Thread) perfschema.Wait, wait func() error) error {
	return showWait(ctx, func(k *stageKeys) perfschema.StageKey { return k.userLock }, start, wait)
}

// threadOf is the Thread of the connection that ctx belongs to, or nil.
func threadOf(ctx *sql.Context) *perfschema.Thread {
	if c := connectionOf(ctx); c != nil {
		return c.thread
	}
	return nil
}
