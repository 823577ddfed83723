package metalock

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// tableLocks shows what LOCK TABLES locks: tables of a storage that can, those
// that implement [sql.Lockable], and those of storedLocks. A lock lasts until UNLOCK TABLES or the end of the connection, also
// past the end of a transaction.
type tableLocks struct {
	host   Host
	schema *perfschema.Schema
	mu     sync.Mutex
	held   map[uint32]map[tableName]*tableLock // by session
	last   uint64                              // number of a lock
}

type tableName struct{ schema, name string }

type tableLock struct {
	shown  perfschema.MetadataLock
	handle perfschema.TableHandle
	data   view.DataLock // of no table: it is not shown as a lock on data
}

func newTableLocks(host Host, s *perfschema.Schema) *tableLocks {
	return &tableLocks{host: host, schema: s, held: make(map[uint32]map[tableName]*tableLock)}
}

// watch is the plan of LOCK TABLES with its tables watched. Those of performance_schema and
// its like have no locks, and nobody is kept from them, as in MySQL: of them the
// statement does nothing.
func (k *tableLocks) watch(n *plan.LockTables) sql.Node {
	own := *n
	own.Locks = slices.DeleteFunc(slices.Clone(n.Locks), func(l *plan.TableLock) bool {
		t, ok := l.Table.(*plan.ResolvedTable)
		if !ok {
			return false
		}
		_, computed := sql.GetUnderlyingTable(t.Table).(*table.Table)
		return computed
	})
	n = &own
	children := n.Children()
	for i, child := range children {
		if t, ok := child.(*plan.ResolvedTable); ok {
			if lockable := node.TableAs[sql.Lockable](t.Table); lockable != nil {
				watched := *t
				watched.Table = &watchedTable{Table: t.Table, lockable: lockable, locks: k, db: t.SqlDatabase}
				children[i] = &watched
			}
		}
	}
	with, err := n.WithChildren(children...)
	if err != nil {
		return n
	}
	return with
}

// watchedTable is a table that shows how it is locked.
type watchedTable struct {
	sql.Table
	lockable sql.Lockable
	locks    *tableLocks
	db       sql.Database
}

var _ sql.Lockable = (*watchedTable)(nil)

// Lock implements sql.Lockable.
func (w *watchedTable) Lock(ctx *sql.Context, write bool) error {
	return w.locks.showLock(ctx, w.db, w.Table, write, func() error { return w.lockable.Lock(ctx, write) })
}

// show shows the lock of a table that has been locked elsewhere.
func (k *tableLocks) show(ctx *sql.Context, t *plan.ResolvedTable, write bool) {
	_ = k.showLock(ctx, t.SqlDatabase, t.UnderlyingTable(), write, func() error { return nil }) // which cannot fail
}

// showLock shows how a table is locked: while it is being locked, and then until the
// session unlocks it.
func (k *tableLocks) showLock(ctx *sql.Context, db sql.Database, table sql.Table, write bool, lock func() error) error {
	instance := k.host.Table(ctx, db, table, table.Name())
	mode, op := "SHARED_READ_ONLY", perfschema.OpReadExternal
	if write {
		mode, op = "SHARED_NO_READ_WRITE", perfschema.OpWriteExternal
	}
	schema := node.DatabaseName(db)
	runs, t := k.host.Runs(ctx), k.host.Thread(ctx)
	shown := k.schema.NewMetadataLock(perfschema.MetadataLockOptions{
		Thread: t, ObjectType: "TABLE", Schema: schema, Name: table.Name(),
		Type: mode, Duration: record.MetadataExplicit, Status: record.MetadataPending,
	})
	metadata, external := shown.StartWait(runs), instance.StartLock(runs, op)
	err := lock()
	external.End()
	metadata.End()
	if err != nil {
		shown.Release()
		return err
	}
	shown.SetStatus(record.MetadataGranted)
	handle := instance.OpenHandle(t)
	handle.SetLocks(perfschema.OpNone, op)
	held := &tableLock{shown: shown, handle: handle}
	// MySQL has the storage lock the table too where autocommit is off.
	if autocommit, err := plan.IsSessionAutocommit(ctx); err == nil && !autocommit {
		held.data = view.DataLock{Schema: schema, Table: table.Name(), Write: write, ThreadID: t.ID()}
	}
	k.taken(ctx.Session.ID(), tableName{strings.ToLower(schema), strings.ToLower(table.Name())}, held)
	return nil
}

// data are the locks that are shown as such on data, in the order in which they were taken.
func (k *tableLocks) data() (all []view.DataLock) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, names := range k.held {
		for _, l := range names {
			if l.data.Table != "" {
				all = append(all, l.data)
			}
		}
	}
	slices.SortFunc(all, func(a, b view.DataLock) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Unlock implements sql.Lockable.
func (w *watchedTable) Unlock(ctx *sql.Context, id uint32) error { return w.lockable.Unlock(ctx, id) }

// taken notes what a session has locked. A table locked again is locked as it
// was asked for last.
func (k *tableLocks) taken(session uint32, name tableName, l *tableLock) {
	k.mu.Lock()
	defer k.mu.Unlock()
	names := k.held[session]
	if names == nil {
		names = make(map[tableName]*tableLock)
		k.held[session] = names
	}
	names[name].release()
	names[name] = l
	if l.data.Table != "" {
		k.last++
		l.data.ID = k.last
	}
}

// release shows some tables unlocked.
func (k *tableLocks) release(session uint32, names map[tableName]bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name := range names {
		k.held[session][name].release()
		delete(k.held[session], name)
	}
}

// releaseAll is to be called before the engine unlocks a session's tables.
func (k *tableLocks) releaseAll(session uint32) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, l := range k.held[session] {
		l.release()
	}
	delete(k.held, session)
}

func (l *tableLock) release() {
	if l != nil {
		l.shown.Release()
		l.handle.Close()
	}
}
