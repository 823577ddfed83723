package dolt

import (
	"context"
	"sync"

	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/types"
	"github.com/dolthub/vitess/go/mysql"
)

// collections has one garbage collection of a data directory run at a time, of whatever
// database. Dolt has all sessions tell one collection what they need, by a controller
// that can serve one alone: a second panics, and what the first has asked for comes when
// that has ended, which ends the process. Nor may one wait for another, of which it is a
// session that has to come to the end of its statement first.
type collections struct{ running sync.Mutex }

// errCollects is the client's error, ER_LOCK_WAIT_TIMEOUT, by which he knows that he may
// try again.
func errCollects() error {
	return mysql.NewSQLError(mysql.ERLockWaitTimeout, "HY000", "Another garbage collection is running; try again when it has ended")
}

// GC implements datas.GarbageCollector.
func (d *observedDatabase) GC(ctx context.Context, mode types.GCMode, level chunks.GCArchiveLevel, old, young hash.HashSet, safepoint types.GCSafepointController) error {
	if !d.collections.running.TryLock() {
		return errCollects()
	}
	defer d.collections.running.Unlock()
	return d.ValueStore.GC(ctx, mode, level, old, young, safepoint) //nolint:wrapcheck // Dolt compares it
}
