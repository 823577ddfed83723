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

// endChecks are the rules, by batch, before which it is looked at whether the statement is
// to end: "" is the first. Few rules of the some hundred that a short statement passes do
// anything for it: a check takes as long as one of the others.
var endChecks = map[string]string{
	"once-before": "", "default-rules": "", "once-after": "optimizeJoins", "validation": "",
}

// Progress is told of the plan of a statement before a rule of the analyzer's.
type Progress func(ctx *sql.Context, n sql.Node)

// Watch has an analyzer check before some of its rules whether the statement is to end,
// and tell of its progress before those for which progress gives a function. It wraps
// the rules, each once: one of its own would cost more than what it does. It returns the rules of
// which it tells.
func Watch(a *analyzer.Analyzer, progress func(batch string, i int, rule string) Progress) (told Rules) {
	told = make(Rules, len(a.Batches))
	for i, b := range a.Batches {
		watched := *b
		watched.Rules = slices.Clone(b.Rules)
		for j := range watched.Rules {
			rule := &watched.Rules[j]
			name := rule.Id.String()
			wrap(rule, watchedWraps)
			first, checked := endChecks[b.Desc]
			checked = checked && (first == "" && j == 0 || first == name)
			tell := progress(b.Desc, j, name)
			switch {
			case tell != nil:
				rule.Apply = toldRule(rule.Apply, tell)
				told[i] = append(told[i], *rule)
			case checked:
				rule.Apply = endRule(rule.Apply)
			}
		}
		a.Batches[i] = &watched
	}
	return told
}

func endRule(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if ctx.Context != nil && ctx.Context.Err() != nil { // [planwalk.Ended]
			return n, transform.SameTree, context.Cause(ctx)
		}
		return apply(ctx, a, n, scope, sel, flags)
	}
}

// toldRule is endRule, and tells of the progress.
func toldRule(apply analyzer.RuleFunc, tell Progress) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if ctx.Context != nil && ctx.Context.Err() != nil { // [planwalk.Ended]
			return n, transform.SameTree, context.Cause(ctx)
		}
		tell(ctx, n)
		return apply(ctx, a, n, scope, sel, flags)
	}
}
