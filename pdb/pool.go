package pdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"runtime"
	"sync"
	"weak"

	"github.com/perfschema/perfschema"
)

// pools are those of databases that [OpenDB] has made and that are open.
var pools sync.Map // of poolKey to *perfschema.ConnectionPool

type poolKey struct {
	db weak.Pointer[sql.DB]
	ps *perfschema.Schema
}

func newPoolKey(ps *perfschema.Schema, db *sql.DB) poolKey { return poolKey{weak.Make(db), ps} }

// OpenDB is [sql.OpenDB], watched as what [Open] gives. name is [NewConnector]'s.
func OpenDB(ps *perfschema.Schema, name string, c driver.Connector) *sql.DB {
	if !ps.Enabled() {
		return sql.OpenDB(c)
	}
	watched := &pooled{Connector: NewConnector(ps, name, c)}
	db := sql.OpenDB(watched)
	key := newPoolKey(ps, db)
	watched.pool = key
	if p := ps.NewConnectionPool(register(ps).connections, name, key.stats); p != nil {
		pools.Store(key, p)
		runtime.AddCleanup(db, poolKey.forget, key)
	}
	return db
}

func (k poolKey) stats() (out perfschema.PoolStats, ok bool) {
	db := k.db.Value()
	if db == nil {
		return out, false
	}
	s := db.Stats()
	return perfschema.PoolStats{
		MaxOpen: s.MaxOpenConnections, Open: s.OpenConnections, InUse: s.InUse, Idle: s.Idle,
		Waits: uint64(s.WaitCount), WaitTime: s.WaitDuration,
		ClosedIdle: uint64(s.MaxIdleClosed), ClosedIdleTime: uint64(s.MaxIdleTimeClosed), ClosedLifetime: uint64(s.MaxLifetimeClosed),
	}, true
}

func (k poolKey) forget() {
	if p, ok := pools.LoadAndDelete(k); ok {
		p.(*perfschema.ConnectionPool).Destroy()
	}
}

// pooled is the connector of one database, which [sql.DB.Close] closes.
type pooled struct {
	driver.Connector
	pool poolKey
}

func (c *pooled) Close() error {
	c.pool.forget()
	if closer, ok := c.Connector.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// acquire is the context of a call that wants a connection. database/sql hands it on to
// the first thing it asks of the one it found, or of the connector where it opens one,
// on the goroutine of the call: by then the wait is over.
type acquire struct {
	context.Context
	wait  perfschema.Wait
	ended bool
}

func (a *acquire) end() {
	if !a.ended {
		a.ended = true
		a.wait.End()
	}
}

// acquired ends the wait for a connection, in what is asked of one.
func acquired(ctx context.Context) {
	if a, ok := ctx.(*acquire); ok {
		a.end()
	}
}
