package column

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/rowexec"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// The engine takes a FULLTEXT index for one that has a column's values in order. A
// comparison with the column is refused then, or finds nothing; so do joins by it and an
// ORDER BY, which reads the empty index. MySQL has such an index for MATCH alone.

// The engine's rules that choose indexes, by their names.
const (
	chooseIndexRule = "optimizeJoins"
	sortRule        = "replaceIdxSort"
	extremeRule     = "replaceAgg"
)

// refusedFullText is what the engine's error begins with.
const refusedFullText = "Full-Text index found in filter"

// FulltextRule is the rule fulltext-for-match-alone.
var FulltextRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "fulltext-for-match-alone", Changes: rule.Plan, About: rule.Queries,
		Why:      "The engine reads a FULLTEXT index for comparisons and joins, and finds nothing or fails; MySQL uses one for MATCH alone.",
		NeededBy: rule.Data, Golden: "fulltext",
	},
	Apply: step.WrapStep{Engine: []string{chooseIndexRule}, Wrap: spareChosen},
}

// spareChosen asks the rule again about a plan whose columns no FULLTEXT index is found
// for, if it refuses the plan or reads such an index for a join; and leaves the plan
// without indexes if that does not help.
func spareChosen(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		out, same, err := apply(ctx, a, n, scope, sel, flags)
		switch {
		case err == nil && (same == transform.SameTree || flags == nil || !flags.JoinIsSet() || !readsFullText(out)):
			return out, same, nil
		case err != nil && !strings.Contains(err.Error(), refusedFullText):
			return out, same, err
		}
		hidden, unchanged, hideErr := hideFullText(ctx, n)
		if hideErr != nil || unchanged == transform.SameTree {
			return out, same, err
		}
		again, _, againErr := apply(ctx, a, hidden, scope, sel, flags)
		if againErr == nil {
			return again, transform.NewTree, nil
		}
		if !strings.Contains(againErr.Error(), refusedFullText) {
			return again, same, againErr
		}
		return n, transform.SameTree, nil
	}
}

// FulltextOrderRule is the rule fulltext-has-no-order.
var FulltextOrderRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "fulltext-has-no-order", Changes: rule.Plan, About: rule.Queries,
		Why:      "The engine reads a FULLTEXT index for ORDER BY, MIN() and MAX(), and finds nothing.",
		NeededBy: rule.Data, Golden: "fulltext",
	},
	Apply: step.WrapStep{Engine: []string{sortRule, extremeRule}, Wrap: spareSorted},
}

// spareSorted leaves a plan as it is that would read a FULLTEXT index in order.
func spareSorted(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		out, same, err := apply(ctx, a, n, scope, sel, flags)
		if err == nil && same == transform.NewTree && readsFullText(out) {
			return n, transform.SameTree, nil
		}
		return out, same, err
	}
}

// FulltextOfChangesRule is the rule fulltext-in-changes.
var FulltextOfChangesRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "fulltext-in-changes", Changes: rule.Plan, About: rule.Changes,
		Why:      "The engine reads a FULLTEXT index for the condition of an UPDATE or a DELETE, and finds nothing.",
		NeededBy: rule.Data, Golden: "fulltext",
	},
	Apply: spareOfChange,
}

// spareOfChange hides the columns of FULLTEXT indexes in the condition of an UPDATE or a
// DELETE, which rules of an analyzer may not see.
func spareOfChange(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if !comparesText(n) {
		return n, transform.SameTree, nil
	}
	return hideFullText(ctx, n)
}

// comparesText says of a change of one table that its condition has a column of texts.
func comparesText(n sql.Node) bool {
	for {
		switch t := n.(type) {
		case *plan.Update:
			n = t.Child
		case *plan.DeleteFrom:
			n = t.Child
		case *plan.UpdateSource:
			n = t.Child
		case *plan.Limit:
			n = t.Child
		case *plan.Sort:
			n = t.Child
		case *plan.Filter:
			return hasText(t.Expression)
		default:
			return false
		}
	}
}

// hasText says of a condition that it has such a column; of the commonest without a walk.
func hasText(e sql.Expression) bool {
	if equals, ok := e.(*expression.Equals); ok {
		if _, literal := equals.RightChild.(*expression.Literal); literal {
			e = equals.LeftChild
		}
	}
	found := false
	sql.Inspect(e, func(e sql.Expression) bool {
		column, ok := e.(*expression.GetField)
		found = found || ok && types.IsText(column.Type())
		return !found
	})
	return found
}

// readsFullText says of a plan that it reads a FULLTEXT index for anything but MATCH.
func readsFullText(n sql.Node) bool {
	found := false
	transform.Inspect(n, func(n sql.Node) bool {
		if access, ok := n.(*plan.IndexedTableAccess); ok {
			_, match := access.Table.(*rowexec.FulltextFilterTable)
			index := access.Index()
			found = found || !match && index != nil && index.IsFullText()
		}
		return !found
	})
	return found
}

// hideFullText puts columns of FULLTEXT indexes, where they stand in a condition outside of
// MATCH, into an expression by which no index is looked for.
func hideFullText(ctx *sql.Context, n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	indexed := make(map[string]bool) // table.column
	var failed error
	transform.Inspect(n, func(n sql.Node) bool {
		name := ""
		if alias, ok := n.(*plan.TableAlias); ok {
			name, n = alias.Name(), alias.Child
		}
		t, ok := n.(*plan.ResolvedTable)
		if !ok {
			return true
		}
		if name == "" {
			name = t.Name()
		}
		if err := fullTextColumns(ctx, t, name, indexed); err != nil {
			failed = err
		}
		return true
	})
	if failed != nil || len(indexed) == 0 {
		return n, transform.SameTree, failed
	}
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		switch n.(type) {
		case *plan.Filter, *plan.JoinNode:
			return transform.OneNodeExpressions(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
				return hideColumns(e, indexed)
			})
		}
		return n, transform.SameTree, nil
	})
}

// fullTextColumns adds the columns of a table's FULLTEXT indexes.
func fullTextColumns(ctx *sql.Context, t *plan.ResolvedTable, name string, to map[string]bool) error {
	addressed, ok := t.UnderlyingTable().(sql.IndexAddressable)
	if !ok {
		return nil
	}
	indexes, err := addressed.GetIndexes(ctx)
	if err != nil {
		return err //nolint:wrapcheck // the engine's own
	}
	for _, index := range indexes {
		if !index.IsFullText() {
			continue
		}
		for _, e := range index.Expressions() {
			_, column, _ := strings.Cut(e, ".")
			to[strings.ToLower(name+"."+column)] = true
		}
	}
	return nil
}

// hideColumns does so in one expression, whose own operands have been gone through: those
// of MATCH are shown again.
func hideColumns(e sql.Expression, indexed map[string]bool) (sql.Expression, transform.TreeIdentity, error) {
	switch e := e.(type) {
	case *expression.GetField:
		if indexed[strings.ToLower(e.Table()+"."+e.Name())] {
			return &hiddenColumn{expression.UnaryExpressionStub{Child: e}}, transform.NewTree, nil
		}
	case *expression.MatchAgainst:
		return transform.Expr(e, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			if hidden, ok := e.(*hiddenColumn); ok {
				return hidden.Child, transform.NewTree, nil
			}
			return e, transform.SameTree, nil
		})
	}
	return e, transform.SameTree, nil
}

// hiddenColumn is a column by which no index is looked for.
type hiddenColumn struct {
	expression.UnaryExpressionStub
}

var _ sql.CollationCoercible = (*hiddenColumn)(nil)

// Type implements sql.Expression.
func (h *hiddenColumn) Type() sql.Type { return h.Child.Type() }

// IsNullable implements sql.Expression.
func (h *hiddenColumn) IsNullable() bool { return h.Child.IsNullable() }

// String implements sql.Expression.
func (h *hiddenColumn) String() string { return h.Child.String() }

// Eval implements sql.Expression.
func (h *hiddenColumn) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	return h.Child.Eval(ctx, row)
}

// CollationCoercibility implements sql.CollationCoercible.
func (h *hiddenColumn) CollationCoercibility(ctx *sql.Context) (collation sql.CollationID, coercibility byte) {
	return sql.GetCoercibility(ctx, h.Child)
}

// WithChildren implements sql.Expression.
func (h *hiddenColumn) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(h, len(children), 1)
	}
	return &hiddenColumn{expression.UnaryExpressionStub{Child: children[0]}}, nil
}
