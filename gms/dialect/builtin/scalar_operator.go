package builtin

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// BitOperatorsRule is the rule bit-operators.
var BitOperatorsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "bit-operators", Changes: rule.Tree, About: rule.Numbers,
		Why:      "The engine lacks ~ and MEMBER OF, and computes on bits with doubles beside a signed number, which loses bits.",
		NeededBy: rule.Data, Golden: "binary_numbers",
	},
	Apply: step.TreeStep{Sought: step.SoughtOperator, Apply: functionsForOperatorsIn, Programs: true},
}

// functionsForOperatorsIn has the operators of a statement that the engine lacks be calls
// of functions: ~, and those that [words.Respell] has written as an IN of one. The
// operands of its operators on bits become unsigned, as in MySQL, beside such a number: it
// makes doubles of them where one is signed and the other is not, of which most of the bits
// are lost. Columns keep the names that the statement gives them.
func functionsForOperatorsIn(stmt sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.UnaryExpr:
			if n.Operator == sqlparser.TildaStr {
				n.Operator, n.Expr = sqlparser.UPlusStr, syntaxtree.Call(step.InverseName, n.Expr)
			}
		case *sqlparser.BinaryExpr:
			switch n.Operator {
			case sqlparser.BitAndStr, sqlparser.BitOrStr, sqlparser.BitXorStr, sqlparser.ShiftLeftStr, sqlparser.ShiftRightStr:
				if isLarge(n.Left) || isLarge(n.Right) {
					n.Left, n.Right = syntaxtree.Call(step.BitsName, n.Left), syntaxtree.Call(step.BitsName, n.Right)
				}
			}
		case *sqlparser.ComparisonExpr:
			list, ok := n.Right.(sqlparser.ValTuple)
			if !ok || len(list) != 1 || n.Operator != sqlparser.InStr {
				break
			}
			if f, ok := list[0].(*sqlparser.FuncExpr); ok && (f.Name.EqualString(step.MemberName) || operand.QuantifiedNames[f.Name.String()]) && len(f.Exprs) == 1 {
				f.Exprs = append(sqlparser.SelectExprs{&sqlparser.AliasedExpr{Expr: n.Left}}, f.Exprs...)
				n.Operator, n.Left, n.Right = sqlparser.EqualStr, f, sqlparser.NewIntVal([]byte("1"))
			}
		case *sqlparser.AliasedExpr:
			n.InputExpression = words.Unspell(n.InputExpression)
		}
		return true, nil
	}, stmt)
}

// isLarge says of an expression that it is a number with most of its bits, as ~ gives it.
func isLarge(e sqlparser.Expr) bool {
	switch e := e.(type) {
	case *sqlparser.ParenExpr:
		return isLarge(e.Expr)
	case *sqlparser.SQLVal:
		return e.Type == sqlparser.IntVal && len(e.Val) >= len("9223372036854775807")
	case *sqlparser.UnaryExpr:
		if e.Operator == sqlparser.TildaStr {
			return true
		}
		f, ok := e.Expr.(*sqlparser.FuncExpr)
		return ok && f.Name.EqualString(step.InverseName)
	}
	return false
}
