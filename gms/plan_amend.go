package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/warning"
	"github.com/perfschema/perfschema/gms/dialect/zone"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// What the engine does otherwise than MySQL is put right in the plan, each by a rule of
// its own that walks through it. Most statements have nothing of the kind: one walk
// finds out which rules there is work for.

// amendRule is [Adapter.amendPlan], and has a plain statement pass by whatever is around
// the analyzer's rules, unless it enters all their stages.
func (a *Adapter) amendRule(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	x := runningOf(ctx)
	if x != nil && x.recorded && !x.detail.FewStages || !rewrite.PassPlain(n, scope, flags) {
		unseen := rewrite.Unseen(scope, flags)
		n, same, err := a.amendPlan(ctx, an, n, scope, sel, flags)
		if unseen && err == nil {
			rewrite.MarkShape(n, flags)
		}
		return n, same, err
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
	if scope == nil && query.CommitsItself(flags) {
		if x := runningOf(ctx); x != nil && x.programs.call == nil {
			x.plan.commitsItself = true
		}
	}
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

// planCheck refuses plans, or puts names and collations into them in place.
type planCheck func(a *Adapter, ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) error

// planChecks are applied to every plan that is not plain, before anything is known of it.
var planChecks = rule.Must(
	rule.Of[planCheck]{
		Rule: column.ColumnLimitRule,
		Apply: func(_ *Adapter, ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) error {
			_, _, err := column.LimitColumns(ctx, an, n, scope, sel, flags)
			return err
		},
	},
	rule.Of[planCheck]{
		Rule: column.ParentKeysRule,
		Apply: func(_ *Adapter, ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) error {
			return column.NameParentKeys(ctx, an, n)
		},
	},
	rule.Of[planCheck]{
		Rule: column.ForeignKeyRule,
		Apply: func(a *Adapter, ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) error {
			return column.CheckForeignKeys(ctx, an, n, a.warnLooseKey(ctx))
		},
	},
	rule.Of[planCheck]{
		Rule: column.KeyTablesRule,
		Apply: func(_ *Adapter, ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) error {
			column.NameKeyTables(ctx, an, n)
			return nil
		},
	},
	rule.Of[planCheck]{
		Rule: collate.AlteredColumnsRule,
		Apply: func(_ *Adapter, _ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) error {
			collate.SettleColumns(n)
			return nil
		},
	},
)

// planCheckSteps are those of planChecks in their order.
var planCheckSteps = planChecks.Steps()

// planRules puts the rules of plans in order: those of package rewrite, and those of SHOW.
func (a *Adapter) planRules() (*rule.Registry[step.PlanStep], error) {
	storedCreate, definitions := table.ShowStoredCreateRule, table.ShowDefinitionsRule
	storedCreate.Apply.Also, definitions.Apply.Also = a.showsCreate, a.showsCreate
	return rewrite.PlanRules(
		table.DescribeRule,
		table.ShowCreateRule,
		warning.OrderRule,
		table.ShowViewsRule,
		table.LikeNamesRule,
		a.showStatusRule(),
		query.ShowVariablesRule,
		storedCreate,
		definitions,
	)
}

// showsCreate reports whether SHOW CREATE TABLE of a stored table is MySQL's.
func (a *Adapter) showsCreate(*sql.Context, step.Features) bool { return !a.engineCreates }
