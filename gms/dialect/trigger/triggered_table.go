package trigger

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// TriggeredTable is the table of a REPLACE or of an INSERT with ON DUPLICATE KEY UPDATE, which
// runs triggers as its rows change.
type TriggeredTable struct {
	sql.Node    // what the engine had in this place
	database    sql.Database
	builder     sql.NodeExecBuilder
	checks      sql.CheckConstraints
	afterInsert []*plan.TriggerExecutor
	// before and after are those of an UPDATE, or of a DELETE.
	before, after []*plan.TriggerExecutor
}

var (
	_ sql.InsertableTable  = (*TriggeredTable)(nil)
	_ sql.ReplaceableTable = (*TriggeredTable)(nil)
	_ sql.UpdatableTable   = (*TriggeredTable)(nil)
	_ sql.TableWrapper     = (*TriggeredTable)(nil)
)

// Wrapped implements plantree.Wrapper.
func (t *TriggeredTable) Wrapped() sql.Node { return t.Node }

// Children implements sql.Node.
func (t *TriggeredTable) Children() []sql.Node { return []sql.Node{t.Node} }

// WithChildren implements sql.Node.
func (t *TriggeredTable) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(t, len(children), 1)
	}
	return t.Around(children[0]), nil
}

// Around is the table with its triggers around another node.
func (t *TriggeredTable) Around(n sql.Node) *TriggeredTable {
	out := *t
	out.Node = n
	return &out
}

// Underlying implements sql.TableWrapper.
func (t *TriggeredTable) Underlying() sql.Table {
	table, err := plan.GetInsertable(t.Node)
	if err != nil {
		return nil
	}
	return table
}

// Name implements sql.Table.
func (t *TriggeredTable) Name() string { return t.Underlying().Name() }

// Collation implements sql.Table.
func (t *TriggeredTable) Collation() sql.CollationID { return t.Underlying().Collation() }

// Partitions implements sql.Table.
func (t *TriggeredTable) Partitions(ctx *sql.Context) (sql.PartitionIter, error) {
	return t.Underlying().Partitions(ctx) //nolint:wrapcheck // the table's own
}

// PartitionRows implements sql.Table.
func (t *TriggeredTable) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	return t.Underlying().PartitionRows(ctx, p) //nolint:wrapcheck // the table's own
}

// Inserter implements sql.InsertableTable.
func (t *TriggeredTable) Inserter(ctx *sql.Context) sql.RowInserter {
	in := t.Underlying().(sql.InsertableTable).Inserter(ctx)
	e := &triggeredEditor{EditOpenerCloser: in, closer: in, table: t, inserter: in}
	e.afterInsert = e.chain(ctx, t.afterInsert)
	return e
}

// Replacer implements sql.ReplaceableTable.
func (t *TriggeredTable) Replacer(ctx *sql.Context) sql.RowReplacer {
	r := t.Underlying().(sql.ReplaceableTable).Replacer(ctx)
	e := &triggeredEditor{EditOpenerCloser: r, closer: r, table: t, inserter: r, deleter: r}
	e.before = e.chain(ctx, t.before)
	e.after = e.chain(ctx, t.after)
	e.afterInsert = e.chain(ctx, t.afterInsert)
	return e
}

// Updater implements sql.UpdatableTable.
func (t *TriggeredTable) Updater(ctx *sql.Context) sql.RowUpdater {
	u := t.Underlying().(sql.UpdatableTable).Updater(ctx)
	e := &triggeredEditor{EditOpenerCloser: u, closer: u, table: t, updater: u}
	e.before = e.chain(ctx, t.before)
	e.after = e.chain(ctx, t.after)
	return e
}

// triggeredEditor changes rows, and runs the triggers around that.
type triggeredEditor struct {
	sql.EditOpenerCloser
	closer                     sql.Closer
	table                      *TriggeredTable
	inserter                   sql.RowInserter
	updater                    sql.RowUpdater
	deleter                    sql.RowDeleter
	afterInsert, before, after *triggerChain
}

var (
	_ sql.RowReplacer = (*triggeredEditor)(nil)
	_ sql.RowUpdater  = (*triggeredEditor)(nil)
)

// Insert implements sql.RowInserter.
func (e *triggeredEditor) Insert(ctx *sql.Context, row sql.Row) error {
	if err := e.inserter.Insert(ctx, row); err != nil {
		return err
	}
	_, err := e.afterInsert.run(ctx, row)
	return ofTrigger(row, err)
}

// Delete implements sql.RowDeleter.
func (e *triggeredEditor) Delete(ctx *sql.Context, row sql.Row) error {
	if _, err := e.before.run(ctx, row); err != nil {
		return ofTrigger(row, err)
	}
	if err := e.deleter.Delete(ctx, row); err != nil {
		return err
	}
	_, err := e.after.run(ctx, row)
	return ofTrigger(row, err)
}

// Update implements sql.RowUpdater. What triggers make of the row is in it afterwards.
func (e *triggeredEditor) Update(ctx *sql.Context, old, row sql.Row) error {
	if e.before != nil {
		made, err := e.before.run(ctx, both(old, row))
		if err != nil {
			return ofTrigger(row, err)
		}
		if len(made) >= len(row) {
			copy(row, made[len(made)-len(row):])
		}
		if err := e.check(ctx, row); err != nil {
			return err
		}
	}
	if err := e.updater.Update(ctx, old, row); err != nil {
		return err
	}
	_, err := e.after.run(ctx, both(old, row))
	return ofTrigger(row, err)
}

// check refuses what triggers made of a row and the table does not take.
func (e *triggeredEditor) check(ctx *sql.Context, row sql.Row) error {
	for i, c := range e.table.Schema() {
		if !c.Nullable && i < len(row) && row[i] == nil {
			return sql.ErrInsertIntoNonNullableProvidedNull.New(c.Name)
		}
	}
	for _, check := range e.table.checks {
		if !check.Enforced {
			continue
		}
		holds, err := sql.EvaluateCondition(ctx, check.Expr, row)
		if err != nil {
			return err //nolint:wrapcheck // the expression's own
		}
		if sql.IsFalse(holds) {
			return sql.ErrCheckConstraintViolated.New(check.Name)
		}
	}
	return nil
}

// Close implements sql.Closer.
func (e *triggeredEditor) Close(ctx *sql.Context) error {
	err := e.closer.Close(ctx)
	for _, c := range []*triggerChain{e.afterInsert, e.before, e.after} {
		if c != nil && c.iter != nil {
			if closed := c.iter.Close(ctx); err == nil {
				err = closed
			}
		}
	}
	return err //nolint:wrapcheck // the table's own
}

func both(old, row sql.Row) sql.Row {
	return append(append(make(sql.Row, 0, len(old)+len(row)), old...), row...)
}

// ofTrigger keeps the error of a trigger apart from those of the table's own keys, after which
// the engine looks for the row that has one.
func ofTrigger(row sql.Row, err error) error {
	if err == nil {
		return nil
	}
	return sql.NewWrappedInsertError(row, err)
}

// triggerChain runs triggers one after the other, each with what the one before made of a row.
type triggerChain struct {
	given *givenRow
	iter  sql.RowIter
	err   error // that none of them may run, or can
}

// chain makes one; nil for no triggers.
func (e *triggeredEditor) chain(ctx *sql.Context, triggers []*plan.TriggerExecutor) *triggerChain {
	if len(triggers) == 0 {
		return nil
	}
	given := &givenRow{Node: plan.NewTableAlias(e.table.Name(), e.table.Node), database: e.table.database}
	var n sql.Node = given
	for _, t := range triggers {
		n = plan.NewTriggerExecutor(n, t.Right(), t.TriggerEvent, t.TriggerTime, t.TriggerDefinition)
	}
	iter, err := e.table.builder.Build(ctx, n, nil)
	return &triggerChain{given, iter, err}
}

func (c *triggerChain) failed() error {
	if c == nil {
		return nil
	}
	return c.err
}

// run runs the triggers for a row, and returns what they made of it.
func (c *triggerChain) run(ctx *sql.Context, row sql.Row) (sql.Row, error) {
	if c == nil || c.err != nil {
		return row, c.failed()
	}
	c.given.row = row
	out, err := c.iter.Next(ctx)
	if errors.Is(err, io.EOF) { // of a trigger's own
		return row, nil
	}
	return out, err //nolint:wrapcheck // the trigger's own
}

// givenRow gives the row that triggers are to run for.
type givenRow struct {
	sql.Node
	database sql.Database
	row      sql.Row
}

var (
	_ sql.ExecSourceRel = (*givenRow)(nil)
	_ sql.Databaser     = (*givenRow)(nil)
)

// Database implements sql.Databaser.
func (g *givenRow) Database() sql.Database { return g.database }

// WithDatabase implements sql.Databaser.
func (g *givenRow) WithDatabase(db sql.Database) (sql.Node, error) {
	out := *g
	out.database = db
	return &out, nil
}

// Children implements sql.Node.
func (*givenRow) Children() []sql.Node { return nil }

// WithChildren implements sql.Node.
func (g *givenRow) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(g, len(children), 0)
	}
	return g, nil
}

// RowIter implements sql.ExecSourceRel.
func (g *givenRow) RowIter(*sql.Context, sql.Row) (sql.RowIter, error) { return g, nil }

// Next implements sql.RowIter.
func (g *givenRow) Next(*sql.Context) (sql.Row, error) {
	if g.row == nil {
		return nil, io.EOF
	}
	row := g.row
	g.row = nil
	return row, nil
}

// Close implements sql.RowIter.
func (*givenRow) Close(*sql.Context) error { return nil }
