package dolt

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb/gcctx"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/store/chunks"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/types"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// collections has one garbage collection of a data directory run at a time, of whatever
// database. Dolt has all sessions tell one collection what they need, by a controller
// that can serve one alone: a second panics, and what the first has asked for comes when
// that has ended, which ends the process. Nor may one wait for another, of which it is a
// session that has to come to the end of its statement first.
//
// At its end a collection has statements wait in the store. One that has not gone on when the
// next collection begins waits on, and the next one waits for the end of the statement: neither
// would end. So a collection after the first begins once the statements have ended that it finds
// running.
type collections struct {
	running sync.Mutex
	ran     bool // one has ended; guarded by running
}

// errCollects is the client's error, ER_LOCK_WAIT_TIMEOUT, by which he knows that he may
// try again.
func errCollects() error {
	return mysql.NewSQLError(mysql.ERLockWaitTimeout, "HY000", "Another garbage collection is running; try again when it has ended")
}

// GC implements datas.GarbageCollector.
func (d *observedDatabase) GC(ctx context.Context, mode types.GCMode, level chunks.GCArchiveLevel, _, _ hash.HashSet, safepoint types.GCSafepointController) error {
	c := d.collections
	if !c.running.TryLock() {
		return errCollects()
	}
	defer c.running.Unlock()
	if own, ok := ctx.(*sql.Context); ok && c.ran {
		if session, ok := own.Session.(*dsess.DoltSession); ok {
			if err := awaitStatements(ctx, session.GCSafepointController(), session); err != nil {
				return err
			}
		}
	}
	old, young, err := d.heads(ctx)
	if err != nil {
		return err
	}
	defer func() { c.ran = true }()
	return d.ValueStore.GC(ctx, mode, level, old, young, safepoint) //nolint:wrapcheck // Dolt compares it
}

// awaitStatements waits until the statements that run have ended, but for that of the collection's
// own session: an earlier collection may have held them up.
func awaitStatements(ctx context.Context, controller *gcctx.GCSafepointController, own gcctx.GCRootsProvider) error {
	ended := func(context.Context, gcctx.GCRootsProvider) error { return nil }
	if err := controller.Waiter(ctx, own, ended).Wait(ctx); err != nil {
		return fmt.Errorf("waiting for statements that another garbage collection may have held up: %w", err)
	}
	return nil
}

// heads returns the addresses of the commits that branches, remotes and Dolt itself refer to, and of
// all else that the root refers to. Dolt reads them before it asks for a collection: another one may
// have run since, and have taken away what no branch has any more.
func (d *observedDatabase) heads(ctx context.Context) (old, young hash.HashSet, err error) {
	old, young = make(hash.HashSet), make(hash.HashSet)
	all, err := d.observed.Datasets(ctx)
	if err == nil {
		err = all.IterAll(ctx, func(id string, address hash.Hash) error {
			if isOld, err := refersToCommit(id); err != nil {
				return err
			} else if isOld {
				old.Insert(address)
			} else {
				young.Insert(address)
			}
			return nil
		})
	}
	if err != nil {
		return nil, nil, fmt.Errorf("listing what to keep: %w", err)
	}
	return old, young, nil
}

// refersToCommit reports whether a name of the store is one of those whose commits Dolt keeps apart.
func refersToCommit(id string) (bool, error) {
	if !ref.IsRef(id) {
		return false, nil
	}
	name, err := ref.Parse(id)
	if errors.Is(err, ref.ErrUnknownRefType) {
		return false, nil
	}
	if err != nil {
		return false, err //nolint:wrapcheck // wrapped by heads
	}
	kind := name.GetType()
	return kind == ref.BranchRefType || kind == ref.RemoteRefType || kind == ref.InternalRefType, nil
}
