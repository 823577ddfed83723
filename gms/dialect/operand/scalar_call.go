package operand

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/vitess/go/mysql"
)

// ScalarFunction is a function of MySQL's that the engine lacks.
type ScalarFunction struct {
	Name        string
	Least, Most int // arguments; most is -1 where there may be any number
	Typ         sql.Type
	// nulls has NULLs passed on; others give NULL for one.
	Nulls bool
	// lazy computes its arguments itself.
	Lazy func(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error)
	Eval func(ctx *sql.Context, args []any) (any, error)
}

// Instance is a call of the function.
func (f *ScalarFunction) Instance(args ...sql.Expression) (sql.Expression, error) {
	if len(args) < f.Least || f.Most >= 0 && len(args) > f.Most {
		return nil, mysql.NewSQLError(1582, "42000", "Incorrect parameter count in the call to native function '%s'", f.Name)
	}
	return &ScalarCall{f, args}, nil
}

// ScalarCall is a call of one.
type ScalarCall struct {
	Of   *ScalarFunction
	Args []sql.Expression
}

var (
	_ sql.FunctionExpression         = (*ScalarCall)(nil)
	_ sql.NonDeterministicExpression = (*ScalarCall)(nil)
	_ sql.CollationCoercible         = (*ScalarCall)(nil)
)

// Eval implements sql.Expression.
func (c *ScalarCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if c.Of.Lazy != nil {
		return c.Of.Lazy(ctx, row, c.Args)
	}
	args := make([]any, len(c.Args))
	for i, e := range c.Args {
		v, err := e.Eval(ctx, row)
		if err != nil {
			return nil, err
		}
		if v == nil && !c.Of.Nulls {
			return nil, nil
		}
		if args[i], err = sql.UnwrapAny(ctx, v); err != nil {
			return nil, err
		}
	}
	return c.Of.Eval(ctx, args)
}

// FunctionName implements sql.FunctionExpression.
func (c *ScalarCall) FunctionName() string { return c.Of.Name }

// Description implements sql.FunctionExpression.
func (*ScalarCall) Description() string { return "of MySQL" }

// Resolved implements sql.Expression.
func (c *ScalarCall) Resolved() bool { return expression.ExpressionsResolved(c.Args...) }

// String implements sql.Expression.
func (c *ScalarCall) String() string {
	args := make([]string, len(c.Args))
	for i, e := range c.Args {
		args[i] = e.String()
	}
	return c.Of.Name + "(" + strings.Join(args, ",") + ")"
}

// Type implements sql.Expression.
func (c *ScalarCall) Type() sql.Type {
	if c.Of.Typ == nil {
		return c.Args[len(c.Args)-1].Type()
	}
	return c.Of.Typ
}

// IsNullable implements sql.Expression.
func (*ScalarCall) IsNullable() bool { return true }

// IsNonDeterministic implements sql.NonDeterministicExpression: what assigns, and what is
// done for its time, is done for each row.
func (c *ScalarCall) IsNonDeterministic() bool { return c.Of.Lazy != nil }

// Children implements sql.Expression.
func (c *ScalarCall) Children() []sql.Expression { return c.Args }

// WithChildren implements sql.Expression.
func (c *ScalarCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(c.Args) {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), len(c.Args))
	}
	return &ScalarCall{c.Of, children}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *ScalarCall) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	if c.Of.Typ == nil {
		return sql.GetCoercibility(ctx, c.Args[len(c.Args)-1])
	}
	return sql.Collation_binary, 5
}
