package trigger

import (
	"context"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// The engine looks for the triggers of what a statement changes by the name of the table, and
// would run those of a stored table for a temporary one of that name, which has none.

// temporaryKey leads to the temporary tables that a statement changes besides others while its
// triggers are looked for.
type temporaryKey struct{}

// TemporaryTriggersRule is the rule no-triggers-for-temporary-tables.
var TemporaryTriggersRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "no-triggers-for-temporary-tables", Changes: rule.Plan, About: rule.Triggers,
		Why:      "The engine runs the triggers of a table for a temporary one of its name.",
		NeededBy: rule.Data, Golden: "hidden_tables",
	},
	Apply: step.WrapStep{Engine: []string{"applyTriggers"}, Wrap: exceptTemporary},
}

// exceptTemporary has a rule find no triggers of temporary tables. It costs nothing where there
// are no triggers.
func exceptTemporary(find analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		out, same, err := find(ctx, an, n, scope, sel, flags)
		if err == nil && same == transform.SameTree || !flags.DmlIsSet() {
			return out, same, err
		}
		switch temporary, others := changedTemporary(n); {
		case len(temporary) == 0:
			return out, same, err
		case !others:
			return n, transform.SameTree, nil
		default:
			ctx = ctx.WithContext(context.WithValue(ctx.Context, temporaryKey{}, temporary))
			return find(ctx, an, n, scope, sel, flags)
		}
	}
}

// DroppedTriggersRule is the rule triggers-of-dropped-tables.
var DroppedTriggersRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "triggers-of-dropped-tables", Changes: rule.Plan, About: rule.Triggers,
		Why:      "The engine does not find the triggers that a DROP TABLE drops in another database.",
		NeededBy: rule.Data, Golden: "renamed_triggers",
	},
	Apply: step.WrapStep{Engine: []string{"loadTriggers"}, Wrap: thenDropped},
}

// thenDropped finds the triggers that a DROP TABLE drops.
func thenDropped(find analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if drops, ok := n.(*plan.DropTable); ok {
			out, err := triggersOfDropped(ctx, drops)
			return out, transform.NewTree, err
		}
		return find(ctx, an, n, scope, sel, flags)
	}
}

// HasNoTriggers says whether a definition is that of a trigger of a temporary table, while
// triggers are looked for.
func HasNoTriggers(ctx context.Context, stmt sqlparser.Statement) bool {
	temporary, ok := ctx.Value(temporaryKey{}).([]string)
	if !ok {
		return false
	}
	ddl, ok := stmt.(*sqlparser.DDL)
	return ok && ddl.TriggerSpec != nil && slices.ContainsFunc(temporary, func(name string) bool {
		return strings.EqualFold(name, ddl.Table.Name.String())
	})
}

// changedTemporary names the temporary tables that a statement changes; others says whether it
// changes any table besides.
func changedTemporary(n sql.Node) (temporary []string, others bool) {
	changes := func(target sql.Node) {
		if t := tableAt(target); node.IsTemporary(t) {
			temporary = append(temporary, t.Name())
		} else {
			others = true
		}
	}
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		switch n := n.(type) {
		case *plan.InsertInto:
			changes(n.Destination)
		case *plan.Update:
			join, ok := n.Child.(*plan.UpdateJoin)
			if !n.IsJoin || !ok {
				changes(n.Child)
				break
			}
			for _, target := range join.UpdateTargets {
				changes(target)
			}
		case *plan.DeleteFrom:
			for _, target := range n.GetDeleteTargets() {
				changes(target)
			}
		}
		return true
	})
	return temporary, others
}

// tableAt is the table at the bottom of a node that stands for one, nil where there is none.
func tableAt(n sql.Node) (t sql.Table) {
	transform.Inspect(n, func(n sql.Node) bool {
		if at, ok := n.(sql.TableNode); ok && t == nil {
			t = at.UnderlyingTable()
		}
		return t == nil
	})
	return t
}
