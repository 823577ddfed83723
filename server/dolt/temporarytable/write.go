package temporarytable

import (
	"fmt"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/writer"
	"github.com/dolthub/dolt/go/libraries/doltcore/table/editor"
	"github.com/dolthub/go-mysql-server/sql"
)

// workingSet is one in which there is no table but this, with these rows.
func (t *temporaryTable) workingSet(ctx *sql.Context, rows *doltdb.Table) (*doltdb.WorkingSet, error) {
	session := dsess.DSessFromSess(ctx.Session)
	state, ok, err := session.LookupDbState(ctx, t.database)
	if err != nil {
		return nil, fmt.Errorf("database of %s: %w", t.Name(), err)
	}
	if !ok || state.WorkingSet() == nil {
		return nil, doltdb.ErrOperationNotSupportedInDetachedHead
	}
	root, err := doltdb.EmptyRootValue(ctx, rows.ValueReadWriter(), rows.NodeStore())
	if err != nil {
		return nil, fmt.Errorf("place of %s: %w", t.Name(), err)
	}
	if root, err = root.PutTable(ctx, t.placed(), rows); err != nil {
		return nil, fmt.Errorf("place of %s: %w", t.Name(), err)
	}
	return state.WorkingSet().WithWorkingRoot(root), nil
}

func (t *temporaryTable) placed() doltdb.TableName { return doltdb.TableName{Name: t.Name()} }

// edit gives what changes rows. All who change them at the same time share it, as the INSERT
// and the UPDATE of ON DUPLICATE KEY do.
func (t *temporaryTable) edit(ctx *sql.Context) (dsess.TableWriter, error) {
	rows, err := t.DoltTable(ctx)
	if err != nil {
		return nil, fmt.Errorf("rows of %s: %w", t.Name(), err)
	}
	if t.writer != nil && t.written == rows {
		return t.writer, nil
	}
	ws, err := t.workingSet(ctx, rows)
	if err != nil {
		return nil, err
	}
	if t.numbers == nil {
		if t.numbers, err = dsess.NewAutoIncrementTracker(ctx, t.database, ws); err != nil {
			return nil, fmt.Errorf("numbers of %s: %w", t.Name(), err)
		}
	}
	keep := func(ctx *sql.Context, _ string, root doltdb.RootValue) error {
		rows, ok, err := root.GetTable(ctx, t.placed())
		if err == nil && ok {
			t.set(rows)
			t.written = rows
		}
		return err //nolint:wrapcheck // Dolt's own, to Dolt
	}
	w, err := writer.NewWriteSession(ws, t.numbers, editor.Options{}).GetTableWriter(ctx, t.placed(), t.database, keep, false)
	if err != nil {
		return nil, fmt.Errorf("rows of %s: %w", t.Name(), err)
	}
	t.writer, t.written, t.writers = w, rows, 0
	return w, nil
}

// temporaryEditor changes the rows of a temporary table for one statement.
type temporaryEditor struct {
	table  *temporaryTable
	writer dsess.TableWriter
	err    error // that there is no writer
	begun  bool  // a statement that has neither ended nor failed: it has panicked if it is closed so
}

var (
	_ sql.RowReplacer = (*temporaryEditor)(nil)
	_ sql.RowUpdater  = (*temporaryEditor)(nil)
)

func (t *temporaryTable) editor(ctx *sql.Context) *temporaryEditor {
	w, err := t.edit(ctx)
	if err == nil {
		t.writers++
	}
	return &temporaryEditor{table: t, writer: w, err: err}
}

// Inserter implements sql.InsertableTable.
func (t *temporaryTable) Inserter(ctx *sql.Context) sql.RowInserter { return t.editor(ctx) }

// Replacer implements sql.ReplaceableTable.
func (t *temporaryTable) Replacer(ctx *sql.Context) sql.RowReplacer { return t.editor(ctx) }

// Updater implements sql.UpdatableTable.
func (t *temporaryTable) Updater(ctx *sql.Context) sql.RowUpdater { return t.editor(ctx) }

// Deleter implements sql.DeletableTable.
func (t *temporaryTable) Deleter(ctx *sql.Context) sql.RowDeleter { return t.editor(ctx) }

// Insert implements sql.RowInserter.
func (e *temporaryEditor) Insert(ctx *sql.Context, row sql.Row) error {
	if e.err != nil {
		return e.err
	}
	return e.writer.Insert(ctx, row) //nolint:wrapcheck // the engine knows it by its type
}

// Update implements sql.RowUpdater.
func (e *temporaryEditor) Update(ctx *sql.Context, old, row sql.Row) error {
	if e.err != nil {
		return e.err
	}
	return e.writer.Update(ctx, old, row) //nolint:wrapcheck // the engine knows it by its type
}

// Delete implements sql.RowDeleter.
func (e *temporaryEditor) Delete(ctx *sql.Context, row sql.Row) error {
	if e.err != nil {
		return e.err
	}
	return e.writer.Delete(ctx, row) //nolint:wrapcheck // the engine knows it by its type
}

// StatementBegin implements sql.EditOpenerCloser.
func (e *temporaryEditor) StatementBegin(ctx *sql.Context) {
	if e.err == nil {
		e.begun = true
		e.writer.StatementBegin(ctx)
	}
}

// DiscardChanges implements sql.EditOpenerCloser.
func (e *temporaryEditor) DiscardChanges(ctx *sql.Context, why error) error {
	if e.err != nil {
		return nil //nolint:nilerr // there are none
	}
	e.begun = false
	return e.writer.DiscardChanges(ctx, why) //nolint:wrapcheck // the storage's own
}

// StatementComplete implements sql.EditOpenerCloser.
func (e *temporaryEditor) StatementComplete(ctx *sql.Context) error {
	if e.err != nil {
		return e.err
	}
	e.begun = false
	return e.writer.StatementComplete(ctx) //nolint:wrapcheck // the storage's own
}

// Close implements sql.Closer. The table has the rows then.
func (e *temporaryEditor) Close(ctx *sql.Context) error {
	if e.err != nil {
		return nil //nolint:nilerr // nothing has been opened
	}
	if e.begun {
		e.table.writer = nil // what it has written is given up
		return nil
	}
	err := e.writer.Close(ctx)
	if e.table.writer == e.writer {
		if e.table.writers--; e.table.writers <= 0 {
			e.table.writer = nil
		}
	}
	return err //nolint:wrapcheck // the storage's own
}
