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
)

// procedureRun stands between a stored procedure and the engine, which
// interprets the procedure and asks its runner for each statement, condition
// and assignment. What the interpreter does by itself, which is SIGNAL,
// DECLARE and jumps without a condition, is not seen.
type procedureRun struct {
	programBody
	runner     sql.StatementRunner
	operations []*procedures.InterpreterOperation
	source     string
	text       *programText // of source, once it is wanted
	into       []ast.Statement
	called     []calledStatement
	rows       callRows
	caller     *procedureRun // nil if the client's statement is
	key        uint64        // of its text, if its trees are counted
	tree       int64         // bytes of its parse tree that have been counted
}

// buildCall builds a CALL, which runs the procedure.
func (b *operatorBuilder) buildCall(ctx *sql.Context, x *execution, n *plan.Call, r sql.Row) (sql.RowIter, error) {
	p := n.Procedure
	if p == nil || p.ExternalProc != nil || n.Runner == nil {
		return b.engineNode(ctx, x, n, r)
	}
	if err := x.programs.recursion(ctx, n.Database().Name(), p.Name); err != nil {
		return nil, err
	}
	leave, err := b.lifecycle.rights.enterProcedure(x, p)
	if err != nil {
		return nil, err
	}
	defer leave()
	run := &procedureRun{
		caller:      x.programs.call,
		programBody: newBody(x, perfschema.ProgramProcedure, n.Database().Name(), p.Name),
		runner:      n.Runner, operations: p.Ops, source: p.CreateProcedureString, called: x.called(n),
	}
	for _, op := range p.Ops {
		// The interpreter takes INTO off a SELECT before it runs it.
		if s, ok := op.PrimaryData.(*ast.Select); ok && op.OpCode == procedures.OpCode_Select && s.Into != nil {
			run.into = append(run.into, s)
		}
	}
	done, err := checkArguments(ctx, n, r)
	if err != nil {
		return nil, err
	}
	defer done()
	// The plan keeps the schema of the result: no copy of it would do.
	n.Runner = run
	place := x.programs.place
	x.programs.call = run
	defer func() { n.Runner, x.programs.place, x.programs.call = run.runner, place, run.caller }()
	run.begin(n)
	iter, err := b.engineNode(ctx, x, n, r)
	run.end(err)
	run.release(err)
	return iter, err
}

// QueryWithBindings implements sql.StatementRunner.
func (p *procedureRun) QueryWithBindings(ctx *sql.Context, query string, parsed ast.Statement, bindings map[string]ast.Expr, flags *sql.QueryFlags) (sql.Schema, sql.RowIter, *sql.QueryFlags, error) {
	op, at := p.operation(parsed)
	sp := &p.execution.connection.adapter.instruments.sp
	key, sent := sp.statement, false
	switch op {
	case procedures.OpCode_If:
		key = sp.jumpIfNot
	case procedures.OpCode_Set:
		key = sp.set
	case procedures.OpCode_Open:
		key = sp.open
	case procedures.OpCode_Select:
		sent = !p.isInto(parsed)
	}
	text := ""
	if key == sp.statement {
		text = p.textOf(at, parsed)
		p.execution.connection.counts.nested(statementKind(parsed, text))
	}
	p.next(key, text).executes(parsed)
	if p.key != 0 {
		p.current.key = mixTree(p.key + uint64(at+1))
	}
	p.execution.connection.profiling.inner = innerStatement{
		said: true, text: p.execution.connection.shown(text), expression: key == sp.set || key == sp.jumpIfNot,
	}
	place := p.calledPlace(at, parsed)
	p.execution.programs.place = place.number
	place.node.Begin()
	m := place.enter()
	schema, iter, flags, err := p.runner.QueryWithBindings(ctx, query, parsed, bindings, flags)
	place.thread.LeaveOperator(m)
	switch {
	case err != nil:
		p.fail(err)
		return schema, iter, flags, err
	case op == procedures.OpCode_Open:
		held := p.current.takePlan()
		p.current.leave(nil)
		return schema, &cursorIter{iter, p, place, held}, flags, nil
	}
	nested := &nestedIter{iter: iter, body: &p.programBody, sent: sent, place: place}
	if p.rows.counting && collects(op, sent) {
		nested.rows = p.rows.begin(sent, at < 0)
	}
	return schema, nested, flags, nil
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

// operation finds out what the interpreter wants a statement for, and which
// operation it is; -1 for the statement of a handler.
func (p *procedureRun) operation(stmt ast.Statement) (procedures.OpCode, int) {
	for i, op := range p.operations {
		if op.PrimaryData == stmt && stmt != nil {
			return op.OpCode, i
		}
		if d, ok := op.PrimaryData.(*ast.Declare); ok && d.Cursor != nil && d.Cursor.SelectStmt == stmt {
			return procedures.OpCode_Open, i
		}
	}
	s, selects := stmt.(*ast.Select)
	if _, ok := p.handlerOf(stmt); !ok && selects && s.From == nil {
		return procedures.OpCode_Set, -1 // SET in a handler
	}
	return procedures.OpCode_Execute, -1
}

// handlerOf is which of the handlers declared has the statement.
func (p *procedureRun) handlerOf(stmt ast.Statement) (int, bool) {
	n := 0
	for _, op := range p.operations {
		if d, ok := op.PrimaryData.(*ast.Declare); ok && d.Handler != nil {
			if d.Handler.Statement == stmt {
				return n, true
			}
			n++
		}
	}
	return 0, false
}

func (p *procedureRun) isInto(stmt ast.Statement) bool {
	for _, s := range p.into {
		if s == stmt {
			return true
		}
	}
	return false
}

// textOf is the text of the statement that an operation or a handler runs;
// empty if it cannot be told.
func (p *procedureRun) textOf(at int, stmt ast.Statement) string {
	if p.text == nil {
		text := textOfProgram(p.source)
		p.text = &text
	}
	if at < 0 {
		if i, ok := p.handlerOf(stmt); ok && i < len(p.text.handlers) {
			return p.text.handlers[i]
		}
		return ""
	}
	statements := p.text.withoutJumps()
	place, found := 0, -1
	for i, op := range p.operations {
		if i == at {
			found = place
		}
		if isStatement(op) {
			place++
		}
	}
	if found < 0 || place != len(statements) {
		return ""
	}
	return statements[found]
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
var noData = noDataError()

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
			c.run.failed = expression.FetchEOF // what the interpreter makes of it
		}
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
