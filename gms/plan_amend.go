package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/zone"
)

// What the engine does otherwise than MySQL is put right in the plan, each by a rule of
// its own that walks through it. Most statements have nothing of the kind: one walk
// finds out which rules there is work for.

// amendRule is [Adapter.amendPlan], and has a plain statement pass by whatever is around
// the analyzer's rules, unless it enters all their stages.
func (a *Adapter) amendRule(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	x := runningOf(ctx)
	if x != nil && x.recorded && !x.detail.FewStages || !rewrite.PassPlain(n, scope, flags) {
		return a.amendPlan(ctx, an, n, scope, sel, flags)
	}
	if x != nil {
		if x.connection.lent.Binding {
			x.connection.lent.Bound()
		}
		if x.connection.zone == zone.Set {
			x.connection.zone.Warn(ctx, n)
		}
		if x.recorded && x.advance(phaseInit) {
			x.plan.bound, x.plan.begun = n, true
		}
	}
	return n, transform.SameTree, nil
}

// amendPlan applies those rules before any of the engine's, and first refuses what is
// not allowed. It is a rule itself.
func (a *Adapter) amendPlan(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	query.SettleTransaction(n, flags)
	if scope == nil && rewrite.IsPlain(n) {
		if x := runningOf(ctx); x != nil {
			if x.connection.lent.Binding {
				x.connection.lent.Bound()
			}
			if x.connection.zone == zone.Set {
				x.connection.zone.Warn(ctx, n)
			}
		}
		return n, transform.SameTree, nil
	}
	n, same, err := a.authorizePlan(ctx, an, n, scope)
	if err != nil {
		return n, same, err
	}
	if x := runningOf(ctx); x != nil {
		if scope == nil {
			if err := x.plan.Refusal; err != nil {
				x.plan.Refusal = nil
				return n, same, err
			}
			x.plan.Warn(ctx, an.Catalog)
			if x.connection.zone == zone.Set {
				x.connection.zone.Warn(ctx, n)
			}
		}
		if x.plan.functions {
			routine.NoteUses(n, scope)
		}
	}
	if call, ok := n.(*plan.Call); ok {
		if n, err = change.ArgumentMoments(call); err != nil {
			return n, same, err
		}
		same = same && transform.TreeIdentity(n == sql.Node(call))
	}
	for _, check := range planCheckSteps {
		if err := check(a, ctx, an, n, scope, sel, flags); err != nil {
			return n, same, err
		}
	}
	f := rewrite.FeaturesOf(n, scope)
	if f == 0 {
		return n, same, nil
	}
	for i := range a.planSteps {
		step := &a.planSteps[i]
		if f&step.Features != step.Features || step.Also != nil && !step.Also(ctx, f) { // here: it is asked of each step
			continue
		}
		out, unchanged, err := step.Apply(ctx, an, n, scope, sel, flags)
		if err != nil {
			return out, unchanged, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}
