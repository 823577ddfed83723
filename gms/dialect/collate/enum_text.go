package collate

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

// EnumText is an ENUM or SET as the string it stands for. It prints as what it
// wraps, since the engine finds columns by that text.
type EnumText struct {
	planwalk.StandIn
	Typ sql.Type
	// again is set where the column is compared beside it, too.
	Again bool
}

var (
	_ sql.Expression         = (*EnumText)(nil)
	_ sql.CollationCoercible = (*EnumText)(nil)
	_ node.ConvertedColumn   = (*EnumText)(nil)
)

// ConvertedColumn implements node.ConvertedColumn.
func (t *EnumText) ConvertedColumn() (f *expression.GetField, ok bool) {
	f, ok = t.Child.(*expression.GetField)
	return f, ok && !t.Again
}

// IsEnum reports whether a type is ENUM or SET.
func IsEnum(t sql.Type) bool { return types.IsEnum(t) || types.IsSet(t) }

// AsText wraps an expression that is an ENUM or a SET.
func AsText(e sql.Expression) sql.Expression {
	if !IsEnumValued(e) {
		return e
	}
	return &EnumText{StandIn: planwalk.StandIn{Child: e}, Typ: TextTypeOf(e.Type())}
}

// IsEnumValued reports whether an expression is an ENUM or a SET. Of what is not
// resolved the type is not known yet.
func IsEnumValued(e sql.Expression) bool {
	switch e.(type) {
	case *expression.Arithmetic, *expression.Div, *expression.IntDiv, *expression.Mod, *Chain:
		return false // and to ask for its type takes long, where many lie in one another
	}
	return e.Resolved() && IsEnum(e.Type())
}

// TextTypeOf is the type of the strings that an ENUM or a SET stands for.
func TextTypeOf(t sql.Type) sql.Type {
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
func (t *EnumText) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := t.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	return EnumString(ctx, t.Child.Type(), v)
}

// EnumString is the string that a value of an ENUM or a SET stands for.
func EnumString(ctx context.Context, typ sql.Type, v any) (any, error) {
	text, _, err := types.ConvertToCollatedString(ctx, v, typ)
	return text, err
}

// Type implements sql.Expression.
func (t *EnumText) Type() sql.Type { return t.Typ }

// WithChildren implements sql.Expression.
func (t *EnumText) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(t, len(children), 1)
	}
	if !IsEnumValued(children[0]) {
		return children[0], nil
	}
	return &EnumText{planwalk.StandIn{Child: children[0]}, t.Typ, t.Again}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (t *EnumText) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, t.Child)
}
