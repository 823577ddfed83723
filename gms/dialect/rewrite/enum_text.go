package rewrite

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// The engine keeps the values of ENUM and SET columns as numbers, and most of
// its functions take them for such. In MySQL they are strings, save where a
// number is wanted: in arithmetic, in comparisons with numbers and in what sorts
// and groups by the column itself. So where a string is wanted the column is
// wrapped: enum_function.go does so in calls of functions, enum_operator.go in
// operators, enum_assignment.go where values go from one column into another.

// enumText is an ENUM or SET as the string it stands for. It prints as what it
// wraps, since the engine finds columns by that text.
type enumText struct {
	planwalk.StandIn
	typ sql.Type
	// again is set where the column is compared beside it, too.
	again bool
}

var (
	_ sql.Expression         = (*enumText)(nil)
	_ sql.CollationCoercible = (*enumText)(nil)
	_ node.ConvertedColumn   = (*enumText)(nil)
)

// ConvertedColumn implements node.ConvertedColumn.
func (t *enumText) ConvertedColumn() (f *expression.GetField, ok bool) {
	f, ok = t.Child.(*expression.GetField)
	return f, ok && !t.again
}

// isEnum says whether a type is ENUM or SET.
func isEnum(t sql.Type) bool { return types.IsEnum(t) || types.IsSet(t) }

// asText wraps an expression that is an ENUM or a SET.
func asText(e sql.Expression) sql.Expression {
	if !isEnumValued(e) {
		return e
	}
	return &enumText{StandIn: planwalk.StandIn{Child: e}, typ: textTypeOf(e.Type())}
}

// isEnumValued says whether an expression is an ENUM or a SET. Of what is not
// resolved the type is not known yet.
func isEnumValued(e sql.Expression) bool {
	switch e.(type) {
	case *expression.Arithmetic, *expression.Div, *expression.IntDiv, *expression.Mod, *Chain:
		return false // and to ask for its type takes long, where many lie in one another
	}
	return e.Resolved() && isEnum(e.Type())
}

// textTypeOf is the type of the strings that an ENUM or a SET stands for.
func textTypeOf(t sql.Type) sql.Type {
	collation := sql.Collation_Default
	if c, ok := t.(sql.TypeWithCollation); ok {
		collation = c.Collation()
	}
	length := int64(t.MaxTextResponseByteLength(nil)) / max(collation.CharacterSet().MaxLength(), 1)
	typ, err := types.CreateString(sqltypes.VarChar, max(length, 1), collation)
	if err != nil {
		return types.CreateLongText(collation)
	}
	return typ
}

// Eval implements sql.Expression.
func (t *enumText) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := t.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	return enumString(ctx, t.Child.Type(), v)
}

// enumString is the string that a value of an ENUM or a SET stands for.
func enumString(ctx context.Context, typ sql.Type, v any) (any, error) {
	text, _, err := types.ConvertToCollatedString(ctx, v, typ)
	return text, err
}

// Type implements sql.Expression.
func (t *enumText) Type() sql.Type { return t.typ }

// WithChildren implements sql.Expression.
func (t *enumText) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(t, len(children), 1)
	}
	if !isEnumValued(children[0]) {
		return children[0], nil
	}
	return &enumText{planwalk.StandIn{Child: children[0]}, t.typ, t.again}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (t *enumText) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, t.Child)
}
