package export

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/snappy"
)

// rowsPerGroup bounds what a Parquet file keeps in memory while it is written:
// 8 bytes for each of its columns in each row.
const rowsPerGroup = 1 << 14

// group is a group of columns in their order; parquet.Group sorts them.
type group struct {
	parquet.Group
	order []Column
}

func (g group) Fields() []parquet.Field {
	byName := map[string]parquet.Field{}
	for _, f := range g.Group.Fields() {
		byName[f.Name()] = f
	}
	out := make([]parquet.Field, len(g.order))
	for i, c := range g.order {
		out[i] = byName[c.Name]
	}
	return out
}

// node is a column's type in Parquet. Every column is optional.
func (t Type) node() parquet.Node {
	var n parquet.Node
	switch t {
	case Int32:
		n = parquet.Leaf(parquet.Int32Type)
	case String:
		n = parquet.String()
	case Timestamp, Second:
		n = parquet.Timestamp(parquet.Microsecond)
	default:
		n = parquet.Leaf(parquet.Int64Type)
	}
	return parquet.Optional(n)
}

// parquetTable writes Parquet that readers of 2018 know: pages of version 1,
// plain values, Snappy.
type parquetTable struct {
	w       *parquet.GenericWriter[any]
	columns []Column
	row     parquet.Row
	rows    []parquet.Row
}

func newParquetTable(w io.Writer, columns []Column) *parquetTable {
	g := group{parquet.Group{}, columns}
	for _, c := range columns {
		g.Group[c.Name] = c.Type.node()
	}
	t := &parquetTable{columns: columns, row: make(parquet.Row, len(columns))}
	t.rows = []parquet.Row{t.row}
	t.w = parquet.NewGenericWriter[any](w, parquet.NewSchema("snowset", g), parquet.Compression(new(snappy.Codec)),
		parquet.DataPageVersion(1), parquet.MaxRowsPerRowGroup(rowsPerGroup))
	return t
}

func (t *parquetTable) write(row []cell) error {
	for i, c := range row {
		if !c.known {
			t.row[i] = parquet.NullValue().Level(0, 0, i)
			continue
		}
		var v parquet.Value
		switch t.columns[i].Type {
		case Int32:
			v = parquet.Int32Value(int32(c.number)) //nolint:gosec // checked by mainWriter
		case String:
			v = parquet.ByteArrayValue([]byte(c.text))
		default:
			v = parquet.Int64Value(c.number)
		}
		t.row[i] = v.Level(0, 1, i)
	}
	if _, err := t.w.WriteRows(t.rows); err != nil {
		return fmt.Errorf("writing Parquet: %w", err)
	}
	return nil
}

func (t *parquetTable) close() error {
	if err := t.w.Close(); err != nil {
		return fmt.Errorf("writing Parquet: %w", err)
	}
	return nil
}
