package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/affected"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/trigger"
	"github.com/perfschema/perfschema/gms/internal/held"
)

// rowTarget is a table that a statement changes, which measures every change.
// It stands there while the statement is built; the statement's own node stays
// the engine's.
type rowTarget struct {
	affected.Target
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
	in := t.Table.(sql.InsertableTable).Inserter(ctx)
	e := t.editor(in, in)
	e.inserter = in
	e.inserts = newRowMeter(t.x, t.use, perfschema.OpInsert)
	return e
}

// Replacer implements sql.ReplaceableTable.
func (t *rowTarget) Replacer(ctx *sql.Context) sql.RowReplacer {
	r := t.Table.(sql.ReplaceableTable).Replacer(ctx)
	e := t.editor(r, r)
	e.inserter, e.deleter = r, r
	e.inserts = newRowMeter(t.x, t.use, perfschema.OpInsert)
	e.changes = newRowMeter(t.x, t.use, perfschema.OpDeleteRow)
	return e
}

// Updater implements sql.UpdatableTable.
func (t *rowTarget) Updater(ctx *sql.Context) sql.RowUpdater {
	u := t.Table.(sql.UpdatableTable).Updater(ctx)
	e := t.editor(u, u)
	e.updater = u
	e.changes = newRowMeter(t.x, t.use, perfschema.OpUpdate)
	return e
}

// Deleter implements sql.DeletableTable.
func (t *rowTarget) Deleter(ctx *sql.Context) sql.RowDeleter {
	d := t.Table.(sql.DeletableTable).Deleter(ctx)
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
	e.rows.Of(t.x.connection.adapter.storage.FindRows, t.schema, o)
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
	rows             affected.Rows
}

var (
	_ sql.RowReplacer = (*rowEditor)(nil)
	_ sql.RowUpdater  = (*rowEditor)(nil)
)

// Insert implements sql.RowInserter.
func (e *rowEditor) Insert(ctx *sql.Context, row sql.Row) error {
	e.inserts.Start()
	err := e.rows.Insert(ctx, e.target.x.connection.adapter.storage.FindRows, e.inserter, row)
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
	err := e.rows.Update(ctx, e.target.x.connection.adapter.storage.FindRows, e.updater, old, row)
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
type changedTables struct{ measuredTables }

// insert builds an INSERT or REPLACE. What it writes is found by no index;
// nor is, as far as the engine says, the row that ON DUPLICATE KEY changes.
func (c changedTables) insert(ctx *sql.Context, n *plan.InsertInto, r sql.Row) (sql.RowIter, error) {
	counted, counts := n.Destination.(*affected.CountedTable)
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
		if measured.Destination, err = counted.Around(measured.Destination); err != nil {
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
				targets[name] = affected.WithCopies(c.target(ctx, target, table, table.Schema(), foundBy(t.Child, name)), table, c.x.told(ctx))
			}
		}
		return plan.NewUpdateJoin(targets, child)
	}
	table, err := plan.GetUpdatable(n)
	if err != nil {
		return n
	}
	return c.target(ctx, n, table, collate.ByBytes(table.Schema()), foundBy(n, affected.TargetName(n, table)))
}

// remove builds a DELETE.
func (c changedTables) remove(ctx *sql.Context, n *plan.DeleteFrom, r sql.Row) (sql.RowIter, error) {
	return c.changing(ctx, n.WithTargets(affected.JoinedTargets(n, c.removed(ctx, n), c.x.told(ctx))), r)
}
