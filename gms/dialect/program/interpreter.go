package program

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Procedure is a procedure that is called.
type Procedure struct {
	Call       *plan.Call
	Operations []*procedures.InterpreterOperation
	Source     string // text of its CREATE PROCEDURE
	Runner     sql.StatementRunner
	Depth      int      // how many procedures wait for it to end
	Returns    *Returns // nil of what is no function
}

// Host runs what a procedure consists of, and knows the client that has called it.
type Host interface {
	// Run begins a statement, or a condition or assignment, of which the engine has
	// made a SELECT. It ends when its rows are closed.
	Run(ctx *sql.Context, stmt ast.Statement, at Location) (sql.Schema, sql.RowIter, error)
	// Prepared returns the statement that PREPARE has given a name; nil if there is none.
	Prepared(ctx *sql.Context, name string) ast.Statement
	// SendsResults says whether the client gets the rows of statements as they come.
	SendsResults(ctx *sql.Context) bool
	// Send sends rows, and returns what is left: of a statement that gives no rows
	// what it has changed.
	Send(ctx *sql.Context, schema sql.Schema, rows sql.RowIter) (sql.Schema, sql.RowIter, error)
	// Gone says whether the client can be sent nothing any more.
	Gone() bool
	// ClientError is what the client would be told of the error of the statement
	// that ran last.
	ClientError(err error) (number int, state, message string)
}

// Location is where a statement stands in a procedure.
type Location struct {
	Operation procedures.OpCode
	At        int  // operation of the procedure; -1 in a handler
	Handler   int  // operation that declares the handler it is in; -1 if none, or not known
	Alone     bool // it is all of the handler
	Into      bool // its rows are variables'
	Returns   bool // it is a RETURN
}

// interpreter runs the operations of a procedure as MySQL would. The engine's own
// begins again at the first operation when the statement of a handler gives rows,
// when SELECT INTO finds no row and when it finds two, leaves scopes open at jumps,
// and looks nowhere whether it has been killed. So the engine gets a procedure of
// one operation, whose statement is this.
type interpreter struct {
	Procedure
	host   Host
	asOf   *ast.AsOf
	scopes []*scope
	// given is what CALL gives: how many rows the last statement has changed. Where
	// results cannot be sent as they come it is the rows of the last SELECT, or if
	// there is none of the last statement.
	given struct {
		schema   sql.Schema
		rows     []sql.Row
		selected bool
	}
	handling  *condition // what the innermost running handler handles
	signalled error      // what SIGNAL or RESIGNAL has raised last
	returned  any        // of a function
}

// code is a sequence of operations: a procedure's, or a handler's.
type code struct {
	operations []*procedures.InterpreterOperation
	// depths are the numbers of scopes that are open before each operation, and
	// after the last.
	depths []int
	// handler is the operation of the procedure that declares the handler; -1 of
	// the procedure itself, and of a handler within a handler.
	handler int
	within  bool // a handler
}

func codeOf(operations []*procedures.InterpreterOperation) *code {
	c := &code{operations: operations, depths: make([]int, len(operations)+1), handler: -1}
	depth := 0
	for i, op := range operations {
		c.depths[i] = depth
		switch op.OpCode {
		case procedures.OpCode_ScopeBegin:
			depth++
		case procedures.OpCode_ScopeEnd:
			depth--
		}
	}
	c.depths[len(operations)] = depth
	return c
}

// end is the operation after the scope that one begins.
func (c *code) end(begin int) int {
	for i := begin + 1; i < len(c.operations); i++ {
		if c.depths[i] <= c.depths[begin] {
			return i
		}
	}
	return len(c.operations)
}

// only is the statement of the one operation by which the engine comes to the
// interpreter.
var only = &ast.Select{}

// Only says whether that is what the engine asks for.
func Only(stmt ast.Statement) bool { return stmt == ast.Statement(only) }

// Substitute is the procedure with that operation.
func Substitute(p *plan.Procedure) *plan.Procedure {
	with := *p
	with.Ops = []*procedures.InterpreterOperation{{OpCode: procedures.OpCode_Select, PrimaryData: only}}
	return &with
}

// Interpret runs a procedure to its end, and returns what CALL gives.
func Interpret(ctx *sql.Context, p Procedure, host Host) (sql.Schema, sql.RowIter, error) {
	i := &interpreter{Procedure: p, host: host}
	if at, ok := p.Call.GetAsOf().(*expression.Literal); ok {
		if text, ok := at.Value().(string); ok {
			i.asOf = &ast.AsOf{Time: ast.NewStrVal([]byte(text))}
		}
	}
	i.enter(nil, 0)
	err := i.interpret(ctx, codeOf(p.Operations))
	i.unwind(ctx, 0)
	if err != nil {
		return nil, nil, err
	}
	if i.given.schema == nil {
		i.given.schema, i.given.rows = types.OkResultSchema, []sql.Row{sql.NewRow(types.NewOkResult(0))}
	}
	return i.given.schema, sql.RowsToRowIter(i.given.rows...), nil
}

// interpret runs a sequence of operations to its end.
func (i *interpreter) interpret(ctx *sql.Context, c *code) error {
	base := len(i.scopes)
	for at := 0; at < len(c.operations); {
		if err := ctx.Err(); err != nil {
			return err
		}
		step := sql.NewContext(ctx.Context, sql.WithSession(ctx.Session))
		before, watches := i.newestWarning(step)
		next, err := i.step(step, c, at)
		if err != nil {
			next, err = i.handle(step, c, at, err)
		} else if watches {
			next, err = i.handleWarning(step, c, at, next, before)
		}
		if err != nil {
			return err
		}
		i.unwind(step, base+c.depths[next])
		at = next
	}
	return nil
}

// step runs one operation and returns the next.
func (i *interpreter) step(ctx *sql.Context, c *code, at int) (next int, err error) {
	op, next := c.operations[at], at+1
	switch op.OpCode {
	case procedures.OpCode_ScopeBegin:
		i.enter(c, c.end(at))
	case procedures.OpCode_ScopeEnd:
		// The next operation has one scope less.
	case procedures.OpCode_Goto:
		if op.Index < 0 || op.Index > len(c.operations) {
			return 0, noLabel(op)
		}
		next = op.Index
	case procedures.OpCode_If:
		ok, err := i.condition(ctx, c, at)
		if err != nil {
			return 0, err
		}
		if !ok {
			next = op.Index
		}
	case procedures.OpCode_Set:
		err = i.set(ctx, c, at)
	case procedures.OpCode_Select:
		err = i.selects(ctx, c, at)
	case procedures.OpCode_Execute:
		if r, ok := op.PrimaryData.(*ast.Resignal); ok {
			err = i.resignal(ctx, r)
			break
		}
		err = i.execute(ctx, c, at, op.PrimaryData)
	case procedures.OpCode_Call:
		err = i.calls(ctx, c, at)
	case procedures.OpCode_Declare:
		err = i.declare(ctx, c, at)
	case procedures.OpCode_Signal:
		err = i.signal(ctx, op.PrimaryData.(*ast.Signal))
	case procedures.OpCode_Open:
		err = i.open(ctx, c, at)
	case procedures.OpCode_Fetch:
		err = i.fetch(ctx, op.PrimaryData.(*ast.FetchCursor))
	case procedures.OpCode_Close:
		err = i.closeCursor(ctx, op.PrimaryData.(*ast.CloseCursor))
	case procedures.OpCode_Exception:
		err = op.Error
	default:
		err = sql.ErrUnsupportedFeature.New("an operation of a procedure")
	}
	return next, err
}

// after is where a CONTINUE handler goes on: behind the statement that failed. Of
// a statement with a condition that is all of it.
func (c *code) after(at int) int {
	op := c.operations[at]
	if op.OpCode != procedures.OpCode_If || op.Index <= at || op.Index > len(c.operations) {
		return at + 1
	}
	// The branch ends with a jump behind the IF, or back to the loop's beginning.
	if end := c.operations[op.Index-1]; end.OpCode == procedures.OpCode_Goto && end.Index > op.Index {
		return end.Index
	}
	return op.Index
}

// location is where an operation stands, for what records it.
func (c *code) location(at int) Location {
	if c.within {
		return Location{Operation: c.operations[at].OpCode, At: -1, Handler: c.handler, Alone: len(c.operations) == 1}
	}
	return Location{Operation: c.operations[at].OpCode, At: at, Handler: -1}
}

// rows runs a statement and returns its rows, of which no more than some are
// wanted.
func (i *interpreter) rows(ctx *sql.Context, stmt ast.Statement, location Location, most int) (sql.Schema, []sql.Row, error) {
	if err := i.substitute(ctx, stmt); err != nil {
		return nil, nil, err
	}
	schema, iter, err := i.host.Run(ctx, stmt, location)
	if err != nil {
		return nil, nil, err
	}
	rows, err := collectRows(ctx, iter, most)
	return schema, rows, err
}

// collectRows reads rows, at most some if that is not 0.
func collectRows(ctx *sql.Context, iter sql.RowIter, most int) ([]sql.Row, error) {
	var rows []sql.Row
	for most == 0 || len(rows) < most {
		row, err := iter.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			_ = iter.Close(ctx) // the first error is the one that counts
			return nil, err
		}
		rows = append(rows, row)
	}
	if err := iter.Close(ctx); err != nil {
		return nil, err
	}
	return rows, nil
}

// single is the value of an expression, which the engine has made a SELECT of.
func (i *interpreter) single(ctx *sql.Context, c *code, at int) (any, error) {
	location := c.location(at)
	location.Returns = i.returns(c.operations[at])
	_, rows, err := i.rows(ctx, c.operations[at].PrimaryData, location, 1)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || len(rows[0]) != 1 {
		return nil, mysql.NewSQLError(mysql.EROperandColumns, "21000", "Operand should contain 1 column(s)")
	}
	return rows[0][0], nil
}

func (i *interpreter) condition(ctx *sql.Context, c *code, at int) (bool, error) {
	v, err := i.single(ctx, c, at)
	if err != nil || v == nil {
		return false, err
	}
	return sql.ConvertToBool(ctx, v)
}

func (i *interpreter) set(ctx *sql.Context, c *code, at int) error {
	if i.returns(c.operations[at]) {
		return i.returnValue(ctx, c, at)
	}
	v, err := i.single(ctx, c, at)
	if err != nil {
		return err
	}
	return i.assign(ctx, c.operations[at].Target, v)
}

// give runs a statement whose rows are the client's.
func (i *interpreter) give(ctx *sql.Context, stmt ast.Statement, location Location, selects bool) error {
	if err := i.substitute(ctx, stmt); err != nil {
		return err
	}
	definition, err := beginDefinition(ctx, i.host, stmt)
	if err != nil {
		return err
	}
	schema, iter, err := i.host.Run(ctx, stmt, location)
	if err != nil {
		return definition.undo(ctx, err)
	}
	iter = definition.rows(iter)
	if i.host.SendsResults(ctx) {
		schema, iter, err = i.host.Send(ctx, schema, iter)
		if err != nil {
			return err
		}
		selects = false
	}
	rows, err := collectRows(ctx, iter, 0)
	if len(rows) == 1 && i.host.SendsResults(ctx) {
		if types.IsOkResult(rows[0]) { // CALL tells how many rows, and nothing else
			rows[0] = sql.NewRow(types.NewOkResult(int(types.GetOkResult(rows[0]).RowsAffected)))
		}
	}
	if err == nil && (selects || !i.given.selected) {
		i.given.schema, i.given.rows, i.given.selected = schema, rows, selects
	}
	return err
}

func (i *interpreter) execute(ctx *sql.Context, c *code, at int, stmt ast.Statement) error {
	return i.give(ctx, stmt, c.location(at), false) // a COMMIT gives nothing, and so changes no row
}

// tooManyRows is ER_TOO_MANY_ROWS.
func tooManyRows() error {
	return mysql.NewSQLError(1172, sqlerr.StateAccess, "Result consisted of more than one row")
}

// selects runs a SELECT, whose rows are the client's or, with INTO, variables'.
func (i *interpreter) selects(ctx *sql.Context, c *code, at int) error {
	stmt := c.operations[at].PrimaryData.(*ast.Select)
	if stmt.Into == nil || len(stmt.Into.Variables) == 0 {
		return i.give(ctx, stmt, c.location(at), stmt.Into == nil)
	}
	bare := *stmt
	bare.Into = nil
	location := c.location(at)
	location.Into = true
	schema, rows, err := i.rows(ctx, &bare, location, 2)
	switch {
	case err != nil:
		return err
	case len(schema) != len(stmt.Into.Variables):
		return mysql.NewSQLError(mysql.ERWrongNumberOfColumnsInSelect, "21000", "The used SELECT statements have a different number of columns")
	case len(rows) == 0:
		return errNoRows
	case len(rows) > 1:
		return tooManyRows()
	}
	for n, name := range stmt.Into.Variables {
		if err := i.assignFrom(ctx, name.String(), rows[0][n], schema[n].Type); err != nil {
			return err
		}
	}
	return nil
}
