package gms

import (
	"cmp"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// openNamed gives the tables that a statement names their rows, where it has
// been built and is about to use none: one that EXPLAIN or SHOW tells of, one
// that is asked for the number of its rows alone, one behind a condition that is
// never true. MySQL opens them all. The analyzer takes most of these out of the
// plan, so that what is looked at is the statement as it was bound. DDL, which may
// have dropped its table by now, opens none, but for TRUNCATE.
func (l *lifecycle) openNamed(ctx *sql.Context, x *execution, analyzed sql.Node) {
	bound := x.plan.bound
	x.plan.bound = nil
	if bound == nil {
		bound = analyzed // the engine has passed the analyzer by
	}
	if x.tables.Any() || changesTables(bound) || changesTables(analyzed) {
		return
	}
	transform.Inspect(bound, func(n sql.Node) bool {
		if d, ok := n.(*plan.DescribeQuery); ok {
			transform.Inspect(d.Query(), l.opens(ctx))
		}
		return l.opens(ctx)(n)
	})
}

func changesTables(n sql.Node) bool {
	switch n.(type) {
	case *plan.Truncate, *plan.CreateView:
		return false
	}
	return plan.IsDDLNode(n)
}

// createLike builds CREATE TABLE ... LIKE. The storage opens what the new table is like to
// read it, and the new one to have it.
func (b *operatorBuilder) createLike(ctx *sql.Context, x *execution, n *plan.CreateTable, r sql.Row) (sql.RowIter, error) {
	like := x.plan.Like
	x.plan.Like = nil
	iter, err := b.engineNode(ctx, x, n, r)
	if err != nil {
		return nil, err
	}
	return &createLikeIter{iter, func(ctx *sql.Context) {
		for _, t := range like.LikeTables {
			b.lifecycle.openNew(ctx, cmp.Or(t.DbQualifier.String(), ctx.GetCurrentDatabase()), t.Name.String())
		}
		b.lifecycle.openNew(ctx, n.Database().Name(), n.Name())
	}}, nil
}

// openNew opens a table by its name, if there is such a one.
func (l *lifecycle) openNew(ctx *sql.Context, database, name string) {
	table, db, err := l.rights.catalog().Table(ctx, database, name)
	if err == nil && !computed.IsVirtual(db.Name()) && !node.IsTemporary(table) {
		l.use(ctx, db, table, table.Name(), "")
	}
}

// createLikeIter opens tables when the first of its rows is there.
type createLikeIter struct {
	sql.RowIter
	open func(ctx *sql.Context)
}

// Next implements sql.RowIter.
func (i *createLikeIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err == nil && i.open != nil {
		i.open(ctx)
		i.open = nil
	}
	return row, err
}

// opens visits the nodes of a statement.
func (l *lifecycle) opens(ctx *sql.Context) func(sql.Node) bool {
	return func(n sql.Node) bool {
		if t, ok := n.(*plan.ResolvedTable); ok && t.SqlDatabase != nil && !computed.IsVirtual(t.SqlDatabase.Name()) {
			l.tableUse(ctx, t)
		}
		return true
	}
}

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
