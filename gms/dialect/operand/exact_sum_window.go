package operand

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
)

// sumWindow is SUM() or AVG() over a window. It keeps the totals of a partition up to
// each of its rows, so that a frame is the difference of two.
type sumWindow struct {
	of     sql.Expression
	mean   bool
	scale  int32
	framer sql.WindowFramer
	start  int
	upTo   []Total
}

var _ sql.WindowFunction = (*sumWindow)(nil)

// DefaultFramer implements sql.WindowFunction.
func (w *sumWindow) DefaultFramer() sql.WindowFramer {
	if w.framer != nil {
		return w.framer
	}
	return aggregation.NewUnboundedPrecedingToCurrentRowFramer()
}

// StartPartition implements sql.WindowFunction.
func (w *sumWindow) StartPartition(ctx *sql.Context, partition sql.WindowInterval, rows sql.WindowBuffer) error {
	w.Dispose()
	w.start = partition.Start
	w.upTo = make([]Total, 0, partition.End-partition.Start)
	var t Total
	for _, row := range rows[partition.Start:partition.End] {
		v, err := w.of.Eval(ctx, row)
		if err == nil {
			err = t.Add(ctx, v)
		}
		if err != nil {
			return err
		}
		w.upTo = append(w.upTo, t)
	}
	return nil
}

// Compute implements sql.WindowFunction.
func (w *sumWindow) Compute(_ *sql.Context, frame sql.WindowInterval, _ sql.WindowBuffer) (any, error) {
	first, last := frame.Start-w.start, frame.End-w.start
	if last <= first {
		return nil, nil
	}
	t := w.upTo[last-1]
	if first > 0 {
		t = t.less(&w.upTo[first-1])
	}
	return t.Result(w.mean, w.scale), nil
}

// Dispose implements sql.Disposable.
func (w *sumWindow) Dispose() { expression.Dispose(w.of) }
