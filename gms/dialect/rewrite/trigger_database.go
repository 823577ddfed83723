package rewrite

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// The triggers of a table are found, and what they name, whichever database is selected:
// the engine reads their definitions as if they were made now, and passes over those that
// name a table it does not find. Simple changes pass by an analyzer's own rules, and so
// this is for all engines of the process.
func init() {
	for i := range analyzer.OnceAfterAll {
		switch rule := &analyzer.OnceAfterAll[i]; rule.Id.String() {
		case "applyTriggers":
			rule.Apply = whereChanged(thenReplaced(exceptTemporary(thenOrdered(rule.Apply))))
		case "assignExecIndexes":
			rule.Apply = placeDuplicates(rule.Apply)
		}
	}
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

// FindTriggers is that for the statements that do not pass by an analyzer's rules.
func FindTriggers(an *analyzer.Analyzer) {
	EachRule(an, func(name string, rule *analyzer.Rule) {
		if name == "loadTriggers" {
			rule.Apply = thenDropped(whereChanged(rule.Apply))
		}
	})
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
