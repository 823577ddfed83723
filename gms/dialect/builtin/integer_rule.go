package builtin

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// IntegerArithmeticRule is the rule integer-arithmetic.
var IntegerArithmeticRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "integer-arithmetic", Changes: rule.Plan, About: rule.Numbers,
		Why:      "Sums, differences and products of integers wrap around in the engine; in MySQL they are unsigned beside an unsigned one, and what has no room is error 1690.",
		NeededBy: rule.Data, Golden: "united_decimals",
	},
	Apply: step.PlanStep{Features: step.Integers, Apply: CheckIntegers, Change: step.Integers},
}

// CheckIntegers replaces the operators by ones that do as MySQL.
func CheckIntegers(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	signed := sql.LoadSqlMode(ctx).ModeEnabled("NO_UNSIGNED_SUBTRACTION")
	var widened bool
	n, same, err := transform.NodeExprsWithOpaque(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		switch e := e.(type) {
		case *expression.Arithmetic:
			if i := operand.NewIntegers(e, signed); i != nil {
				widened = widened || i.Type() != e.Type()
				return i, transform.NewTree, nil
			}
			if d := operand.NewDoubles(e); d != nil {
				return d, transform.NewTree, nil
			}
		case *expression.UnaryMinus:
			if l, literal := e.Child.(*expression.Literal); literal {
				return operand.OppositeOf(l, e)
			}
			if operand.IsOppositeOfInteger(e) {
				return &operand.IntegerMinus{UnaryMinus: e}, transform.NewTree, nil
			}
		case *expression.IntDiv:
			return &operand.Division{IntDiv: e}, transform.NewTree, nil
		case *function.Substring: // of SUBSTRING(... FROM ... FOR ...), which the engine makes itself
			return boundCall("substring", e)
		}
		return e, transform.SameTree, nil
	})
	if err != nil || !widened {
		return n, same, err
	}
	n, err = unsignedColumns(n)
	return n, transform.NewTree, err
}
