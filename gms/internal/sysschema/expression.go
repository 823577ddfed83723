package sysschema

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// NameFunctions gives calls of sys.f() the name that the engine finds f by: it finds
// functions by their bare names, and has two of the same that write otherwise
// (FORMAT_BYTES()), so those of sys are known to it by both names.
func NameFunctions(stmt sqlparser.Statement, text string) {
	if stmt == nil || !strings.Contains(text, "sys") && !strings.Contains(text, "SYS") && !strings.Contains(text, "Sys") {
		return
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if call, ok := n.(*sqlparser.FuncExpr); ok && strings.EqualFold(call.Qualifier.String(), Name) {
			call.Name = sqlparser.NewColIdent(Name + "." + call.Name.Lowered())
			call.Qualifier = sqlparser.NewTableIdent("")
		}
		return true, nil
	}, stmt)
}

// routine is a function of sys.
type routine struct {
	name string
	args int
	typ  sql.Type
	// takesNull has NULL passed on; others give NULL for it.
	takesNull bool
	eval      func(ctx *sql.Context, args []any) (any, error)
}

// declare makes it one of the engine's.
func (f *routine) declare() sql.Function {
	return sql.FunctionN{Name: Name + "." + f.name, Fn: func(args ...sql.Expression) (sql.Expression, error) {
		if len(args) != f.args {
			return nil, mysql.NewSQLError(errArgumentCount, sqlerr.StateAccess,
				"Incorrect number of arguments for FUNCTION %s.%s; expected %d, got %d", Name, f.name, f.args, len(args))
		}
		return &functionCall{f, args}, nil
	}}
}

// errArgumentCount is ER_SP_WRONG_NO_OF_ARGS.
const errArgumentCount = 1318

// functionCall is a call of one of them.
type functionCall struct {
	of   *routine
	args []sql.Expression
}

var (
	_ sql.FunctionExpression         = (*functionCall)(nil)
	_ sql.NonDeterministicExpression = (*functionCall)(nil)
	_ sql.CollationCoercible         = (*functionCall)(nil)
)

// Eval implements sql.Expression.
func (c *functionCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	args := make([]any, len(c.args))
	for i, e := range c.args {
		v, err := e.Eval(ctx, row)
		if err != nil {
			return nil, err
		}
		if v == nil && !c.of.takesNull {
			return nil, nil
		}
		if args[i], err = sql.UnwrapAny(ctx, v); err != nil {
			return nil, err
		}
	}
	return c.of.eval(ctx, args)
}

// FunctionName implements sql.FunctionExpression.
func (c *functionCall) FunctionName() string { return Name + "." + c.of.name }

// Description implements sql.FunctionExpression.
func (*functionCall) Description() string { return "of the schema sys" }

// Resolved implements sql.Expression.
func (c *functionCall) Resolved() bool {
	for _, e := range c.args {
		if !e.Resolved() {
			return false
		}
	}
	return true
}

// String implements sql.Expression.
func (c *functionCall) String() string {
	args := make([]string, len(c.args))
	for i, e := range c.args {
		args[i] = e.String()
	}
	return c.FunctionName() + "(" + strings.Join(args, ",") + ")"
}

// Type implements sql.Expression.
func (c *functionCall) Type() sql.Type { return c.of.typ }

// IsNullable implements sql.Expression.
func (*functionCall) IsNullable() bool { return true }

// IsNonDeterministic implements sql.NonDeterministicExpression: user variables and the
// threads of the server may change between two calls.
func (*functionCall) IsNonDeterministic() bool { return true }

// Children implements sql.Expression.
func (c *functionCall) Children() []sql.Expression { return c.args }

// WithChildren implements sql.Expression.
func (c *functionCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(c.args) {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), len(c.args))
	}
	return &functionCall{c.of, children}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*functionCall) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return ctx.GetCollation(), 4
}
