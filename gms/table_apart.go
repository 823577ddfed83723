package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// ReadTemporaryTables gives the function by which a storage gives a temporary table for one
// reading of it: for a storage whose table remembers by which key it was read, in this
// statement and those after it. Call it before the engine serves.
func (a *Adapter) ReadTemporaryTables(read func(sql.Table) sql.Table) {
	a.lifecycle.readsTemporary = read
}

// ReadVirtualTables gives the function by which a storage gives a table that is looked up by
// an index for one reading of it, called for tables with virtual columns alone, whose rows it
// is to give with all columns. Call it before the engine serves.
func (a *Adapter) ReadVirtualTables(read func(sql.IndexedTable) sql.IndexedTable) {
	a.lifecycle.readsVirtual = read
}

// readApart is a node that reads a temporary table, looks up one with virtual columns, or
// reads one with logins, with a table for this reading alone; nil for other nodes.
func (l *lifecycle) readApart(n sql.Node) sql.Node {
	if t, ok := n.(*plan.IndexedTableAccess); ok && l.readsVirtual != nil {
		if virtual, ok := t.Table.(*plan.VirtualColumnTable); ok {
			if of, ok := virtual.Table.(sql.IndexedTable); ok {
				apart := *t
				apart.Table, _ = virtual.WithUnderlying(l.readsVirtual(of)).(sql.IndexedTable)
				return &apart
			}
		}
	}
	if t, ok := n.(*plan.ResolvedTable); ok && l.hasLogins != nil && l.hasLogins(t.Table) {
		apart := *t
		apart.Table = loginTable{t.Table}
		return &apart
	}
	if l.readsTemporary == nil {
		return nil
	}
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if node.IsTemporary(n.Table) {
			apart := *n
			apart.Table = l.readsTemporary(n.Table)
			return &apart
		}
	case *plan.IndexedTableAccess:
		if node.IsTemporary(n.Table) {
			if t, ok := l.readsTemporary(n.Table).(sql.IndexedTable); ok {
				apart := *n
				apart.Table = t
				return &apart
			}
		}
	}
	return nil
}

// wrapped returns the first T among a table and the tables that it wraps, from outside to inside;
// nil if there is none.
func wrapped[T any](t sql.Table) (found T) {
	for {
		if found, ok := t.(T); ok {
			return found
		}
		w, ok := t.(sql.TableWrapper)
		if !ok {
			return found
		}
		t = w.Underlying()
	}
}
