package rewrite

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// rollupRuleID and materializeRuleID are those of rules; the analyzer has none so high.
const (
	rollupRuleID      analyzer.RuleId = 1<<20 + 5
	materializeRuleID analyzer.RuleId = 1<<20 + 7
)

// flagRollsUp is set in the flags of a statement that has a grouping WITH ROLLUP.
const flagRollsUp = 61

// RunLast has an analyzer group WITH ROLLUP and materialize derived tables as the last
// things it does: its own rules see groupings and tables like any other.
func RunLast(a *analyzer.Analyzer) {
	for i, b := range a.Batches {
		if b.Desc != "after-all" {
			continue
		}
		extended := *b
		rules := slices.DeleteFunc(slices.Clone(b.Rules), func(r analyzer.Rule) bool { return r.Id == collateRuleID })
		extended.Rules = append(rules, analyzer.Rule{Id: rollupRuleID, Apply: finishPlan}, analyzer.Rule{Id: materializeRuleID, Apply: materializePlan})
		a.Batches[i] = &extended
	}
}

// finishRules are the last to change a plan.
var finishRules = rule.Must(finishQueriesRule, collatedRowsRule, rolledGroupsRule)

// finishSteps are those of finishRules in their order.
var finishSteps = finishRules.Steps()

// finishPlan is [FinishQueries], [CollateRows] and the grouping WITH ROLLUP, of which a plain
// statement has none: one rule for it to pass by.
func finishPlan(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	same := transform.SameTree
	for _, apply := range finishSteps {
		out, unchanged, err := apply(ctx, a, n, scope, sel, flags)
		if err != nil {
			return out, unchanged, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}

var rollupAliasesRule = rule.Of[PlanStep]{
	Rule: rule.Rule{
		Name: "rollup-aliases", Changes: rule.Plan, About: rule.Grouping,
		Why:      "WITH ROLLUP is computed last, by a plan that is marked as it was bound; an alias that is a column as well is error 1052, as in MySQL.",
		NeededBy: rule.Tool, By: "Dolphie", Golden: "collated_plans",
	},
	Apply: PlanStep{Features: Rollups, Apply: markRollups},
}

// MarkRollups says in a statement's flags that it has such a grouping, as it was bound, and
// refuses one by an alias that is a column as well.
func MarkRollups(n sql.Node, flags *sql.QueryFlags) (err error) {
	eachNode(n, func(n sql.Node) {
		g, ok := n.(*plan.GroupBy)
		if !ok || err != nil || !IsRollup(g) {
			return
		}
		if flags != nil {
			flags.Set(flagRollsUp)
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

// eachNode visits the nodes of a plan, those of its subqueries too.
func eachNode(n sql.Node, visit func(sql.Node)) {
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		if n == nil {
			return false
		}
		visit(n)
		if i, ok := n.(*plan.InsertInto); ok {
			eachNode(i.Source, visit)
		}
		if e, ok := n.(sql.Expressioner); ok {
			for _, e := range e.Expressions() {
				sql.Inspect(e, func(e sql.Expression) bool {
					if q, ok := e.(*plan.Subquery); ok {
						eachNode(q.Query, visit)
					}
					return true
				})
			}
		}
		return true
	})
}

// IsRollup says of a grouping that it is WITH ROLLUP and has not been seen to.
func IsRollup(g *plan.GroupBy) bool {
	n := len(g.GroupByExprs)
	return n > 1 && isLevel(g.GroupByExprs[n-1])
}

func isLevel(e sql.Expression) bool {
	c, ok := e.(*scalarCall)
	return ok && c.of == levelFunction
}

var rolledGroupsRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "rollup-groups", Changes: rule.Plan, About: rule.Grouping,
		Why:      "Groups the rows of GROUP BY ... WITH ROLLUP by every level; the engine's own rules see one grouping.",
		NeededBy: rule.Tool, By: "Dolphie", Golden: "collated_plans",
	},
	Apply: rollUpPlan,
}

// rollUpPlan gives the groupings of a plan what they need.
func rollUpPlan(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if flags != nil && !flags.IsSet(flagRollsUp) {
		return n, transform.SameTree, nil
	}
	return rollUpNodes(n)
}

func rollUpNodes(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	return transformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if g, ok := n.(*plan.GroupBy); ok && IsRollup(g) {
			out, err := rollUpGroups(g)
			return out, transform.NewTree, err
		}
		return n, transform.SameTree, nil
	})
}

// transformQueries changes the nodes of a plan from below, those of its subqueries and of
// the query of an INSERT too.
func transformQueries(n sql.Node, change transform.NodeFunc) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		n, same, err := transform.OneNodeExpressions(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			q, ok := e.(*plan.Subquery)
			if !ok {
				return e, transform.SameTree, nil
			}
			query, same, err := transformQueries(q.Query, change)
			if err != nil || bool(same) {
				return e, transform.SameTree, err
			}
			return q.WithQuery(query), transform.NewTree, nil
		})
		if err != nil {
			return n, same, err
		}
		if t, ok := n.(*plan.InsertInto); ok {
			source, unchanged, err := transformQueries(t.Source, change)
			if err != nil || bool(unchanged) {
				return n, same, err
			}
			return t.WithSource(source), transform.NewTree, nil
		}
		n, unchanged, err := change(n)
		return n, same && unchanged, err
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
