package perfschema

import (
	"slices"
	"sync"
	"time"

	"github.com/perfschema/perfschema/record"
)

// PoolStats is what a pool of connections says of itself. Its counts are since it was
// made.
type PoolStats struct {
	// MaxOpen is how many connections there may be; 0 is without limit.
	MaxOpen int
	// Open is how many there are: those in use and those that are idle.
	Open, InUse, Idle int
	// Waits is how often somebody found none free and none that could be opened,
	// WaitTime for how long they waited together.
	Waits    uint64
	WaitTime time.Duration
	// What was closed because too many were idle, because it was idle for too long, or
	// because it was too old.
	ClosedIdle, ClosedIdleTime, ClosedLifetime uint64
}

// ConnectionPool is a pool of connections: a row of profiling.connection_pools, and of
// cond_instances, since who waits for a connection waits to be woken. A nil
// ConnectionPool records nothing. It is safe for concurrent use.
type ConnectionPool struct {
	*CondInstance
	name string
	read func() (PoolStats, bool)
}

// connectionPools are those of a Schema; none is without its instance, of which
// performance_schema_max_cond_instances says how many there are.
type connectionPools struct {
	mu  sync.Mutex
	all []*ConnectionPool
}

// NewConnectionPool makes an instance of a class for a pool. read is called by whoever
// reads the table, on any goroutine; it says false when the pool is no more. The pool is
// nil where [Schema.NewCondInstance] gives nothing. It takes a lock.
func (s *Schema) NewConnectionPool(key CondKey, name string, read func() (PoolStats, bool)) *ConnectionPool {
	in := s.NewCondInstance(key)
	if in == nil {
		return nil
	}
	p := &ConnectionPool{in, name, read}
	s.pools.mu.Lock()
	defer s.pools.mu.Unlock()
	s.pools.all = append(s.pools.all, p)
	return p
}

// Instance is what waits for a connection are recorded on.
func (p *ConnectionPool) Instance() *CondInstance {
	if p == nil {
		return nil
	}
	return p.CondInstance
}

// Destroy takes the pool out of the tables. It takes a lock.
func (p *ConnectionPool) Destroy() {
	if p == nil {
		return
	}
	pools := &p.class.schema.pools
	pools.mu.Lock()
	i := slices.Index(pools.all, p)
	if i >= 0 {
		pools.all = slices.Delete(pools.all, i, i+1)
	}
	pools.mu.Unlock()
	if i >= 0 {
		p.CondInstance.Destroy()
	}
}

// ConnectionPools returns the pools of connections and what they say of themselves now,
// in the order in which they were made.
func (s *Reader) ConnectionPools() []record.PoolInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	s.pools.mu.Lock()
	all := slices.Clone(s.pools.all)
	s.pools.mu.Unlock()
	var out []record.PoolInfo
	for _, p := range all {
		if stats, ok := p.read(); ok {
			sum := p.waits.load()
			out = append(out, record.PoolInfo{
				InstanceInfo: p.info(sum.total()), Name: p.name,
				MaxOpen: stats.MaxOpen, Open: stats.Open, InUse: stats.InUse, Idle: stats.Idle,
				Waits: stats.Waits, WaitTime: stats.WaitTime,
				ClosedIdle: stats.ClosedIdle, ClosedIdleTime: stats.ClosedIdleTime, ClosedLifetime: stats.ClosedLifetime,
			})
		}
	}
	return out
}
