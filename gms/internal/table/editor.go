package table

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/view"
)

// editor carries out the writes of one statement. A write takes effect at
// once, as in MySQL: a statement that fails keeps the rows it has written.
type editor struct {
	table  *Table
	reader view.Reader
	rows   int // written so far
}

var _ sql.TableEditor = (*editor)(nil)

// Inserter implements sql.InsertableTable.
func (t *Table) Inserter(ctx *sql.Context) sql.RowInserter { return t.editor(ctx) }

// Updater implements sql.UpdatableTable.
func (t *Table) Updater(ctx *sql.Context) sql.RowUpdater { return t.editor(ctx) }

// Deleter implements sql.DeletableTable.
func (t *Table) Deleter(ctx *sql.Context) sql.RowDeleter { return t.editor(ctx) }

// Replacer implements sql.ReplaceableTable.
func (t *Table) Replacer(ctx *sql.Context) sql.RowReplacer { return t.editor(ctx) }

func (t *Table) editor(ctx *sql.Context) *editor {
	return &editor{table: t, reader: t.reader(ctx)}
}

// allows says whether MySQL lets the table be written so.
func (t *Table) allows(access view.Access) bool { return t.view.Access&access != 0 }

// Truncate implements sql.TruncateableTable. The engine calls it for a DELETE
// without conditions too, which reports how many rows went.
func (t *Table) Truncate(ctx *sql.Context) (int, error) {
	if !t.allows(view.AllowTruncate) || t.view.Truncate == nil && t.view.Forget == nil {
		return 0, sqlerr.DeniedTable(ctx, "DROP", t.Name())
	}
	rows := 0
	if t.allows(view.AllowDelete) {
		for range t.view.Rows(t.reader(ctx)) {
			rows++
		}
	}
	if t.view.Forget != nil {
		return rows, writeError(t.view.Forget(t.reader(ctx)), t.Name(), "", 0)
	}
	t.view.Truncate(t.reader(ctx).Schema)
	return rows, nil
}

// Insert implements sql.RowInserter.
func (e *editor) Insert(ctx *sql.Context, row sql.Row) error {
	t := e.table
	if !t.allows(view.AllowInsert) || t.view.Insert == nil && t.view.Write == nil {
		return sqlerr.DeniedTable(ctx, "INSERT", t.Name())
	}
	v, err := rowFromEngine(t.schema, row)
	if err != nil {
		return fmt.Errorf("insert into %s: %w", t.Name(), err)
	}
	e.rows++
	if t.view.Write != nil {
		return e.write(ctx, nil, v)
	}
	return writeError(t.view.Insert(e.reader.Schema, v), t.Name(), "", e.rows)
}

// Update implements sql.RowUpdater.
func (e *editor) Update(ctx *sql.Context, old, updated sql.Row) error {
	t := e.table
	if !t.allows(view.AllowUpdate) || t.view.Update == nil && t.view.Write == nil {
		return sqlerr.DeniedTable(ctx, "UPDATE", t.Name())
	}
	before, err := rowFromEngine(t.schema, old)
	if err != nil {
		return fmt.Errorf("update %s: %w", t.Name(), err)
	}
	after, err := rowFromEngine(t.schema, updated)
	if err != nil {
		return fmt.Errorf("update %s: %w", t.Name(), err)
	}
	e.rows++
	if t.view.Write != nil {
		return e.write(ctx, before, after)
	}
	return writeError(t.view.Update(e.reader.Schema, before, after), t.Name(), "", e.rows)
}

// Delete implements sql.RowDeleter.
func (e *editor) Delete(ctx *sql.Context, row sql.Row) error {
	t := e.table
	if !t.allows(view.AllowDelete) || t.view.Delete == nil && t.view.Write == nil {
		return sqlerr.DeniedTable(ctx, "DELETE", t.Name())
	}
	v, err := rowFromEngine(t.schema, row)
	if err != nil {
		return fmt.Errorf("delete from %s: %w", t.Name(), err)
	}
	e.rows++
	if t.view.Write != nil {
		return e.write(ctx, v, nil)
	}
	return writeError(t.view.Delete(e.reader.Schema, v), t.Name(), "", e.rows)
}

// write changes a row that is not the Schema's: nil is none.
func (e *editor) write(ctx *sql.Context, before, after view.Row) error {
	zone := timeZone(ctx)
	for i, v := range after {
		if at, ok := v.(time.Time); ok { // a clock's on the wall
			if at, ok = sql.ConvertTimeZone(at, zone, utc); ok {
				after[i] = at
			}
		}
	}
	err := e.table.view.Write(e.reader, before, after)
	if errors.Is(err, view.ErrDuplicate) {
		return e.duplicate(ctx, after)
	}
	return writeError(err, e.table.Name(), "", e.rows)
}

// duplicate is the failure of a row whose key another has: INSERT ... ON DUPLICATE KEY
// UPDATE and REPLACE go on from there.
func (e *editor) duplicate(ctx *sql.Context, row view.Row) error {
	key := fmt.Sprint(row[0])
	rows := &rowIter{table: e.table, zone: timeZone(ctx), width: -1}
	rows.open(e.reader)
	for {
		existing, err := rows.Next(ctx)
		if err != nil { // it is gone since
			existing = nil
		}
		if err != nil || strings.EqualFold(fmt.Sprint(existing[0]), key) {
			return sql.NewUniqueKeyErr("["+key+"]", true, existing)
		}
	}
}

// StatementBegin implements sql.EditOpenerCloser.
func (*editor) StatementBegin(*sql.Context) {}

// DiscardChanges implements sql.EditOpenerCloser.
func (*editor) DiscardChanges(*sql.Context, error) error { return nil }

// StatementComplete implements sql.EditOpenerCloser.
func (*editor) StatementComplete(*sql.Context) error { return nil }

// Close implements sql.Closer.
func (*editor) Close(*sql.Context) error { return nil }

// writeError gives an error of a write its MySQL number. row is the number of
// the row within the statement, from 1.
func writeError(err error, table, column string, row int) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, view.ErrNotUpdatable), errors.Is(err, view.ErrOff):
		return sqlerr.InvalidUsage()
	case errors.Is(err, view.ErrDuplicate):
		return mysql.NewSQLError(sqlerr.ERDuplicateKey, sqlerr.StateDuplicate, "Can't write; duplicate key in table '%s'", table)
	case errors.Is(err, view.ErrFull):
		return mysql.NewSQLError(sqlerr.ERRecordFileFull, sqlerr.StateGeneral, "The table '%s' is full", table)
	case errors.Is(err, view.ErrValue):
		return sqlerr.DataTruncated(column, row)
	}
	return err
}
