package gms

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/status"
)

// tableIter measures the rows read from a table.
type tableIter struct {
	node.Pass
	meter RowMeter
	// access is how an index is used, until the first row.
	access *plan.IndexedTableAccess
	// asks: who reads the table asks for a row beyond the last, and each row by
	// itself; key is the index it does so by, if any.
	asks bool
	key  *plan.IndexedTableAccess
	// count is what EXPLAIN ANALYZE FOR CONNECTION shows; nil where the plan is
	// kept, which counts by itself.
	count *activity.PlanNode
}

var _ sql.ValueRowIter = (*tableIter)(nil)

// Next implements sql.RowIter.
func (t *tableIter) Next(ctx *sql.Context) (sql.Row, error) {
	t.meter.Start()
	row, err := t.Iter.Next(ctx)
	if err != nil {
		t.end(ctx, err)
		return row, err
	}
	t.found()
	return row, nil
}

// NextValueRow implements sql.ValueRowIter.
func (t *tableIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	t.meter.Start()
	row, err := t.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	if err != nil {
		t.end(ctx, err)
		return row, err
	}
	t.found()
	return row, nil
}

func (t *tableIter) found() {
	if t.access != nil {
		t.access = nil
	}
	t.meter.Stop(1)
	t.count.AddRows(1)
}

// end is called when there are no more rows.
func (t *tableIter) end(ctx *sql.Context, err error) {
	if (t.asks || t.access != nil) && errors.Is(err, io.EOF) && (t.asks && (t.access != nil || t.key == nil || !status.ShapeOf(ctx, t.key).Unique) || t.access != nil && node.IsKeyLookup(ctx, t.access)) {
		// As in MySQL, to find that a key has no row is a fetch, and so is what finds
		// the end of the rows that an UPDATE or DELETE looks at, or by which rows of
		// another table are looked up. The last table of a SELECT is read in batches,
		// whose end is none.
		t.meter.missed()
	}
	t.meter.reads.Ended = errors.Is(err, io.EOF)
	t.shape(ctx)
	t.access, t.asks = nil, false
	t.meter.end()
}

// shape says how the rows were looked for, before the meter ends.
func (t *tableIter) shape(ctx *sql.Context) {
	switch {
	case t.key == nil || !t.meter.begun:
	case t.key == t.meter.execution.plan.only:
		t.meter.reads.Shape = status.IndexShape{Keys: 1, Unique: true}
	default:
		t.meter.reads.Shape = status.ShapeOf(ctx, t.key)
	}
}

// Close implements sql.RowIter.
func (t *tableIter) Close(ctx *sql.Context) error {
	t.shape(ctx)
	t.meter.end()
	return t.Iter.Close(ctx)
}

// countIter measures a count that is also the number of rows read for it.
type countIter struct {
	node.Pass
	meter RowMeter
	count *activity.PlanNode // of the table
}

// Next implements sql.RowIter.
func (c *countIter) Next(ctx *sql.Context) (sql.Row, error) {
	c.meter.Start()
	row, err := c.Iter.Next(ctx)
	rows := 0
	if err == nil && len(row) == 1 {
		if n, ok := row[0].(int64); ok && n > 0 {
			rows = int(n)
		}
	}
	c.meter.Stop(rows)
	c.meter.end()
	c.count.AddRows(uint64(rows))
	return row, err
}
