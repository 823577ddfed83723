package tableuse

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// Apart is a node that reads a temporary table, looks up one with virtual columns, or
// reads one with logins, with a table for this reading alone; nil for other nodes. The functions,
// each of which may be nil, are those of the storage.
func Apart(n sql.Node, readTemporary func(sql.Table) sql.Table, readVirtual func(sql.IndexedTable) sql.IndexedTable, hasLogins func(sql.Table) bool) sql.Node {
	if t, ok := n.(*plan.IndexedTableAccess); ok && readVirtual != nil {
		if virtual, ok := t.Table.(*plan.VirtualColumnTable); ok {
			if of, ok := virtual.Table.(sql.IndexedTable); ok {
				apart := *t
				apart.Table, _ = virtual.WithUnderlying(readVirtual(of)).(sql.IndexedTable)
				return &apart
			}
		}
	}
	if t, ok := n.(*plan.ResolvedTable); ok && hasLogins != nil && hasLogins(t.Table) {
		apart := *t
		apart.Table = table.WithoutLogins{Table: t.Table}
		return &apart
	}
	if readTemporary == nil {
		return nil
	}
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if node.IsTemporary(n.Table) {
			apart := *n
			apart.Table = readTemporary(n.Table)
			return &apart
		}
	case *plan.IndexedTableAccess:
		if node.IsTemporary(n.Table) {
			if t, ok := readTemporary(n.Table).(sql.IndexedTable); ok {
				apart := *n
				apart.Table = t
				return &apart
			}
		}
	}
	return nil
}
