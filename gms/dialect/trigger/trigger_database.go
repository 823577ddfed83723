package trigger

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// TriggerOrderRule is the rule order-of-triggers.
var TriggerOrderRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "order-of-triggers", Changes: rule.Plan, About: rule.Triggers,
		Why:      "The engine runs the triggers of a table in another order than FOLLOWS and PRECEDES ask for.",
		NeededBy: rule.Data, Golden: "triggers",
	},
	Apply: step.WrapStep{Engine: []string{"applyTriggers"}, Wrap: thenOrdered},
}

// thenOrdered puts the triggers in order that a rule has found.
func thenOrdered(find analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		out, same, err := find(ctx, an, n, scope, sel, flags)
		if err != nil || same == transform.SameTree {
			return out, same, err
		}
		out, err = orderTriggers(ctx, an, out)
		return out, transform.NewTree, err
	}
}

// ReplacedTriggersRule is the rule triggers-of-replaced-rows.
var ReplacedTriggersRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "triggers-of-replaced-rows", Changes: rule.Plan, About: rule.Triggers,
		Why:      "REPLACE and ON DUPLICATE KEY UPDATE run triggers for INSERT alone in the engine; MySQL runs those for DELETE and UPDATE too.",
		NeededBy: rule.Data, Golden: "replaced_triggers",
		After: []rule.Link{{Name: "order-of-triggers", Because: "it finds triggers by the rule that is wrapped"}},
	},
	Apply: step.WrapStep{Engine: []string{"applyTriggers"}, Wrap: thenReplaced},
}

// thenReplaced gives the tables of statements that replace rows the other triggers they run.
func thenReplaced(find analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		out, same, err := find(ctx, an, n, scope, sel, flags)
		if err != nil || !flags.DmlIsSet() {
			return out, same, err
		}
		if _, made := n.(*plan.CreateTrigger); made {
			return out, same, nil
		}
		out, unchanged, err := replacing{find, an, sel, scope, flags}.triggersOfReplaced(ctx, out)
		return out, same && unchanged, err
	}
}

// DatabaseTriggersRule is the rule triggers-of-other-databases.
var DatabaseTriggersRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "triggers-of-other-databases", Changes: rule.Plan, About: rule.Triggers,
		Why:      "The engine reads the definitions of triggers in the current database, and passes over those that it cannot read there.",
		NeededBy: rule.Data, Golden: "definers",
	},
	Apply: step.WrapStep{Engine: []string{"applyTriggers", "loadTriggers"}, Wrap: whereChanged},
}

// whereChanged has a rule run as if the database were selected whose tables a statement
// changes, or whose triggers it shows.
func whereChanged(find analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		of := shownDatabase(n)
		if flags.DmlIsSet() {
			of = changedDatabase(n)
		}
		if before := ctx.GetCurrentDatabase(); of != "" && !strings.EqualFold(before, of) {
			ctx.SetCurrentDatabase(of)
			defer ctx.SetCurrentDatabase(before)
		}
		return find(ctx, an, n, scope, sel, flags)
	}
}

// shownDatabase is that of a SHOW TRIGGERS, "" for others.
func shownDatabase(n sql.Node) string {
	for {
		switch of := n.(type) {
		case *plan.Filter:
			n = of.Child
		case *plan.Project:
			n = of.Child
		case *plan.ShowTriggers:
			return of.Database().Name()
		default:
			return ""
		}
	}
}

// changedDatabase is that of the table whose triggers a statement has to do with, "" if it
// has none.
func changedDatabase(n sql.Node) (database string) {
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		switch n := n.(type) {
		case *plan.InsertInto:
			if of := n.Database(); of != nil {
				database = of.Name()
			}
		case *plan.Update:
			database = n.Database()
		case *plan.DeleteFrom:
			database = n.Database()
		}
		return database == ""
	})
	return database
}
