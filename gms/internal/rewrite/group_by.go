package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// With sql_mode ONLY_FULL_GROUP_BY the engine refuses what stands beside an
// aggregate and has no column of the query: a subquery of its own, VERSION(),
// @@version. MySQL takes them for the constants they are.

// groupByRule is the engine's rule that does so, by its name.
const groupByRule = "validateGroupBy"

// AllowConstants has the rule look at a copy of the plan in which such
// expressions are constants.
func AllowConstants(a *analyzer.Analyzer) {
	for i, b := range a.Batches {
		extended := *b
		extended.Rules = append([]analyzer.Rule(nil), b.Rules...)
		for j := range extended.Rules {
			rule := &extended.Rules[j]
			if rule.Id.String() != groupByRule {
				continue
			}
			apply := rule.Apply
			rule.Apply = func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
				out, same, err := apply(ctx, a, n, scope, sel, flags)
				if err == nil {
					return out, same, nil
				}
				constant, unchanged, constantErr := withConstants(n)
				if constantErr != nil || bool(unchanged) {
					return out, same, err
				}
				_, _, err = apply(ctx, a, constant, scope, sel, flags)
				return n, transform.SameTree, err
			}
		}
		a.Batches[i] = &extended
	}
}

// withConstants is a plan with literals in place of what has no column of its
// queries but those they group by.
func withConstants(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	var grouped sql.ColSet
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		if g, ok := n.(*plan.GroupBy); ok {
			for _, e := range g.GroupByExprs {
				if id, ok := e.(sql.IdExpression); ok {
					grouped.Add(id.Id())
				}
			}
		}
		return true
	})
	return transform.NodeExprsWithOpaque(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		switch e := e.(type) {
		case *plan.Subquery:
			if e.Correlated().SubsetOf(grouped) {
				return expression.NewLiteral(nil, types.Null), transform.NewTree, nil
			}
		case *expression.Literal, *expression.GetField, sql.Aggregation:
		case *expression.UserVar, *expression.SystemVar:
			return expression.NewLiteral(nil, types.Null), transform.NewTree, nil
		case sql.FunctionExpression:
			if len(e.Children()) == 0 {
				return expression.NewLiteral(nil, types.Null), transform.NewTree, nil
			}
		}
		return e, transform.SameTree, nil
	})
}
