package group

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// GROUP BY of a literal is one group, unless it is a whole number, which is the position
// of a column, in parentheses too. A parameter is no position, whatever its value. The engine refuses literals that are no numbers, and
// takes a number in parentheses for itself.

// GroupByLiteralsRule is the rule group-by-literals.
var GroupByLiteralsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "group-by-literals", Changes: rule.Tree, About: rule.Grouping,
		Why:      "The engine makes one group of GROUP BY (2), which is a position in MySQL, and refuses literals that are no numbers, which are one group in MySQL.",
		NeededBy: rule.Data, Golden: "group_literals",
	},
	Apply: step.TreeStep{Sought: step.SoughtGroup, Apply: groupLiteralsIn, Programs: true},
}

// groupLiteralsIn puts GROUP BY of literals so that the engine takes it for what it is.
func groupLiteralsIn(n sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if s, ok := n.(*sqlparser.Select); ok {
			for i, e := range s.GroupBy {
				s.GroupBy[i] = groupLiteral(e)
			}
		}
		return true, nil
	}, n)
}

func groupLiteral(e sqlparser.Expr) sqlparser.Expr {
	inner := e
	for {
		p, ok := inner.(*sqlparser.ParenExpr)
		if !ok {
			break
		}
		inner = p.Expr
	}
	v, ok := inner.(*sqlparser.SQLVal)
	switch {
	case !ok:
		return e
	case v.Type == sqlparser.IntVal && !strings.HasPrefix(string(v.Val), "-"):
		return v
	}
	return &sqlparser.ParenExpr{Expr: v}
}
