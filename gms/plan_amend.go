package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/internal/table"
)

// What the engine does otherwise than MySQL is put right in the plan, each by a rule of
// its own that walks through it. Most statements have nothing of the kind: one walk
// finds out which rules there is work for.

// amendPlan applies those rules before any of the engine's, and first refuses what is
// not allowed. It is a rule itself.
func (a *Adapter) amendPlan(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	n, same, err := a.authorizeNode(ctx, an, n, scope, sel, flags)
	if err != nil {
		return n, same, err
	}
	var rules [6]analyzer.RuleFunc
	list := append(rules[:0], limitColumns)
	f := featuresOf(n, scope)
	if f.joins {
		list = append(list, limitJoins)
	}
	if f.converts {
		list = append(list, enumsAsText)
	}
	if f.aggregates {
		list = append(list, exactSums)
	}
	if f.shows {
		list = append(list, table.Describe, a.showStatus)
	}
	for _, rule := range list {
		out, unchanged, err := rule(ctx, an, n, scope, sel, flags)
		if err != nil {
			return out, unchanged, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}

// planFeatures are what a plan has that a rule may have to change.
type planFeatures struct {
	joins      bool
	converts   bool // an ENUM, a SET, or what may become one or a document of them
	aggregates bool
	shows      bool
}

var everyFeature = planFeatures{true, true, true, true}

// featuresOf looks at a plan. One within another, as a trigger's, has columns that
// are not its own.
func featuresOf(n sql.Node, scope *plan.Scope) (f planFeatures) {
	if scope != nil {
		return everyFeature
	}
	f.node(n)
	return f
}

// node looks at a node and what is below it. One that is not known is taken to have
// everything.
func (f *planFeatures) node(n sql.Node) {
	switch t := n.(type) {
	case *plan.ResolvedTable:
		f.columns(t.Schema())
		return
	case *plan.SubqueryAlias:
		f.node(t.Child)
		return
	case *plan.InsertInto:
		f.node(t.Destination)
		f.node(t.Source)
		for _, e := range t.OnDupExprs {
			f.expression(e)
		}
		return
	case *plan.Project: // the commonest, without what Children and Expressions allocate
		for _, e := range t.Projections {
			f.expression(e)
		}
		f.node(t.Child)
		return
	case *plan.Filter:
		f.expression(t.Expression)
		f.node(t.Child)
		return
	case *plan.TableAlias, *plan.Limit, *plan.Offset, *plan.Sort, *plan.Distinct, *plan.Having,
		*plan.Values, *plan.InsertDestination, *plan.Update, *plan.UpdateSource, *plan.DeleteFrom:
	case *plan.GroupBy:
		f.aggregates = true
	case *plan.JoinNode:
		f.joins = true
	default:
		*f = everyFeature
		return
	}
	if e, ok := n.(sql.Expressioner); ok {
		for _, e := range e.Expressions() {
			f.expression(e)
		}
	}
	for _, child := range n.Children() {
		f.node(child)
	}
}

func (f *planFeatures) columns(s sql.Schema) {
	for _, c := range s {
		f.converts = f.converts || isEnum(c.Type) || kindOfType(c.Type) != anything
	}
}

func (f *planFeatures) expression(e sql.Expression) {
	switch e := e.(type) {
	case *expression.GetField, *expression.Literal, *expression.BindVar:
		return // a field is a column of a table below
	case *expression.Equals:
		f.expression(e.LeftChild)
		f.expression(e.RightChild)
		return
	case *plan.Subquery:
		f.node(e.Query)
		return
	case *sql.ColumnDefaultValue:
		if e == nil || e.Expr == nil {
			return
		}
	case *expression.Alias, *expression.GreaterThan, *expression.GreaterThanOrEqual, *expression.LessThan,
		*expression.LessThanOrEqual, *expression.Between, *expression.And, *expression.Or, *expression.Not, *expression.IsNull,
		*expression.Arithmetic, *expression.InTuple, expression.Tuple, *expression.SetField:
	case sql.Aggregation:
		f.aggregates = true
	default:
		f.converts = true
	}
	for _, child := range e.Children() {
		f.expression(child)
	}
}
