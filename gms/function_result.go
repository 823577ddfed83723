package gms

import (
	"errors"
	"fmt"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// ahead reads all rows of a query that calls stored functions before the first is sent, on
// the goroutine that drives it, and keeps them: a function has the session be in its
// database while it runs, at which the engine looks from another goroutine while it sends.
// iter and err are what has been built of the statement's whole plan.
func (x *execution) ahead(ctx *sql.Context, n sql.Node, iter sql.RowIter, err error) (sql.RowIter, error) {
	if err != nil || iter == nil || !x.plan.functions || changesRows(n) || !givesRows(n) {
		return iter, err
	}
	if _, call := n.(*plan.Call); call {
		return iter, nil
	}
	var rows []sql.Row
	for {
		row, err := iter.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			_ = iter.Close(ctx) // the first error counts
			return nil, err     //nolint:wrapcheck // the engine's own
		}
		rows = append(rows, row.Copy())
	}
	if err := iter.Close(ctx); err != nil {
		return nil, fmt.Errorf("end a query that calls stored functions: %w", err)
	}
	return sql.RowsToRowIter(rows...), nil
}
