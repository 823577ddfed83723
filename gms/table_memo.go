package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// tableMemo is the tables that a connection has read of late: to find a table's
// instance by its names, and whether its indexes are known, takes several times
// as long as to compare them. The goroutine that builds a statement's plan uses
// it.
type tableMemo struct {
	known [4]knownTable
	next  int // which of them is given up next
}

// knownTable is a table that is no temporary one.
type knownTable struct {
	tableUse
	schema, name string
	changed      uint64 // tableIndexes.changed when the index was learnt
}

// memorizedUse is tableUse for a node that reads a table.
func (conn *connection) memorizedUse(ctx *sql.Context, n sql.Node) tableUse {
	var db sql.Database
	var table sql.Table
	var name, index string
	switch t := n.(type) {
	case *plan.IndexedTableAccess:
		db, table, name, index = t.Database(), t.UnderlyingTable(), t.Name(), t.Index().ID()
	case *plan.ResolvedTable:
		db, table, name = t.SqlDatabase, t.UnderlyingTable(), t.Name()
	}
	l, m := conn.adapter, &conn.tables
	if db == nil || node.IsTemporary(table) {
		return l.tableUse(ctx, n)
	}
	schema, changed := db.Name(), l.indexes.Changed.Load()
	for i := range m.known {
		k := &m.known[i]
		if k.name == name && k.schema == schema && k.index == index && k.changed == changed && k.instance.Current() {
			return k.tableUse
		}
	}
	use := l.tableUse(ctx, n)
	if use.instance != nil {
		use.found = use.instance.Index(use.index)
		m.known[m.next] = knownTable{use, schema, name, changed}
		m.next = (m.next + 1) % len(m.known)
	}
	return use
}
