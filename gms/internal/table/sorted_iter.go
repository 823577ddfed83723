package table

import (
	"errors"
	"io"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
)

// sortColumn is a column to sort by and its type.
type sortColumn struct {
	position int
	typ      sql.Type
}

// sortedIter gives rows in ascending order of some columns, NULL first. Where they
// come in the order of the first of these, it holds no more rows at a time than
// those have the same values of.
type sortedIter struct {
	rows    sql.RowIter
	order   []sortColumn
	ordered int // so many columns of order the rows come in the order of
	width   int // of the rows given out
	sorted  []sql.Row
	ahead   sql.Row // the first row of those that come after sorted
	ended   bool
}

// Next implements sql.RowIter.
func (i *sortedIter) Next(ctx *sql.Context) (sql.Row, error) {
	if len(i.sorted) == 0 {
		if err := i.readRun(ctx); err != nil {
			return nil, err
		}
	}
	row := i.sorted[0]
	i.sorted[0] = nil
	i.sorted = i.sorted[1:]
	return row[:i.width:i.width], nil
}

// readRun reads the rows that are to be sorted together.
func (i *sortedIter) readRun(ctx *sql.Context) error {
	i.sorted = nil
	if i.ahead != nil {
		i.sorted = append(i.sorted, i.ahead)
		i.ahead = nil
	}
	for !i.ended {
		if err := ctx.Err(); err != nil {
			return err
		}
		row, err := i.rows.Next(ctx)
		if errors.Is(err, io.EOF) {
			i.ended = true
			break
		}
		if err != nil {
			return err
		}
		if len(i.sorted) > 0 && i.ordered > 0 {
			c, err := compareRows(ctx, i.order[:i.ordered], i.sorted[0], row)
			if err != nil {
				return err
			}
			if c != 0 {
				i.ahead = row
				break
			}
		}
		i.sorted = append(i.sorted, row)
	}
	if len(i.sorted) == 0 {
		return io.EOF
	}
	var failed error
	slices.SortStableFunc(i.sorted, func(a, b sql.Row) int {
		c, err := compareRows(ctx, i.order[i.ordered:], a, b)
		if err != nil {
			failed = err
		}
		return c
	})
	return failed
}

func compareRows(ctx *sql.Context, order []sortColumn, a, b sql.Row) (int, error) {
	for _, column := range order {
		x, y := a[column.position], b[column.position]
		switch {
		case x == y: // of the types that views have
			continue
		case x == nil:
			return -1, nil
		case y == nil:
			return 1, nil
		}
		if c, err := column.typ.Compare(ctx, x, y); c != 0 || err != nil {
			return c, err
		}
	}
	return 0, nil
}

// Close implements sql.RowIter.
func (i *sortedIter) Close(ctx *sql.Context) error { return i.rows.Close(ctx) }
