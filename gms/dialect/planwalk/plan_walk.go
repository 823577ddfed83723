package planwalk

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// Replaced is a node with another child.
func Replaced(n, child sql.Node, same transform.TreeIdentity, err error) (sql.Node, transform.TreeIdentity, error) {
	if err != nil || bool(same) {
		return n, same, err
	}
	n, err = n.WithChildren(child)
	return n, transform.NewTree, err
}

// MapExpression changes an expression from below. What is changed keeps the number by which
// it is known in the plan, which the engine's own way of doing it forgets.
func MapExpression(e sql.Expression, change func(sql.Expression) (sql.Expression, bool, error)) (sql.Expression, bool, error) {
	var with []sql.Expression
	for i, child := range e.Children() {
		if child == nil {
			continue
		}
		out, changed, err := MapExpression(child, change)
		if err != nil {
			return nil, false, err
		}
		if changed {
			if with == nil {
				with = append(with, e.Children()...)
			}
			with[i] = out
		}
	}
	if with != nil {
		e = WithChildren(e, with...)
	}
	out, changed, err := change(e)
	return out, changed || with != nil, err
}

// WithChildren is an expression with other children; itself where it takes none.
func WithChildren(e sql.Expression, children ...sql.Expression) sql.Expression {
	out, err := e.WithChildren(children...)
	if err != nil {
		return e
	}
	if a, ok := e.(*expression.Alias); ok && a.Unreferencable() {
		out = out.(*expression.Alias).AsUnreferencable()
	}
	if w, ok := e.(sql.WindowAdaptableExpression); ok && w.Window() != nil {
		if own, ok := out.(sql.WindowAdaptableExpression); ok && own.Window() == nil {
			out = own.WithWindow(w.Window())
		}
	}
	if id, ok := e.(sql.IdExpression); ok {
		if own, ok := out.(sql.IdExpression); ok && own.Id() != id.Id() {
			return own.WithId(id.Id())
		}
	}
	return out
}

// HasSubquery says of an expression that a subquery is a part of it.
func HasSubquery(e sql.Expression) bool {
	return transform.InspectExpr(e, func(e sql.Expression) bool {
		_, ok := e.(*plan.Subquery)
		return ok
	})
}

// EachNode visits the nodes of a plan, those of its subqueries too.
func EachNode(n sql.Node, visit func(sql.Node)) {
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		if n == nil {
			return false
		}
		visit(n)
		if i, ok := n.(*plan.InsertInto); ok {
			EachNode(i.Source, visit)
		}
		if e, ok := n.(sql.Expressioner); ok {
			for _, e := range e.Expressions() {
				sql.Inspect(e, func(e sql.Expression) bool {
					if q, ok := e.(*plan.Subquery); ok {
						EachNode(q.Query, visit)
					}
					return true
				})
			}
		}
		return true
	})
}

// TransformQueries changes the nodes of a plan from below, those of its subqueries and of
// the query of an INSERT too.
func TransformQueries(n sql.Node, change transform.NodeFunc) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		n, same, err := transform.OneNodeExpressions(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			q, ok := e.(*plan.Subquery)
			if !ok {
				return e, transform.SameTree, nil
			}
			query, same, err := TransformQueries(q.Query, change)
			if err != nil || bool(same) {
				return e, transform.SameTree, err
			}
			return q.WithQuery(query), transform.NewTree, nil
		})
		if err != nil {
			return n, same, err
		}
		if t, ok := n.(*plan.InsertInto); ok {
			source, unchanged, err := TransformQueries(t.Source, change)
			if err != nil || bool(unchanged) {
				return n, same, err
			}
			return t.WithSource(source), transform.NewTree, nil
		}
		n, unchanged, err := change(n)
		return n, same && unchanged, err
	})
}
