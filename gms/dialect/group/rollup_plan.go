package group

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// RollupAliasesRule is the rule rollup-aliases.
var RollupAliasesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "rollup-aliases", Changes: rule.Plan, About: rule.Grouping,
		Why:      "WITH ROLLUP is computed last, by a plan that is marked as it was bound; an alias that is a column as well is error 1052, as in MySQL.",
		NeededBy: rule.Tool, By: "Dolphie", Golden: "collated_plans",
	},
	Apply: step.PlanStep{Features: step.Rollups, Apply: markRollups},
}

// MarkRollups says in a statement's flags that it has such a grouping, as it was bound, and
// refuses one by an alias that is a column as well.
func MarkRollups(n sql.Node, flags *sql.QueryFlags) (err error) {
	planwalk.EachNode(n, func(n sql.Node) {
		g, ok := n.(*plan.GroupBy)
		if !ok || err != nil || !IsRollup(g) {
			return
		}
		if flags != nil {
			flags.Set(step.FlagRollsUp)
		}
		for _, e := range g.GroupByExprs[len(g.GroupByExprs)-1].Children() {
			name, ok := e.(*expression.Literal)
			if !ok {
				continue
			}
			for _, c := range g.Child.Schema() {
				if alias, _ := name.Value().(string); strings.EqualFold(c.Name, alias) {
					err = mysql.NewSQLError(mysql.ERNonUniq, "23000", "Column '%s' in group statement is ambiguous", alias)
				}
			}
		}
	})
	return err
}

// IsRollup says of a grouping that it is WITH ROLLUP and has not been seen to.
func IsRollup(g *plan.GroupBy) bool {
	n := len(g.GroupByExprs)
	return n > 1 && isLevel(g.GroupByExprs[n-1])
}

func isLevel(e sql.Expression) bool {
	c, ok := e.(*operand.ScalarCall)
	return ok && c.Of == levelFunction
}

// RolledGroupsRule is the rule rollup-groups.
var RolledGroupsRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "rollup-groups", Changes: rule.Plan, About: rule.Grouping,
		Why:      "Groups the rows of GROUP BY ... WITH ROLLUP by every level; the engine's own rules see one grouping.",
		NeededBy: rule.Tool, By: "Dolphie", Golden: "collated_plans",
	},
	Apply: rollUpPlan,
}

// rollUpPlan gives the groupings of a plan what they need.
func rollUpPlan(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if flags != nil && !flags.IsSet(step.FlagRollsUp) {
		return n, transform.SameTree, nil
	}
	return rollUpNodes(n)
}

func rollUpNodes(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	return planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if g, ok := n.(*plan.GroupBy); ok && IsRollup(g) {
			out, err := rollUpGroups(g)
			return out, transform.NewTree, err
		}
		return n, transform.SameTree, nil
	})
}

// rollUpGroups is a grouping of all levels.
func rollUpGroups(g *plan.GroupBy) (sql.Node, error) {
	count := len(g.GroupByExprs) - 1
	out := *g
	out.Child = &rollupInput{plan.UnaryNode{Child: g.Child}, count}
	out.GroupByExprs = make([]sql.Expression, 0, len(g.GroupByExprs))
	for i, e := range g.GroupByExprs[:count] {
		out.GroupByExprs = append(out.GroupByExprs, &rollupKey{expression.UnaryExpressionStub{Child: e}, i})
	}
	out.GroupByExprs = append(out.GroupByExprs, rollupLevel{})
	out.SelectDeps = make([]sql.Expression, len(g.SelectDeps))
	for i, e := range g.SelectDeps {
		e, _, err := transform.Expr(e, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			if isLevel(e) {
				return rollupLevel{}, transform.NewTree, nil
			}
			return e, transform.SameTree, nil
		})
		if err != nil {
			return nil, err
		}
		out.SelectDeps[i] = e
	}
	return &rollupGroups{plan.UnaryNode{Child: &out}}, nil
}

func markRollups(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return n, transform.SameTree, MarkRollups(n, flags)
}
