package group

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// With sql_mode ONLY_FULL_GROUP_BY the engine refuses what stands beside an
// aggregate and has no column of the query: a subquery of its own, VERSION(),
// @@version. MySQL takes them for the constants they are. Nor does it know its own
// plan of a query in the order of an alias: below the sort is a projection of all that
// is needed above it, single columns among them, which it takes for what is selected.

// groupByRule is the engine's rule that does so, by its name.
const groupByRule = "validateGroupBy"

// OnlyFullGroupByRule is the rule only-full-group-by.
var OnlyFullGroupByRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "only-full-group-by", Changes: rule.Plan, About: rule.Grouping,
		Why:      "The engine has error 1055 for constants as VERSION() beside an aggregate, and for its own plan of ORDER BY an alias.",
		NeededBy: rule.Client, Golden: "grouped_queries",
	},
	Apply: step.WrapStep{Engine: []string{groupByRule}, Wrap: correctGroupBy},
}

// correctGroupBy has the rule look, where it refuses a plan, at a copy without such
// projections and in which such expressions are constants.
func correctGroupBy(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		out, same, err := apply(ctx, a, n, scope, sel, flags)
		if err == nil {
			return out, same, nil
		}
		shown, selected, shownErr := withoutSorted(n)
		shown, constant, constantErr := withConstants(shown)
		if shownErr != nil || constantErr != nil || bool(selected && constant) {
			return out, same, err
		}
		_, _, err = apply(ctx, a, shown, scope, sel, flags)
		return n, transform.SameTree, err
	}
}

// withoutSorted is a plan without projections between a sort and what it sorts, where
// what is selected stands in one above the sort.
func withoutSorted(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		project, ok := n.(*plan.Project)
		if !ok {
			return n, transform.SameTree, nil
		}
		sort, ok := project.Child.(*plan.Sort)
		if !ok {
			return n, transform.SameTree, nil
		}
		below := sort.Child
		having, filtered := below.(*plan.Having)
		if filtered {
			below = having.Child
		}
		sorted, ok := below.(*plan.Project)
		if !ok {
			return n, transform.SameTree, nil
		}
		fields, err := withAliased(sort.SortFields, sorted.Projections)
		if err != nil {
			return nil, transform.SameTree, err
		}
		if below = sorted.Child; filtered {
			below = plan.NewHaving(having.Cond, below)
		}
		above, err := project.WithChildren(plan.NewSort(fields, below))
		return above, transform.NewTree, err
	})
}

// withAliased are the fields of a sort with what their aliases stand for.
func withAliased(fields sql.SortFields, projections []sql.Expression) (sql.SortFields, error) {
	aliased := make(map[sql.ColumnId]sql.Expression)
	for _, e := range projections {
		if alias, ok := e.(*expression.Alias); ok {
			aliased[alias.Id()] = alias.Child
		}
	}
	shown, _, err := transform.Exprs(fields.ToExpressions(), func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		if field, ok := e.(*expression.GetField); ok && aliased[field.Id()] != nil {
			return aliased[field.Id()], transform.NewTree, nil
		}
		return e, transform.SameTree, nil
	})
	if err != nil {
		return nil, err
	}
	return fields.FromExpressions(shown...), nil
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
		case *expression.UserVar, *expression.SystemVar, *expression.ProcedureParam: // that of a stored function's call
			return expression.NewLiteral(nil, types.Null), transform.NewTree, nil
		case sql.FunctionExpression:
			if len(e.Children()) == 0 {
				return expression.NewLiteral(nil, types.Null), transform.NewTree, nil
			}
		}
		return e, transform.SameTree, nil
	})
}
