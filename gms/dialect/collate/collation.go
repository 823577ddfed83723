package collate

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// By which collation texts are compared, MySQL works out of what they come from: a column's
// goes before that of a literal, and a function's result has that of its arguments. The
// engine works it out the same way, but compares by it in a part of the places where values
// meet: the types of most functions have the engine's own default, which goes by bytes, and
// what tells rows apart by a hash looks at bytes.

// goesByBytes says of a collation that texts are equal by it where their bytes are.
func goesByBytes(c sql.CollationID) bool {
	return c == sql.Collation_Default || c == sql.Collation_binary || c == sql.Collation_Unspecified || strings.HasSuffix(c.Name(), "_bin")
}

// textCollation is that of a type of texts; false of another, and of bytes.
func textCollation(t sql.Type) (sql.CollationID, bool) {
	if !types.IsTextOnly(t) {
		return sql.Collation_Unspecified, false
	}
	s, ok := t.(sql.StringType)
	if !ok {
		return sql.Collation_Unspecified, false
	}
	return s.Collation(), true
}

// CollatedText is that of a type of texts which it does not tell apart by their bytes;
// false of all others.
func CollatedText(t sql.Type) (sql.CollationID, bool) {
	by, ok := textCollation(t)
	return by, ok && !goesByBytes(by)
}

// IsCollated says of a type that its texts, or the members of an ENUM or a SET, are not
// told apart by their bytes.
func IsCollated(t sql.Type) bool {
	c, ok := t.(sql.TypeWithCollation)
	return ok && !goesByBytes(c.Collation())
}

// collationOfType is that of an expression's type.
func collationOfType(e sql.Expression) (sql.CollationID, bool) {
	if !e.Resolved() {
		return sql.Collation_Unspecified, false
	}
	return textCollation(e.Type())
}

// collationOf is the collation of a text's value, by what it comes from, and how weakly that
// is asked for; false of what is no text.
func collationOf(ctx *sql.Context, e sql.Expression) (c sql.CollationID, coercibility byte, ok bool) {
	own, ok := collationOfType(e)
	if !ok {
		return sql.Collation_Unspecified, 0, false
	}
	children := e.Children()
	switch t := e.(type) {
	case *expression.GetField, *expression.Literal, *expression.CollatedExpression, *collated:
		c, coercibility = sql.GetCoercibility(ctx, e)
		if c == sql.Collation_Unspecified || c == sql.Collation_binary {
			c = own
		}
		return c, coercibility, true
	case *plan.Subquery:
		in := collator{ctx: ctx}
		c, coercibility = in.columnOf(t.Query, 0)
		return c, max(coercibility, 2), c != sql.Collation_Unspecified && c != sql.Collation_binary
	case *expression.UserVar:
		if own == sql.Collation_Default { // the engine does not keep what it was set to
			own = ctx.GetCollation()
		}
		return own, 2, true
	case *expression.Case:
		children = nil
		for _, b := range t.Branches {
			children = append(children, b.Value)
		}
		if t.Else != nil {
			children = append(children, t.Else)
		}
	case *function.If:
		children = children[1:]
	case *function.Coalesce, *function.IfNull:
	default:
		// Of most functions the engine knows, of some it says that they are of its own default.
		c, coercibility = sql.GetCoercibility(ctx, e)
		if c != sql.Collation_Unspecified && c != sql.Collation_binary && c.Sorter() != nil &&
			(c != sql.Collation_Default || coercibility >= 4 && ctx.GetCollation() == c) {
			return c, coercibility, true
		}
	}
	c, coercibility = sql.Collation_Unspecified, 7
	for _, child := range children {
		if next, rank, text := collationOf(ctx, child); text {
			c, coercibility = sql.ResolveCoercibility(c, coercibility, next, rank)
		}
	}
	switch {
	case c == sql.Collation_Unspecified:
		return ctx.GetCollation(), 4, true
	case c == sql.Collation_binary || c.Sorter() == nil:
		return own, coercibility, true
	}
	return c, coercibility, true
}

// TypeWith is a type of texts with another collation.
func TypeWith(t sql.Type, c sql.CollationID) (sql.Type, bool) {
	s, ok := t.(sql.StringType)
	if !ok || c.CharacterSet().Encoder() == nil || c.Sorter() == nil {
		return t, false
	}
	length := s.MaxCharacterLength()
	if types.IsTextBlob(t) {
		length = s.MaxByteLength() // of which one of the four sizes is made
	}
	out, err := types.CreateString(s.Type(), length, c)
	return out, err == nil
}

// collated is a text of which the type says by what collation it is compared.
type collated struct {
	expression.UnaryExpressionStub
	typ sql.Type
}

var (
	_ sql.Expression         = (*collated)(nil)
	_ sql.CollationCoercible = (*collated)(nil)
)

// withCollation has an expression be of a type with a collation; false where it is, or
// cannot be.
func withCollation(e sql.Expression, c sql.CollationID) (sql.Expression, bool) {
	if own, ok := collationOfType(e); ok && goesByBytes(own) && goesByBytes(c) {
		return e, false
	}
	return ofCollation(e, c)
}

// ofCollation is an expression whose type has exactly a collation.
func ofCollation(e sql.Expression, c sql.CollationID) (sql.Expression, bool) {
	own, ok := collationOfType(e)
	if !ok || own == c {
		return e, false
	}
	typ, ok := TypeWith(e.Type(), c)
	if !ok {
		return e, false
	}
	return typedAs(e, typ), true
}

// typedAs is an expression of a type of texts.
func typedAs(e sql.Expression, typ sql.Type) sql.Expression {
	switch e := e.(type) {
	case *expression.Literal:
		return expression.NewLiteral(e.Value(), typ)
	case *expression.Alias:
		return planwalk.WithChildren(e, typedAs(e.Child, typ))
	case *collated:
		return &collated{e.UnaryExpressionStub, typ}
	}
	return &collated{expression.UnaryExpressionStub{Child: e}, typ}
}

// Eval implements sql.Expression.
func (c *collated) Eval(ctx *sql.Context, row sql.Row) (any, error) { return c.Child.Eval(ctx, row) }

// Type implements sql.Expression.
func (c *collated) Type() sql.Type { return c.typ }

// String implements sql.Expression.
func (c *collated) String() string { return c.Child.String() }

// DebugString implements sql.DebugStringer.
func (c *collated) DebugString() string { return sql.DebugString(c.Child) }

// WithChildren implements sql.Expression.
func (c *collated) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), 1)
	}
	return &collated{expression.UnaryExpressionStub{Child: children[0]}, c.typ}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *collated) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	own, rank := sql.GetCoercibility(ctx, c.Child)
	if t, ok := textCollation(c.typ); ok {
		own = t
	}
	return own, rank
}

// textKey is a number that stands for a text and for all that are equal to it by a
// collation, NULL for NULL.
type textKey struct {
	expression.UnaryExpressionStub
	collation sql.CollationID
}

var (
	_ sql.Expression         = (*textKey)(nil)
	_ sql.CollationCoercible = (*textKey)(nil)
)

// Eval implements sql.Expression.
func (k *textKey) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := k.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	text, err := PlainText(ctx, v)
	if err != nil {
		return nil, err
	}
	return keyOf(text, k.collation), nil
}

// PlainText is a value as a string.
func PlainText(ctx context.Context, v any) (string, error) {
	v, err := sql.UnwrapAny(ctx, v)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case string:
		return v, nil
	case []byte:
		return string(v), nil
	}
	return types.ConvertToString(ctx, v, types.LongText, nil)
}

// Type implements sql.Expression.
func (*textKey) Type() sql.Type { return types.Uint64 }

// String implements sql.Expression.
func (k *textKey) String() string { return k.Child.String() }

// DebugString implements sql.DebugStringer.
func (k *textKey) DebugString() string { return sql.DebugString(k.Child) }

// WithChildren implements sql.Expression.
func (k *textKey) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(k, len(children), 1)
	}
	return &textKey{expression.UnaryExpressionStub{Child: children[0]}, k.collation}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*textKey) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}

// CollatesLiterals says whether a session's literals are compared by other things than
// bytes.
func CollatesLiterals(ctx *sql.Context) bool { return !goesByBytes(ctx.GetCollation()) }

// collates reports whether a plan that compares texts has such as are not told apart by their
// bytes.
func collates(ctx *sql.Context, f step.Features) bool {
	return f.Has(step.Collated) || CollatesLiterals(ctx)
}
