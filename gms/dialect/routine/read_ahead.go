package routine

import (
	"errors"
	"fmt"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
)

// ReadAhead reads all rows of a query that calls stored functions before the first is sent, on
// the goroutine that drives it, and keeps them: a function has the session be in its
// database while it runs, at which the engine looks from another goroutine while it sends.
func ReadAhead(ctx *sql.Context, iter sql.RowIter) (sql.RowIter, error) {
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
