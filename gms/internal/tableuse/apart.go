package tableuse

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
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
	if checked := s.checked(n); checked != nil {
		return checked
	}
	if s.Temporary == nil {
		return nil
	}
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if node.IsTemporary(n.Table) {
			apart := *n
			apart.Table = s.Temporary(n.Table)
			return &apart
		}
	case *plan.IndexedTableAccess:
		if node.IsTemporary(n.Table) {
			if t, ok := s.Temporary(n.Table).(sql.IndexedTable); ok {
				apart := *n
				apart.Table = t
				return &apart
			}
		}
	}
	return nil
}

// checked is Apart of a table whose partitions are checked before they are read.
func (s *Readings) checked(n sql.Node) sql.Node {
	if s.Checked == nil {
		return nil
	}
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if t := s.Checked(n.Table); t != nil {
			apart := *n
			apart.Table = t
			return &apart
		}
	case *plan.IndexedTableAccess:
		if t, ok := s.Checked(n.Table).(sql.IndexedTable); ok {
			apart := *n
			apart.Table = t
			return &apart
		}
	}
	return nil
}
