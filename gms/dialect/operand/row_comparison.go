package operand

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Comparisons of rows, (a, b) < (c, d), are those of their columns in MySQL, from left to
// right: the first that are not equal decide, and one that is NULL before them makes NULL of
// it all. The engine compares rows as values, for which NULL is a number like others, or an
// error. Of the columns' comparisons, unlike a row's, an index can be asked for.

// RowComparisonsRule is the rule row-comparisons.
var RowComparisonsRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "row-comparisons", Changes: rule.Plan, About: rule.Comparisons,
		Why:      "The engine compares rows as values, for which NULL is a number like others; MySQL compares their columns from left to right.",
		NeededBy: rule.Data, Golden: "row_comparisons",
	},
	Apply: step.PlanStep{Features: step.Rows, Apply: CompareRows, Change: step.Rows},
}

// CompareRows makes comparisons of columns of those of rows.
func CompareRows(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeExprsWithOpaque(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		c, ok := e.(expression.Comparer)
		if !ok || !IsRow(c.Left()) {
			return e, transform.SameTree, nil
		}
		if out := comparedColumns(e, c.Left(), comparing{ctx}.rowBeside(e, c.Left(), c.Right())); out != nil {
			return out, transform.NewTree, nil
		}
		return e, transform.SameTree, nil
	})
}

// rowBeside is a row of literals that another is smaller or larger than: the time zone of a text beside
// a date is left out.
func (c comparing) rowBeside(as, left, right sql.Expression) sql.Expression {
	l, _ := left.(expression.Tuple)
	r, _ := right.(expression.Tuple)
	switch as.(type) {
	case *expression.Equals, *expression.NullSafeEquals:
		return right
	}
	if len(l) != len(r) {
		return right
	}
	out := slices.Clone(r)
	for i := range out {
		if plain := c.plainMoment(l[i], kindOf(l[i]), out[i], textNulled); plain != nil {
			out[i] = plain
		}
	}
	return out
}

// IsRow says whether an expression is a row of several columns.
func IsRow(e sql.Expression) bool {
	row, ok := e.(expression.Tuple)
	return ok && len(row) > 1
}

// comparedColumns compares two rows as a comparison does, column by column; nil if it cannot.
func comparedColumns(as, left, right sql.Expression) sql.Expression {
	l, _ := left.(expression.Tuple)
	r, _ := right.(expression.Tuple)
	if len(l) < 2 || len(l) != len(r) {
		return nil
	}
	var out sql.Expression
	for i := len(l) - 1; i >= 0; i-- {
		var first, rest sql.Expression // that decides by itself, and as far as the columns are equal
		switch as.(type) {
		case *expression.Equals, *expression.NullSafeEquals:
			rest = compared(as, l[i], r[i])
		case *expression.LessThan, *expression.GreaterThan:
			first = compared(as, l[i], r[i])
		case *expression.LessThanOrEqual:
			if first = compared(as, l[i], r[i]); out != nil {
				first = compared(&expression.LessThan{}, l[i], r[i])
			}
		case *expression.GreaterThanOrEqual:
			if first = compared(as, l[i], r[i]); out != nil {
				first = compared(&expression.GreaterThan{}, l[i], r[i])
			}
		}
		switch {
		case first == nil && rest == nil:
			return nil
		case out == nil && rest != nil:
			out = rest
		case out == nil:
			out = first
		case rest != nil:
			out = expression.NewAnd(rest, out)
		default:
			equal := compared(&expression.Equals{}, l[i], r[i])
			if equal == nil {
				return nil
			}
			out = expression.NewOr(first, expression.NewAnd(equal, out))
		}
	}
	return out
}

// compared compares two columns as a comparison does.
func compared(as, left, right sql.Expression) sql.Expression {
	if IsRow(left) {
		return comparedColumns(as, left, right)
	}
	e, _ := as.WithChildren(left, right) // which fails for another number of them alone
	return e
}
