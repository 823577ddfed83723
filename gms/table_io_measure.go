package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/affected"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// measuredTables builds the nodes of a statement that change tables, with what measures the
// changes. The rows and what is told of them are the storage's.
type measuredTables struct {
	planNodes
	// bytes: handlers of foreign keys tell rows apart by their bytes. By these the rows are counted
	// that have changed, and the handler is given all.
	bytes bool
}

// insert builds an INSERT or REPLACE. What it writes is found by no index;
// nor is, as far as the engine says, the row that ON DUPLICATE KEY changes.
func (c measuredTables) insert(ctx *sql.Context, n *plan.InsertInto, r sql.Row) (sql.RowIter, error) {
	table, err := plan.GetInsertable(n.Destination)
	if err != nil {
		return c.ByEngine(ctx, n, r)
	}
	measured := *n
	measured.Destination = c.target(ctx, n.Destination, table, n.Destination.Schema(), "")
	return c.ByEngine(ctx, &measured, r)
}

// update builds an UPDATE.
func (c measuredTables) update(ctx *sql.Context, n *plan.Update, r sql.Row) (sql.RowIter, error) {
	measured := *n
	measured.Child = c.updated(ctx, n.Child)
	return c.changing(ctx, &measured, r)
}

// updated is the input of an UPDATE with its targets measured.
func (c measuredTables) updated(ctx *sql.Context, n sql.Node) sql.Node {
	switch t := n.(type) {
	case *plan.TriggerExecutor:
		if with, err := t.WithChildren(c.updated(ctx, t.Left()), t.Right()); err == nil {
			return with
		}
		return n
	case *plan.UpdateJoin:
		targets := make(map[string]sql.Node, len(t.UpdateTargets))
		for name, target := range t.UpdateTargets {
			targets[name] = target
			if table, err := plan.GetUpdatable(target); err == nil {
				targets[name] = c.target(ctx, target, table, table.Schema(), foundBy(t.Child, name))
			}
		}
		return plan.NewUpdateJoin(targets, t.Child)
	}
	table, err := plan.GetUpdatable(n)
	if err != nil {
		return n
	}
	return c.target(ctx, n, table, table.Schema(), foundBy(n, affected.TargetName(n, table)))
}

// remove builds a DELETE.
func (c measuredTables) remove(ctx *sql.Context, n *plan.DeleteFrom, r sql.Row) (sql.RowIter, error) {
	return c.changing(ctx, n.WithTargets(c.removed(ctx, n)), r)
}

// removed are the targets of a DELETE, measured.
func (c measuredTables) removed(ctx *sql.Context, n *plan.DeleteFrom) []sql.Node {
	targets := make([]sql.Node, len(n.GetDeleteTargets()))
	for i, target := range n.GetDeleteTargets() {
		targets[i] = target
		if table, err := plan.GetDeletable(target); err == nil {
			targets[i] = c.target(ctx, target, table, table.Schema(), foundBy(n.Child, affected.TargetName(target, table)))
		}
	}
	return targets
}

// changing builds an UPDATE or DELETE: the table it reads first is asked once more
// at the end.
func (c measuredTables) changing(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	c.x.plan.asksBeyond = true
	iter, err := c.ByEngine(ctx, n, r)
	c.x.plan.asksBeyond = false
	return iter, err
}

// target is what stands for a table that is changed: its rowTarget, or where
// foreign keys come into it their handler, which the engine wants to see, with
// measured tables behind it.
func (c measuredTables) target(ctx *sql.Context, n sql.Node, table sql.Table, schema sql.Schema, index string) sql.Node {
	use := c.b.lifecycle.changed(ctx, n)
	use.index = index
	if h, ok := n.(*plan.ForeignKeyHandler); ok {
		measured := c.b.lifecycle.measureForeignKeys(c.x, h, use)
		if c.bytes {
			measured.Sch = collate.ByBytes(h.Sch)
		}
		return measured
	}
	return &rowTarget{Target: affected.Target{Node: n, Table: table}, schema: schema, x: c.x, use: use}
}

// drop builds a statement after which some tables are no more under their
// names, and forgets those it has done away with. Statements other than these
// that do away with tables, as a storage's own procedures may, leave their
// statistics in place.
func (c measuredTables) drop(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	gone := c.b.lifecycle.goingTables(ctx, n)
	iter, err := c.ByEngine(ctx, n, r)
	if err != nil {
		return nil, err
	}
	for _, t := range gone {
		t.Dropped()
		if c.x.connection.temporary.Drop(t) {
			c.b.lifecycle.indexes.Known.Delete(t)
		} else {
			c.b.lifecycle.indexes.Forget(t)
		}
	}
	return iter, nil
}

// changed finds the table that a target names.
func (l *lifecycle) changed(ctx *sql.Context, n sql.Node) tableUse {
	for n != nil {
		if use := l.tableUse(ctx, n); use.instance != nil {
			return use
		}
		n = node.FirstChild(n)
	}
	return tableUse{}
}

// foundBy is the index by which a plan finds the rows of the table or alias of
// that name, empty for none. As in MySQL, a changed row is counted where it was
// found; and where all rows are read, by the primary key, in whose order InnoDB
// keeps them.
func foundBy(n sql.Node, name string) string {
	index, _ := accessOf(n, name)
	return index
}

func accessOf(n sql.Node, name string) (index string, found bool) {
	switch t := n.(type) {
	case *plan.TableAlias:
		if !strings.EqualFold(t.Name(), name) {
			return "", false
		}
		switch access := t.Child.(type) {
		case *plan.IndexedTableAccess:
			return access.Index().ID(), true
		case *plan.ResolvedTable:
			return primaryKey(access), true
		}
		return "", true
	case *plan.IndexedTableAccess:
		return t.Index().ID(), strings.EqualFold(t.Name(), name)
	case *plan.ResolvedTable:
		return primaryKey(t), strings.EqualFold(t.Name(), name)
	case *plan.TriggerExecutor:
		return accessOf(t.Left(), name)
	case *plan.SubqueryAlias:
		return "", false
	}
	for _, child := range n.Children() {
		if index, found = accessOf(child, name); found {
			return index, true
		}
	}
	return "", false
}

// primaryKey is the name of a table's primary key, empty if it has none.
func primaryKey(t *plan.ResolvedTable) string {
	for _, c := range t.UnderlyingTable().Schema() {
		if c.PrimaryKey {
			return "PRIMARY"
		}
	}
	return ""
}

// goingTables are the tables with statistics that a statement is about to drop
// or rename.
func (l *lifecycle) goingTables(ctx *sql.Context, n sql.Node) (gone []*perfschema.TableInstance) {
	switch n := n.(type) {
	case *plan.DropTable:
		for _, t := range n.Tables {
			if t, ok := t.(*plan.ResolvedTable); ok {
				gone = append(gone, l.table(ctx, t.SqlDatabase, t.UnderlyingTable(), t.Name()))
			}
		}
	case *plan.RenameTable:
		for _, name := range n.OldNames {
			if t, ok := n.TableExists(ctx, name); ok {
				gone = append(gone, l.table(ctx, n.Database(), t, t.Name()))
			}
		}
	case *plan.DropDB:
		for _, t := range l.schema.Read().TableInstances() {
			if t.Type == "TABLE" && strings.EqualFold(t.Schema, n.DbName) {
				gone = append(gone, l.schema.TableInstance(t.Type, t.Schema, t.Name))
			}
		}
		if conn := connectionOf(ctx); conn != nil {
			gone = append(gone, conn.temporary.Known(n.DbName)...)
		}
	}
	return gone
}
