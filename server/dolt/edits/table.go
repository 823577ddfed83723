package edits

import (
	"context"
	"reflect"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/schema"
	"github.com/dolthub/dolt/go/store/pool"
	"github.com/dolthub/dolt/go/store/prolly"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/val"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/fulltext"
)

// editedTable is a table as an editor of Dolt's has it: with the changes that are not in the
// table yet.
type editedTable struct {
	name      string
	schema    schema.Schema
	columns   sql.Schema
	primary   *prolly.MutableMap
	keyed     bool // it has a primary key; else rows lie by a number made of what they hold
	keys      val.OrdinalMapping
	values    val.OrdinalMapping
	keyDesc   *val.TupleDesc
	valueDesc *val.TupleDesc
	secondary map[string]prolly.MutableMapInterface
	rows      *editedRows
}

// tuplePool gives out what tuples are made in.
var tuplePool = pool.NewBuffPool()

// openEdited finds the table of an editor; nil of one that is not Dolt's, or whose parts Dolt
// has named otherwise.
func openEdited(editor any) *editedTable {
	switch f := editor.(type) {
	case fulltext.MultiTableEditor:
		editor = f.PrimaryEditor()
	case fulltext.TableEditor:
		editor = f.Config.Editor
	}
	w := tableWriter(reflect.ValueOf(editor))
	if !w.IsValid() || !w.CanAddr() {
		return nil
	}
	name, ok1 := fieldOf[doltdb.TableName](w, "tableName")
	sch, ok2 := fieldOf[schema.Schema](w, "sch")
	columns, ok3 := fieldOf[sql.Schema](w, "sqlSch")
	primary := structOf(w.FieldByName("primary"))
	if !ok1 || !ok2 || !ok3 || !primary.IsValid() {
		return nil
	}
	t := &editedTable{name: name.Name, schema: sch, columns: columns, keyed: !schema.IsKeyless(sch)}
	var ok4, ok5, ok6 bool
	t.primary, ok4 = fieldOf[*prolly.MutableMap](primary, "mut")
	t.values, ok5 = fieldOf[val.OrdinalMapping](primary, "valMap")
	t.keys, ok6 = fieldOf[val.OrdinalMapping](primary, "keyMap")
	if !ok4 || !ok5 || ok6 != t.keyed {
		return nil
	}
	t.secondary = make(map[string]prolly.MutableMapInterface)
	if s := w.FieldByName("secondary"); s.Kind() == reflect.Map {
		writers := reflect.NewAt(s.Type(), s.Addr().UnsafePointer()).Elem()
		for i := writers.MapRange(); i.Next(); {
			if edits, ok := editsOf(structOf(i.Value())); ok {
				t.secondary[i.Key().String()] = edits
			}
		}
	}
	t.keyDesc, t.valueDesc = sch.GetMapDescriptors(t.primary.NodeStore())
	return t
}

// fieldOf is a field of a struct that can be addressed, if it is of that type.
func fieldOf[T any](v reflect.Value, name string) (field T, ok bool) {
	f := v.FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		return field, false
	}
	return *(*T)(f.Addr().UnsafePointer()), true
}

// structOf is a copy of the struct that an interface holds, which can be addressed.
func structOf(v reflect.Value) reflect.Value {
	if !v.IsValid() || v.Kind() != reflect.Interface {
		return reflect.Value{}
	}
	if v.CanAddr() {
		v = reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	}
	held := v.Elem()
	if held.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	out := reflect.New(held.Type()).Elem()
	out.Set(held)
	return out
}

// editsOf is the index that a writer of one writes to.
func editsOf(writer reflect.Value) (prolly.MutableMapInterface, bool) {
	if !writer.IsValid() {
		return nil, false
	}
	if edits, ok := fieldOf[prolly.MutableMapInterface](writer, "mut"); ok {
		return edits, edits != nil
	}
	edits, ok := fieldOf[*prolly.MutableMap](writer, "mut")
	return edits, ok && edits != nil
}

// keyOf is the key by which a row lies in the table.
func (t *editedTable) keyOf(ctx context.Context, row sql.Row) (val.Tuple, error) {
	store := t.primary.NodeStore()
	if t.keyed {
		b := val.NewTupleBuilder(t.keyDesc, store)
		for to, from := range t.keys {
			if err := tree.PutField(ctx, store, b, to, row[from]); err != nil {
				return nil, err
			}
		}
		return b.BuildPermissive(tuplePool)
	}
	b := val.NewTupleBuilder(t.valueDesc, store)
	if err := tree.PutField(ctx, store, b, 0, uint64(0)); err != nil {
		return nil, err
	}
	for to, from := range t.values {
		if err := tree.PutField(ctx, store, b, to+1, row[from]); err != nil {
			return nil, err
		}
	}
	value, err := b.Build(tuplePool)
	if err != nil {
		return nil, err
	}
	return val.HashTupleFromValue(tuplePool, value), nil
}

// row is the row that lies under a key, with its virtual columns; nil if there is none.
func (t *editedTable) row(ctx *sql.Context, key val.Tuple) (sql.Row, error) {
	var value val.Tuple
	err := t.primary.Get(ctx, key, func(_, v val.Tuple) error {
		value = v
		return nil
	})
	if err != nil || value == nil {
		return nil, err
	}
	store, counted := t.primary.NodeStore(), 0
	row := make(sql.Row, len(t.columns))
	if t.keyed {
		for from, to := range t.keys {
			if row[to], err = tree.GetField(ctx, t.keyDesc, from, key, store); err != nil {
				return nil, err
			}
		}
	} else {
		counted = 1 // the first value is how often the row is there
	}
	for from, to := range t.values {
		if row[to], err = tree.GetField(ctx, t.valueDesc, from+counted, value, store); err != nil {
			return nil, err
		}
	}
	return row, t.rows.Generate(ctx, row)
}
