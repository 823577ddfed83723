package trigger

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// A REPLACE runs the triggers of DELETE for each row that it takes away, an INSERT with ON
// DUPLICATE KEY UPDATE those of UPDATE for each row that it changes; those after an INSERT run
// for rows that are new alone. The engine has the triggers of INSERT only, and runs those after
// it with what a row was before. So the table of such a statement runs all but those before an
// INSERT.

// replacing finds the triggers of statements that may find a row with a key of theirs.
type replacing struct {
	find  analyzer.RuleFunc // the engine's, which puts triggers around a change
	an    *analyzer.Analyzer
	sel   analyzer.RuleSelector
	scope *plan.Scope
	flags *sql.QueryFlags
}

// triggersOfReplaced gives the tables of such statements their triggers.
func (r replacing) triggersOfReplaced(ctx *sql.Context, n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	after, insert := afterInsert(n)
	if insert != nil {
		return r.insert(ctx, n, after, insert)
	}
	switch n.(type) {
	case *plan.TriggerBeginEndBlock, *plan.BeginEndBlock, *plan.Block:
	default:
		return n, transform.SameTree, nil
	}
	children := slices.Clone(n.Children())
	same := transform.SameTree
	for i, child := range children {
		out, unchanged, err := r.triggersOfReplaced(ctx, child)
		if err != nil {
			return nil, transform.SameTree, err
		}
		children[i], same = out, same && unchanged
	}
	if same {
		return n, transform.SameTree, nil
	}
	out, err := n.WithChildren(children...)
	return out, transform.NewTree, err //nolint:wrapcheck // the engine's own
}

// afterInsert is the INSERT below the triggers that run after it, with these in the order in
// which they run; nil if a node is something else.
func afterInsert(n sql.Node) (after []*plan.TriggerExecutor, insert *plan.InsertInto) {
	for {
		switch of := n.(type) {
		case *plan.TriggerExecutor:
			after = append(after, of)
			n = of.Left()
		case *plan.InsertInto:
			slices.Reverse(after)
			return after, of
		default:
			return nil, nil
		}
	}
}

func (r replacing) insert(ctx *sql.Context, n sql.Node, after []*plan.TriggerExecutor, insert *plan.InsertInto) (sql.Node, transform.TreeIdentity, error) {
	if !insert.IsReplace && len(insert.OnDupExprs) == 0 {
		return n, transform.SameTree, nil
	}
	if _, done := insert.Destination.(*TriggeredTable); done {
		return n, transform.SameTree, nil
	}
	table := resolvedTable(insert.Destination)
	if table == nil {
		return n, transform.SameTree, nil
	}
	if !hasTriggers(ctx, table.SqlDatabase) {
		return n, transform.SameTree, nil
	}
	t := &TriggeredTable{Node: insert.Destination, database: table.SqlDatabase, builder: r.an.ExecBuilder, checks: insert.Checks(), afterInsert: after}
	// A trigger that comes back to the table is refused by what it is in.
	within := (*plan.Scope)(nil).WithMemos(append([]sql.Node{insert}, r.scope.MemoNodes()...)).WithProcedureCache(r.scope.ProcedureCache())
	var change sql.Node = plan.NewUpdate(table, false, nil)
	if insert.IsReplace {
		change = plan.NewDeleteFrom(table, []sql.Node{table}, false)
	}
	change, _, err := r.find(ctx, r.an, change, within, r.sel, r.flags)
	if err != nil {
		return nil, transform.SameTree, err
	}
	t.before, t.after = aroundChange(change)
	if len(t.before)+len(t.after)+len(after) == 0 {
		return n, transform.SameTree, nil
	}
	out := *insert
	out.Destination, out.HasAfterTrigger = t, false
	return &out, transform.NewTree, nil
}

// aroundChange are the triggers around an UPDATE or DELETE, in the order in which they run.
func aroundChange(n sql.Node) (before, after []*plan.TriggerExecutor) {
	to := &after
	for {
		switch of := n.(type) {
		case *plan.TriggerExecutor:
			*to = append(*to, of)
			n = of.Left()
			continue
		case *plan.Update:
			n, to = of.Child, &before
			continue
		case *plan.DeleteFrom:
			n, to = of.Child, &before
			continue
		}
		slices.Reverse(before)
		slices.Reverse(after)
		return before, after
	}
}

// resolvedTable is the table that a statement adds rows to, nil where it is not known.
func resolvedTable(n sql.Node) (table *plan.ResolvedTable) {
	transform.Inspect(n, func(n sql.Node) bool {
		if t, ok := n.(*plan.ResolvedTable); ok && table == nil {
			table = t
		}
		return table == nil
	})
	return table
}

// hasTriggers says whether any table of a database has triggers.
func hasTriggers(ctx *sql.Context, db sql.Database) bool {
	of, ok := db.(sql.TriggerDatabase)
	if !ok {
		return false
	}
	triggers, err := of.GetTriggers(ctx)
	return err != nil || len(triggers) > 0 // the engine's rule tells of the error
}
