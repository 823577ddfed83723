package gms

import (
	"errors"
	"io"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
)

// sortedIter gives rows in ascending order of some columns, NULL first.
type sortedIter struct {
	rows   sql.RowIter
	schema sql.Schema
	order  []int
	sorted []sql.Row
	read   bool
}

// Next implements sql.RowIter. The first call reads all rows.
func (i *sortedIter) Next(ctx *sql.Context) (sql.Row, error) {
	if !i.read {
		if err := i.readAll(ctx); err != nil {
			return nil, err
		}
	}
	if len(i.sorted) == 0 {
		return nil, io.EOF
	}
	row := i.sorted[0]
	i.sorted = i.sorted[1:]
	return row, nil
}

func (i *sortedIter) readAll(ctx *sql.Context) error {
	i.read = true
	for {
		row, err := i.rows.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		i.sorted = append(i.sorted, row)
	}
	var failed error
	slices.SortStableFunc(i.sorted, func(a, b sql.Row) int {
		c, err := i.compare(ctx, a, b)
		if err != nil {
			failed = err
		}
		return c
	})
	return failed
}

func (i *sortedIter) compare(ctx *sql.Context, a, b sql.Row) (int, error) {
	for _, column := range i.order {
		x, y := a[column], b[column]
		switch {
		case x == nil && y == nil:
			continue
		case x == nil:
			return -1, nil
		case y == nil:
			return 1, nil
		}
		if c, err := i.schema[column].Type.Compare(ctx, x, y); c != 0 || err != nil {
			return c, err
		}
	}
	return 0, nil
}

// Close implements sql.RowIter.
func (i *sortedIter) Close(ctx *sql.Context) error { return i.rows.Close(ctx) }
