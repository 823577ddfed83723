package window

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Of a query with window functions the engine hands on the columns that stand in its
// expressions, and forgets those that its subqueries name: they read whatever stood in
// their places. And what sorts rows for a window puts the number of each behind its columns,
// as [FinishQueries] tells of.

// WindowsBelowSubqueriesRule is the rule windows-below-subqueries.
var WindowsBelowSubqueriesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "windows-below-subqueries", Changes: rule.Plan, About: rule.Windows,
		Why:      "A query with window functions does not hand on the columns that its subqueries name: the engine reads others in their place.",
		NeededBy: rule.Data, Golden: "subquery_order",
	},
	Apply: step.PlanStep{Features: step.Windows | step.Queries, Apply: WindowsForSubqueries},
}

// WindowsForSubqueries has windows hand on what subqueries above them need. It is for a
// plan as it was bound.
func WindowsForSubqueries(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		e, ok := n.(sql.Expressioner)
		if !ok || len(n.Children()) != 1 {
			return n, transform.SameTree, nil
		}
		if _, window := n.(*plan.Window); window {
			return n, transform.SameTree, nil
		}
		w := windowBelow(n.Children()[0])
		if w == nil {
			return n, transform.SameTree, nil
		}
		wanted := correlatedIn(e.Expressions())
		if wanted.Empty() {
			return n, transform.SameTree, nil
		}
		child, changed, err := handOn(n.Children()[0], fieldsOf(w.Child, wanted))
		if err != nil || !changed {
			return n, transform.SameTree, err
		}
		out, err := n.WithChildren(child)
		return out, transform.NewTree, err
	})
}

// windowBelow is the window that a query's node has its rows from; nil if it has none.
func windowBelow(n sql.Node) *plan.Window {
	for {
		switch t := n.(type) {
		case *plan.Window:
			return t
		case *plan.Project, *plan.Sort, *plan.Having, *plan.Filter:
			n = t.Children()[0]
		default:
			return nil
		}
	}
}

// correlatedIn are the columns that subqueries in expressions have from outside.
func correlatedIn(exprs []sql.Expression) (ids sql.ColSet) {
	for _, e := range exprs {
		sql.Inspect(e, func(e sql.Expression) bool {
			if q, ok := e.(*plan.Subquery); ok {
				ids = ids.Union(q.Correlated())
			}
			return true
		})
	}
	return ids
}

// fieldsOf are those of some columns that the tables of a FROM clause have.
func fieldsOf(from sql.Node, wanted sql.ColSet) (fields []sql.Expression) {
	var found sql.ColSet
	transform.Inspect(from, func(n sql.Node) bool {
		t, ok := n.(plan.TableIdNode)
		if !ok {
			return true
		}
		schema, at := n.Schema(), 0
		t.Columns().ForEach(func(id sql.ColumnId) {
			if at < len(schema) && wanted.Contains(id) && !found.Contains(id) {
				c := schema[at]
				found.Add(id)
				fields = append(fields, expression.NewGetFieldWithTable(int(id), int(t.Id()), c.Type, c.DatabaseSource, c.Source, c.Name, c.Nullable))
			}
			at++
		})
		return false
	})
	return fields
}

// handOn is a node above a window, or that, which gives some columns of the window's input
// too.
func handOn(n sql.Node, fields []sql.Expression) (out sql.Node, changed bool, err error) {
	switch t := n.(type) {
	case *plan.Window:
		if exprs, added := withFields(t.SelectExprs, fields); added {
			return plan.NewWindow(exprs, t.Child), true, nil
		}
		return n, false, nil
	case *plan.Project:
		child, changed, err := handOn(t.Child, fields)
		if err != nil {
			return n, false, err
		}
		exprs, added := withFields(t.Projections, fields)
		if !changed && !added {
			return n, false, nil
		}
		project := *t
		project.Projections, project.Child = exprs, child
		return &project, true, nil
	}
	child, changed, err := handOn(n.Children()[0], fields)
	if err != nil || !changed {
		return n, false, err
	}
	out, err = n.WithChildren(child)
	return out, true, err
}

// withFields are expressions and those of the fields that are not among them.
func withFields(exprs, fields []sql.Expression) (with []sql.Expression, added bool) {
	var there sql.ColSet
	for _, e := range exprs {
		if f, ok := e.(*expression.GetField); ok {
			there.Add(f.Id())
		}
	}
	with = exprs
	for _, f := range fields {
		if there.Contains(f.(*expression.GetField).Id()) {
			continue
		}
		if !added {
			with, added = append([]sql.Expression(nil), exprs...), true
		}
		with = append(with, f)
	}
	return with, added
}

// NarrowWindows has the subqueries that windows are divided or sorted by see no more columns
// than these have. Within another subquery nobody knows how many these are, and such a
// statement is refused.
func NarrowWindows(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if w, ok := n.(*plan.Window); ok {
			return narrowWindow(w)
		}
		e, ok := n.(sql.Expressioner)
		if !ok {
			return n, transform.SameTree, nil
		}
		for _, e := range e.Expressions() {
			if err := refuseWindows(e); err != nil {
				return n, transform.SameTree, err
			}
		}
		return n, transform.SameTree, nil
	})
}

// refuseWindows is the error of an expression in whose subqueries windows are divided or
// sorted by subqueries.
func refuseWindows(e sql.Expression) (err error) {
	sql.Inspect(e, func(e sql.Expression) bool {
		q, ok := e.(*plan.Subquery)
		if !ok {
			return true
		}
		planwalk.EachNode(q.Query, func(n sql.Node) {
			w, ok := n.(*plan.Window)
			if !ok {
				return
			}
			for _, e := range w.SelectExprs {
				if f, ok := e.(sql.WindowAdaptableExpression); ok && f.Window() != nil && slices.ContainsFunc(f.Window().ToExpressions(), planwalk.HasSubquery) {
					err = sqlerr.NotSupportedYet("OVER (... ORDER BY subquery) in a subquery")
				}
			}
		})
		return true
	})
	return err
}

func narrowWindow(w *plan.Window) (sql.Node, transform.TreeIdentity, error) {
	width := len(w.Child.Schema())
	return transform.OneNodeExpressions(w, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		f, ok := e.(sql.WindowAdaptableExpression)
		if !ok || f.Window() == nil || !slices.ContainsFunc(f.Window().ToExpressions(), planwalk.HasSubquery) {
			return e, transform.SameTree, nil
		}
		def := f.Window()
		by, _, err := NarrowSubqueries(def.ToExpressions(), width)
		if err != nil {
			return e, transform.SameTree, err
		}
		def, err = def.FromExpressions(by)
		if err != nil {
			return e, transform.SameTree, err
		}
		return f.WithWindow(def), transform.NewTree, nil
	})
}

// NarrowSubqueries has the subqueries of expressions see the first columns of a row alone.
func NarrowSubqueries(exprs []sql.Expression, width int) ([]sql.Expression, transform.TreeIdentity, error) {
	return transform.Exprs(exprs, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		if q, ok := e.(*plan.Subquery); ok {
			return &narrow{expression.UnaryExpressionStub{Child: q}, width}, transform.NewTree, nil
		}
		return e, transform.SameTree, nil
	})
}

// narrow is an expression of the first columns of a row.
type narrow struct {
	expression.UnaryExpressionStub
	width int
}

var (
	_ sql.Expression         = (*narrow)(nil)
	_ sql.CollationCoercible = (*narrow)(nil)
)

// Eval implements sql.Expression.
func (n *narrow) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if len(row) > n.width {
		row = row[:n.width]
	}
	return n.Child.Eval(ctx, row)
}

// Type implements sql.Expression.
func (n *narrow) Type() sql.Type { return n.Child.Type() }

// String implements sql.Expression.
func (n *narrow) String() string { return n.Child.String() }

// WithChildren implements sql.Expression.
func (n *narrow) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &narrow{expression.UnaryExpressionStub{Child: children[0]}, n.width}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *narrow) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}
