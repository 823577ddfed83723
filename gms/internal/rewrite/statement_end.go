package rewrite

import (
	"context"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// A statement is to end when it is killed, its client has gone, or its time is over:
// then its context is done. What reads rows looks at that; what plans a statement,
// which may take longer, does not. So it is looked at for each table that a statement
// names and before some rules of the analyzer, which begins anew for each subquery.
// A few rules on one query are as far as the engine goes on; those that order
// joins and make joins of EXISTS have bounds of their own (join_order.go,
// exists_depth.go).

// Ended is the error of a statement that is to end.
func Ended(ctx *sql.Context) error {
	if ctx == nil || ctx.Context == nil || ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}

// checkEvery is how many rules there are to a check: of a short statement, which passes
// some hundred of them, a check takes as long as a rule.
const checkEvery = 8

// CheckForEnd has the first rule of each batch of an analyzer check first whether the statement is to end, and one in
// checkEvery of the others.
func CheckForEnd(a *analyzer.Analyzer) {
	for i, b := range a.Batches {
		checking := *b
		checking.Rules = slices.Clone(b.Rules)
		for j := range checking.Rules {
			rule := &checking.Rules[j]
			switch rule.Id.String() {
			case "optimizeJoins":
				rule.Apply = boundOrders(rule.Apply)
			case "unnestExistsSubqueries":
				rule.Apply = boundExists(rule.Apply)
			}
			if j%checkEvery == 0 {
				rule.Apply = endRule(rule.Apply)
			}
		}
		a.Batches[i] = &checking
	}
}

func endRule(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if err := Ended(ctx); err != nil {
			return n, transform.SameTree, err
		}
		return apply(ctx, a, n, scope, sel, flags)
	}
}
