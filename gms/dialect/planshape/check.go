package planshape

import (
	"fmt"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// checker is what Check was given, and how many rules it has called.
type checker struct {
	report func(error)
	called atomic.Uint64
}

// checking is nil unless [Check] is on.
var checking atomic.Pointer[checker]

// Check has all engines of the process call the rules that a query would skip, and reports those that
// change its plan or its flags, or refuse it. called returns how many rules these were until now. It is
// for tests: a query takes several times as long. Check(nil) ends it.
func Check(report func(error)) (called func() uint64) {
	if report == nil {
		checking.Store(nil)
		return nil
	}
	c := &checker{report: report}
	checking.Store(c)
	return c.called.Load
}

// applyChecked is apply, and calls the rules that a statement skips.
func (b *batch) applyChecked(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags, c *checker) (sql.Node, transform.TreeIdentity, error) {
	s, plain, _ := marked(flags)
	same := transform.SameTree
	for i := range b.rules {
		r := &b.rules[i]
		switch {
		case !sel(r.Id):
			continue
		case !r.hasWork(s, plain):
			c.called.Add(1)
			if err := checkRule(r, ctx, a, n, scope, sel, flags); err != nil {
				c.report(fmt.Errorf("planshape: rule %s, skipped for shape %b: %w", r.Id, s, err))
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
	out, _, err := r.Apply(ctx, a, n, scope, sel, &given) // some say that they change what they do not
	if ctx.Context != nil && ctx.Context.Err() != nil {
		return nil //nolint:nilerr // it is to end, as some rules find
	}
	switch {
	case err != nil:
		return fmt.Errorf("refuses %s: %w", before, err)
	case sql.DebugString(out) != before:
		return fmt.Errorf("makes %s of %s", sql.DebugString(out), before)
	case !given.Flags.Equals(flags.Flags):
		return fmt.Errorf("makes flags %s of %s for %s", given.Flags, flags.Flags, before)
	}
	return nil
}
