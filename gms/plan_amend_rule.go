package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/warning"
	"github.com/perfschema/perfschema/gms/internal/table"
)

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
