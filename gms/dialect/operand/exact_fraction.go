package operand

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine gives a number with a point the type of the column that it is compared with, and
// so the column's digits: a DECIMAL(5,2) < 0.005 was compared with 0.01. So such a number is
// written as a call, which hides it until the rule that knows of types ([MakeComparable])
// has seen it.

// fractionName is the call's, which no statement names by chance: one that does, in
// backquotes, gets its argument back.
const fractionName = "exact fraction"

// ExactFractionsRule is the rule exact-fractions.
var ExactFractionsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "exact-fractions", Changes: rule.Tree, About: rule.Numbers,
		Why:      "The engine rounds a literal with a point to the digits of the column that it is compared with.",
		NeededBy: rule.Data, Golden: "compared_types",
	},
	Apply: step.TreeStep{Sought: step.SoughtFraction, Apply: exactFractionsIn, Programs: true},
}

// exactFractionsIn writes them so in a statement that reads or changes rows.
func exactFractionsIn(n sqlparser.SQLNode) {
	switch n.(type) {
	case sqlparser.SelectStatement, *sqlparser.Insert, *sqlparser.Update, *sqlparser.Delete, *sqlparser.Explain:
	default:
		return // what is defined keeps its text
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		c, ok := n.(*sqlparser.ComparisonExpr)
		if !ok {
			return true, nil
		}
		if _, column := c.Left.(*sqlparser.ColName); column {
			c.Right = exactFraction(c.Right)
		} else if _, column := c.Right.(*sqlparser.ColName); column {
			c.Left = exactFraction(c.Left)
		}
		return true, nil
	}, n)
}

func exactFraction(e sqlparser.Expr) sqlparser.Expr {
	v, ok := e.(*sqlparser.SQLVal)
	if !ok || v.Type != sqlparser.FloatVal {
		return e
	}
	return &sqlparser.FuncExpr{Name: sqlparser.NewColIdent(fractionName), Exprs: sqlparser.SelectExprs{&sqlparser.AliasedExpr{Expr: v}}}
}

// fraction is a number that is written in a statement.
type fraction struct{ *expression.Literal }

var (
	_ sql.FunctionExpression = (*fraction)(nil)
	_ sql.CollationCoercible = (*fraction)(nil)
)

// FractionFunction makes one.
var FractionFunction = sql.Function1{Name: fractionName, Fn: func(e sql.Expression) sql.Expression {
	if l, ok := e.(*expression.Literal); ok {
		return &fraction{l}
	}
	return e
}}

// FunctionName implements sql.FunctionExpression.
func (*fraction) FunctionName() string { return fractionName }

// Description implements sql.FunctionExpression.
func (*fraction) Description() string { return "its operand" }

// WithChildren implements sql.Expression.
func (f *fraction) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(f, len(children), 0)
	}
	return f, nil
}

// beside is the number where it is compared with something: of a column's type if this has
// its digits.
func (f *fraction) beside(e sql.Expression) sql.Expression {
	if _, column := e.(*expression.GetField); !column {
		return f.Literal
	}
	switch typ := e.Type(); {
	case types.IsDecimal(typ) && types.IsDecimal(f.Type()) && holdsDecimals(typ, f.Type()), types.IsFloat(typ) && types.IsFloat(f.Type()):
		v, inRange, err := typ.Convert(sql.NewEmptyContext(), f.Value())
		if err == nil && inRange == sql.InRange {
			return expression.NewLiteral(v, typ)
		}
	}
	return f.Literal
}

// plainFractions are two operands with such numbers as any other.
func plainFractions(left, right sql.Expression) (l, r sql.Expression, changed bool) {
	if f, ok := left.(*fraction); ok {
		return f.beside(right), right, true
	}
	if f, ok := right.(*fraction); ok {
		return left, f.beside(left), true
	}
	return left, right, false
}
