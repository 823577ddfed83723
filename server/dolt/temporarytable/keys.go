package temporarytable

import (
	"fmt"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/schema"
	"github.com/dolthub/go-mysql-server/sql"
)

// What a temporary table has of keys, checks and numbers is what its rows are stored with.

// stored is what the table has now, and how it is stored.
func (t *temporaryTable) stored(ctx *sql.Context) (*doltdb.Table, schema.Schema, error) {
	rows, err := t.DoltTable(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("rows of %s: %w", t.Name(), err)
	}
	sch, err := rows.GetSchema(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("schema of %s: %w", t.Name(), err)
	}
	return rows, sch, nil
}

// changeSchema gives the rows another schema.
func (t *temporaryTable) changeSchema(ctx *sql.Context, change func(schema.Schema) error, rowsOf func(*doltdb.Table) (*doltdb.Table, error)) error {
	rows, sch, err := t.stored(ctx)
	if err != nil {
		return err
	}
	if err := change(sch); err != nil {
		return err
	}
	if rows, err = rows.UpdateSchema(ctx, sch); err != nil {
		return fmt.Errorf("schema of %s: %w", t.Name(), err)
	}
	if rowsOf != nil {
		if rows, err = rowsOf(rows); err != nil {
			return fmt.Errorf("keys of %s: %w", t.Name(), err)
		}
	}
	t.set(rows)
	return nil
}

// DropIndex implements sql.IndexAlterableTable.
func (t *temporaryTable) DropIndex(ctx *sql.Context, name string) error {
	return t.changeSchema(ctx, func(sch schema.Schema) error {
		_, err := sch.Indexes().RemoveIndex(name)
		return err //nolint:wrapcheck // the storage's own
	}, func(rows *doltdb.Table) (*doltdb.Table, error) { return rows.DeleteIndexRowData(ctx, name) })
}

// RenameIndex implements sql.IndexAlterableTable.
func (t *temporaryTable) RenameIndex(ctx *sql.Context, from, to string) error {
	return t.changeSchema(ctx, func(sch schema.Schema) error {
		_, err := sch.Indexes().RenameIndex(from, to)
		return err //nolint:wrapcheck // the storage's own
	}, func(rows *doltdb.Table) (*doltdb.Table, error) { return rows.RenameIndexRowData(ctx, from, to) })
}

// DropCheck implements sql.CheckAlterableTable.
func (t *temporaryTable) DropCheck(ctx *sql.Context, name string) error {
	return t.changeSchema(ctx, func(sch schema.Schema) error { return sch.Checks().DropCheck(name) }, nil)
}

// GetChecks implements sql.CheckTable.
func (t *temporaryTable) GetChecks(ctx *sql.Context) ([]sql.CheckDefinition, error) {
	_, sch, err := t.stored(ctx)
	if err != nil {
		return nil, err
	}
	var checks []sql.CheckDefinition
	for _, c := range sch.Checks().AllChecks() {
		checks = append(checks, sql.CheckDefinition{Name: c.Name(), CheckExpression: c.Expression(), Enforced: c.Enforced()})
	}
	return checks, nil
}

// Truncate implements sql.TruncateableTable.
func (t *temporaryTable) Truncate(ctx *sql.Context) (int, error) {
	rows, sch, err := t.stored(ctx)
	if err != nil {
		return 0, err
	}
	count, _, err := t.RowCount(ctx)
	if err != nil {
		return 0, fmt.Errorf("rows of %s: %w", t.Name(), err)
	}
	empty, err := doltdb.NewEmptyTable(ctx, rows.ValueReadWriter(), rows.NodeStore(), sch)
	if err != nil {
		return 0, fmt.Errorf("rows of %s: %w", t.Name(), err)
	}
	t.set(empty)
	t.numbers = nil
	return int(count), nil //nolint:gosec // rows that were in memory
}

// GetNextAutoIncrementValue implements sql.AutoIncrementTable.
func (t *temporaryTable) GetNextAutoIncrementValue(ctx *sql.Context, given any) (uint64, error) {
	if _, err := t.edit(ctx); err != nil {
		return 0, err
	}
	return t.numbers.Next(ctx, t.Name(), given) //nolint:wrapcheck // the storage's own
}

// AutoIncrementSetter implements sql.AutoIncrementTable.
func (t *temporaryTable) AutoIncrementSetter(*sql.Context) sql.AutoIncrementSetter {
	return temporaryNumbers{t}
}

// temporaryNumbers sets the next number of a temporary table, which nobody else can take.
type temporaryNumbers struct{ table *temporaryTable }

// SetAutoIncrementValue implements sql.AutoIncrementSetter.
func (n temporaryNumbers) SetAutoIncrementValue(ctx *sql.Context, next uint64) error {
	w, err := n.table.edit(ctx)
	if err != nil {
		return err
	}
	return w.SetAutoIncrementValue(ctx, next) //nolint:wrapcheck // the storage's own
}

// AcquireAutoIncrementLock implements sql.AutoIncrementSetter.
func (temporaryNumbers) AcquireAutoIncrementLock(*sql.Context) (func(), error) {
	return func() {}, nil
}

// Close implements sql.Closer.
func (temporaryNumbers) Close(*sql.Context) error { return nil }
