package table

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"

	"github.com/perfschema/perfschema/view"
)

// partition is all rows, or those an index look-up asks for.
type partition struct {
	index  *index
	ranges sql.MySQLRange
}

// Key implements sql.Partition.
func (partition) Key() []byte { return []byte{0} }

// Partitions implements sql.Table.
func (t *Table) Partitions(*sql.Context) (sql.PartitionIter, error) {
	return sql.PartitionsToPartitionIter(partition{}), nil
}

// PartitionRows implements sql.Table. Rows are computed as they are asked for;
// one tells of the moment it is computed in.
func (t *Table) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	if t.grouping != nil {
		return t.groupedRows(ctx, p), nil
	}
	reader, position := t.partitionReader(ctx, p)
	rows := &rowIter{table: t, zone: timeZone(ctx), width: len(t.Schema())}
	part, _ := p.(partition)
	if part.index == nil {
		rows.open(reader)
		return rows, nil
	}
	exprs := make([]sql.Expression, len(position))
	for i, e := range part.index.exprs {
		exprs[i] = e.WithIndex(position[i])
	}
	var err error
	if rows.filter, err = expression.NewRangeFilterExpr(exprs, []sql.MySQLRange{part.ranges}); err != nil {
		return nil, err
	}
	rows.open(reader)
	from := part.index.sortFrom(part.ranges)
	if from == len(position) {
		return rows, nil
	}
	sorted := &sortedIter{rows: rows, width: rows.width}
	rows.width = -1
	for i := from; i < len(position); i++ {
		column := part.index.columns[i]
		sorted.order = append(sorted.order, sortColumn{position[i], t.schema[column].Type})
		if i == from+sorted.ordered && !rows.cursor.Unordered() && i < len(t.view.Order) && t.view.Order[i] == t.schema[column].Name {
			sorted.ordered++
		}
	}
	return sorted, nil
}

// alongside is the columns to read so that some are among them, and their places
// there; nil, and where the table has them, where all are read.
func (t *Table) alongside(some []int) (columns, position []int) {
	if t.columns == nil {
		return nil, some
	}
	columns = append(columns, t.columns...)
	for _, c := range some {
		at := len(columns)
		for i, have := range columns {
			if have == c {
				at = i
			}
		}
		if at == len(columns) {
			columns = append(columns, c)
		}
		position = append(position, at)
	}
	return columns, position
}

// rowIter walks the rows of a view.
type rowIter struct {
	table  *Table
	zone   string
	filter sql.Expression
	width  int // of the rows given out; -1: all that was read
	cursor *view.Cursor
	err    func() error // what the read of something else failed by; nil: it reads nothing else
	odd    []oddColumn
}

// oddColumn is a column whose values the engine has in another form.
type oddColumn struct {
	position int
	name     string
	convert  converter
}

// open begins the read.
func (i *rowIter) open(r view.Reader) {
	i.cursor, i.err = i.table.view.Open(r), r.Server.Err
	add := func(position, column int) { i.addOdd(position, i.table.schema[column].Name, i.table.convert[column]) }
	if r.Columns == nil {
		for c := range i.table.schema {
			add(c, c)
		}
	}
	for position, c := range r.Columns {
		add(position, c)
	}
}

// addOdd notes a column whose values are to be converted; nil: they are not.
func (i *rowIter) addOdd(position int, name string, convert converter) {
	if convert != nil {
		i.odd = append(i.odd, oddColumn{position, name, convert})
	}
}

// Next implements sql.RowIter.
func (i *rowIter) Next(ctx *sql.Context) (sql.Row, error) {
	for {
		v, ok := i.cursor.Next()
		if !ok {
			return nil, i.end()
		}
		row := sql.Row(v) // ours alone
		if err := i.toEngine(ctx, row); err != nil {
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
			if i.width >= 0 {
				row = row[:i.width:i.width]
			}
			return row, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
}

// end is what comes after the last row.
func (i *rowIter) end() error {
	if i.err != nil {
		if err := i.err(); err != nil {
			return err
		}
	}
	if err := i.cursor.Close(); err != nil {
		return err
	}
	return io.EOF
}

// Close implements sql.RowIter.
func (i *rowIter) Close(*sql.Context) error { return i.cursor.Close() }

// RowsFor reads the first rows of the table as another reader would.
func (t *Table) RowsFor(ctx *sql.Context, as func(*view.Reader), most int) ([]sql.Row, error) {
	reader := t.reader(ctx)
	as(&reader)
	rows := &rowIter{table: t, zone: timeZone(ctx), width: len(t.schema)}
	rows.open(reader)
	defer rows.Close(ctx)
	var out []sql.Row
	for len(out) < most {
		row, err := rows.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}
