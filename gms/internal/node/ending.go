package node

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// endingRows is how many rows an iterator gives between two looks at the context. What groups or
// compares rows of long texts takes tens of milliseconds for each.
const endingRows = 16

// endingIter gives rows until its context is cancelled.
type endingIter struct {
	sql.RowIter
	rows uint
}

// EndingLookup is [Ending] for the rows of one key. A key mostly has few rows, so it does not look
// at the context before the first of them.
func EndingLookup(iter sql.RowIter, err error) (sql.RowIter, error) {
	if iter == nil || err != nil || plan.IsEmptyIter(iter) {
		return iter, err
	}
	return &endingIter{RowIter: iter, rows: 1}, nil
}

// Ending returns an iterator that looks at the context before its first row and from time to
// time. The engine's own of what is no table does not: joined with itself it would go on.
func Ending(iter sql.RowIter, err error) (sql.RowIter, error) {
	if iter == nil || err != nil || plan.IsEmptyIter(iter) {
		return iter, err
	}
	return &endingIter{RowIter: iter}, nil
}

// Next implements sql.RowIter.
func (i *endingIter) Next(ctx *sql.Context) (sql.Row, error) {
	if i.rows%endingRows == 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	i.rows++
	return i.RowIter.Next(ctx)
}
