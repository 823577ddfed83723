package collate

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// DISTINCT, UNION, INTERSECT and EXCEPT, a recursive table, COUNT(DISTINCT),
// GROUP_CONCAT(DISTINCT) and hash joins know a row again by a hash of its bytes. When all
// other rules are done, each gets what its texts are by their collations: DISTINCT a
// list of keys, as DISTINCT ON has in other dialects, the functions and joins keys in the place of
// texts, and the others rows in which a text prints as its key ([keyedRows]).

// CollateRuleID is that of the rule; the analyzer has none so high.
const CollateRuleID analyzer.RuleId = 1<<20 + 8

func init() {
	analyzer.OnceAfterAll = append(analyzer.OnceAfterAll, analyzer.Rule{Id: CollateRuleID, Apply: CollateRows})
}

// CollatedRowsRule is the rule collated-rows.
var CollatedRowsRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "collated-rows", Changes: rule.Plan, About: rule.Comparisons,
		Why:      "DISTINCT, UNION, recursive tables, COUNT(DISTINCT) and hash joins tell rows apart by the bytes of their texts; MySQL by their collations.",
		NeededBy: rule.Data, Golden: "collated_plans",
	},
	Apply: CollateRows,
}

// CollateRows does so in the plan of a statement that [CollateTexts] has seen.
func CollateRows(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if flags == nil || !flags.IsSet(step.FlagCollates) {
		return n, transform.SameTree, nil
	}
	return planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		switch t := n.(type) {
		case *plan.Distinct:
			if keys := rowKeys(t.Child.Schema()); keys != nil && len(t.DistinctOn()) == 0 {
				return plan.NewDistinct(t.Child, keys...), transform.NewTree, nil
			}
		case *plan.SetOp:
			if t.Distinct || t.SetOpType != plan.UnionType {
				return keyedSides(t)
			}
		case *plan.RecursiveCte:
			if t.Union().Distinct {
				return keyedRecursion(t)
			}
		case *plan.GroupBy:
			deps, changed := distinctFunctions(ctx, t.SelectDeps)
			if changed {
				out := *t
				out.SelectDeps = deps
				return &out, transform.NewTree, nil
			}
		case *plan.HashLookup:
			return keyedLookup(ctx, t)
		}
		return n, transform.SameTree, nil
	})
}

// collations are those of columns whose texts are not told apart by their bytes; nil where
// there is none.
func collations(s sql.Schema) []sql.CollationID {
	var out []sql.CollationID
	for i, col := range s {
		by, ok := CollatedText(col.Type)
		if !ok {
			continue
		}
		if out == nil {
			out = make([]sql.CollationID, len(s))
		}
		out[i] = by
	}
	return out
}

// rowKeys are what tells the rows of columns apart.
func rowKeys(s sql.Schema) []sql.Expression {
	by := collations(s)
	if by == nil {
		return nil
	}
	keys := make([]sql.Expression, len(s))
	for i := range s {
		keys[i] = &rowKey{fromEnd: len(s) - i, typ: s[i].Type, collation: by[i]}
	}
	return keys
}

// rowKey is what stands for a column of a row: its value, or the key of a text. Columns are
// counted from the end: before them a row may have those of a query around it.
type rowKey struct {
	fromEnd   int
	typ       sql.Type
	collation sql.CollationID
}

var (
	_ sql.Expression         = (*rowKey)(nil)
	_ sql.CollationCoercible = (*rowKey)(nil)
)

// Eval implements sql.Expression.
func (k *rowKey) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if k.fromEnd > len(row) {
		return nil, expression.ErrIndexOutOfBounds.New(k.fromEnd, len(row))
	}
	v := row[len(row)-k.fromEnd]
	if v == nil || k.collation == sql.Collation_Unspecified {
		return v, nil
	}
	text, err := PlainText(ctx, v)
	if err != nil {
		return nil, err
	}
	return keyOf(text, k.collation), nil
}

// Type implements sql.Expression.
func (k *rowKey) Type() sql.Type {
	if k.collation != sql.Collation_Unspecified {
		return types.Uint64
	}
	return k.typ
}

// String implements sql.Expression.
func (*rowKey) String() string { return "column" }

// Resolved implements sql.Expression.
func (*rowKey) Resolved() bool { return true }

// IsNullable implements sql.Expression.
func (*rowKey) IsNullable() bool { return true }

// Children implements sql.Expression.
func (*rowKey) Children() []sql.Expression { return nil }

// WithChildren implements sql.Expression.
func (k *rowKey) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(k, len(children), 0)
	}
	return k, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*rowKey) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}

// distinctFunctions are the functions of a grouping, of which COUNT(DISTINCT) knows texts
// again by their collations ([Concat] does so itself).
func distinctFunctions(ctx *sql.Context, list []sql.Expression) (out []sql.Expression, changed bool) {
	for i, e := range list {
		t, ok := e.(*aggregation.CountDistinct)
		if !ok {
			continue
		}
		keys, ok := textKeys(ctx, t.Children())
		if !ok {
			continue
		}
		if out == nil {
			out = append(out, list...)
		}
		out[i] = planwalk.WithChildren(t, keys...)
	}
	return out, out != nil
}

// textKeys are expressions with keys in the place of texts; false where there are none
// to replace.
func textKeys(ctx *sql.Context, list []sql.Expression) (out []sql.Expression, changed bool) {
	for i, e := range list {
		by, _, ok := collationOf(ctx, e)
		if !ok || goesByBytes(by) {
			continue
		}
		if out == nil {
			out = append(out, list...)
		}
		out[i] = &textKey{expression.UnaryExpressionStub{Child: e}, by}
	}
	return out, out != nil
}

// keyedLookup has a hash join look texts up by what they are by their collations.
func keyedLookup(ctx *sql.Context, n *plan.HashLookup) (sql.Node, transform.TreeIdentity, error) {
	right, left, changed := keyedPair(ctx, n.RightEntryKey, n.LeftProbeKey)
	if !changed {
		return n, transform.SameTree, nil
	}
	out := *n
	made := plan.NewHashLookup(n.Child, right, left, n.JoinType)
	out.RightEntryKey, out.LeftProbeKey, out.CompareType = right, left, made.CompareType
	if out.Lookup == nil {
		return made, transform.NewTree, nil
	}
	return &out, transform.NewTree, nil
}

// keyedPair are the two sides of a lookup with keys in the place of texts.
func keyedPair(ctx *sql.Context, right, left sql.Expression) (sql.Expression, sql.Expression, bool) {
	rights, ok := right.(expression.Tuple)
	lefts, both := left.(expression.Tuple)
	if ok && both && len(rights) == len(lefts) {
		outRight, outLeft := append(expression.Tuple(nil), rights...), append(expression.Tuple(nil), lefts...)
		changed := false
		for i := range rights {
			r, l, own := keyedPair(ctx, rights[i], lefts[i])
			outRight[i], outLeft[i], changed = r, l, changed || own
		}
		return outRight, outLeft, changed
	}
	c := collator{ctx: ctx}
	by, ok := c.common([]sql.Expression{left, right})
	if !ok || goesByBytes(by) {
		return right, left, false
	}
	return &textKey{expression.UnaryExpressionStub{Child: right}, by}, &textKey{expression.UnaryExpressionStub{Child: left}, by}, true
}
