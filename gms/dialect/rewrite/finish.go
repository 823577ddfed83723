package rewrite

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/group"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// rollupRuleID and materializeRuleID are those of rules; the analyzer has none so high.
const (
	rollupRuleID      analyzer.RuleId = 1<<20 + 5
	materializeRuleID analyzer.RuleId = 1<<20 + 7
)

// RunLast has an analyzer group WITH ROLLUP and materialize derived tables as the last
// things it does: its own rules see groupings and tables like any other.
func RunLast(a *analyzer.Analyzer) {
	for i, b := range a.Batches {
		if b.Desc != "after-all" {
			continue
		}
		extended := *b
		rules := slices.DeleteFunc(slices.Clone(b.Rules), func(r analyzer.Rule) bool { return r.Id == collate.CollateRuleID })
		extended.Rules = append(rules, analyzer.Rule{Id: rollupRuleID, Apply: finishPlan}, analyzer.Rule{Id: materializeRuleID, Apply: query.MaterializePlan})
		a.Batches[i] = &extended
	}
}

// finishRules are the last to change a plan.
var finishRules = rule.Must(query.FinishQueriesRule, collate.CollatedRowsRule, group.RolledGroupsRule)

// finishSteps are those of finishRules in their order.
var finishSteps = finishRules.Steps()

// finishPlan is [query.FinishQueries], [collate.CollateRows] and the grouping WITH ROLLUP, of which a plain
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
