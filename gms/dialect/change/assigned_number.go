package change

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// UPDATE and ON DUPLICATE KEY UPDATE of the engine clip a number that its column has no
// room for, and say nothing. In MySQL that is error 1264, and a warning of that number in
// an UPDATE IGNORE and without a strict sql_mode. So it is with a text of which a column of
// numbers takes the number at its front. Where it warns, texts, ENUMs and SETs are looked at too.

// assignedNumber is what such a column is set to.
type assignedNumber struct {
	expression.BinaryExpressionStub // the column and the value
	update, ignore                  bool
	row                             *int64 // how many have been computed
}

var (
	_ sql.Expression         = (*assignedNumber)(nil)
	_ sql.CollationCoercible = (*assignedNumber)(nil)
)

// AssignedNumbersRule is the rule numbers-out-of-range.
var AssignedNumbersRule = rule.Of[analyzer.RuleFunc]{
	Rule: rule.Rule{
		Name: "numbers-out-of-range", Changes: rule.Plan, About: rule.Changes,
		Why:      "UPDATE and ON DUPLICATE KEY UPDATE clip a number that has no room, without a word; in MySQL it is error 1264, or a warning.",
		NeededBy: rule.Data, Golden: "number_texts",
	},
	Apply: numbersOfChange,
}

// numbersOfChange looks at what an UPDATE or an INSERT sets columns of numbers to.
func numbersOfChange(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	switch n := n.(type) {
	case *plan.Update:
		return transform.Node(n, func(child sql.Node) (sql.Node, transform.TreeIdentity, error) {
			source, ok := child.(*plan.UpdateSource)
			if !ok {
				return child, transform.SameTree, nil
			}
			sets, changed := numbersOf(ctx, source.UpdateExprs, true, n.Ignore)
			if !changed {
				return child, transform.SameTree, nil
			}
			out, err := source.WithExpressions(sets...)
			return out, transform.NewTree, err
		})
	case *plan.InsertInto:
		sets, changed := numbersOf(ctx, n.OnDupExprs, false, n.Ignore)
		changed = requireValues(sets, n.Ignore) || changed
		source, looked := numbersOfInsert(ctx, n)
		if !changed && !looked {
			return n, transform.SameTree, nil
		}
		out := *n
		out.OnDupExprs, out.Source = sets, source
		return &out, transform.NewTree, nil
	}
	return n, transform.SameTree, nil
}

func numbersOf(ctx *sql.Context, sets []sql.Expression, update, ignore bool) (out []sql.Expression, changed bool) {
	out = make([]sql.Expression, len(sets))
	lenient := len(sets) > 0 && (ignore || !sql.LoadSqlMode(ctx).Strict())
	for i, e := range sets {
		out[i] = e
		set, ok := e.(*expression.SetField)
		if !ok {
			continue
		}
		column, ok := set.LeftChild.(*expression.GetField)
		value := set.RightChild
		if ok && !isOwnDatabase(column.Database()) {
			if day, taken := builtin.TakenDay(column.Type(), value); taken {
				value, out[i], changed = day, expression.NewSetField(column, day), true
			}
		}
		switch {
		case !ok:
			continue
		case lenient && takesTexts(column.Type()) && !isOwnDatabase(column.Database()):
			if textHasRoom(ctx, column.Type(), value) {
				continue
			}
		case builtin.TakesMoments(column.Type()):
			if isUsualMoment(column.Type(), value) {
				continue
			}
		case !types.IsNumber(column.Type()) || hasRoom(ctx, column.Type(), value):
			continue
		}
		both := expression.BinaryExpressionStub{LeftChild: column, RightChild: value}
		out[i], changed = expression.NewSetField(column, &assignedNumber{both, update, ignore, new(int64)}), true
	}
	return out, changed
}

// hasRoom reports whether a column takes whatever an expression gives as the engine has it. The engine takes no
// text with a fraction for an integer.
func hasRoom(ctx *sql.Context, typ sql.Type, e sql.Expression) bool {
	switch e := e.(type) {
	case *expression.Literal:
		if _, text := e.Value().(string); text && types.IsInteger(typ) {
			if _, _, err := typ.Convert(ctx, e.Value()); err != nil {
				return false
			}
		}
		return e.Value() == nil || fits(ctx, typ, e.Value())
	case *expression.GetField:
		return types.TypesEqual(typ, e.Type())
	case *expression.DefaultColumn, *sql.ColumnDefaultValue, *expression.BindVar, *assignedNumber:
		return true
	}
	return !e.Resolved()
}

// Eval implements sql.Expression.
func (n *assignedNumber) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	*n.row++
	v, err := n.RightChild.Eval(ctx, row)
	if err != nil || v == nil {
		return v, err
	}
	typ := n.LeftChild.Type()
	column, ok := n.LeftChild.(*expression.GetField)
	if !ok {
		return v, nil
	}
	if builtin.TakesMoments(typ) {
		return TakeMoment(ctx, typ, v, n.ignore, column.Name(), *n.row)
	}
	if takesTexts(typ) {
		return takeText(ctx, typ, v, column.Name(), *n.row)
	}
	taken, failed := builtin.TakeNumber(ctx, typ, v, n.ignore, column.Name(), *n.row)
	switch {
	case failed == nil:
		return taken, nil
	case n.update:
		return nil, failed
	case failed.Num == mysql.ERWarnDataOutOfRange:
		return nil, sql.NewWrappedTypeConversionError(v, column.Index(), sql.ErrValueOutOfRange.New(v, typ))
	}
	return nil, sql.NewWrappedTypeConversionError(v, column.Index(), sql.ErrInvalidValue.New(v, typ))
}

// Type implements sql.Expression.
func (n *assignedNumber) Type() sql.Type { return n.RightChild.Type() }

// IsNullable implements sql.Expression.
func (n *assignedNumber) IsNullable() bool { return n.RightChild.IsNullable() }

// String implements sql.Expression.
func (n *assignedNumber) String() string { return n.RightChild.String() }

// DebugString implements sql.DebugStringer.
func (n *assignedNumber) DebugString() string { return sql.DebugString(n.RightChild) }

// WithChildren implements sql.Expression.
func (n *assignedNumber) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 2 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 2)
	}
	out := *n
	out.LeftChild, out.RightChild = children[0], children[1]
	return &out, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *assignedNumber) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.RightChild)
}
