package query

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine sorts a UNION by what the first SELECT names at the position that ORDER BY
// gives. Where that is a literal without an alias, it sorts by the literal, and thus not
// at all: SELECT 1 UNION SELECT 2 ORDER BY 1 DESC. So such a literal gets the name that
// its column has anyway as its alias.

// UnionsByLiteralsRule is the rule unions-by-literals.
var UnionsByLiteralsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "unions-by-literals", Changes: rule.Tree, About: rule.Sets,
		Why:      "The engine does not sort a UNION by a column whose first SELECT has a literal without an alias there.",
		NeededBy: rule.Data, Golden: "union_order",
	},
	Apply: step.TreeStep{Sought: step.SoughtOrder | step.SoughtSet, Apply: nameLiteralsIn, Programs: true},
}

// nameLiteralsIn gives the literals of a sorted UNION aliases.
func nameLiteralsIn(n sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if s, ok := n.(*sqlparser.SetOp); ok && len(s.OrderBy) > 0 {
			nameLiteralsOf(s.Left)
		}
		return true, nil
	}, n)
}

// nameLiteralsOf does so in the SELECT whose names a UNION has.
func nameLiteralsOf(s sqlparser.SelectStatement) {
	switch s := s.(type) {
	case *sqlparser.SetOp:
		nameLiteralsOf(s.Left)
	case *sqlparser.ParenSelect:
		nameLiteralsOf(s.Select)
	case *sqlparser.Select:
		for _, e := range s.SelectExprs {
			e, ok := e.(*sqlparser.AliasedExpr)
			if !ok || !e.As.IsEmpty() || e.InputExpression == "" {
				continue
			}
			switch v := e.Expr.(type) {
			case *sqlparser.SQLVal:
				name := e.InputExpression
				if v.Type == sqlparser.StrVal {
					name = string(v.Val)
				}
				if name != "" {
					e.As = sqlparser.NewColIdent(name)
				}
			case *sqlparser.NullVal, sqlparser.BoolVal:
				e.As = sqlparser.NewColIdent(e.InputExpression)
			}
		}
	}
}
