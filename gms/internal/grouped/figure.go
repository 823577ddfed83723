package grouped

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/view"
)

// adding is an aggregate of the figures that groups have of it.
func (p *pushing) adding(a sql.Aggregation, f view.Figure) sql.Expression {
	place := p.place(f)
	field := func(place int) sql.Expression {
		return expression.NewGetField(place, a.Type(), a.String(), true)
	}
	switch sum, isSum := builtin.SumOperandOf(a); {
	case isSum:
		out := &pushedFigure{Aggregation: a, figures: []sql.Expression{field(place)}, sum: true, mean: sum.Mean, scale: sum.Scale}
		if sum.Mean {
			out.figures = append(out.figures, field(p.place(view.Figure{Column: f.Column})))
		}
		return out
	case f.Kind == view.CountFigure:
		return &pushedFigure{Aggregation: a, figures: []sql.Expression{field(place)}}
	}
	// The least of the least is one of the values: the engine's own finds it.
	out, err := a.WithChildren(operand.WithoutOperand(a.Children()[0]).(*expression.GetField).WithIndex(place))
	if err != nil {
		p.failed = true
		return a
	}
	return out
}

// pushedFigure is COUNT(), SUM() or AVG() made of the counts and sums of groups. Of what
// it stands for it has the type and the text.
type pushedFigure struct {
	sql.Aggregation
	figures   []sql.Expression // the sum or the count; of a mean the count behind the sum
	sum, mean bool
	scale     int32
}

var _ sql.Aggregation = (*pushedFigure)(nil)

// IsCount reports whether it is a COUNT(), which is never NULL.
func (f *pushedFigure) IsCount() bool { return !f.sum }

// Children implements sql.Expression.
func (f *pushedFigure) Children() []sql.Expression { return f.figures }

// WithChildren implements sql.Expression.
func (f *pushedFigure) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(f.figures) {
		return nil, sql.ErrInvalidChildrenNumber.New(f, len(children), len(f.figures))
	}
	out := *f
	out.figures = children
	return &out, nil
}

// WithId implements sql.IdExpression.
func (f *pushedFigure) WithId(id sql.ColumnId) sql.IdExpression {
	out := *f
	out.Aggregation = f.Aggregation.WithId(id).(sql.Aggregation)
	return &out
}

// WithWindow implements sql.WindowAdaptableExpression.
func (f *pushedFigure) WithWindow(w *sql.WindowDefinition) sql.WindowAdaptableExpression {
	out := *f
	out.Aggregation = f.Aggregation.WithWindow(w).(sql.Aggregation)
	return &out
}

// NewBuffer implements sql.Aggregation.
func (f *pushedFigure) NewBuffer() (sql.AggregationBuffer, error) {
	return &pushedBuffer{of: f}, nil
}

// pushedBuffer is the buffer of one group.
type pushedBuffer struct {
	of    *pushedFigure
	total operand.Total
	count int64
}

// Update implements sql.AggregationBuffer.
func (b *pushedBuffer) Update(ctx *sql.Context, row sql.Row) error {
	v, err := b.of.figures[0].Eval(ctx, row)
	if err != nil {
		return err
	}
	if !b.of.sum {
		n, _ := v.(int64)
		b.count += n
		return nil
	}
	if err := b.total.Add(ctx, v); err != nil || !b.of.mean || v == nil {
		return err
	}
	if v, err = b.of.figures[1].Eval(ctx, row); err != nil {
		return err
	}
	n, _ := v.(int64)
	b.total.AddRows(n - 1) // the sum counts for one
	return nil
}

// Eval implements sql.AggregationBuffer.
func (b *pushedBuffer) Eval(*sql.Context) (any, error) {
	if b.of.sum {
		return b.total.Result(b.of.mean, b.of.scale), nil
	}
	return b.count, nil
}

// Dispose implements sql.Disposable.
func (*pushedBuffer) Dispose() {}
