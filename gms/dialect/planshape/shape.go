package planshape

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Shape says what a query has besides columns of one table.
type Shape uint8

const (
	Filters    Shape = 1 << iota // a condition
	Logic                        // AND, OR or NOT
	Tuples                       // IN with a list
	Groups                       // an aggregation
	Sorts                        // ORDER BY
	Distincts                    // DISTINCT
	Limits                       // LIMIT or OFFSET
	Arithmetic                   // +, -, *, / and their kin
)

// all is each shape a query can have.
const all Shape = 1<<step.ShapeFlags - 1

// Of finds the shape of a query. It does not know a plan that has anything else than columns,
// literals, comparisons and aggregations of one stored table: subqueries, joins, functions.
func Of(n sql.Node) (s Shape, known bool) {
	known = s.node(n)
	return s, known
}

func (s *Shape) node(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.Project:
		return s.expressions(n.Projections) && s.node(n.Child)
	case *plan.Filter:
		*s |= Filters
		return s.expression(n.Expression) && s.node(n.Child)
	case *plan.Sort:
		*s |= Sorts
		for i := range n.SortFields {
			if !s.expression(n.SortFields[i].Column) {
				return false
			}
		}
		return s.node(n.Child)
	case *plan.Limit:
		*s |= Limits
		return !n.CalcFoundRows && s.expression(n.Limit) && s.node(n.Child)
	case *plan.Offset:
		*s |= Limits
		return s.expression(n.Offset) && s.node(n.Child)
	case *plan.Distinct:
		*s |= Distincts
		return s.node(n.Child)
	case *plan.GroupBy:
		*s |= Groups
		return s.expressions(n.SelectDeps) && s.expressions(n.GroupByExprs) && s.node(n.Child)
	case *plan.TableAlias:
		return s.node(n.Child)
	case *plan.ResolvedTable:
		_, routines := n.Table.(analyzer.RoutineTable) // is given them by a rule
		return !routines
	}
	return false
}

func (s *Shape) expressions(list []sql.Expression) bool {
	for _, e := range list {
		if !s.expression(e) {
			return false
		}
	}
	return true
}

func (s *Shape) expression(e sql.Expression) bool {
	switch e := e.(type) {
	case *expression.GetField, *expression.Literal:
		return true
	case *expression.Alias:
		return s.expression(e.Child)
	case *expression.Equals, *expression.GreaterThan, *expression.GreaterThanOrEqual, *expression.LessThan, *expression.LessThanOrEqual:
		return s.operands(e)
	case *expression.IsNull:
		return s.expression(e.Child)
	case *expression.Between:
		return s.expression(e.Val) && s.expression(e.Lower) && s.expression(e.Upper)
	case *expression.And, *expression.Or:
		*s |= Logic
		return s.operands(e)
	case *expression.Not:
		*s |= Logic
		return s.expression(e.Child)
	case *expression.InTuple:
		*s |= Tuples
		list, ok := e.RightChild.(expression.Tuple)
		return ok && s.expression(e.LeftChild) && s.expressions(list)
	case *expression.Arithmetic:
		*s |= Arithmetic
		return s.operands(e)
	case *aggregation.Sum:
		return s.expression(e.Child)
	case *aggregation.Count:
		return s.expression(e.Child)
	case *aggregation.Min:
		return s.expression(e.Child)
	case *aggregation.Max:
		return s.expression(e.Child)
	case *aggregation.Avg:
		return s.expression(e.Child)
	}
	return false
}

func (s *Shape) operands(e sql.Expression) bool {
	of, ok := e.(expression.BinaryExpression)
	return ok && s.expression(of.Left()) && s.expression(of.Right())
}
