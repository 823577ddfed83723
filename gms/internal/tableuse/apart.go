package tableuse

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/table"
)

// Readings are the functions by which a storage gives a table for one reading alone, and tells
// which tables have logins in them. Each may be nil. Checked returns nil for a table that is read as it is.
type Readings struct {
	Temporary func(sql.Table) sql.Table
	Virtual   func(sql.IndexedTable) sql.IndexedTable
	HasLogins func(sql.Table) bool
	Checked   func(sql.Table) sql.Table
}

// Apart returns a node that reads a temporary table, looks up one with virtual columns, or reads one
// with logins or whose partitions are checked, with a table for this reading alone; nil for other nodes.
func (s *Readings) Apart(n sql.Node) sql.Node {
	if t, ok := n.(*plan.IndexedTableAccess); ok && s.Virtual != nil {
		if virtual, ok := t.Table.(*plan.VirtualColumnTable); ok {
			if of, ok := virtual.Table.(sql.IndexedTable); ok {
				apart := *t
				apart.Table, _ = virtual.WithUnderlying(s.Virtual(of)).(sql.IndexedTable)
				return &apart
			}
		}
	}
	if t, ok := n.(*plan.ResolvedTable); ok && s.HasLogins != nil && s.HasLogins(t.Table) {
		apart := *t
		apart.Table = table.WithoutLogins{Table: t.Table}
		return &apart
	}
	if s.Checked != nil {
		if checked := readingBy(n, s.Checked); checked != nil {
			return checked
		}
	}
	if s.Temporary == nil {
		return nil
	}
	return readingBy(n, func(t sql.Table) sql.Table {
		if temporary, ok := t.(sql.TemporaryTable); !ok || !temporary.IsTemporary() { // what wraps one stays around it
			return nil
		}
		return s.Temporary(t)
	})
}

// readingBy returns a node that reads what give has for its table; nil if that is nil, and for other
// nodes.
func readingBy(n sql.Node, give func(sql.Table) sql.Table) sql.Node {
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if t := give(n.Table); t != nil {
			apart := *n
			apart.Table = t
			return &apart
		}
	case *plan.IndexedTableAccess:
		if t, ok := give(n.Table).(sql.IndexedTable); ok {
			apart := *n
			apart.Table = t
			return &apart
		}
	}
	return nil
}
