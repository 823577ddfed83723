package window

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// The engine computes all rows of a window at once, when the first is asked for, and each of them
// from all rows of its frame. It does not look at the context meanwhile: the frames do.

// endingFrame is a frame whose rows are not computed any more when the context is cancelled.
type endingFrame struct{ sql.WindowFrame }

// endingFramer looks at the context before each row, and keeps each frame within its partition.
type endingFramer struct {
	sql.WindowFramer
	partition sql.WindowInterval
}

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
	if strings.HasPrefix(f.WindowFrame.String(), "ROWS ") {
		if framer, err = newRowsFramer(f.WindowFrame); err != nil {
			return nil, err
		}
	}
	return endingFramer{WindowFramer: framer}, nil
}

// NewFramer implements sql.WindowFramer.
func (f endingFramer) NewFramer(partition sql.WindowInterval) (sql.WindowFramer, error) {
	framer, err := f.WindowFramer.NewFramer(partition)
	if err != nil {
		return nil, err
	}
	return endingFramer{framer, partition}, nil
}

// Next implements sql.WindowFramer.
func (f endingFramer) Next(ctx *sql.Context, rows sql.WindowBuffer) (sql.WindowInterval, error) {
	if err := ctx.Err(); err != nil {
		return sql.WindowInterval{}, err
	}
	frame, err := f.WindowFramer.Next(ctx, rows)
	return f.within(frame), err
}

// within returns the part of a frame that is in the partition. An empty frame is an empty interval.
func (f endingFramer) within(frame sql.WindowInterval) sql.WindowInterval {
	frame.Start = min(max(frame.Start, f.partition.Start), f.partition.End)
	frame.End = min(max(frame.End, frame.Start), f.partition.End)
	return frame
}

// Interval implements sql.WindowFramer.
func (f endingFramer) Interval() (sql.WindowInterval, error) {
	frame, err := f.WindowFramer.Interval()
	return f.within(frame), err
}

// FirstIdx implements sql.WindowFramer.
func (f endingFramer) FirstIdx() int { return f.bounds().Start }

// LastIdx implements sql.WindowFramer.
func (f endingFramer) LastIdx() int { return f.bounds().End }

func (f endingFramer) bounds() sql.WindowInterval {
	return f.within(sql.WindowInterval{Start: f.WindowFramer.FirstIdx(), End: f.WindowFramer.LastIdx()})
}
