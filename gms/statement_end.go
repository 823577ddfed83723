package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// A statement is to end when it is killed, its client has gone, or its time is over:
// then its context is done. What reads rows looks at that; what plans a statement,
// which may take longer, does not. So it is looked at for each table that a statement
// names and before each rule of the analyzer, which begins anew for each subquery.
// One rule on one query is as far as the engine goes on; those that order
// joins and make joins of EXISTS have bounds of their own (join_order.go,
// exists_depth.go).

// toEnd is the error of a statement that is to end.
func toEnd(ctx *sql.Context) error {
	if ctx == nil || ctx.Context == nil || ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}

// endRules has each rule of an analyzer look first.
func endRules(a *analyzer.Analyzer) {
	for i, b := range a.Batches {
		looking := *b
		looking.Rules = make([]analyzer.Rule, len(b.Rules))
		for j, rule := range b.Rules {
			apply := rule.Apply
			switch rule.Id.String() {
			case "optimizeJoins":
				apply = boundOrders(apply)
			case "unnestExistsSubqueries":
				apply = boundExists(apply)
			}
			looking.Rules[j] = analyzer.Rule{Id: rule.Id, Apply: endRule(apply)}
		}
		a.Batches[i] = &looking
	}
}

func endRule(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if err := toEnd(ctx); err != nil {
			return n, transform.SameTree, err
		}
		return apply(ctx, a, n, scope, sel, flags)
	}
}
