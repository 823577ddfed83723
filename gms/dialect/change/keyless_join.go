package change

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// An UPDATE of joined tables is refused by the engine where a table that is changed has no
// key, since it knows rows that it has changed by their values. What it refuses so is the
// join that a statement names: not one that it has made of a subquery.

// joinRule is the rule that refuses it.
const joinRule = "modifyUpdateExprsForJoin"

// KeylessJoinsRule is the rule updates-of-keyless-joins.
var KeylessJoinsRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "updates-of-keyless-joins", Changes: rule.Plan, About: rule.Changes,
		Why:      "The engine refuses an UPDATE of joined tables without keys.",
		NeededBy: rule.Unknown,
	},
	Apply: step.WrapStep{Engine: []string{joinRule}, Wrap: allowKeylessJoins},
}

// allowKeylessJoins has that rule take every join for one that the engine has made. The code
// that builds the statement has to change all rows that are equal.
func allowKeylessJoins(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		update, ok := n.(*plan.Update)
		if !ok || !update.IsJoin {
			return apply(ctx, a, n, scope, sel, flags)
		}
		asked := *update
		asked.IsJoin = false
		out, same, err := apply(ctx, a, &asked, scope, sel, flags)
		if err != nil || same == transform.SameTree {
			return n, transform.SameTree, err
		}
		if joined, ok := out.(*plan.Update); ok {
			named := *joined
			named.IsJoin = true
			out = &named
		}
		return out, same, nil
	}
}
