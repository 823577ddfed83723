package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// The engine computes all rows of a window at once, when the first is asked for, and each of them
// from all rows of its frame. It does not look at the context meanwhile: the frames do.

// endingFrame is a frame whose rows are not computed any more when the context is cancelled.
type endingFrame struct{ sql.WindowFrame }

// endingFramer looks at the context before each row.
type endingFramer struct{ sql.WindowFramer }

// ending returns the frame of a window function that looks at the context; nil if the function
// does not go through its frame. A window without ORDER BY has the whole partition as its frame.
func ending(f sql.WindowAdaptableExpression) sql.WindowFrame {
	w := f.Window()
	if w == nil || isUnframed(f) {
		return nil
	}
	frame := framedByPeers(f)
	switch {
	case frame != nil:
	case w.Frame != nil:
		frame = w.Frame
	case len(w.OrderBy) == 0:
		frame = plan.NewRowsUnboundedPrecedingToUnboundedFollowingFrame()
	default:
		return nil
	}
	if _, done := frame.(endingFrame); done {
		return nil
	}
	return endingFrame{frame}
}

// NewFramer implements sql.WindowFrame.
func (f endingFrame) NewFramer(w *sql.WindowDefinition) (sql.WindowFramer, error) {
	framer, err := f.WindowFrame.NewFramer(w)
	if err != nil {
		return nil, err
	}
	return endingFramer{framer}, nil
}

// NewFramer implements sql.WindowFramer.
func (f endingFramer) NewFramer(partition sql.WindowInterval) (sql.WindowFramer, error) {
	framer, err := f.WindowFramer.NewFramer(partition)
	if err != nil {
		return nil, err
	}
	return endingFramer{framer}, nil
}

// Next implements sql.WindowFramer.
func (f endingFramer) Next(ctx *sql.Context, rows sql.WindowBuffer) (sql.WindowInterval, error) {
	if err := ctx.Err(); err != nil {
		return sql.WindowInterval{}, err
	}
	return f.WindowFramer.Next(ctx, rows)
}
