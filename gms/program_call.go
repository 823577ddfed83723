package gms

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/kind"
	"github.com/perfschema/perfschema/gms/internal/rewrite"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
)

// procedureRun stands between the interpreter of a stored procedure, which asks
// it for each statement, condition and assignment, and the engine. What the
// interpreter does by itself, which is SIGNAL, DECLARE and jumps without a
// condition, is not seen.
type procedureRun struct {
	programBody
	node       *plan.Call // with the one operation that the engine is given
	runner     sql.StatementRunner
	operations []*procedures.InterpreterOperation
	source     string
	text       *words.ProgramText // of source, once it is wanted
	called     []calledStatement
	rows       callRows
	caller     *procedureRun // nil if the client's statement is
	key        uint64        // of its text, if its trees are counted
	tree       int64         // bytes of its parse tree that have been counted
}

// buildCall builds a CALL, which runs the procedure.
func (b *operatorBuilder) buildCall(ctx *sql.Context, x *execution, n *plan.Call, r sql.Row) (sql.RowIter, error) {
	p := n.Procedure
	if p != nil {
		if err := forbidden(ctx, p); err != nil {
			return nil, err
		}
	}
	if p == nil || p.ExternalProc != nil || n.Runner == nil {
		return b.engineNode(ctx, x, n, r)
	}
	if err := x.programs.recursion(ctx, n.Database().Name(), p.Name); err != nil {
		return nil, err
	}
	if err := x.takesResults(n.Database().Name(), p); err != nil {
		return nil, err
	}
	out, err := x.outArguments(n)
	if err != nil {
		return nil, err
	}
	if !rewrite.BoundProgram(p.Ops, p.CreateProcedureString) {
		return nil, sqlerr.TooDeep()
	}
	rewrite.ExactSumsOfProgram(p.Ops, p.CreateProcedureString)
	rewrite.WholeGroupConcatOfProgram(p.Ops, p.CreateProcedureString)
	leave, err := b.lifecycle.rights.enterProcedure(x, p)
	if err != nil {
		return nil, err
	}
	defer leave()
	run := &procedureRun{
		caller: x.programs.call, node: n,
		programBody: newBody(x, perfschema.ProgramProcedure, n.Database().Name(), p.Name),
		runner:      n.Runner, operations: p.Ops, source: p.CreateProcedureString, called: x.called(n),
	}
	done, err := rewrite.CheckArguments(ctx, n, r)
	if err != nil {
		return nil, err
	}
	defer done()
	// The plan keeps the schema of the result: no copy of it would do.
	n.Runner, n.Procedure = run, substituteProcedure(p)
	place := x.programs.place
	x.programs.call = run
	defer func() { n.Runner, n.Procedure, x.programs.place, x.programs.call = run.runner, p, place, run.caller }()
	run.begin(n)
	iter, err := b.engineNode(ctx, x, n, r)
	if err == nil {
		err = run.sendOut(ctx, n, out)
	}
	run.end(err)
	run.release(err)
	return iter, err
}

// statementPlace is where a statement stands in a procedure.
type statementPlace struct {
	operation procedures.OpCode
	at        int  // operation of the procedure; -1 in a handler
	handler   int  // operation that declares the handler it is in; -1 if none, or not known
	alone     bool // it is all of the handler
	into      bool // its rows are variables'
}

// statement has the engine run a statement.
func (p *procedureRun) statement(ctx *sql.Context, parsed ast.Statement, at statementPlace) (sql.Schema, sql.RowIter, error) {
	sp := &p.execution.connection.adapter.instruments.sp
	key, sent := sp.statement, false
	switch at.operation {
	case procedures.OpCode_If:
		key = sp.jumpIfNot
	case procedures.OpCode_Set:
		key = sp.set
	case procedures.OpCode_Open:
		key = sp.open
	case procedures.OpCode_Select:
		sent = !at.into
	}
	text := ""
	whole := at.operation != procedures.OpCode_If && at.operation != procedures.OpCode_Set && at.operation != procedures.OpCode_Open
	if whole { // and no part of one; with the Schema off the keys say nothing
		text = p.textOf(at)
		p.execution.connection.counts.nested(kind.Of(parsed, text))
	}
	p.next(key, text).executes(parsed)
	if p.key != 0 {
		p.current.key = mixTree(p.key + uint64(at.at+1))
	}
	p.execution.connection.profiling.inner = innerStatement{
		said: true, text: p.execution.connection.shown(text), expression: at.operation == procedures.OpCode_Set || at.operation == procedures.OpCode_If,
	}
	place := p.calledPlace(at, parsed)
	p.execution.programs.place = place.number
	place.node.Begin()
	m := place.enter()
	schema, iter, _, err := p.runner.QueryWithBindings(ctx, "", parsed, nil, nil)
	place.thread.LeaveOperator(m)
	switch {
	case err != nil:
		p.fail(err)
		return nil, nil, err
	case at.operation == procedures.OpCode_Open:
		held := p.current.takePlan()
		p.current.leave(nil)
		return schema, &cursorIter{iter, p, place, held}, nil
	}
	nested := &nestedIter{iter: iter, body: &p.programBody, sent: sent, place: place}
	if p.rows.counting && collects(at.operation, sent) && !p.sendsResults(ctx) {
		nested.rows = p.rows.begin(sent)
	}
	return schema, nested, nil
}

// isChange says whether a statement changes rows: then what happens in its
// iterators, which are the engine's, is that.
func isChange(stmt ast.Statement) bool {
	switch stmt.(type) {
	case *ast.Insert, *ast.Update, *ast.Delete:
		return true
	}
	return false
}

// textOf is the text of a statement; empty if it cannot be told.
func (p *procedureRun) textOf(at statementPlace) string {
	if p.text == nil {
		text := words.TextOfProgram(p.source)
		p.text = &text
	}
	if at.at < 0 {
		if i := p.handlerOf(at.handler); at.alone && i >= 0 && i < len(p.text.Handlers) {
			return p.text.Handlers[i]
		}
		return ""
	}
	statements := p.text.WithoutJumps()
	place, found := 0, -1
	for i, op := range p.operations {
		if i == at.at {
			found = place
		}
		if isStatement(op) {
			place++
		}
	}
	if found < 0 || found >= len(statements) || place != len(statements) {
		return ""
	}
	return statements[found]
}

// handlerOf is which of the handlers declared an operation declares; -1 if none.
func (p *procedureRun) handlerOf(operation int) int {
	n := 0
	for i, op := range p.operations {
		if d, ok := op.PrimaryData.(*ast.Declare); ok && d.Handler != nil {
			if i == operation {
				return n
			}
			n++
		}
	}
	return -1
}

// isStatement says whether an operation stands for a statement of the source,
// and not for a part of one.
func isStatement(op *procedures.InterpreterOperation) bool {
	switch op.OpCode {
	case procedures.OpCode_If, procedures.OpCode_ScopeBegin, procedures.OpCode_ScopeEnd, procedures.OpCode_Exception:
		return false
	case procedures.OpCode_Goto:
		return false
	case procedures.OpCode_Declare:
		d, ok := op.PrimaryData.(*ast.Declare)
		return !ok || d.Handler == nil
	}
	return true
}

// cursorIter reads the rows of a cursor: each FETCH is a statement.
type cursorIter struct {
	iter  sql.RowIter
	run   *procedureRun
	place operatorPlace
	plan  int64 // bytes of its plan that have been counted
}

// noData is what a FETCH gets that finds no row.
var noData = sqlerr.NoData()

// Next implements sql.RowIter.
func (c *cursorIter) Next(ctx *sql.Context) (sql.Row, error) {
	c.run.next(c.run.execution.connection.adapter.instruments.sp.fetch, "")
	c.run.execution.programs.place = c.place.number
	m := c.place.enter()
	row, err := c.iter.Next(ctx)
	c.place.thread.LeaveOperator(m)
	switch {
	case err == nil:
		c.run.current.leave(nil)
		c.place.gave(row)
	case errors.Is(err, io.EOF):
		c.run.fail(noData)
		if c.run.failed != nil {
			c.run.failed = expression.FetchEOF
		}
		return nil, expression.FetchEOF
	default:
		c.run.fail(err)
	}
	return row, err
}

// Close implements sql.RowIter.
func (c *cursorIter) Close(ctx *sql.Context) error {
	c.run.next(c.run.execution.connection.adapter.instruments.sp.close, "")
	err := c.iter.Close(ctx)
	c.run.execution.unplan(&c.plan)
	if err != nil {
		c.run.fail(err)
		return err
	}
	c.run.current.leave(nil)
	return nil
}
