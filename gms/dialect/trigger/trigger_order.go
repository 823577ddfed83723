package trigger

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Triggers of one table, time and event run in the order in which they were made, but where
// FOLLOWS and PRECEDES say otherwise. The engine has them in the order of their names, and
// where one has a place among them runs one twice and another never. So it is told of no
// places, and what it has planned is put in order.

// ForgetOrder takes the place away from a trigger that is read again.
func ForgetOrder(stmt sqlparser.Statement) {
	if ddl, ok := stmt.(*sqlparser.DDL); ok && ddl.TriggerSpec != nil && ddl.TriggerSpec.Order != nil {
		spec := *ddl.TriggerSpec
		spec.Order = nil
		ddl.TriggerSpec = &spec
	}
}

// orderTriggers puts the triggers of a change in order, where there are several.
func orderTriggers(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node) (sql.Node, error) {
	if an.Catalog == nil || !runsSeveral(n) {
		return n, nil
	}
	db, err := an.Catalog.DbProvider.Database(ctx, ctx.GetCurrentDatabase())
	if err != nil {
		return nil, fmt.Errorf("triggers of the changed table: %w", err)
	}
	all, err := definition.Triggers(ctx, db)
	if err != nil {
		return nil, err //nolint:wrapcheck // it tells the same
	}
	numbers := make(map[string]int, len(all))
	for _, t := range all {
		numbers[strings.ToLower(t.Name)] = t.Number
	}
	return inOrder(n, numbers)
}

// runsSeveral says whether triggers of the same time are below a node.
func runsSeveral(n sql.Node) (several bool) {
	transform.Inspect(n, func(n sql.Node) bool {
		switch n := n.(type) {
		case *plan.TriggerExecutor:
			several = several || below(n) != nil
		case *plan.InsertInto: // what it inserts is no child
			several = several || runsSeveral(n.Source)
		}
		return !several
	})
	return several
}

// below is the trigger of the same time right below one.
func below(t *plan.TriggerExecutor) *plan.TriggerExecutor {
	if next, ok := t.Left().(*plan.TriggerExecutor); ok && next.TriggerTime == t.TriggerTime {
		return next
	}
	return nil
}

// inOrder puts those below a node in order; their bodies have been.
func inOrder(n sql.Node, numbers map[string]int) (sql.Node, error) {
	t, ok := n.(*plan.TriggerExecutor)
	if !ok {
		if insert, ok := n.(*plan.InsertInto); ok {
			source, err := inOrder(insert.Source, numbers)
			if err != nil {
				return nil, err
			}
			if source != insert.Source {
				n = insert.WithSource(source)
			}
		}
		children := n.Children()
		changed := false
		for i, child := range children {
			out, err := inOrder(child, numbers)
			if err != nil {
				return nil, err
			}
			if out != child {
				if !changed {
					children, changed = slices.Clone(children), true
				}
				children[i] = out
			}
		}
		if !changed {
			return n, nil
		}
		return n.WithChildren(children...) //nolint:wrapcheck // the engine's own
	}
	chain := []*plan.TriggerExecutor{t} // the last first
	for next := below(t); next != nil; next = below(next) {
		chain = append(chain, next)
	}
	slices.Reverse(chain)
	base, err := inOrder(chain[0].Left(), numbers)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(chain, func(x, y *plan.TriggerExecutor) int {
		return numbers[strings.ToLower(x.TriggerDefinition.Name)] - numbers[strings.ToLower(y.TriggerDefinition.Name)]
	})
	for _, t := range chain {
		base = plan.NewTriggerExecutor(base, t.Right(), t.TriggerEvent, t.TriggerTime, t.TriggerDefinition)
	}
	return base, nil
}

// KeepTrigger has a trigger be kept with its place, behind those that are there.
func KeepTrigger(ctx *sql.Context, n *plan.CreateTrigger) (sql.Node, error) {
	table, ok := n.Table.(sql.Nameable)
	if !ok {
		return n, nil
	}
	all, err := definition.Triggers(ctx, n.Database())
	if err != nil {
		return nil, err //nolint:wrapcheck // it tells the same
	}
	if slices.ContainsFunc(all, func(t definition.Trigger) bool { return strings.EqualFold(t.Name, n.TriggerName) }) {
		return nil, mysql.NewSQLError(errTriggerExists, sqlerr.StateGeneral, "Trigger already exists")
	}
	with := definition.RunningWith(all, table.Name(), n.TriggerTime, n.TriggerEvent)
	if n.TriggerOrder != nil {
		other := n.TriggerOrder.OtherTriggerName
		if !slices.ContainsFunc(with, func(t definition.Trigger) bool { return strings.EqualFold(t.Name, other) }) {
			return nil, mysql.NewSQLError(errReferencedTrigger, sqlerr.StateGeneral, "Referenced trigger '%s' for the given action time and event type does not exist.", other)
		}
		return n, nil
	}
	if len(with) == 0 {
		return n, nil
	}
	kept := *n
	kept.CreateTriggerString = definition.Follow(n.CreateTriggerString, with[len(with)-1].Name, sql.LoadSqlMode(ctx).AnsiQuotes())
	return &kept, nil
}

// errTriggerExists is ER_TRG_ALREADY_EXISTS, errReferencedTrigger ER_REFERENCED_TRG_DOES_NOT_EXIST.
const (
	errTriggerExists     = 1359
	errReferencedTrigger = 3011
)
