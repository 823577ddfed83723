package query

import (
	"math"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// What keeps the first rows in order has room made for all of them before it reads one: of a
// LIMIT of two thousand million 48 GiB, for which the process ends. Where the limit is large,
// or is known when the rows are read and not before, all rows are sorted, in room that grows
// by them and is counted, and the first of them taken.

// largestTop is for how many rows room is made: some 1.5 MiB.
const largestTop = 1 << 16

// topRule is the engine's rule that puts together a sort and a limit.
const topRule = "insertTopNNodes"

// LargeTopsRule is the rule large-limits.
var LargeTopsRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "large-limits", Changes: rule.Plan, About: rule.Queries,
		Why:      "The engine makes room for all rows of ORDER BY ... LIMIT before it reads one: 48 GiB for two thousand million.",
		NeededBy: rule.End, Golden: "long_statements",
	},
	Apply: step.WrapStep{Engine: []string{topRule}, Wrap: sortLarge},
}

func sortLarge(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		n, same, err := apply(ctx, a, n, scope, sel, flags)
		if err != nil || bool(same) {
			return n, same, err
		}
		n, _, err = transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
			if t, ok := n.(*plan.TopN); ok && takesMany(ctx, t.Limit) {
				return plan.NewLimit(countable(ctx, t.Limit), plan.NewSort(t.Fields, t.Child)).WithCalcFoundRows(t.CalcFoundRows), transform.NewTree, nil
			}
			return n, transform.SameTree, nil
		})
		return n, transform.NewTree, err
	}
}

// takesMany says of a limit that room for so many rows is not to be made, or that nobody knows
// yet. A parameter's value stands in its place before rows are read.
func takesMany(ctx *sql.Context, limit sql.Expression) bool {
	if transform.InspectExpr(limit, func(e sql.Expression) bool {
		_, parameter := e.(*expression.BindVar)
		return parameter
	}) {
		return false
	}
	if !IsConstant(limit) {
		return true
	}
	v, err := limit.Eval(ctx, nil)
	n, ok := operand.IntegerOf(v)
	return err != nil || !ok || n.High != 0 || n.Low > largestTop
}

// firstOf is the first rows of a query in an order.
func firstOf(ctx *sql.Context, fields sql.SortFields, limit sql.Expression, n sql.Node) sql.Node {
	if takesMany(ctx, limit) || byUnited(fields) {
		return plan.NewLimit(countable(ctx, limit), plan.NewSort(fields, n))
	}
	return plan.NewTopN(fields, limit, n)
}

// countable is a limit, or the largest that the engine counts to where a LIMIT and its OFFSET
// are more together.
func countable(ctx *sql.Context, limit sql.Expression) sql.Expression {
	if !IsConstant(limit) {
		return limit
	}
	v, err := limit.Eval(ctx, nil)
	if n, ok := operand.IntegerOf(v); err == nil && ok && n.High == 0 && n.Low <= math.MaxInt64 {
		return limit
	}
	return expression.NewLiteral(int64(math.MaxInt64), types.Int64)
}
