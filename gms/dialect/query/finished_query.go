package query

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/window"
)

// What sorts rows for the first few of them puts the number of each row behind its columns.
// A subquery takes all of a row for the columns of the queries around it, and so reads its
// own columns one to the left: rows were sorted by anything. Of one row, FOUND_ROWS() was
// one too few. And a UNION skips its OFFSET before it sorts.

// FinishedQueriesRule is the rule queries-to-finish.
var FinishedQueriesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "queries-to-finish", Changes: rule.Plan, About: rule.Queries,
		Why:      "Marks a plan whose first rows, UNIONs or GROUP_CONCAT() are put right once the engine has chosen its iterators.",
		NeededBy: rule.Data, Golden: "subquery_order",
	},
	Apply: step.PlanStep{Features: step.Queries, Apply: markQueries},
}

// MarkQueries says so in a statement's flags.
func MarkQueries(flags *sql.QueryFlags) { flags.Set(step.FlagQueries) }

// FinishQueriesRule is the rule first-rows.
var FinishQueriesRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "first-rows", Changes: rule.Plan, About: rule.Queries,
		Why:      "The engine reads the columns of subqueries one to the left in the first rows of a sort, counts FOUND_ROWS() of one row too low, and skips the OFFSET of a UNION before it sorts.",
		NeededBy: rule.Data, Golden: "subquery_order",
		Before: []rule.Link{{Name: "collated-rows", Because: "this one reads rows by columns, that one by keys"}},
	},
	Apply: FinishQueries,
}

// FinishQueries has the first rows and unions sorted as any other query, and the texts of
// groups joined by [collate.Concat]. It comes before what reads rows by keys ([collate.CollateRows]).
func FinishQueries(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, scope *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if flags == nil || !flags.IsSet(step.FlagQueries) {
		return n, transform.SameTree, nil
	}
	same := transform.SameTree
	if scope.IsEmpty() {
		var err error
		if n, same, err = window.NarrowWindows(n); err != nil {
			return n, same, err
		}
		counted, unchanged, err := countSet(ctx, n)
		if err != nil {
			return n, same, err
		}
		n, same = counted, same && unchanged
	}
	n, unchanged, err := planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		switch t := n.(type) {
		case *plan.TopN:
			return completeTop(t)
		case *plan.Limit:
			if offset, ok := t.Child.(*plan.Offset); ok && t.CalcFoundRows {
				return countedRows(ctx, t.Limit, offset.Offset, offset.Child), transform.NewTree, nil
			}
		case *plan.GroupBy:
			return collate.WholeConcats(ctx, t)
		case *plan.RecursiveCte: // which would make room for all of a LIMIT's rows
			if u := t.Union(); len(u.SortFields) > 0 && u.Limit != nil && takesMany(ctx, u.Limit) {
				return n, transform.SameTree, sql.ErrUnsupportedFeature.New("ORDER BY over UNION in recursive Common Table Expression")
			}
		case *plan.SetOp:
			if len(t.SortFields) > 0 && (t.Offset != nil || t.Limit != nil && (takesMany(ctx, t.Limit) || byUnited(t.SortFields))) {
				return skippedLast(ctx, t), transform.NewTree, nil
			}
		}
		return n, transform.SameTree, nil
	})
	return n, same && unchanged, err
}

// completeTop gives the first rows as they are to be. Where all rows are counted the engine's
// node does that, and there is no query around it; elsewhere a sort of all rows stands in
// for it.
func completeTop(t *plan.TopN) (sql.Node, transform.TreeIdentity, error) {
	exprs := t.Fields.ToExpressions()
	switch {
	case t.CalcFoundRows:
		exprs, _, err := window.NarrowSubqueries(exprs, len(t.Child.Schema()))
		if err != nil {
			return t, transform.SameTree, err
		}
		more := expression.NewPlus(t.Limit, expression.NewLiteral(int64(1), types.Int64))
		return plan.NewLimit(t.Limit, plan.NewTopN(t.Fields.FromExpressions(exprs...), more, t.Child).WithCalcFoundRows(true)), transform.NewTree, nil
	case slices.ContainsFunc(exprs, planwalk.HasSubquery):
		return plan.NewLimit(t.Limit, plan.NewSort(t.Fields, t.Child)), transform.NewTree, nil
	}
	return t, transform.SameTree, nil
}

// skippedLast is a UNION that is sorted before the first of its rows are skipped, or whose
// limit is large.
func skippedLast(ctx *sql.Context, u *plan.SetOp) sql.Node {
	set := *u
	set.SortFields, set.Limit, set.Offset = nil, nil, nil
	switch {
	case u.Limit == nil:
		return plan.NewOffset(u.Offset, plan.NewSort(u.SortFields, &set))
	case u.Offset == nil:
		return firstOf(ctx, u.SortFields, u.Limit, &set)
	}
	return plan.NewOffset(u.Offset, firstOf(ctx, u.SortFields, expression.NewPlus(u.Limit, u.Offset), &set))
}

func markQueries(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if flags != nil {
		MarkQueries(flags)
	}
	return n, transform.SameTree, nil
}
