package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// readApart is a node that reads a temporary table, looks up one with virtual columns, or
// reads one with logins, with a table for this reading alone; nil for other nodes.
func (l *lifecycle) readApart(n sql.Node) sql.Node {
	if t, ok := n.(*plan.IndexedTableAccess); ok && l.storage.ReadVirtual != nil {
		if virtual, ok := t.Table.(*plan.VirtualColumnTable); ok {
			if of, ok := virtual.Table.(sql.IndexedTable); ok {
				apart := *t
				apart.Table, _ = virtual.WithUnderlying(l.storage.ReadVirtual(of)).(sql.IndexedTable)
				return &apart
			}
		}
	}
	if t, ok := n.(*plan.ResolvedTable); ok && l.storage.HasLogins != nil && l.storage.HasLogins(t.Table) {
		apart := *t
		apart.Table = table.WithoutLogins{Table: t.Table}
		return &apart
	}
	if l.storage.ReadTemporary == nil {
		return nil
	}
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if node.IsTemporary(n.Table) {
			apart := *n
			apart.Table = l.storage.ReadTemporary(n.Table)
			return &apart
		}
	case *plan.IndexedTableAccess:
		if node.IsTemporary(n.Table) {
			if t, ok := l.storage.ReadTemporary(n.Table).(sql.IndexedTable); ok {
				apart := *n
				apart.Table = t
				return &apart
			}
		}
	}
	return nil
}

// WithoutLogins returns a text with <secret> in place of the login in each address in it, and
// of what follows upon an address's "?".
func WithoutLogins(text string) string { return words.HideLogins(text) }
