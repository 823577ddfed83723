package affected

import (
	"runtime"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// EditedRows are the rows of a table that a statement changes, as the statement's editor has
// them: with the changes that are not in the table yet. The goroutine that edits asks.
type EditedRows interface {
	// Duplicate is the error of a row that the editor did not take because another one has
	// one of its keys, by MySQL's order of keys, with that row whole; nil if none has. A
	// row that is changed is given with what it was.
	Duplicate(ctx *sql.Context, old, row sql.Row) error
	// UniqueIndexes is how many there are beside the primary key.
	UniqueIndexes() int
	// Generate fills in the virtual columns of a row.
	Generate(ctx *sql.Context, row sql.Row) error
	// IndexedAccess gives whole rows where the editor's own access would not.
	IndexedAccess(access sql.IndexedTable) sql.IndexedTable
}

// Finder makes the [EditedRows] of an editor, nil of an editor that it does not know. A nil one
// knows none.
type Finder func(editor any) EditedRows

// hasVirtual says whether a table has columns that are not stored.
func hasVirtual(schema sql.Schema) bool {
	for _, c := range schema {
		if c.Virtual {
			return true
		}
	}
	return false
}

// LooksForRows says whether a statement changes a table whose rows are looked for before, or
// where, the storage fails.
func LooksForRows(n sql.Node) (looks bool) {
	switch of := n.(type) {
	case *plan.InsertInto:
		n = of.Destination
	case *plan.Update:
		n = of.Child
	default:
		return false
	}
	transform.Inspect(n, func(n sql.Node) bool {
		if t, ok := n.(sql.TableNode); ok && !looks {
			looks = sql.IsKeyless(t.Schema()) || hasVirtual(t.Schema())
		}
		return !looks
	})
	return looks
}

// Rows are the rows of a table as one editor changes them. The storage takes a row of
// a table with virtual columns to be as long as what it stores of it, and fails with an index
// out of range, or gives too short a row, where it should tell of the one that has a key
// already; and where several keys are there, it tells of any. Where the table has no primary key
// it may have written to other indexes before it finds one that is there: they keep an entry
// without a row, and who comes by it ends the process.
type Rows struct {
	found    EditedRows
	asked    bool
	virtual  bool
	before   bool // it is found out before the storage is asked
	Cascaded bool // by foreign keys, which leave what is made of other columns as it was
}

// Of says whose rows they are.
func (c *Rows) Of(find Finder, schema sql.Schema, editor any) {
	if find == nil {
		return
	}
	virtual, keyless := hasVirtual(schema), sql.IsKeyless(schema)
	if virtual || keyless {
		c.found, c.asked = find(editor), true
		c.virtual = virtual && c.found != nil
		c.before = keyless && c.found != nil && c.found.UniqueIndexes() > 0
	}
}

// Insert gives a row to an editor.
func (c *Rows) Insert(ctx *sql.Context, find Finder, to sql.RowInserter, row sql.Row) (err error) {
	if c.before {
		if err := c.found.Duplicate(ctx, nil, row); err != nil {
			return err //nolint:wrapcheck // the engine knows it by its type
		}
	}
	if c.virtual {
		defer func() { err = c.failed(ctx, recover(), nil, row, err) }()
		return to.Insert(ctx, row)
	}
	if err = to.Insert(ctx, row); err != nil {
		err = c.first(ctx, find, to, nil, row, err)
	}
	return err
}

// Update has an editor change a row.
func (c *Rows) Update(ctx *sql.Context, find Finder, to sql.RowUpdater, old, row sql.Row) (err error) {
	if c.virtual {
		if c.Cascaded {
			if err := c.found.Generate(ctx, row); err != nil {
				return err
			}
		}
	}
	if c.before {
		if err := c.found.Duplicate(ctx, old, row); err != nil {
			return err //nolint:wrapcheck // the engine knows it by its type
		}
	}
	if c.virtual {
		defer func() { err = c.failed(ctx, recover(), old, row, err) }()
		return to.Update(ctx, old, row)
	}
	if err = to.Update(ctx, old, row); err != nil {
		err = c.first(ctx, find, to, old, row, err)
	}
	return err
}

// first is the error of the first key that a row was not taken for.
func (c *Rows) first(ctx *sql.Context, find Finder, editor any, old, row sql.Row, err error) error {
	if _, primary, ok := sqlerr.DuplicateOf(err); !ok || primary {
		return err
	}
	if !c.asked {
		c.asked = true
		if find != nil {
			c.found = find(editor)
		}
	}
	if c.found == nil || c.found.UniqueIndexes() < 2 {
		return err
	}
	return c.failed(ctx, nil, old, row, err)
}

// failed is the error of a row that was not taken, by what was recovered and what was told.
func (c *Rows) failed(ctx *sql.Context, recovered any, old, row sql.Row, err error) error {
	if recovered != nil {
		bounds, ok := recovered.(runtime.Error)
		if !ok || !strings.Contains(bounds.Error(), "index out of range") {
			panic(recovered)
		}
	} else if _, _, ok := sqlerr.DuplicateOf(err); !ok {
		return err
	}
	found := c.found.Duplicate(ctx, old, row)
	if _, _, ok := sqlerr.DuplicateOf(found); ok {
		return found
	}
	if recovered != nil {
		panic(recovered)
	}
	return err
}

// virtualAccess looks up the rows to which a foreign key leads.
type virtualAccess struct {
	sql.ForeignKeyEditor
	rows EditedRows
}

// IndexedAccess implements sql.IndexAddressable.
func (v virtualAccess) IndexedAccess(ctx *sql.Context, lookup sql.IndexLookup) sql.IndexedTable {
	return v.rows.IndexedAccess(v.ForeignKeyEditor.IndexedAccess(ctx, lookup))
}

// WholeRows has a foreign key lead to whole rows of a table with virtual columns.
func (find Finder) WholeRows(a *plan.ForeignKeyRefActionData) {
	if find == nil || a.RowMapper == nil || a.RowMapper.Updater == nil || !hasVirtual(a.Editor.Schema) {
		return
	}
	if rows := find(a.RowMapper.Updater); rows != nil {
		mapper := *a.RowMapper
		mapper.Updater = virtualAccess{mapper.Updater, rows}
		a.RowMapper = &mapper
	}
}
