package rewrite

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/vitess/go/mysql"
)

// scalarFunction is a function of MySQL's that the engine lacks.
type scalarFunction struct {
	name        string
	least, most int // arguments; most is -1 where there may be any number
	typ         sql.Type
	// nulls has NULLs passed on; others give NULL for one.
	nulls bool
	// lazy computes its arguments itself.
	lazy func(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error)
	eval func(ctx *sql.Context, args []any) (any, error)
}

// instance is a call of the function.
func (f *scalarFunction) instance(args ...sql.Expression) (sql.Expression, error) {
	if len(args) < f.least || f.most >= 0 && len(args) > f.most {
		return nil, mysql.NewSQLError(1582, "42000", "Incorrect parameter count in the call to native function '%s'", f.name)
	}
	return &scalarCall{f, args}, nil
}

// scalarCall is a call of one.
type scalarCall struct {
	of   *scalarFunction
	args []sql.Expression
}

var (
	_ sql.FunctionExpression         = (*scalarCall)(nil)
	_ sql.NonDeterministicExpression = (*scalarCall)(nil)
	_ sql.CollationCoercible         = (*scalarCall)(nil)
)

// Eval implements sql.Expression.
func (c *scalarCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if c.of.lazy != nil {
		return c.of.lazy(ctx, row, c.args)
	}
	args := make([]any, len(c.args))
	for i, e := range c.args {
		v, err := e.Eval(ctx, row)
		if err != nil {
			return nil, err
		}
		if v == nil && !c.of.nulls {
			return nil, nil
		}
		if args[i], err = sql.UnwrapAny(ctx, v); err != nil {
			return nil, err
		}
	}
	return c.of.eval(ctx, args)
}

// FunctionName implements sql.FunctionExpression.
func (c *scalarCall) FunctionName() string { return c.of.name }

// Description implements sql.FunctionExpression.
func (*scalarCall) Description() string { return "of MySQL" }

// Resolved implements sql.Expression.
func (c *scalarCall) Resolved() bool { return expression.ExpressionsResolved(c.args...) }

// String implements sql.Expression.
func (c *scalarCall) String() string {
	args := make([]string, len(c.args))
	for i, e := range c.args {
		args[i] = e.String()
	}
	return c.of.name + "(" + strings.Join(args, ",") + ")"
}

// Type implements sql.Expression.
func (c *scalarCall) Type() sql.Type {
	if c.of.typ == nil {
		return c.args[len(c.args)-1].Type()
	}
	return c.of.typ
}

// IsNullable implements sql.Expression.
func (*scalarCall) IsNullable() bool { return true }

// IsNonDeterministic implements sql.NonDeterministicExpression: what assigns, and what is
// done for its time, is done for each row.
func (c *scalarCall) IsNonDeterministic() bool { return c.of.lazy != nil }

// Children implements sql.Expression.
func (c *scalarCall) Children() []sql.Expression { return c.args }

// WithChildren implements sql.Expression.
func (c *scalarCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(c.args) {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), len(c.args))
	}
	return &scalarCall{c.of, children}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *scalarCall) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	if c.of.typ == nil {
		return sql.GetCoercibility(ctx, c.args[len(c.args)-1])
	}
	return sql.Collation_binary, 5
}
