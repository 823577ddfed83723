package operand

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// Formatter is the formatter of an engine that answers as MySQL does. It tells its analyzer
// from that of another engine of the process.
type Formatter interface {
	sql.SchemaFormatter
	AnswersAsMySQL()
}

// EnumOperands wraps the operands of an expression that are to be strings.
func EnumOperands(ctx *sql.Context, e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
	same := func() (sql.Expression, transform.TreeIdentity, error) { return e, transform.SameTree, nil }
	_, concatenates := e.(*aggregation.GroupConcat)
	_, converts := e.(*expression.ConvertUsing)
	_, likens := e.(*expression.Like)
	asTexts := concatenates || converts || likens
	wrapped := func(text ...bool) (sql.Expression, transform.TreeIdentity, error) {
		children := e.Children()
		changed := false
		for i, c := range children {
			switch {
			case !text[min(i, len(text)-1)]:
			case collate.IsEnumValued(c):
				children[i], changed = collate.AsText(c), true
			case converts && mayBeHandle(c):
				children[i], changed = &StoredValue{planwalk.StandIn{Child: c}}, true
			case concatenates && c.Resolved() && IsDated(c.Type()), c.Resolved() && types.IsTimespan(c.Type()) && asTexts:
				children[i], changed = TemporalText(c), true
			}
		}
		if !changed {
			return same()
		}
		out, err := e.WithChildren(children...)
		return out, transform.NewTree, err
	}
	switch e := e.(type) {
	case *collate.EnumText, *enumNumber:
		return same()
	case *expression.Equals, *expression.NullSafeEquals:
		c := e.(expression.Comparer)
		if equalAsNumbers(ctx, c.Left(), c.Right()) {
			return same()
		}
		return wrapped(true)
	case *expression.LessThan, *expression.LessThanOrEqual, *expression.GreaterThan, *expression.GreaterThanOrEqual:
		c := e.(expression.Comparer)
		if !isTextOperand(c.Left()) || !isTextOperand(c.Right()) {
			return same()
		}
		return wrapped(true)
	case *expression.Between:
		if !isTextOperand(e.Val) || !isTextOperand(e.Lower) || !isTextOperand(e.Upper) {
			return same()
		}
		return wrapped(true)
	case *expression.InTuple:
		return enumInTuple(ctx, e)
	case *plan.InSubquery:
		return enumInSubquery(e)
	case *expression.Like, *expression.ConvertUsing, *expression.CollatedExpression:
		return wrapped(true)
	case *expression.Case:
		c, dates := textCase(e)
		out, same, err := enumCase(ctx, c)
		return out, same && transform.TreeIdentity(!dates), err
	case *expression.SetField:
		if assignsNumber(e.LeftChild, e.RightChild) {
			return same()
		}
		return wrapped(false, true)
	case *aggregation.GroupConcat: // what it sorts by stands first
		text := make([]bool, len(e.Children()))
		for i := len(text) - len(e.OutputExpressions()); i < len(text); i++ {
			text[i] = true
		}
		return wrapped(append(text, true)...)
	case *aggregation.CountDistinct:
		return spansCounted(e)
	case sql.WindowAdaptableExpression: // wrapped when it was made; here it has what it sorts by too
		return same()
	case sql.FunctionExpression:
		args, changed := EnumArguments(e.FunctionName(), e.Children())
		if _, ok := e.(*function.Char); ok && slices.ContainsFunc(args, IsNumbered) { // which the grammar makes
			args, changed = NumberTexts(e.FunctionName(), args), true
		}
		if !changed {
			return same()
		}
		out, err := e.WithChildren(args...)
		return out, transform.NewTree, err
	}
	return same()
}

// isTextOperand reports whether an operand is compared as a string, as ENUMs and
// SETs are with such and with each other.
func isTextOperand(e sql.Expression) bool {
	if !e.Resolved() {
		return false
	}
	return types.IsText(e.Type()) || collate.IsEnum(e.Type())
}

// equalAsNumbers reports whether two expressions are equal as strings just where
// the numbers are, or are to be compared as numbers. Then an index on the column
// can be used.
func equalAsNumbers(ctx *sql.Context, a, b sql.Expression) bool {
	if !isTextOperand(a) || !isTextOperand(b) {
		return true
	}
	switch enumA, enumB := collate.IsEnum(a.Type()), collate.IsEnum(b.Type()); {
	case enumA && enumB:
		return types.TypesEqual(a.Type(), b.Type())
	case enumA:
		return IsMember(ctx, a.Type(), b)
	case enumB:
		return IsMember(ctx, b.Type(), a)
	}
	return true
}

// IsMember reports whether an expression is a literal that is, as it is written, a
// value of an ENUM or a SET. A string of digits is none, though the engine takes
// it for the number of one.
func IsMember(ctx *sql.Context, typ sql.Type, e sql.Expression) bool {
	literal, ok := e.(*expression.Literal)
	if !ok {
		return false
	}
	if literal.Value() == nil {
		return true
	}
	text, isText := literal.Value().(string)
	if !isText {
		return false
	}
	value, _, err := typ.Convert(ctx, text)
	if err != nil {
		return false
	}
	member, err := collate.EnumString(ctx, typ, value)
	if err != nil {
		return false
	}
	equal, err := collate.TextTypeOf(typ).Compare(ctx, member, text)
	return err == nil && equal == 0
}

// enumInTuple wraps what IN compares as strings: all of it, if not each pair can
// be compared as it is.
func enumInTuple(ctx *sql.Context, in *expression.InTuple) (sql.Expression, transform.TreeIdentity, error) {
	left := in.Left()
	tuple, ok := in.Right().(expression.Tuple)
	if !ok {
		return in, transform.SameTree, nil
	}
	pairs := func(a, b sql.Expression) bool { // whether all can be compared as they are
		as, isTuple := a.(expression.Tuple)
		if !isTuple {
			return equalAsNumbers(ctx, a, b)
		}
		bs, isTuple := b.(expression.Tuple)
		if !isTuple || len(as) != len(bs) {
			return true
		}
		for i := range as {
			if !equalAsNumbers(ctx, as[i], bs[i]) {
				return false
			}
		}
		return true
	}
	asIs := true
	for _, right := range tuple {
		asIs = asIs && pairs(left, right)
	}
	if asIs {
		return in, transform.SameTree, nil
	}
	elements := make([]sql.Expression, len(tuple))
	for i, right := range tuple {
		elements[i] = tupleAsText(right)
	}
	out, err := in.WithChildren(tupleAsText(left), expression.NewTuple(elements...))
	return out, transform.NewTree, err
}

// tupleAsText wraps an expression, or all of a tuple.
func tupleAsText(e sql.Expression) sql.Expression {
	tuple, ok := e.(expression.Tuple)
	if !ok {
		return collate.AsText(e)
	}
	out := make([]sql.Expression, len(tuple))
	for i, e := range tuple {
		out[i] = collate.AsText(e)
	}
	return expression.NewTuple(out...)
}

// enumInSubquery wraps what IN compares with a subquery's rows.
func enumInSubquery(in *plan.InSubquery) (sql.Expression, transform.TreeIdentity, error) {
	subquery, ok := in.RightChild.(*plan.Subquery)
	if !ok || !in.LeftChild.Resolved() || !subquery.Resolved() {
		return in, transform.SameTree, nil
	}
	rights := subquery.Query.Schema()
	if tuple, ok := in.LeftChild.(expression.Tuple); ok && len(tuple) > 1 && len(tuple) == len(rights) {
		return rowInSubquery(in, tuple, rights)
	}
	if len(rights) != 1 || types.NumColumns(in.LeftChild.Type()) != 1 {
		return in, transform.SameTree, nil
	}
	left, right := in.LeftChild.Type(), rights[0].Type
	switch {
	case !collate.IsEnum(left) && !collate.IsEnum(right), types.TypesEqual(left, right),
		!collate.IsEnum(left) && !types.IsText(left), !collate.IsEnum(right) && !types.IsText(right):
		return in, transform.SameTree, nil
	}
	if collate.IsEnum(right) {
		query, ok := ProjectText(subquery.Query, func(int) bool { return true })
		if !ok {
			return in, transform.SameTree, nil
		}
		subquery = subquery.WithQuery(query)
	}
	return plan.NewInSubquery(collate.AsText(in.LeftChild), subquery), transform.NewTree, nil
}

// enumCase wraps what CASE compares: all of it, if not each pair can be compared
// as it is.
func enumCase(ctx *sql.Context, c *expression.Case) (sql.Expression, transform.TreeIdentity, error) {
	if c.Expr == nil {
		return c, transform.SameTree, nil
	}
	asIs := true
	for _, b := range c.Branches {
		asIs = asIs && equalAsNumbers(ctx, c.Expr, b.Cond)
	}
	if asIs {
		return c, transform.SameTree, nil
	}
	branches := make([]expression.CaseBranch, len(c.Branches))
	for i, b := range c.Branches {
		branches[i] = expression.CaseBranch{Cond: collate.AsText(b.Cond), Value: b.Value}
	}
	return expression.NewCase(collate.AsText(c.Expr), branches, c.Else), transform.NewTree, nil
}
