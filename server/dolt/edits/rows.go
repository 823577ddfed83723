package edits

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/schema"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/expranalysis"
	"github.com/dolthub/dolt/go/store/prolly"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/val"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms"
)

// FindRows finds the rows of a table that an editor changes: see [gms.Storage]. Dolt
// takes a row to be as long as what of it is stored, and so has no place for some columns, or
// puts others in theirs, where a table has virtual ones; and of several keys that are there
// already it tells of any.
func FindRows(editor any) gms.EditedRows {
	if openEdited(editor) == nil {
		return nil
	}
	return &editedRows{editor: editor}
}

// editedRows opens the table of an editor whenever it is asked: Dolt gives the editor new
// indexes where a program that the statement runs has changed the table.
type editedRows struct {
	editor    any
	generated []sql.Expression // of virtual columns, made when the first row is
}

var (
	_ gms.EditedRows = (*editedRows)(nil)

	errEditor = errors.New("the storage has taken its editor away")
)

func (r *editedRows) open() (*editedTable, error) {
	t := openEdited(r.editor)
	if t == nil {
		return nil, errEditor
	}
	t.rows = r
	return t, nil
}

// Duplicate implements gms.EditedRows.
func (r *editedRows) Duplicate(ctx *sql.Context, old, row sql.Row) error {
	t, err := r.open()
	if err != nil {
		return err
	}
	return t.duplicate(ctx, old, row)
}

// UniqueIndexes implements gms.EditedRows.
func (r *editedRows) UniqueIndexes() int {
	t, err := r.open()
	if err != nil {
		return 0
	}
	return len(t.uniqueIndexes())
}

// Generate implements gms.EditedRows.
func (r *editedRows) Generate(ctx *sql.Context, row sql.Row) error {
	if r.generated == nil {
		t, err := r.open()
		if err != nil {
			return err
		}
		if r.generated, err = t.generators(ctx); err != nil {
			return err
		}
	}
	for i, of := range r.generated {
		if of == nil {
			continue
		}
		v, err := of.Eval(ctx, row)
		if err != nil {
			return err
		}
		row[i] = v
	}
	return nil
}

// duplicate looks at the keys in MySQL's order: the primary one, those of columns that are
// not NULL, the others.
func (t *editedTable) duplicate(ctx *sql.Context, old, row sql.Row) error {
	key, err := t.keyOf(ctx, row)
	if err != nil {
		return err
	}
	var own []val.Tuple
	if old != nil {
		was, err := t.keyOf(ctx, old)
		if err != nil {
			return err
		}
		own = append(own, was)
		// Without a primary key another row may be just as the changed one.
		if same, err := t.primary.Has(ctx, key); err != nil {
			return err
		} else if t.keyed || !same {
			own = append(own, key)
		}
	}
	if t.keyed && (old == nil || !bytes.Equal(own[0], key)) {
		existing, err := t.row(ctx, key)
		if err != nil {
			return err
		}
		if existing != nil {
			return sql.NewUniqueKeyErr(keyText(row, t.keys), true, existing)
		}
	}
	for _, index := range t.uniqueIndexes() {
		found, columns, err := t.collision(ctx, index, row, own)
		if err != nil {
			return err
		}
		if found == nil {
			continue
		}
		existing, err := t.row(ctx, found)
		if err != nil {
			return err
		}
		if existing != nil {
			return sql.NewUniqueKeyErr(keyText(row, columns), false, existing)
		}
	}
	return nil
}

// keyText is a key as the engine's errors have it.
func keyText(row sql.Row, columns []int) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = fmt.Sprint(row[c])
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// uniqueIndexes are those beside the primary key, in MySQL's order.
func (t *editedTable) uniqueIndexes() []schema.Index {
	var out []schema.Index
	for _, index := range t.schema.Indexes().AllIndexes() {
		if index.IsUnique() && t.secondary[index.Name()] != nil {
			out = append(out, index)
		}
	}
	nullable := func(index schema.Index) int {
		for _, name := range index.ColumnNames() {
			if i := t.columns.IndexOfColName(name); i < 0 || t.columns[i].Nullable {
				return 1
			}
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b schema.Index) int { return nullable(a) - nullable(b) })
	return out
}

// collision is the key of another row that has the values of a row in a unique index, and
// the index's columns; nil where there is none. own are the keys of the row itself.
func (t *editedTable) collision(ctx context.Context, index schema.Index, row sql.Row, own []val.Tuple) (val.Tuple, []int, error) {
	edits := t.secondary[index.Name()]
	store := edits.NodeStore()
	n := index.Count()
	desc := index.Schema().GetKeyDescriptor(store).PrefixDesc(n)
	b := val.NewTupleBuilder(desc, store)
	columns := make([]int, n)
	prefixes := index.PrefixLengths()
	for i, name := range index.ColumnNames()[:n] {
		columns[i] = t.columns.IndexOfColName(name)
		if columns[i] < 0 || row[columns[i]] == nil {
			return nil, nil, nil // NULL is equal to nothing
		}
		v := row[columns[i]]
		if i < len(prefixes) {
			var err error
			if v, err = val.TrimValueToPrefixLength(ctx, v, prefixes[i]); err != nil {
				return nil, nil, err
			}
		}
		if err := tree.PutField(ctx, store, b, i, v); err != nil {
			return nil, nil, err
		}
	}
	prefix, err := b.Build(tuplePool)
	if err != nil {
		return nil, nil, err
	}
	found, err := edits.IterRange(ctx, prolly.PrefixRange(ctx, prefix, desc))
	if err != nil {
		return nil, nil, err
	}
	for {
		entry, _, err := found.Next(ctx)
		if errors.Is(err, io.EOF) || err == nil && entry == nil {
			return nil, nil, nil
		}
		if err != nil {
			return nil, nil, err
		}
		key, err := t.keyIn(index, entry)
		if err != nil {
			return nil, nil, err
		}
		if !slices.ContainsFunc(own, func(k val.Tuple) bool { return bytes.Equal(k, key) }) {
			return key, columns, nil
		}
	}
}

// keyIn is the key by which a row lies in the table, of its entry in an index; index is nil
// for the primary key.
func (t *editedTable) keyIn(index schema.Index, entry val.Tuple) (val.Tuple, error) {
	if index == nil {
		return entry, nil
	}
	if !t.keyed {
		b := val.NewTupleBuilder(t.keyDesc, t.primary.NodeStore())
		b.PutRaw(0, entry.GetField(entry.Count()-1))
		return b.Build(tuplePool)
	}
	b := val.NewTupleBuilder(t.keyDesc, t.primary.NodeStore())
	places := index.Schema().GetPKCols().TagToIdx
	for i, tag := range t.schema.GetPKCols().Tags {
		b.PutRaw(i, entry.GetField(places[tag]))
	}
	return b.BuildPermissive(tuplePool)
}

// generators are what makes the values of the virtual columns, nil for the others.
func (t *editedTable) generators(ctx *sql.Context) ([]sql.Expression, error) {
	out := make([]sql.Expression, len(t.columns))
	for i, c := range t.columns {
		if !c.Virtual {
			continue
		}
		col, ok := t.schema.GetAllCols().GetByName(c.Name)
		if !ok {
			return nil, fmt.Errorf("the storage has no column %q", c.Name)
		}
		of, err := expranalysis.ResolveDefaultExpression(ctx, t.name, t.schema, col)
		if err != nil {
			return nil, fmt.Errorf("generated column %q: %w", c.Name, err)
		}
		out[i] = of
	}
	return out, nil
}
