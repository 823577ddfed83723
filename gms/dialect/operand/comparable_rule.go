package operand

import (
	"slices"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// ComparedTypesRule is the rule compared-types.
var ComparedTypesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "compared-types", Changes: rule.Plan, About: rule.Comparisons,
		Why:      "The engine converts one side of a comparison to the type of the other; MySQL compares both as a third type, as doubles or as dates.",
		NeededBy: rule.Data, Golden: "compared_types",
	},
	Apply: step.PlanStep{Features: step.Mixed, Apply: MakeComparable, Change: step.Mixed},
}

// MakeComparable gives what a plan compares the types that it is compared by.
func MakeComparable(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	c := comparing{ctx}
	return planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		switch t := n.(type) {
		case *plan.GroupBy:
			deps, changed, err := c.comparableList(t.SelectDeps, true)
			if err != nil {
				return n, transform.SameTree, err
			}
			by, more, err := c.comparableList(t.GroupByExprs, true)
			if err != nil || !changed && !more {
				return n, transform.SameTree, err
			}
			out := *t
			out.SelectDeps, out.GroupByExprs = deps, by
			return &out, transform.NewTree, nil
		case sql.Expressioner:
			_, window := n.(*plan.Window)
			list, changed, err := c.comparableList(t.Expressions(), window)
			if err != nil || !changed {
				return n, transform.SameTree, err
			}
			n, err = t.WithExpressions(list...)
			return n, transform.NewTree, err
		}
		return n, transform.SameTree, nil
	})
}

// comparableList does so with expressions, which keep the numbers that they are known by, and
// their texts where the engine knows them by these.
func (c comparing) comparableList(list []sql.Expression, named bool) (out []sql.Expression, changed bool, err error) {
	for i, e := range list {
		if e == nil {
			continue
		}
		with, own, err := planwalk.MapExpression(e, func(e sql.Expression) (sql.Expression, bool, error) {
			if _, null := e.(*function.NullIf); null && named { // it becomes another
				return e, false, nil
			}
			out, same, err := c.comparableOperands(e)
			if bool(same) || err != nil || !named {
				return out, !bool(same), err
			}
			return planwalk.MapExpression(out, func(e sql.Expression) (sql.Expression, bool, error) {
				if a, ok := e.(*apart); ok {
					return a.Child, true, nil
				}
				return e, false, nil
			})
		})
		if err != nil {
			return nil, false, err
		}
		if !own {
			continue
		}
		if !changed {
			list, changed = slices.Clone(list), true
		}
		list[i] = with
	}
	return list, changed, nil
}

// comparableOperands does so with one expression.
func (c comparing) comparableOperands(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
	switch e := e.(type) {
	case *expression.Equals, *expression.NullSafeEquals, *expression.LessThan, *expression.LessThanOrEqual,
		*expression.GreaterThan, *expression.GreaterThanOrEqual, *function.NullIf:
		children := e.Children()
		_, null := e.(*function.NullIf)
		place := textAlone
		if null {
			place = textNulled
		}
		left, right, l, r, changed := c.operands(children[0], children[1], place)
		if l == unconverted && r == unconverted && !changed {
			return e, transform.SameTree, nil
		}
		if _, same := e.(*expression.NullSafeEquals); same { // which looks at types alone
			l, r = alike(l, r)
		}
		if null { // which gives its first operand as it is
			if _, column := left.(*expression.GetField); !column {
				return e, transform.SameTree, nil
			}
			equal := expression.NewEquals(converted(left, l), converted(right, r))
			return expression.NewCase(nil, []expression.CaseBranch{{Cond: equal, Value: expression.NewLiteral(nil, types.Null)}}, left), transform.NewTree, nil
		}
		out, err := e.WithChildren(converted(left, l), converted(right, r))
		return out, transform.NewTree, err
	case *expression.Between:
		place := textAmong
		if isSameLiteral(e.Lower, e.Upper) {
			place = textAlone
		}
		list, changed := c.convertedWith(e.Val, place, e.Lower, e.Upper)
		if !changed {
			return e, transform.SameTree, nil
		}
		return expression.NewBetween(list[0], list[1], list[2]), transform.NewTree, nil
	case *expression.InTuple:
		list, ok := e.Right().(expression.Tuple)
		if !ok || len(list) == 0 {
			return e, transform.SameTree, nil
		}
		place := textAmong
		if len(list) == 1 {
			place = textAlone
		}
		if IsRow(e.Left()) {
			return c.rowsIn(e, list, place)
		}
		if kindOf(e.Left()) == timeKind {
			return c.anyEqual(e.Left(), list, place), transform.NewTree, nil
		}
		list, retyped := literalsBeside(list, e.Left())
		list, moved := widestFirst(list)
		out, changed := c.convertedWith(e.Left(), place, list...)
		if !changed && !moved && !retyped {
			return e, transform.SameTree, nil
		}
		return expression.NewInTuple(out[0], expression.NewTuple(out[1:]...)), transform.NewTree, nil
	case *expression.Case:
		return c.comparableCase(e)
	case *plan.InSubquery:
		return c.comparableRows(e)
	}
	return e, transform.SameTree, nil
}

// IsMixed says of an expression that there is something of this to do.
func IsMixed(e sql.Expression) bool {
	switch e := e.(type) {
	case *expression.Equals:
		return AreMixed(e.LeftChild, e.RightChild)
	case *expression.NullSafeEquals, *expression.LessThan, *expression.LessThanOrEqual, *expression.GreaterThan, *expression.GreaterThanOrEqual:
		c := e.(expression.Comparer)
		return AreMixed(c.Left(), c.Right())
	case *expression.Between:
		return AreMixed(e.Val, e.Lower) || AreMixed(e.Val, e.Upper)
	case *expression.InTuple:
		k := kindOf(e.LeftChild)
		if row, ok := e.LeftChild.(expression.Tuple); ok {
			return mixedRows(row, e.Right())
		}
		if (k == textKind || k == otherKind) && anyBytesBeside(e.Right(), e.LeftChild) {
			return true
		}
		if k == integerKind || k == textKind {
			return !areWritten(e.Right()) || k == integerKind && (widestOf(e.Right()) > 0 || anyLiteralBeside(e.Right(), e.LeftChild))
		}
		return k != otherKind
	case *expression.Case:
		return e.Expr != nil && slices.ContainsFunc(e.Branches, func(b expression.CaseBranch) bool { return AreMixed(e.Expr, b.Cond) })
	case *function.NullIf:
		return AreMixed(e.LeftChild, e.RightChild)
	case *plan.InSubquery:
		return true
	}
	return false
}

// AreMixed reports whether two operands are compared as a third type.
func AreMixed(left, right sql.Expression) bool {
	if l, ok := left.(expression.Tuple); ok { // which is compared column by column
		r, ok := right.(expression.Tuple)
		for i := range l {
			if ok && len(l) == len(r) && AreMixed(l[i], r[i]) {
				return true
			}
		}
		return false
	}
	_, _, l, r, changed := comparing{}.operands(left, right, textAlone)
	return changed || l != unconverted || r != unconverted
}

// mixedRows reports whether a row is compared with those of a list otherwise than as the engine does.
func mixedRows(left expression.Tuple, right sql.Expression) bool {
	if slices.ContainsFunc(left, func(e sql.Expression) bool { k := kindOf(e); return k == timeKind || k.isDated() }) {
		return true
	}
	list, _ := right.(expression.Tuple)
	for _, e := range list {
		row, ok := e.(expression.Tuple)
		for i := range left {
			if ok && len(row) == len(left) && (mayBeNull(left[i], row[i]) || AreMixed(left[i], row[i])) {
				return true
			}
		}
	}
	return false
}

// areWritten says of a list that it is of literals, and none that are dates.
func areWritten(e sql.Expression) bool {
	list, ok := e.(expression.Tuple)
	return ok && !slices.ContainsFunc(list, func(e sql.Expression) bool {
		l, literal := e.(*expression.Literal)
		return !literal || types.IsTime(l.Type())
	})
}

// The engine compares a number with all constants of a list by the type of the first: 2 was
// IN (1, 1.5), as 1.5 is 2 for an integer. So the widest goes first.

// widestFirst is a list of numbers in such an order.
func widestFirst(list expression.Tuple) (expression.Tuple, bool) {
	i := widestOf(list)
	if i <= 0 {
		return list, false
	}
	out := slices.Clone(list)
	out[0], out[i] = list[i], list[0]
	return out, true
}

// widestOf is which of a list is the first of the widest type, -1 of a list that has anything
// but numbers.
func widestOf(list sql.Expression) int {
	values, ok := list.(expression.Tuple)
	if !ok {
		return -1
	}
	at, widest := -1, otherKind
	for i, e := range values {
		k := kindOf(e)
		if _, query := e.(*plan.Subquery); query || !k.isNumber() && !isNullLiteral(e) {
			return -1
		}
		if at < 0 || k > widest {
			at, widest = i, k
		}
	}
	return at
}

func isNullLiteral(e sql.Expression) bool {
	l, ok := e.(*expression.Literal)
	return ok && l.Type() == types.Null
}

// alike has both operands be of one type where one of them is converted.
func alike(l, r conversion) (conversion, conversion) {
	if to := max(l, r); to > unindexed {
		return to, to
	}
	return l, r
}

// isSameLiteral reports whether a range begins and ends with the same text, so that it is an equality.
func isSameLiteral(lower, upper sql.Expression) bool {
	l, ok := lower.(*expression.Literal)
	u, also := upper.(*expression.Literal)
	if !ok || !also {
		return false
	}
	text, ok := l.Value().(string)
	return ok && text == u.Value()
}

// operands returns two operands that are compared with each other, and what becomes of them.
func (c comparing) operands(left, right sql.Expression, place textPlace) (plainLeft, plainRight sql.Expression, l, r conversion, changed bool) {
	left, right, changed = plainFractions(left, right)
	kl, kr := kindOf(left), kindOf(right)
	if l := literalBeside(left, right, kr); l != nil {
		left, kl, changed = l, kindOf(l), true
	}
	if r := literalBeside(right, left, kl); r != nil {
		right, kr, changed = r, kindOf(r), true
	}
	if !changed && (kl >= dayKind && kl <= timeKind || kr >= dayKind && kr <= timeKind) {
		left, right, changed = c.plainMoments(left, kl, right, kr, place)
	}
	l, r = conversionsOf(left, kl, right, kr)
	return left, right, l, r, changed
}

// convertedWith is a value and those that it is compared with, each for itself.
func (c comparing) convertedWith(value sql.Expression, place textPlace, with ...sql.Expression) ([]sql.Expression, bool) {
	out := append([]sql.Expression{value}, with...)
	var of conversion
	changed := false
	for i, e := range with {
		kl := kindOf(value)
		if plain := literalBeside(e, value, kl); plain != nil {
			out[i+1], e, changed = plain, plain, true
		}
		kr := kindOf(e)
		plain, beside, moved := c.plainMoments(value, kl, e, kr, place)
		if moved {
			out[0], value, out[i+1], e, changed = plain, plain, beside, beside, true
		}
		l, r := conversionsOf(value, kl, e, kr)
		of = max(of, l)
		if r != unconverted {
			out[i+1], changed = converted(e, r), true
		}
	}
	if of != unconverted {
		out[0], changed = converted(value, of), true
	}
	return out, changed
}

// rowsIn is IN of a row and a list of rows. The engine compares rows as values of the left one's types,
// so that lists with other than literals for dates are compared column by column.
func (c comparing) rowsIn(in *expression.InTuple, list expression.Tuple, place textPlace) (sql.Expression, transform.TreeIdentity, error) {
	left, _ := in.Left().(expression.Tuple)
	out, changed, apart := slices.Clone(list), false, false
	for i, e := range list {
		row, ok := e.(expression.Tuple)
		if !ok || len(row) != len(left) {
			return in, transform.SameTree, nil
		}
		row, own := slices.Clone(row), false
		for j := range row {
			kind := kindOf(left[j])
			if plain := c.plainMoment(left[j], kind, row[j], place); plain != nil {
				row[j], own = plain, true
			}
			if _, literal := row[j].(*expression.Literal); !literal && (kind == timeKind || kind.isDated()) || mayBeNull(left[j], row[j]) || AreMixed(left[j], row[j]) {
				apart = true
			}
		}
		if own {
			out[i], changed = row, true
		}
	}
	if apart {
		equal := make([]sql.Expression, len(out))
		for i, row := range out {
			if equal[i] = comparedColumns(&expression.Equals{}, left, row); equal[i] == nil {
				return in, transform.SameTree, nil
			}
		}
		any, _, err := transform.Expr(anyOf(equal), c.comparableOperands)
		return any, transform.NewTree, err
	}
	if !changed {
		return in, transform.SameTree, nil
	}
	return expression.NewInTuple(left, out), transform.NewTree, nil
}

// mayBeNull reports whether one of two values may be NULL: the engine takes two NULLs of rows for equal, and
// NULL and a value for different.
func mayBeNull(left, right sql.Expression) bool { return isNullLiteral(right) || left.IsNullable() }

// anyOf is conditions of which one is to hold, in a tree that is not deep.
func anyOf(conditions []sql.Expression) sql.Expression {
	if n := len(conditions); n > 1 {
		return expression.NewOr(anyOf(conditions[:n/2]), anyOf(conditions[n/2:]))
	}
	return conditions[0]
}

// anyEqual is a condition in place of IN, which the engine has no times for.
func (c comparing) anyEqual(value sql.Expression, list expression.Tuple, place textPlace) sql.Expression {
	equal := make([]sql.Expression, len(list))
	for i, e := range list {
		if plain := c.plainMoment(value, timeKind, e, place); plain != nil {
			e = plain
		}
		equal[i] = expression.NewEquals(value, e)
	}
	return expression.JoinOr(equal...)
}

// comparableCase does so with what a CASE compares its operand with.
func (c comparing) comparableCase(e *expression.Case) (sql.Expression, transform.TreeIdentity, error) {
	if e.Expr == nil {
		return e, transform.SameTree, nil
	}
	with := make([]sql.Expression, len(e.Branches))
	for i, b := range e.Branches {
		with[i] = b.Cond
	}
	out, changed := c.convertedWith(e.Expr, textAmong, with...)
	if !changed {
		return e, transform.SameTree, nil
	}
	branches := slices.Clone(e.Branches)
	for i := range branches {
		branches[i].Cond = out[i+1]
	}
	return expression.NewCase(out[0], branches, e.Else), transform.NewTree, nil
}

// converted is an operand as what it is to be.
func converted(e sql.Expression, to conversion) sql.Expression {
	if _, column := e.(*expression.GetField); column && to != unconverted {
		return &apart{expression.UnaryExpressionStub{Child: convertedValue(e, to)}}
	}
	return convertedValue(e, to)
}

func convertedValue(e sql.Expression, to conversion) sql.Expression {
	switch to {
	case unconverted, unindexed:
	case toNumber:
		return &enumNumber{planwalk.StandIn{Child: e}}
	case toFloating:
		return &TextNumber{NewCast(e, CastTo{To: ToDouble, Length: -1, Scale: -1})}
	case toExact:
		if l, ok := e.(*expression.Literal); ok {
			return expression.NewLiteral(l.Value(), types.InternalDecimalType)
		}
		return &decimalNumber{expression.UnaryExpressionStub{Child: e}}
	case toClock:
		return NewCast(e, CastTo{To: "time", Length: Microseconds, Scale: -1})
	case toDay, toMoment:
		return &textMoment{NewCast(e, CastTo{To: "datetime", Length: Microseconds, Scale: -1}), to == toDay}
	}
	return e
}

// apart is a column that no index is looked up for: it reads otherwise than the column, by
// whose name the engine finds an index.
type apart struct{ expression.UnaryExpressionStub }

var (
	_ sql.Expression         = (*apart)(nil)
	_ sql.CollationCoercible = (*apart)(nil)
	_ node.ConvertedColumn   = (*apart)(nil)
)

// Eval implements sql.Expression.
func (a *apart) Eval(ctx *sql.Context, row sql.Row) (any, error) { return a.Child.Eval(ctx, row) }

// Type implements sql.Expression.
func (a *apart) Type() sql.Type { return a.Child.Type() }

// String implements sql.Expression.
func (a *apart) String() string { return "(" + a.Child.String() + ")" }

// DebugString implements sql.DebugStringer.
func (a *apart) DebugString() string { return "(" + sql.DebugString(a.Child) + ")" }

// WithChildren implements sql.Expression.
func (a *apart) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(a, len(children), 1)
	}
	return &apart{expression.UnaryExpressionStub{Child: children[0]}}, nil
}

// ConvertedColumn implements node.ConvertedColumn. A later rule may have put something else
// in the column's place.
func (a *apart) ConvertedColumn() (f *expression.GetField, ok bool) {
	for e := a.Child; ; {
		if f, ok = e.(*expression.GetField); ok {
			return f, true
		}
		children := e.Children()
		if len(children) != 1 {
			return nil, false
		}
		e = children[0]
	}
}

// CollationCoercibility implements sql.CollationCoercible.
func (a *apart) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, a.Child)
}

// textMoment is the date of a text, that with zeros of one that is none.
type textMoment struct {
	*Cast
	day bool
}

var _ sql.CollationCoercible = (*textMoment)(nil)

// Eval implements sql.Expression.
func (m *textMoment) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := m.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	v, err = m.Cast.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	t, ok := v.(time.Time)
	if !ok {
		return types.ZeroTime, nil
	}
	if m.day {
		t = t.Truncate(24 * time.Hour)
	}
	return t, nil
}

// Type implements sql.Expression.
func (m *textMoment) Type() sql.Type {
	if m.day {
		return types.Date
	}
	return types.DatetimeMaxPrecision
}

// String implements sql.Expression.
func (m *textMoment) String() string { return m.Child.String() }

// DebugString implements sql.DebugStringer.
func (m *textMoment) DebugString() string { return sql.DebugString(m.Child) }

// WithChildren implements sql.Expression.
func (m *textMoment) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(m, len(children), 1)
	}
	return &textMoment{NewCast(children[0], m.CastTo), m.day}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*textMoment) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
