package warning

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// OrderRule lists the warnings of SHOW WARNINGS in the order in which they were raised.
var OrderRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "show-warnings", Changes: rule.Plan, About: rule.Shows,
		Why:      "The engine lists the last warning first, and leaves the transaction that SHOW WARNINGS began to the next statement.",
		NeededBy: rule.Data, Golden: "errors",
		Before: []rule.Link{{Name: "like-ranges"}, {Name: "long-likes"}},
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: warningsInOrder},
}

// warningsInOrder has SHOW WARNINGS list warnings as they were raised, and end the transaction
// that it began as any statement does: the engine lists the last one first, and leaves the
// transaction to the next statement, which would read what there was then.
func warningsInOrder(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if flags != nil {
		flags.Unset(sql.QFlagShowWarnings)
	}
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		list, ok := n.(plan.ShowWarnings)
		if !ok || len(list) < 2 {
			return n, transform.SameTree, nil
		}
		inOrder := slices.Clone(list)
		slices.Reverse(inOrder)
		return inOrder, transform.NewTree, nil
	})
}
