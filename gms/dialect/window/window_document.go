package window

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
)

// documentArray is JSON_ARRAYAGG() over a window. The engine's takes no notice of the frame, has
// all rows up to the current one, and gives NULL where it fails.
type documentArray struct{ *aggregation.JsonArray }

var _ sql.WindowAdaptableExpression = documentArray{}

// WithChildren implements sql.Expression.
func (d documentArray) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := d.JsonArray.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return documentArray{e.(*aggregation.JsonArray)}, nil
}

// WithId implements sql.IdExpression.
func (d documentArray) WithId(id sql.ColumnId) sql.IdExpression {
	return documentArray{d.JsonArray.WithId(id).(*aggregation.JsonArray)}
}

// WithWindow implements sql.WindowAdaptableExpression.
func (d documentArray) WithWindow(w *sql.WindowDefinition) sql.WindowAdaptableExpression {
	return documentArray{d.JsonArray.WithWindow(w).(*aggregation.JsonArray)}
}

// NewWindowFunction implements sql.WindowAdaptableExpression.
func (d documentArray) NewWindowFunction() (sql.WindowFunction, error) {
	f, err := d.JsonArray.NewWindowFunction()
	if err != nil {
		return nil, err
	}
	w := d.Window()
	framer, err := w.Frame.NewFramer(w)
	if err != nil {
		return nil, err
	}
	return documentWindow{f, framer}, nil
}

// documentWindow computes the array of each frame.
type documentWindow struct {
	sql.WindowFunction
	framer sql.WindowFramer
}

// DefaultFramer implements sql.WindowFunction.
func (w documentWindow) DefaultFramer() sql.WindowFramer { return w.framer }

// Compute implements sql.WindowFunction.
func (w documentWindow) Compute(ctx *sql.Context, frame sql.WindowInterval, rows sql.WindowBuffer) (any, error) {
	if frame.Start >= frame.End {
		return nil, nil
	}
	v, err := w.WindowFunction.Compute(ctx, frame, rows)
	if ended := ctx.Err(); ended != nil {
		return nil, ended
	}
	return v, err
}
