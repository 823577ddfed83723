package group

import (
	"strconv"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine takes the first expression of GROUP_CONCAT(a, b) and forgets the others.
// MySQL concatenates them, and leaves a row out in which one is NULL: as CONCAT does.

// GroupConcatOfSeveralRule is the rule group-concat-of-several.
var GroupConcatOfSeveralRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "group-concat-of-several", Changes: rule.Tree, About: rule.Grouping,
		Why:      "The engine takes the first expression of GROUP_CONCAT(a, b) and drops the others; MySQL concatenates them.",
		NeededBy: rule.Data, Golden: "group_concat",
	},
	Apply: step.TreeStep{Sought: step.SoughtGroupConcat, Apply: wholeGroupConcatIn, Programs: true},
}

// wholeGroupConcatIn has GROUP_CONCAT() of several expressions be of them all.
func wholeGroupConcatIn(n sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		g, ok := n.(*sqlparser.GroupConcatExpr)
		if !ok {
			return true, nil
		}
		orderByExpressions(g)
		if len(g.Exprs) > 1 {
			g.Exprs = sqlparser.SelectExprs{&sqlparser.AliasedExpr{Expr: &sqlparser.FuncExpr{Name: sqlparser.NewColIdent("concat"), Exprs: g.Exprs}}}
		}
		return true, nil
	}, n)
}

// orderByExpressions puts expressions in the place of their positions in ORDER BY.
func orderByExpressions(g *sqlparser.GroupConcatExpr) {
	for _, o := range g.OrderBy {
		v, ok := o.Expr.(*sqlparser.SQLVal)
		if !ok || v.Type != sqlparser.IntVal {
			continue
		}
		n, err := strconv.Atoi(string(v.Val))
		if err != nil || n < 1 || n > len(g.Exprs) {
			continue
		}
		if e, ok := g.Exprs[n-1].(*sqlparser.AliasedExpr); ok {
			o.Expr = e.Expr
		}
	}
}
