package gms

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	own "github.com/perfschema/perfschema/gms/dialect/function"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// errArgumentCount is ER_SP_WRONG_NO_OF_ARGS.
const errArgumentCount = 1318

// storedFunction is a stored function as one statement calls it. Its trees are changed as
// it runs: no two statements share one, and a statement runs it once at a time.
type storedFunction struct {
	adapter   *Adapter
	database  sql.Database
	name      string
	procedure *plan.Procedure // the engine's reading of it
	params    []plan.ProcedureParam
	returns   sql.Type
}

// StoredFunction gives a function that a database has. A provider asks last: what is built
// in goes first. A name without a database is looked for in the current one; calls of
// db.f() come here by a name that has both.
func (o *Overlay) StoredFunction(ctx *sql.Context, name string) (sql.Function, bool) {
	a := o.adapter
	if !a.options.Dialect || a.native[name] {
		return nil, false
	}
	catalog := a.catalog()
	database, function, qualified := routine.CutName(name)
	if !qualified {
		database, function = ctx.GetCurrentDatabase(), name
	}
	if database == "" || catalog == nil {
		return nil, false
	}
	refuse := func(err error) (sql.Function, bool) {
		return sql.FunctionN{Name: name, Fn: func(...sql.Expression) (sql.Expression, error) { return nil, err }}, true
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err == nil {
		var f *storedFunction
		if f, err = a.readFunction(ctx, db, function); err == nil && f != nil {
			if x := runningOf(ctx); x != nil {
				x.plan.functions = true
			}
			return sql.FunctionN{Name: name, Fn: f.instance}, true
		}
	}
	switch {
	case err != nil:
		return refuse(err)
	case qualified:
		return refuse(sqlerr.NoFunction(database + "." + function))
	}
	return nil, false
}

// nativeFunctions are the names of the functions of the engine and of some others.
func nativeFunctions(others []sql.Function) map[string]bool {
	names := map[string]bool{own.LoadFileName: true}
	for _, f := range slices.Concat(function.BuiltIns, function.GetLockingFuncs(nil), others) {
		names[strings.ToLower(f.FunctionName())] = true
	}
	return names
}

// readFunction finds a function; nil if there is none.
func (a *Adapter) readFunction(ctx *sql.Context, db sql.Database, name string) (*storedFunction, error) {
	details, ok, err := routine.Find(ctx, db, name)
	if err != nil || !ok {
		return nil, err
	}
	if err := a.rights.RefuseFunction(ctx, db.Name(), name); err != nil {
		return nil, err
	}
	of, ok := routine.FunctionOf(details)
	if !ok {
		return nil, sqlerr.NoFunction(db.Name() + "." + name) // what the parser cannot read
	}
	procedure, _, err := planbuilder.BuildProcedureHelper(ctx, a.catalog(), false, nil, db, nil, details)
	if err != nil {
		return nil, err
	}
	if err := readyProgram(ctx, procedure); err != nil {
		return nil, err
	}
	last := len(procedure.Params) - 1
	f := &storedFunction{adapter: a, database: db, name: of.Name, params: procedure.Params[:last]}
	if f.returns, err = types.ColumnTypeToType(&of.Returns); err != nil {
		return nil, err
	}
	for i := range f.params {
		if f.params[i].Type, err = types.ColumnTypeToType(&of.Params[i].Type); err != nil {
			return nil, err
		}
	}
	without := *procedure
	without.Params = nil // they are variables of the function's
	f.procedure = &without
	return f, nil
}

// instance is a call of it.
func (f *storedFunction) instance(arguments ...sql.Expression) (sql.Expression, error) {
	if len(arguments) != len(f.params) {
		return nil, mysql.NewSQLError(errArgumentCount, sqlerr.StateAccess, "Incorrect number of arguments for FUNCTION %s.%s; expected %d, got %d",
			f.database.Name(), f.name, len(f.params), len(arguments))
	}
	return &functionCall{of: f, arguments: arguments}, nil
}

// functionCall is a call of a stored function in an expression.
type functionCall struct {
	of        *storedFunction
	arguments []sql.Expression
	// late stands among its children, so that the engine does not run it while it plans:
	// nil for whenRun.
	late sql.Expression
	// uses are the tables that the statement uses, which the function may not change.
	uses []routine.UsedTable
}

var (
	_ sql.FunctionExpression         = (*functionCall)(nil)
	_ sql.NonDeterministicExpression = (*functionCall)(nil)
	_ sql.CollationCoercible         = (*functionCall)(nil)
)

// Eval implements sql.Expression.
func (c *functionCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	values := make([]program.Argument, len(c.arguments))
	for i, e := range c.arguments {
		v, err := e.Eval(ctx, row)
		if err != nil {
			return nil, err
		}
		p := c.of.params[i]
		if v, err = program.ConvertArgument(ctx, p.Type, p.Name, program.AsWritten(e.Type(), v)); err != nil {
			return nil, err
		}
		values[i] = program.Argument{Name: p.Name, Type: p.Type, Value: v}
	}
	return c.of.call(ctx, values, c)
}

// FunctionName implements sql.FunctionExpression.
func (c *functionCall) FunctionName() string { return c.of.database.Name() + "." + c.of.name }

// Description implements sql.FunctionExpression.
func (*functionCall) Description() string { return "stored in a database" }

// Resolved implements sql.Expression.
func (c *functionCall) Resolved() bool {
	for _, e := range c.arguments {
		if !e.Resolved() {
			return false
		}
	}
	return true
}

// String implements sql.Expression.
func (c *functionCall) String() string {
	parts := make([]string, len(c.arguments))
	for i, e := range c.arguments {
		parts[i] = e.String()
	}
	return c.of.name + "(" + strings.Join(parts, ",") + ")"
}

// Type implements sql.Expression.
func (c *functionCall) Type() sql.Type { return c.of.returns }

// IsNullable implements sql.Expression.
func (*functionCall) IsNullable() bool { return true }

// IsNonDeterministic implements sql.NonDeterministicExpression: also what calls itself
// deterministic may have effects.
func (*functionCall) IsNonDeterministic() bool { return true }

// whenRun is what the engine takes for unknown while it plans.
var whenRun = expression.NewProcedureParam("a stored function", types.Null)

// Children implements sql.Expression.
func (c *functionCall) Children() []sql.Expression {
	late := c.late
	if late == nil {
		late = whenRun
	}
	return append(c.arguments[:len(c.arguments):len(c.arguments)], late)
}

// WithChildren implements sql.Expression.
func (c *functionCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(c.arguments)+1 {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), len(c.arguments)+1)
	}
	with := *c
	with.arguments, with.late = children[:len(c.arguments):len(c.arguments)], children[len(c.arguments)]
	return &with, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *functionCall) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	if t, ok := c.of.returns.(sql.TypeWithCollation); ok {
		return t.Collation(), 2
	}
	return sql.Collation_binary, 5
}

// Uses implements storedCall.
func (c *functionCall) Uses() *[]routine.UsedTable { return &c.uses }
