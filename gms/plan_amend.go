package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// What the engine does otherwise than MySQL is put right in the plan, each by a rule of
// its own that walks through it. Most statements have nothing of the kind: one walk
// finds out which rules there is work for.

// amendRule is [Adapter.amendPlan], and has a plain statement pass by whatever is around
// the analyzer's rules, unless it enters all their stages.
func (a *Adapter) amendRule(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	x := runningOf(ctx)
	if x != nil && x.recorded && !x.detail.fewStages || !rewrite.PassPlain(n, scope, flags) {
		return a.amendPlan(ctx, an, n, scope, sel, flags)
	}
	if x != nil {
		if x.connection.lent.binding {
			x.connection.bound()
		}
		if x.connection.zone == zoneSet {
			warnTimestamps(ctx, n)
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
	rewrite.SettleTransaction(n, flags)
	if scope == nil && rewrite.IsPlain(n) {
		if x := runningOf(ctx); x != nil {
			if x.connection.lent.binding {
				x.connection.bound()
			}
			if x.connection.zone == zoneSet {
				warnTimestamps(ctx, n)
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
			if err := x.plan.refusal; err != nil {
				x.plan.refusal = nil
				return n, same, err
			}
			x.plan.warnDeprecations(ctx, an.Catalog, n)
			if x.connection.zone == zoneSet {
				warnTimestamps(ctx, n)
			}
		}
		if x.plan.functions {
			noteUses(n, scope)
		}
	}
	if out, unchanged, err := rewrite.LimitColumns(ctx, an, n, scope, sel, flags); err != nil {
		return out, unchanged, err
	}
	if call, ok := n.(*plan.Call); ok {
		if n, err = rewrite.ArgumentMoments(call); err != nil {
			return n, same, err
		}
		same = same && transform.TreeIdentity(n == sql.Node(call))
	}
	if err := rewrite.CheckForeignKeys(ctx, an, n, a.warnLooseKey(ctx)); err != nil {
		return n, same, err
	}
	rewrite.NameKeyTables(ctx, an, n)
	rewrite.SettleColumns(n)
	f := rewrite.FeaturesOf(n, scope)
	if f == (rewrite.Features{}) {
		return n, same, nil
	}
	if f.Rollups {
		if err := rewrite.MarkRollups(n, flags); err != nil {
			return n, same, err
		}
	}
	if f.Queries && flags != nil {
		rewrite.MarkQueries(flags)
	}
	var rules [20]analyzer.RuleFunc
	list := rules[:0]
	if f.Queries {
		list = append(list, rewrite.UniteTypes)
	}
	if f.Sorts {
		list = append(list, rewrite.SortComputed)
	}
	if f.Rows {
		list = append(list, rewrite.CompareRows)
	}
	if f.Collated || f.Compares && rewrite.CollatesLiterals(ctx) {
		list = append(list, rewrite.CollateTexts)
	}
	if f.Joins {
		list = append(list, rewrite.LimitJoins)
	}
	if f.Converts {
		list = append(list, rewrite.EnumsAsText)
	}
	if f.Texts {
		list = append(list, rewrite.TextsAsNumbers)
	}
	if f.Mixed {
		list = append(list, rewrite.MakeComparable)
	}
	if f.Integers {
		list = append(list, rewrite.CheckIntegers)
	}
	if f.Windows {
		list = append(list, rewrite.HavingBeforeWindows, rewrite.FramesOfPeers)
	}
	if f.Windows && f.Queries {
		list = append(list, rewrite.WindowsForSubqueries)
	}
	if f.Negated {
		list = append(list, rewrite.ComputeNegations)
	}
	if f.Assigns {
		list = append(list, rewrite.ReadAssignedLate)
	}
	if f.Shows {
		list = append(list, table.CompareShown, table.Describe, table.ShowCreate, warningsInOrder, table.ShowViews, table.LikeNames, table.HeadPattern, a.showStatus, rewrite.ShowVariables)
		if !a.engineCreates {
			list = append(list, table.ShowStoredCreate, table.ShowDefinitions)
		}
	}
	if f.Converts { // after those of SHOW, which know a pattern by its LIKE
		list = append(list, rewrite.LikesAsRanges, rewrite.EndingLikes)
	}
	for _, rule := range list {
		out, unchanged, err := rule(ctx, an, n, scope, sel, flags)
		if err != nil {
			return out, unchanged, err
		}
		n, same = out, same && unchanged
	}
	return n, same, nil
}
