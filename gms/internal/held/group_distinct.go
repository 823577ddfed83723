package held

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// distinct has a function with DISTINCT, as SUM(DISTINCT) is, count the set of
// values that it has seen. COUNT(DISTINCT) and GROUP_CONCAT keep their own.
func (g *heldGroups) distinct(e sql.Expression) sql.Expression {
	a, ok := e.(sql.Aggregation)
	if !ok || accumulates(a) {
		return e
	}
	children := a.Children()
	if len(children) != 1 {
		return e
	}
	d, ok := children[0].(*expression.DistinctExpression)
	if !ok {
		return e
	}
	with, err := a.WithChildren(&heldDistinct{DistinctExpression: d, groups: g})
	if err != nil {
		return e
	}
	g.accumulates = true
	return with
}

// heldDistinct counts the values that an expression lets pass: those it keeps.
// Each group has one of its own.
type heldDistinct struct {
	*expression.DistinctExpression
	groups *heldGroups
	set    size.GrowingMap
}

// Eval implements sql.Expression.
func (d *heldDistinct) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := d.DistinctExpression.Eval(ctx, row)
	if err == nil && v != nil {
		if n := d.set.Push(size.Word + size.Interface); n != 0 {
			d.groups.holding.Add(n)
		}
	}
	return v, err
}

// WithChildren implements sql.Expression.
func (d *heldDistinct) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := d.DistinctExpression.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	own, ok := e.(*expression.DistinctExpression)
	if !ok {
		return e, nil
	}
	return &heldDistinct{DistinctExpression: own, groups: d.groups}, nil
}
