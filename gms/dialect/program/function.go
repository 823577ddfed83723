package program

import (
	"errors"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// A stored function is run as a procedure is: its parameters are variables of a block
// around its body, and RETURN is an assignment that ends it.

// Returns is what makes a function of a procedure.
type Returns struct {
	Name   string // of what RETURN assigns to
	Type   sql.Type
	Column string // what errors call its value
}

// Argument is a parameter of a function with its value.
type Argument struct {
	Name  string
	Type  sql.Type
	Value any
}

// errNoReturn is ER_SP_NORETURNEND.
const errNoReturn = 1321

// errReturned is the way out of a function that has returned.
var errReturned error = returnedError{}

type returnedError struct{}

func (returnedError) Error() string { return "a function has returned" }

// Evaluate runs a function to its RETURN, and gives the value of that. name is what it is
// called by in errors.
func Evaluate(ctx *sql.Context, p Procedure, name string, arguments []Argument, host Host) (any, error) {
	i := &interpreter{Procedure: p, host: host}
	i.enter(nil, 0)
	for _, a := range arguments {
		i.scopes[0].variables[strings.ToLower(a.Name)] = &procedures.InterpreterVariable{Type: a.Type, Value: a.Value, HasBeenSet: true}
	}
	err := i.interpret(ctx, codeOf(p.Operations))
	i.unwind(ctx, 0)
	switch {
	case errors.Is(err, errReturned):
		return i.returned, nil
	case err == nil:
		err = mysql.NewSQLError(errNoReturn, "2F005", "FUNCTION %s ended without RETURN", name)
	}
	return nil, err
}

// ConvertArgument is the value of a parameter that is given another.
func ConvertArgument(ctx *sql.Context, typ sql.Type, name string, value any) (any, error) {
	return convert(ctx, typ, name, value)
}

// returns reports whether an operation is a RETURN.
func (i *interpreter) returns(op *procedures.InterpreterOperation) bool {
	return i.Returns != nil && op.OpCode == procedures.OpCode_Set && op.Target == i.Returns.Name
}

// returnValue runs a RETURN.
func (i *interpreter) returnValue(ctx *sql.Context, c *code, at int) error {
	v, err := i.single(ctx, c, at)
	if err != nil {
		return err
	}
	if i.returned, err = convert(ctx, i.Returns.Type, i.Returns.Column, v); err != nil {
		return err
	}
	return errReturned
}

// RefuseFunction is the error of a function whose body does what none may.
func RefuseFunction(body ast.Statement) error { return OfFunction(forbiddenIn(body)) }

// OfFunction is the error of what no trigger may, where a function does it.
func OfFunction(err error) error {
	var of *mysql.SQLError
	if errors.As(err, &of) && of.Num == errNoResult {
		return mysql.NewSQLError(errNoResult, stateNotSupported, "Not allowed to return a result set from a function")
	}
	return err
}

// Assigns reports whether a program assigns to a variable: of what stands for the value of a
// function it says whether there is a RETURN.
func Assigns(body ast.Statement, name string) (found bool) {
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		if e, ok := n.(*ast.SetVarExpr); ok && e.Name != nil && e.Name.Name.String() == name {
			found = true
		}
		return !found, nil
	}, body)
	return found
}

// Body is what the program does that a statement makes or changes; nil if that is none.
func Body(ddl *ast.DDL) ast.Statement {
	switch {
	case ddl.ProcedureSpec != nil:
		return ddl.ProcedureSpec.Body
	case ddl.TriggerSpec != nil:
		return ddl.TriggerSpec.Body
	case ddl.EventSpec != nil:
		return ddl.EventSpec.Body
	}
	return nil
}

// RefuseReturn is the error of making a program that is no function and has a RETURN.
func RefuseReturn(stmt ast.Statement) error {
	ddl, ok := stmt.(*ast.DDL)
	if !ok || ddl.Action != ast.CreateStr {
		return nil
	}
	body := Body(ddl)
	if body == nil {
		return nil
	}
	return syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		if _, ok := n.(*ast.Return); ok {
			return false, sqlerr.MisplacedReturn()
		}
		return true, nil
	}, body)
}
