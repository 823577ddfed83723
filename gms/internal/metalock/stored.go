package metalock

import (
	"slices"
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/record"
)

// The errors of who has locked tables.
const (
	errNotLockedForWriting = 1099 // ER_TABLE_NOT_LOCKED_FOR_WRITE
	errNotLocked           = 1100 // ER_TABLE_NOT_LOCKED
	errLockedOrOpen        = 1192 // ER_LOCK_OR_ACTIVE_TRANSACTION
)

// storedLocks are what LOCK TABLES locks of a storage that cannot lock tables. They are
// held against changes: a statement of another session that changes such a table waits,
// and the session itself changes nothing but what it has locked for writing. Nobody is
// kept from reading, who reads what has been committed. A change looks here by the way of
// the global read lock ([Locks.pass]), so that nothing is asked while no table is locked.
type storedLocks struct {
	mu     sync.Mutex
	tables map[tableName]*storedLock
	held   map[uint32]map[tableName]bool // by session, whether for writing
}

// storedLock is the sessions that have locked a table.
type storedLock struct {
	writer  uint32 // 0: none
	readers map[uint32]bool
}

// storedName is the name of a table that is to be locked here; false for a temporary table,
// one of the server's own, and one that its storage can lock.
func storedName(n sql.Node) (*plan.ResolvedTable, tableName, bool) {
	if alias, ok := n.(*plan.TableAlias); ok {
		n = alias.Child
	}
	t, ok := n.(*plan.ResolvedTable)
	if !ok || t.SqlDatabase == nil || node.IsTemporary(t.UnderlyingTable()) || computed.IsVirtual(t.SqlDatabase.Name()) || node.TableAs[sql.Lockable](t.Table) != nil {
		return nil, tableName{}, false
	}
	if _, computed := sql.GetUnderlyingTable(t.Table).(*table.Table); computed {
		return nil, tableName{}, false
	}
	return t, tableName{strings.ToLower(t.SqlDatabase.Name()), strings.ToLower(t.Name())}, true
}

// give gives a session locks. The mutex is held, and it has none.
func (s *storedLocks) give(session uint32, wanted map[tableName]bool) {
	for name, write := range wanted {
		l := s.tables[name]
		if l == nil {
			l = &storedLock{readers: make(map[uint32]bool)}
			s.tables[name] = l
		}
		if write {
			l.writer = session
		} else {
			l.readers[session] = true
		}
	}
	s.held[session] = wanted
}

// allows reports whether no other session has a lock that is in the way of one.
func (l *storedLock) allows(session uint32, write bool) bool {
	if l.writer != 0 && l.writer != session {
		return false
	}
	return !write || len(l.readers) == 0 || len(l.readers) == 1 && l.readers[session]
}

// drop takes a session's locks away, which it tells; nil if it has none.
func (s *storedLocks) drop(session uint32) map[tableName]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := s.held[session]
	for name := range names {
		l := s.tables[name]
		if delete(l.readers, session); l.writer == session {
			l.writer = 0
		}
		if l.writer == 0 && len(l.readers) == 0 {
			delete(s.tables, name)
		}
	}
	delete(s.held, session)
	return names
}

// refuses is the error of a session that changes tables while it has locked some.
func (s *storedLocks) refuses(session uint32, changed []tableName) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refused(session, changed)
}

// refused is refuses while the mutex is held.
func (s *storedLocks) refused(session uint32, changed []tableName) error {
	held, ok := s.held[session]
	if !ok {
		return nil
	}
	for _, name := range changed {
		write, locked := held[name]
		if !locked {
			return mysql.NewSQLError(errNotLocked, sqlerr.StateGeneral, "Table '%s' was not locked with LOCK TABLES", name.name)
		}
		if !write {
			return mysql.NewSQLError(errNotLockedForWriting, sqlerr.StateGeneral, "Table '%s' was locked with a READ lock and can't be updated", name.name)
		}
	}
	return nil
}

// blocking is the first of some tables that another session has locked.
func (s *storedLocks) blocking(session uint32, changed []tableName) (tableName, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range changed {
		if name.name == "" { // all of a database
			for table, l := range s.tables {
				if table.schema == name.schema && !l.allows(session, true) {
					return table, true
				}
			}
		}
		if l := s.tables[name]; l != nil && !l.allows(session, true) {
			return name, true
		}
	}
	return tableName{}, false
}

// isOfDatabase says of a node that it makes, changes or drops a database, which who has
// locked tables does not.
func isOfDatabase(n sql.Node) bool {
	switch n.(type) {
	case *plan.CreateDB, *plan.AlterDB, *plan.DropDB, *plan.CreateSchema, *plan.DropSchema:
		return true
	}
	return false
}

// LockedOrOpen is the error of a statement that wants neither locked tables nor an open
// transaction.
func LockedOrOpen() error {
	return mysql.NewSQLError(errLockedOrOpen, sqlerr.StateGeneral, "Can't execute the given command because you have active locked tables or an active transaction")
}

// changedStored are the tables that a node changes and that may be locked here, the first
// of them by itself and the others by the actions of foreign keys; one without a name is
// all of its database.
func changedStored(n sql.Node) (names []tableName, direct int) {
	add := func(name tableName) (isNew bool) {
		if isNew = !slices.Contains(names, name); isNew {
			names = append(names, name)
		}
		return isNew
	}
	targets := effect.TargetsOf(n)
	switch n := n.(type) {
	case *plan.CreateTable:
		if !n.Temporary() {
			add(tableName{strings.ToLower(node.DatabaseName(n.Database())), strings.ToLower(n.Name())})
		}
		return names, len(names)
	case *plan.DropDB:
		return []tableName{{schema: strings.ToLower(n.DbName)}}, 1
	case *plan.RenameTable:
		for _, name := range n.OldNames {
			add(tableName{strings.ToLower(node.DatabaseName(n.Database())), strings.ToLower(name)})
		}
	default:
		if targets == nil {
			targets = n.Children() // of indexes and keys: that of their table
		}
	}
	var editors []*plan.ForeignKeyEditor
	for _, target := range targets {
		transform.Inspect(target, func(n sql.Node) bool {
			switch n := n.(type) {
			case *plan.IndexedTableAccess:
				if t, ok := n.TableNode.(*plan.ResolvedTable); ok {
					if _, name, ok := storedName(t); ok {
						add(name)
					}
				}
			case *plan.ResolvedTable:
				if _, name, ok := storedName(n); ok {
					add(name)
				}
			case *plan.ForeignKeyHandler:
				editors = append(editors, n.Editor)
			}
			return true
		})
	}
	direct = len(names)
	if insert, ok := n.(*plan.InsertInto); ok && !insert.IsReplace && len(insert.OnDupExprs) == 0 {
		return names, direct
	}
	for i := 0; i < len(editors); i++ {
		if editors[i] == nil {
			continue
		}
		for _, a := range editors[i].RefActions {
			if add(tableName{strings.ToLower(a.ForeignKey.Database), strings.ToLower(a.ForeignKey.Table)}) {
				editors = append(editors, a.Editor)
			}
		}
	}
	return names, direct
}

// LockTables takes the locks of LOCK TABLES that are taken here, in the place of those that
// the session has, and waits for the changes of others that run. It gives the statement
// without those tables. u is nil for what the server runs for itself.
func (k *Locks) LockTables(ctx *sql.Context, u *Use, n *plan.LockTables) (*plan.LockTables, error) {
	session := ctx.Session.ID()
	k.UnlockTables(session)
	wanted := make(map[tableName]bool)
	var names []tableName // in the order of the statement, whose first is shown where it waits
	others := *n
	others.Locks = nil
	var shown []func()
	for _, l := range n.Locks {
		t, name, ok := storedName(l.Table)
		if !ok {
			others.Locks = append(others.Locks, l)
			continue
		}
		if _, twice := wanted[name]; !twice {
			names = append(names, name)
		}
		wanted[name] = wanted[name] || l.Write
		shown = append(shown, func() { k.shown.show(ctx, t, l.Write) })
	}
	if len(wanted) == 0 {
		return n, nil
	}
	if u == nil {
		u = &Use{session: session}
	}
	lock := &definitionLock{use: u}
	for _, name := range names {
		mode := definitionReadOnly
		if wanted[name] {
			mode = definitionNoReadWrite
		}
		lock.names = append(lock.names, definedName{name, mode})
	}
	k.asked.Add(1) // so that changes that begin now look here
	taken := false
	defer func() {
		if !taken {
			k.dropStored(session)
			k.asked.Add(-1)
			k.move()
		}
	}()
	if err := k.take(ctx, lock, func() {
		k.definitions.active.Add(1)
		k.stored.give(session, wanted)
	}); err != nil {
		return nil, err
	}
	k.endDefinition(lock.use, false, false)
	pending := k.definitionRequest(ctx, lock.names[0], record.MetadataPending)
	if running := k.running(ctx.Session.ID()); len(running) > 0 {
		err := k.wait(ctx, forRunning(running), pending, StageTableLock, func() bool {
			return !slices.ContainsFunc(running, func(r runningChange) bool { return !r.over() })
		})
		if err != nil {
			return nil, err
		}
	}
	for _, show := range shown {
		show()
	}
	taken = true
	return &others, nil
}

// UnlockTables is UNLOCK TABLES, and what implies it, of locks that are taken here.
func (k *Locks) UnlockTables(session uint32) {
	if k.asked.Load() == 0 {
		return
	}
	if names := k.dropStored(session); names != nil {
		k.shown.release(session, names)
		k.asked.Add(-1)
		k.move()
	}
}

// dropStored takes a session's locks away, which it tells; nil if it has none.
func (k *Locks) dropStored(session uint32) map[tableName]bool {
	names := k.stored.drop(session)
	if names != nil {
		k.definitions.active.Add(-1)
	}
	return names
}

// runningChange is a statement that changed something when it was looked at.
type runningChange struct {
	of    *Changing
	use   *Use // of its session
	turns uint64
}

// over reports whether it has ended, or waits itself.
func (r runningChange) over() bool {
	return !r.of.now.Load() || r.of.turns.Load() != r.turns
}

// running are the statements of others that change something.
func (k *Locks) running(session uint32) (all []runningChange) {
	k.host.Sessions(func(id uint32, c *Changing, u *Use) bool {
		r := runningChange{of: c, use: u}
		if r.turns = c.turns.Load(); id != session && c.now.Load() {
			all = append(all, r)
		}
		return true
	})
	return all
}

// pendingTable is the lock of a table that a session waits for.
func (k *Locks) pendingTable(ctx *sql.Context, name tableName, mode string, duration record.MetadataLockDuration) perfschema.MetadataLockOptions {
	return perfschema.MetadataLockOptions{
		Thread: k.host.Thread(ctx), ObjectType: "TABLE", Schema: name.schema, Name: name.name,
		Type: mode, Duration: duration, Status: record.MetadataPending,
	}
}
