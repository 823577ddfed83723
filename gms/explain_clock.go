package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/stopwatch"
)

// timedIter is the nodeIter of an EXPLAIN ANALYZE. The clock is read before the
// mark is set, on both ways, so that neither is shifted against the other.
type timedIter struct {
	nodeIter
	watch *stopwatch.Watch
}

var _ sql.ValueRowIter = (*timedIter)(nil)

// Next implements sql.RowIter.
func (i *timedIter) Next(ctx *sql.Context) (sql.Row, error) {
	w := i.watch.Enter(i.number)
	m := i.enter()
	row, err := i.Iter.Next(ctx)
	i.watch.Leave(w)
	i.thread.LeaveOperator(m)
	i.count(row, err)
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (i *timedIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	w := i.watch.Enter(i.number)
	m := i.enter()
	row, err := i.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	i.watch.Leave(w)
	i.thread.LeaveOperator(m)
	i.count(nil, err)
	return row, err
}

// Close implements sql.RowIter.
func (i *timedIter) Close(ctx *sql.Context) error {
	w := i.watch.Enter(i.number)
	m := i.enter()
	err := i.Iter.Close(ctx)
	i.watch.Leave(w)
	i.thread.LeaveOperator(m)
	return err
}
