package query

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// SELECT DISTINCT a + 1 ... ORDER BY 1 the engine sorts after DISTINCT by a + 1, for which
// it takes the first column that it has then for a: the rows came out in another order, with
// LIMIT other rows, or error 1105. So the sort is by the column that has been computed.

// DistinctByPositionRule is the rule distinct-by-position.
var DistinctByPositionRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "distinct-by-position", Changes: rule.Tree, About: rule.Queries,
		Why:      "The engine sorts SELECT DISTINCT a + 1 ... ORDER BY 1 by another column or fails; MySQL sorts by what is selected.",
		NeededBy: rule.Data, Golden: "distinct_order",
	},
	Apply: step.TreeStep{Sought: step.SoughtOrder | step.SoughtDistinct, Apply: namePositionsIn, Programs: true},
}

// namePositionsIn gives what a sorted SELECT DISTINCT computes the name that its column has
// anyway as its alias, by which the sort can find it.
func namePositionsIn(n sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if s, ok := n.(*sqlparser.Select); ok && s.QueryOpts.Distinct && sortsByPosition(s.OrderBy) {
			for _, e := range s.SelectExprs {
				if e, ok := e.(*sqlparser.AliasedExpr); ok {
					namePosition(e)
				}
			}
		}
		return true, nil
	}, n)
}

func namePosition(e *sqlparser.AliasedExpr) {
	if _, column := e.Expr.(*sqlparser.ColName); column || !e.As.IsEmpty() || e.InputExpression == "" {
		return
	}
	name := e.InputExpression
	if v, ok := e.Expr.(*sqlparser.SQLVal); ok && v.Type == sqlparser.StrVal {
		name = string(v.Val)
	}
	if name != "" {
		e.As = sqlparser.NewColIdent(name)
	}
}

func sortsByPosition(by sqlparser.OrderBy) bool {
	for _, o := range by {
		if v, ok := o.Expr.(*sqlparser.SQLVal); ok && v.Type == sqlparser.IntVal {
			return true
		}
	}
	return false
}

// SortsComputed says of a sort that it computes again what the DISTINCT below has.
func SortsComputed(s *plan.Sort) bool {
	if _, ok := s.Child.(*plan.Distinct); !ok {
		return false
	}
	for _, f := range s.SortFields {
		if _, ok := f.Column.(*expression.Alias); ok {
			return true
		}
	}
	return false
}

// SortsByComputedRule is the rule sorts-by-computed.
var SortsByComputedRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "sorts-by-computed", Changes: rule.Plan, About: rule.Queries,
		Why:      "The engine sorts after DISTINCT by the first column it has for a name in the expression; MySQL sorts by what is selected.",
		NeededBy: rule.Data, Golden: "distinct_order",
	},
	Apply: step.PlanStep{Features: step.Sorts, Apply: SortComputed},
}

// SortComputed has sorts be by what has been computed below them.
func SortComputed(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		s, ok := n.(*plan.Sort)
		if !ok || !SortsComputed(s) {
			return n, transform.SameTree, nil
		}
		out := *s
		out.SortFields = append(sql.SortFields(nil), s.SortFields...)
		for i, f := range out.SortFields {
			if a, ok := f.Column.(*expression.Alias); ok {
				out.SortFields[i].Column = expression.NewGetFieldWithTable(int(a.Id()), 0, a.Type(), "", "", a.Name(), a.IsNullable())
			}
		}
		return &out, transform.NewTree, nil
	})
}
