package gms

import (
	"io"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/view"
)

// table serves one table of a view. Its rows are computed when they are read.
type table struct {
	adapter  *Adapter
	database string
	view     *view.Table
	schema   sql.Schema
	indexes  []sql.Index
}

var (
	_ sql.Table                 = (*table)(nil)
	_ sql.CommentedTable        = (*table)(nil)
	_ sql.PrimaryKeyTable       = (*table)(nil)
	_ sql.IndexAddressableTable = (*table)(nil)
	_ sql.InsertableTable       = (*table)(nil)
	_ sql.UpdatableTable        = (*table)(nil)
	_ sql.DeletableTable        = (*table)(nil)
	_ sql.ReplaceableTable      = (*table)(nil)
	_ sql.TruncateableTable     = (*table)(nil)
)

func newTable(a *Adapter, database string, v *view.Table) (*table, error) {
	schema, err := schemaOf(v, database)
	if err != nil {
		return nil, err
	}
	t := &table{adapter: a, database: database, view: v, schema: schema}
	for _, idx := range v.Indexes {
		t.indexes = append(t.indexes, newIndex(t, idx))
	}
	return t, nil
}

func (t *table) Name() string               { return t.view.Name }
func (t *table) String() string             { return t.view.Name }
func (t *table) Comment() string            { return t.view.Comment }
func (t *table) Schema() sql.Schema         { return t.schema }
func (t *table) Collation() sql.CollationID { return sql.Collation_utf8mb4_0900_ai_ci }

// PrimaryKeySchema implements sql.PrimaryKeyTable.
func (t *table) PrimaryKeySchema() sql.PrimaryKeySchema {
	for _, idx := range t.view.Indexes {
		if idx.Name == "PRIMARY" {
			return sql.NewPrimaryKeySchema(t.schema, t.ordinals(idx.Columns)...)
		}
	}
	return sql.NewPrimaryKeySchema(t.schema)
}

func (t *table) ordinals(columns []string) []int {
	out := make([]int, len(columns))
	for i, name := range columns {
		out[i] = t.schema.IndexOfColName(name)
	}
	return out
}

// partition is all rows, or those an index look-up asks for.
type partition struct {
	equal  map[string]any
	filter sql.Expression
	order  []int // columns to sort the rows by
}

// Key implements sql.Partition.
func (partition) Key() []byte { return []byte{0} }

// Partitions implements sql.Table.
func (t *table) Partitions(*sql.Context) (sql.PartitionIter, error) {
	return sql.PartitionsToPartitionIter(partition{}), nil
}

// PartitionRows implements sql.Table. The rows are those of this moment.
func (t *table) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	part, _ := p.(partition)
	reader := t.adapter.reader(ctx)
	reader.Equal = part.equal
	next, stop := pull(t.view.Rows(reader), profilerOf(ctx).Recording())
	rows := &rowIter{schema: t.schema, zone: timeZone(ctx), filter: part.filter, next: next, stop: stop}
	if len(part.order) == 0 {
		return rows, nil
	}
	return &sortedIter{rows: rows, schema: t.schema, order: part.order}, nil
}

// rowIter walks the rows of a view.
type rowIter struct {
	schema sql.Schema
	zone   string
	filter sql.Expression
	next   func() (view.Row, bool)
	stop   func()
}

// Next implements sql.RowIter.
func (i *rowIter) Next(ctx *sql.Context) (sql.Row, error) {
	for {
		v, ok := i.next()
		if !ok {
			return nil, io.EOF
		}
		row, err := rowToEngine(ctx, i.schema, i.zone, v)
		if err != nil {
			return nil, err
		}
		if i.filter == nil {
			return row, nil
		}
		keep, err := sql.EvaluateCondition(ctx, i.filter, row)
		if err != nil {
			return nil, err
		}
		if sql.IsTrue(keep) {
			return row, nil
		}
	}
}

// Close implements sql.RowIter.
func (i *rowIter) Close(*sql.Context) error {
	i.stop()
	return nil
}
