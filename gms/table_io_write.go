package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/trigger"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// rowTarget is a table that a statement changes, which measures every change.
// It stands there while the statement is built; the statement's own node stays
// the engine's.
type rowTarget struct {
	targetTable
	schema sql.Schema
	x      *execution
	use    tableUse
	first  rowEditor // allocated with the target
	given  bool
	edits  held.TableEdits
}

var (
	_ sql.Node             = (*rowTarget)(nil)
	_ sql.InsertableTable  = (*rowTarget)(nil)
	_ sql.ReplaceableTable = (*rowTarget)(nil)
	_ sql.UpdatableTable   = (*rowTarget)(nil)
	_ sql.DeletableTable   = (*rowTarget)(nil)
	_ sql.TableWrapper     = (*rowTarget)(nil)
)

// Schema implements sql.Node and sql.Table.
func (t *rowTarget) Schema() sql.Schema { return t.schema }

// String implements sql.Node and sql.Table.
func (t *rowTarget) String() string { return t.Node.String() }

// Inserter implements sql.InsertableTable.
func (t *rowTarget) Inserter(ctx *sql.Context) sql.RowInserter {
	in := t.table.(sql.InsertableTable).Inserter(ctx)
	e := t.editor(in, in)
	e.inserter = in
	e.inserts = newRowMeter(t.x, t.use, perfschema.OpInsert)
	return e
}

// Replacer implements sql.ReplaceableTable.
func (t *rowTarget) Replacer(ctx *sql.Context) sql.RowReplacer {
	r := t.table.(sql.ReplaceableTable).Replacer(ctx)
	e := t.editor(r, r)
	e.inserter, e.deleter = r, r
	e.inserts = newRowMeter(t.x, t.use, perfschema.OpInsert)
	e.changes = newRowMeter(t.x, t.use, perfschema.OpDeleteRow)
	return e
}

// Updater implements sql.UpdatableTable.
func (t *rowTarget) Updater(ctx *sql.Context) sql.RowUpdater {
	u := t.table.(sql.UpdatableTable).Updater(ctx)
	e := t.editor(u, u)
	e.updater = u
	e.changes = newRowMeter(t.x, t.use, perfschema.OpUpdate)
	return e
}

// Deleter implements sql.DeletableTable.
func (t *rowTarget) Deleter(ctx *sql.Context) sql.RowDeleter {
	d := t.table.(sql.DeletableTable).Deleter(ctx)
	e := t.editor(d, d)
	e.deleter = d
	e.changes = newRowMeter(t.x, t.use, perfschema.OpDeleteRow)
	return e
}

func (t *rowTarget) editor(o sql.EditOpenerCloser, c sql.Closer) *rowEditor {
	e := &t.first
	if t.given {
		e = new(rowEditor)
	}
	t.given = true
	t.edits.Statement = &t.x.memory
	e.edits, e.target = &t.edits, t
	e.EditOpenerCloser, e.closer = o, c
	e.rows.of(t.x.connection.adapter, t.schema, o)
	return e
}

// rowEditor measures an editor of the storage's. A change counts whether or not
// it succeeds: the table was asked.
type rowEditor struct {
	sql.EditOpenerCloser
	closer           sql.Closer
	inserter         sql.RowInserter
	updater          sql.RowUpdater
	deleter          sql.RowDeleter
	inserts, changes RowMeter
	edits            *held.TableEdits
	target           *rowTarget
	row              int64   // how many rows it was asked to insert
	refused          refusal // the last it did not take
	rows             changedRows
}

var (
	_ sql.RowReplacer = (*rowEditor)(nil)
	_ sql.RowUpdater  = (*rowEditor)(nil)
)

// Insert implements sql.RowInserter.
func (e *rowEditor) Insert(ctx *sql.Context, row sql.Row) error {
	e.inserts.Start()
	err := e.rows.insert(ctx, e.target.x.connection.adapter, e.inserter, row)
	e.inserts.Stop(1)
	e.row++
	if err != nil {
		e.refused = refusal{row, err}
	}
	e.edits.Row(e.EditOpenerCloser)
	return err
}

// Update implements sql.RowUpdater.
func (e *rowEditor) Update(ctx *sql.Context, old, row sql.Row) error {
	e.changes.Start()
	err := e.rows.update(ctx, e.target.x.connection.adapter, e.updater, old, row)
	e.changes.Stop(1)
	if err != nil {
		e.refused = refusal{row, err}
	}
	e.edits.Row(e.EditOpenerCloser)
	return err
}

// Delete implements sql.RowDeleter.
func (e *rowEditor) Delete(ctx *sql.Context, row sql.Row) error {
	e.changes.Start()
	err := e.deleter.Delete(ctx, row)
	e.changes.Stop(1)
	e.edits.Row(e.EditOpenerCloser)
	return err
}

// Close implements sql.Closer.
func (e *rowEditor) Close(ctx *sql.Context) error {
	e.inserts.end()
	e.changes.end()
	err := e.closer.Close(ctx)
	e.edits.Close()
	return err
}

// changedTables builds the nodes of a statement that change tables, with what measures
// the changes.
type changedTables struct{ planNodes }

// insert builds an INSERT or REPLACE. What it writes is found by no index;
// nor is, as far as the engine says, the row that ON DUPLICATE KEY changes.
func (c changedTables) insert(ctx *sql.Context, n *plan.InsertInto, r sql.Row) (sql.RowIter, error) {
	counted, counts := n.Destination.(*countedTable)
	if counts {
		without := *n
		without.Destination = counted.Node
		n = &without
	}
	triggered, hasTriggers := n.Destination.(*trigger.TriggeredTable)
	if hasTriggers {
		without := *n
		without.Destination = triggered.Node
		n = &without
	}
	table, err := plan.GetInsertable(n.Destination)
	if err != nil {
		return c.ByEngine(ctx, n, r)
	}
	measured := *n
	schema := n.Destination.Schema()
	if len(n.OnDupExprs) > 0 {
		schema = collate.ByBytes(schema)
	}
	measured.Destination = c.target(ctx, n.Destination, table, schema, "")
	if hasTriggers {
		measured.Destination = triggered.Around(measured.Destination)
	}
	if counts {
		if measured.Destination, err = counted.around(measured.Destination); err != nil {
			return nil, err
		}
	}
	return c.ByEngine(ctx, &measured, r)
}

// update builds an UPDATE.
func (c changedTables) update(ctx *sql.Context, n *plan.Update, r sql.Row) (sql.RowIter, error) {
	measured := *n
	_, triggered := ctx.Value(triggerKey{}).(*triggerRun)
	measured.Child = c.updated(ctx, n.Child, triggered)
	return c.changing(ctx, &measured, r)
}

// updated is the input of an UPDATE, which has triggers or is of one, with its targets
// measured. What a trigger does makes changes visible: joined rows are all read before.
func (c changedTables) updated(ctx *sql.Context, n sql.Node, triggered bool) sql.Node {
	switch t := n.(type) {
	case *plan.TriggerExecutor:
		if with, err := t.WithChildren(c.updated(ctx, t.Left(), true), t.Right()); err == nil {
			return with
		}
		return n
	case *plan.UpdateJoin:
		child := t.Child
		if source, ok := child.(*plan.UpdateSource); ok {
			child = collate.JoinedByBytes(source)
		}
		if triggered {
			child = trigger.ReadFirst(child)
		}
		targets := make(map[string]sql.Node, len(t.UpdateTargets))
		for name, target := range t.UpdateTargets {
			targets[name] = target
			if table, err := plan.GetUpdatable(target); err == nil {
				targets[name] = c.x.withCopies(ctx, c.target(ctx, target, table, table.Schema(), foundBy(t.Child, name)), table)
			}
		}
		return plan.NewUpdateJoin(targets, child)
	}
	table, err := plan.GetUpdatable(n)
	if err != nil {
		return n
	}
	return c.target(ctx, n, table, collate.ByBytes(table.Schema()), foundBy(n, nameOf(n, table)))
}

// remove builds a DELETE.
func (c changedTables) remove(ctx *sql.Context, n *plan.DeleteFrom, r sql.Row) (sql.RowIter, error) {
	targets := make([]sql.Node, len(n.GetDeleteTargets()))
	for i, target := range n.GetDeleteTargets() {
		targets[i] = target
		if table, err := plan.GetDeletable(target); err == nil {
			targets[i] = c.target(ctx, target, table, table.Schema(), foundBy(n.Child, nameOf(target, table)))
		}
	}
	return c.changing(ctx, n.WithTargets(c.x.joinedTargets(ctx, n, targets)), r)
}

// changing builds an UPDATE or DELETE: the table it reads first is asked once more
// at the end.
func (c changedTables) changing(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	c.x.plan.asksBeyond = true
	iter, err := c.ByEngine(ctx, n, r)
	c.x.plan.asksBeyond = false
	return iter, err
}

// target is what stands for a table that is changed: its rowTarget, or where
// foreign keys come into it their handler, which the engine wants to see, with
// measured tables behind it.
func (c changedTables) target(ctx *sql.Context, n sql.Node, table sql.Table, schema sql.Schema, index string) sql.Node {
	use := c.b.lifecycle.changed(ctx, n)
	use.index = index
	if h, ok := n.(*plan.ForeignKeyHandler); ok {
		measured := c.b.lifecycle.measureForeignKeys(c.x, h, use)
		// By these the rows are counted that have changed; the handler is given all.
		measured.Sch = collate.ByBytes(h.Sch)
		return measured
	}
	return &rowTarget{targetTable: targetTable{n, table}, schema: schema, x: c.x, use: use}
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

// nameOf is what the columns of a target are called by.
func nameOf(n sql.Node, table sql.Table) string {
	for ; n != nil; n = node.FirstChild(n) {
		if alias, ok := n.(*plan.TableAlias); ok {
			return alias.Name()
		}
	}
	return table.Name()
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

// drop builds a statement after which some tables are no more under their
// names, and forgets those it has done away with. Statements other than these
// that do away with tables, as a storage's own procedures may, leave their
// statistics in place.
func (c changedTables) drop(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
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
