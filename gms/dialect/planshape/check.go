package planshape

import (
	"fmt"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// checking is told of what Check finds, nil where nothing is checked.
var checking atomic.Pointer[func(error)]

// Check has all engines of the process call the rules that have no work for a query all the same,
// and reports those that change its plan or its flags, or refuse it. It is for tests: a query takes
// several times as long. It ends with nil.
func Check(report func(error)) {
	if report == nil {
		checking.Store(nil)
		return
	}
	checking.Store(&report)
}

// applyChecked is apply, which also calls the rules that a statement leaves out.
func (b *batch) applyChecked(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags, report func(error)) (sql.Node, transform.TreeIdentity, error) {
	s, plain, _ := marked(flags)
	same := transform.SameTree
	for i := range b.rules {
		r := &b.rules[i]
		switch {
		case !sel(r.Id):
			continue
		case !r.hasWork(s, plain):
			if err := checkRule(r, ctx, a, n, scope, sel, flags); err != nil {
				report(fmt.Errorf("planshape: rule %s, left out for shape %b: %w", r.Id, s, err))
			}
			continue
		}
		apply := r.Apply
		if plain {
			apply = r.Plain
		}
		out, unchanged, err := apply(ctx, a, n, scope, sel, flags)
		if err != nil {
			return n, same, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}

// checkRule calls a rule, and says whether it refuses or changes anything.
func checkRule(r *Rule, ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) error {
	given, before := *flags, sql.DebugString(n)
	out, same, err := r.Apply(ctx, a, n, scope, sel, &given)
	switch {
	case ctx.Context != nil && ctx.Context.Err() != nil: // it is to end, as some rules find
	case err != nil:
		return fmt.Errorf("refuses %s: %w", before, err)
	case !bool(same) && sql.DebugString(out) != before:
		return fmt.Errorf("makes %s of %s", sql.DebugString(out), before)
	case !given.Flags.Equals(flags.Flags):
		return fmt.Errorf("makes flags %s of %s for %s", given.Flags, flags.Flags, before)
	}
	return nil
}
