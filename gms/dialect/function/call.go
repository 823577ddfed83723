package function

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
)

// call is a call of one of the functions, with one argument at most.
type call struct {
	name string
	typ  sql.Type
	args []sql.Expression
	eval Evaluation
}

// Evaluation is what a function does with its argument; nil if it takes none.
type Evaluation = func(ctx *sql.Context, arg any) (any, error)

var (
	_ sql.FunctionExpression         = (*call)(nil)
	_ sql.NonDeterministicExpression = (*call)(nil)
	_ sql.CollationCoercible         = (*call)(nil)
)

// Eval implements sql.Expression. NULL gives NULL.
func (f *call) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	var arg any
	for _, e := range f.args {
		v, err := e.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		if arg, err = sql.UnwrapAny(ctx, v); err != nil { // a TEXT or a BLOB is read when it is wanted
			return nil, err
		}
	}
	return f.eval(ctx, arg)
}

// FunctionName implements sql.FunctionExpression.
func (f *call) FunctionName() string { return f.name }

// Description implements sql.FunctionExpression.
func (f *call) Description() string { return "of the Performance Schema" }

// Resolved implements sql.Expression.
func (f *call) Resolved() bool {
	for _, e := range f.args {
		if !e.Resolved() {
			return false
		}
	}
	return true
}

// String implements sql.Expression.
func (f *call) String() string {
	args := make([]string, len(f.args))
	for i, e := range f.args {
		args[i] = e.String()
	}
	return f.name + "(" + strings.Join(args, ",") + ")"
}

// Type implements sql.Expression.
func (f *call) Type() sql.Type { return f.typ }

// IsNullable implements sql.Expression.
func (f *call) IsNullable() bool { return true }

// IsNonDeterministic implements sql.NonDeterministicExpression: what depends
// on the connection, or is another each time, must not be computed once for all.
func (f *call) IsNonDeterministic() bool {
	return strings.HasPrefix(f.name, "ps_") || f.name == "current_role" || f.name == ShortIDName
}

// Children implements sql.Expression.
func (f *call) Children() []sql.Expression { return f.args }

// WithChildren implements sql.Expression.
func (f *call) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(f.args) {
		return nil, sql.ErrInvalidChildrenNumber.New(f, len(children), len(f.args))
	}
	c := *f
	c.args = children
	return &c, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (f *call) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return ctx.GetCollation(), 4
}
