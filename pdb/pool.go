package pdb

import (
	"database/sql"
	"database/sql/driver"
	"io"
	"runtime"
	"sync"
	"weak"

	"github.com/perfschema/perfschema"
)

// pools are those of databases that [OpenDB] has made and that are open.
var pools sync.Map // of poolKey to *pool

// pool is a database's row of profiling.connection_pools.
type pool struct {
	*perfschema.ConnectionPool
	connector *connector
}

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
	own := newConnector(ps, name, c)
	watched := &pooled{Connector: own.facets()}
	db := sql.OpenDB(watched)
	key := newPoolKey(ps, db)
	watched.pool = key
	if p := ps.NewConnectionPool(own.in.connections, name, key.stats); p != nil {
		pools.Store(key, &pool{p, own})
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
		p.(*pool).Destroy()
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
