package affected

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// CountedTable is the table of an INSERT or REPLACE that is counted.
type CountedTable struct {
	Target
	count *insertCount
	first countedEditor // allocated with the table
}

var (
	_ sql.InsertableTable  = (*CountedTable)(nil)
	_ sql.ReplaceableTable = (*CountedTable)(nil)
	_ sql.UpdatableTable   = (*CountedTable)(nil)
	_ sql.TableWrapper     = (*CountedTable)(nil)
)

// Around is the counted table around another node.
func (t *CountedTable) Around(n sql.Node) (sql.Node, error) {
	table, err := plan.GetInsertable(n)
	if err != nil {
		return nil, err
	}
	return &CountedTable{Target: Target{n, table}, count: t.count}, nil
}

// Inserter implements sql.InsertableTable.
func (t *CountedTable) Inserter(ctx *sql.Context) sql.RowInserter {
	in := t.Table.(sql.InsertableTable).Inserter(ctx)
	t.first = countedEditor{EditOpenerCloser: in, closer: in, inserter: in, count: t.count}
	return &t.first
}

// Replacer implements sql.ReplaceableTable.
func (t *CountedTable) Replacer(ctx *sql.Context) sql.RowReplacer {
	r := t.Table.(sql.ReplaceableTable).Replacer(ctx)
	t.first = countedEditor{EditOpenerCloser: r, closer: r, inserter: r, deleter: r, count: t.count}
	return &t.first
}

// Updater implements sql.UpdatableTable.
func (t *CountedTable) Updater(ctx *sql.Context) sql.RowUpdater {
	u := t.Table.(sql.UpdatableTable).Updater(ctx)
	return &countedEditor{EditOpenerCloser: u, closer: u, updater: u, count: t.count}
}

// countedEditor counts the rows that it changes.
type countedEditor struct {
	sql.EditOpenerCloser
	closer   sql.Closer
	inserter sql.RowInserter
	updater  sql.RowUpdater
	deleter  sql.RowDeleter
	count    *insertCount
}

var (
	_ sql.RowReplacer = (*countedEditor)(nil)
	_ sql.RowUpdater  = (*countedEditor)(nil)
)

// Insert implements sql.RowInserter.
func (e *countedEditor) Insert(ctx *sql.Context, row sql.Row) error {
	c := e.count
	if !c.known && !c.retries {
		c.records++
	}
	c.retries = false
	c.last, c.row = c.numberOf(ctx, row), row
	generated := c.generated.is(c.last)
	if err := e.inserter.Insert(ctx, row); err != nil {
		return err
	}
	if err := c.generated.taken(ctx, c.last); err != nil {
		return err
	}
	c.inserted++
	if generated && c.first == 0 {
		c.first = c.last
	}
	return nil
}

// Update implements sql.RowUpdater.
func (e *countedEditor) Update(ctx *sql.Context, old, row sql.Row) error {
	if err := e.updater.Update(ctx, old, row); err != nil {
		return err
	}
	c := e.count
	c.last = c.numberOf(ctx, row)
	if same, err := old.Equals(ctx, row, collate.ByBytes(c.schema)); err != nil || !same {
		c.updated++
	}
	return nil
}

// Delete implements sql.RowDeleter.
func (e *countedEditor) Delete(ctx *sql.Context, row sql.Row) error {
	if err := e.deleter.Delete(ctx, row); err != nil {
		return err
	}
	c := e.count
	c.retries = true
	if same, err := row.Equals(ctx, c.row, collate.ByBytes(c.schema)); err != nil || !same || !c.changesNothing(ctx) {
		c.deleted++
	}
	return nil
}

// Close implements sql.Closer.
func (e *countedEditor) Close(ctx *sql.Context) error {
	err := e.closer.Close(ctx)
	e.count.settle(ctx)
	return err
}
