package column

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// valueOfDefault is the default of a column, or why it cannot be told.
func valueOfDefault(ctx *sql.Context, c *sql.Column) (sqlparser.Expr, error) {
	switch {
	case c.AutoIncrement:
		return injectedLiteral(c.Type.Zero(), c.Type), nil
	case c.Generated != nil, c.Default == nil && !c.Nullable && !types.IsEnum(c.Type):
		return &sqlparser.NullVal{}, noDefault(c.Name)
	case c.Default == nil && !c.Nullable:
		return injectedLiteral(uint16(1), c.Type), nil // the first member
	case c.Default == nil, c.Nullable && isMomentDefault(c.Default):
		return injectedLiteral(nil, c.Type), nil
	case isMomentDefault(c.Default):
		return injectedLiteral(c.Type.Zero(), c.Type), nil
	case strings.HasPrefix(c.Default.Expr.String(), "("): // as an expression is written
		return &sqlparser.NullVal{}, mysql.NewSQLError(errDefaultExpr, sqlerr.StateGeneral, "DEFAULT function cannot be used with default value expressions")
	}
	e := change.DefaultOf(c)
	if text, ok := literalText(e); ok && !types.IsTimestampType(c.Type) {
		if v, in, err := c.Type.Convert(ctx, text); err == nil && in == sql.InRange {
			return injectedLiteral(v, c.Type), nil
		}
	}
	return e, nil
}

// literalText is what a literal says, as a text.
func literalText(e sqlparser.Expr) (string, bool) {
	switch e := e.(type) {
	case *sqlparser.SQLVal:
		switch e.Type {
		case sqlparser.StrVal, sqlparser.IntVal, sqlparser.FloatVal:
			return string(e.Val), true
		}
	case *sqlparser.UnaryExpr:
		if e.Operator == sqlparser.UMinusStr {
			text, ok := literalText(e.Expr)
			return "-" + text, ok
		}
	case sqlparser.BoolVal:
		if e {
			return "1", true
		}
		return "0", true
	}
	return "", false
}

// isMomentDefault says of the default of a column that it is CURRENT_TIMESTAMP.
func isMomentDefault(d *sql.ColumnDefaultValue) bool {
	text := strings.ToUpper(d.Expr.String())
	return strings.HasPrefix(text, "CURRENT_TIMESTAMP") || strings.HasPrefix(text, "NOW(")
}

// injectedLiteral is a value of a type in a syntax tree.
func injectedLiteral(v any, t sql.Type) sqlparser.Expr {
	return inject(injected{expression.NewLiteral(v, t)})
}

// inject has the engine take an expression for which nobody needs a right.
func inject(e sqlparser.Injectable) sqlparser.Expr {
	return sqlparser.InjectedExpr{Auth: sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE}, Expression: e}
}

// injected has the engine take an expression as it is.
type injected struct{ sql.Expression }

// WithResolvedChildren implements sqlparser.Injectable.
func (i injected) WithResolvedChildren([]any) (any, error) { return i.Expression, nil }

// impliedDefault is the value of a column's type, with a warning, for DEFAULT of a column that
// has none.
type impliedDefault struct {
	column *sql.Column
	told   bool // the warning is for the statement, and not for each row
}

var (
	_ sql.Expression         = (*impliedDefault)(nil)
	_ sql.CollationCoercible = (*impliedDefault)(nil)
	_ sqlparser.Injectable   = (*impliedDefault)(nil)
)

// WithResolvedChildren implements sqlparser.Injectable.
func (d *impliedDefault) WithResolvedChildren([]any) (any, error) { return d, nil }

// Eval implements sql.Expression.
func (d *impliedDefault) Eval(ctx *sql.Context, _ sql.Row) (any, error) {
	if types.IsEnum(d.column.Type) {
		return uint16(1), nil // its first member, of which nothing is said
	}
	if !d.told {
		ctx.Warn(errNoDefault, "Field '%s' doesn't have a default value", d.column.Name)
	}
	return d.column.Type.Zero(), nil
}

// Resolved implements sql.Expression.
func (*impliedDefault) Resolved() bool { return true }

// String implements sql.Expression.
func (*impliedDefault) String() string { return "DEFAULT" }

// Type implements sql.Expression.
func (d *impliedDefault) Type() sql.Type { return d.column.Type }

// IsNullable implements sql.Expression.
func (*impliedDefault) IsNullable() bool { return false }

// Children implements sql.Expression.
func (*impliedDefault) Children() []sql.Expression { return nil }

// WithChildren implements sql.Expression.
func (d *impliedDefault) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(d, len(children), 0)
	}
	return d, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (d *impliedDefault) CollationCoercibility(ctx *sql.Context) (collation sql.CollationID, coercibility byte) {
	collation, _ = d.column.Type.CollationCoercibility(ctx)
	return collation, 2
}
