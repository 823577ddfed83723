package gms

import (
	"errors"
	"io"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/gms/internal/profile"
	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/record"
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
	text       program.Text
	called     []plantree.Called
	rows       held.CallRows
	runsAs     acting.Actor  // nil if it has the rights of its caller
	caller     *procedureRun // nil if the client's statement is
	depth      int           // how many procedures wait for it to end
	key        uint64        // of its text, if its trees are counted
	tree       int64         // bytes of its parse tree that have been counted
	written    string        // text of the statement that runs, if it stands in no source
	defaults   defaultsNamed

	transaction program.CallTransaction
	began       time.Time           // when the statement did that has called it, if it is a function
	uses        []routine.UsedTable // by the statements that have called it, if it is a function
}

// programNodes builds the nodes of a statement that run stored programs.
type programNodes struct{ planNodes }

// call builds a CALL, which runs the procedure.
func (p programNodes) call(ctx *sql.Context, n *plan.Call, r sql.Row) (sql.RowIter, error) {
	x, procedure := p.x, n.Procedure
	if procedure != nil && insideTrigger(ctx) {
		if err := program.ForbiddenInTrigger(procedure); err != nil {
			if x.programs.inFunction() {
				err = program.OfFunction(err)
			}
			return nil, err
		}
	}
	if procedure == nil || procedure.ExternalProc != nil || n.Runner == nil {
		return p.ByEngine(ctx, n, r)
	}
	if routine.IsStoredName(procedure.Name) {
		return nil, sql.ErrStoredProcedureDoesNotExist.New(procedure.Name)
	}
	if err := x.programs.recursion(ctx, n.Database().Name(), procedure.Name); err != nil {
		return nil, err
	}
	if err := p.takesResults(n.Database().Name(), procedure); err != nil {
		return nil, err
	}
	out, err := p.outArguments(n)
	if err != nil {
		return nil, err
	}
	if err := readyProgram(ctx, procedure); err != nil {
		return nil, err
	}
	if sysschema.FindProcedure(n.Database().Name(), procedure.Name) != nil {
		procedure = sysschema.InAnyCase(procedure)
		n.Procedure = procedure
	}
	runsAs, err := p.b.lifecycle.rights.rights.RunsAs(ctx, n.Database().Name(), procedure.Name, procedure)
	if err != nil {
		return nil, err
	}
	run := &procedureRun{
		caller: x.programs.call, node: n, runsAs: runsAs,
		programBody: newBody(x, record.ProgramProcedure, n.Database().Name(), procedure.Name),
		runner:      n.Runner, operations: procedure.Ops, source: procedure.CreateProcedureString, called: x.detail.Kept.Called(n),
		text: program.TextOf(procedure.CreateProcedureString, procedure.Ops), transaction: x.connection.callTransaction(ctx),
	}
	done, err := builtin.CheckArguments(ctx, n, r)
	if err != nil {
		return nil, err
	}
	defer done()
	// The plan keeps the schema of the result: no copy of it would do.
	n.Runner, n.Procedure = run, program.Substitute(procedure)
	if run.caller != nil {
		run.depth = run.caller.depth + 1
		if insideTrigger(ctx) { // in the middle of a statement of the caller's
			defer program.SetAside(ctx, run.caller.node.Procedure)()
		}
	}
	defer program.EndParameters(ctx, procedure)
	outer := x.programs.node
	x.programs.call = run
	defer func() {
		n.Runner, n.Procedure, x.programs.node, x.programs.call = run.runner, procedure, outer, run.caller
	}()
	run.begin(n)
	defer run.enterDatabase(ctx)()
	iter, err := p.ByEngine(ctx, n, r)
	run.transaction.Restore(ctx)
	if err == nil {
		err = run.sendOut(ctx, n, out)
	}
	run.end(err)
	run.release(err)
	return iter, err
}

// readyProgram has what the engine's reading of a program lacks mended, before it runs.
func readyProgram(ctx *sql.Context, procedure *plan.Procedure) error {
	if !collate.BoundProgram(procedure.Ops, procedure.CreateProcedureString) {
		return sqlerr.TooDeep()
	}
	if err := rewrite.Program(procedure.Ops, procedure.CreateProcedureString); err != nil {
		return err
	}
	if !privilege.NamesCurrentUser(procedure.CreateProcedureString) {
		return nil
	}
	if account := actsAs(ctx, procedure); account != "" {
		for stmt := range syntaxtree.StatementsOf(procedure.Ops) {
			privilege.NameCurrentUser(stmt, account)
		}
	}
	return nil
}

// Run implements program.Host: it has the engine run a statement.
func (p *procedureRun) Run(ctx *sql.Context, parsed ast.Statement, at program.Location) (sql.Schema, sql.RowIter, error) {
	if err := p.used(ctx, parsed); err != nil {
		return nil, nil, err
	}
	if err := p.nameDefaults(ctx, parsed); err != nil {
		p.next(p.execution.connection.adapter.instruments.Program.Statement, p.text.Of(at)).executes(parsed)
		p.fail(err)
		return nil, nil, err
	}
	p.execution.connection.keepMoment(ctx)
	if !p.began.IsZero() {
		ctx.SetQueryTime(p.began)
	}
	sp := &p.execution.connection.adapter.instruments.Program
	key, sent := sp.Statement, false
	switch at.Operation {
	case procedures.OpCode_If:
		key = sp.JumpIfNot
	case procedures.OpCode_Set:
		if key = sp.Set; at.Returns {
			key = sp.Returns
		}
	case procedures.OpCode_Open:
		key = sp.Open
	case procedures.OpCode_Select:
		sent = !at.Into
	}
	text := ""
	whole := at.Operation != procedures.OpCode_If && at.Operation != procedures.OpCode_Set && at.Operation != procedures.OpCode_Open
	if whole { // and no part of one; with the Schema off the keys say nothing
		if text = p.written; text == "" {
			text = p.text.Of(at)
		}
		p.execution.connection.counts.Nested(kind.Of(parsed, text))
	}
	p.next(key, text).executes(parsed)
	if p.key != 0 {
		p.current.key = held.Mix(p.key + uint64(at.At+1))
	}
	p.execution.connection.profiling.Inner = profile.Inner{
		Said: true, Text: p.execution.connection.shown(text), Expression: at.Operation == procedures.OpCode_Set || at.Operation == procedures.OpCode_If,
	}
	position := p.calledPosition(at, parsed)
	p.execution.programs.node = position.Number
	position.Node.Begin()
	m := position.Enter()
	switch s := parsed.(type) {
	case *ast.Explain:
		parsed = grammarServer{p.execution.connection.adapter.rights}.explainStatement(ctx, s, text)
	case *ast.DDL:
		p.execution.connection.adapter.rights.rights.NameDefiner(ctx, s)
		parsed = p.execution.connection.adapter.rights.statements.Define(ctx, s, text)
	case *ast.AlterTable:
		parsed = p.execution.connection.adapter.rights.statements.Define(ctx, s, text)
	case *ast.Prepare, *ast.Execute, *ast.Deallocate:
		parsed = p.execution.connection.adapter.rights.prepareInProgram(ctx, s)
	}
	schema, iter, _, err := p.runner.QueryWithBindings(ctx, p.written, parsed, nil, nil)
	position.Thread.LeaveOperator(m)
	switch {
	case err != nil:
		p.fail(err)
		return nil, nil, err
	case at.Operation == procedures.OpCode_Open:
		held := p.current.takePlan()
		p.current.leave(nil)
		return schema, &cursorIter{iter, p, position, held}, nil
	}
	nested := &nestedIter{iter: iter, body: &p.programBody, sent: sent, position: position}
	if p.rows.Counting && held.Collects(at.Operation, sent) && !p.SendsResults(ctx) {
		nested.rows = p.rows.Begin(sent)
	}
	return schema, nested, nil
}

// defaultsNamed says whether a program's text has a DEFAULT.
type defaultsNamed uint8

const (
	notSought defaultsNamed = iota
	noneNamed
	someNamed
)

// nameDefaults has a statement name the defaults of columns that it asks for.
func (p *procedureRun) nameDefaults(ctx *sql.Context, parsed ast.Statement) error {
	if p.defaults == notSought {
		if p.defaults = noneNamed; step.Seek(p.source).HasDefault() {
			p.defaults = someNamed
		}
	}
	if p.defaults == noneNamed {
		return nil
	}
	return column.ColumnDefaults(ctx, p.execution.connection.adapter.rights.catalog(), parsed)
}

// RunText implements sysschema.Host: it has the engine run a statement that stands in no
// source.
func (p *procedureRun) RunText(ctx *sql.Context, text string, parsed ast.Statement, at program.Location) (sql.Schema, sql.RowIter, error) {
	p.written = text
	defer func() { p.written = "" }()
	return p.Run(ctx, parsed, at)
}

// QueryWithBindings implements sql.StatementRunner: the engine asks for the one
// operation it has.
func (p *procedureRun) QueryWithBindings(ctx *sql.Context, query string, parsed ast.Statement, bindings map[string]ast.Expr, flags *sql.QueryFlags) (sql.Schema, sql.RowIter, *sql.QueryFlags, error) {
	if !program.Only(parsed) {
		return p.runner.QueryWithBindings(ctx, query, parsed, bindings, flags)
	}
	ctx = acting.As(ctx, p.runsAs) // and not before: the arguments are the caller's
	defer p.transaction.Enter(ctx)()
	procedure := p.node.Procedure
	program.BeginParameters(ctx, procedure)
	if does := sysschema.FindProcedure(p.node.Database().Name(), procedure.Name); does != nil {
		c := p.execution.connection
		schema, rows, err := c.adapter.rights.sys.Call(ctx, does, &c.sys, p)
		return schema, rows, nil, err
	}
	schema, rows, err := program.Interpret(ctx, program.Procedure{Call: p.node, Operations: p.operations, Source: p.source, Runner: p.runner, Depth: p.depth}, p)
	return schema, rows, nil, err
}

// Prepared implements program.Host.
func (p *procedureRun) Prepared(ctx *sql.Context, name string) ast.Statement {
	return p.execution.connection.adapter.rights.preparedNamed(ctx.Session.ID(), name)
}

// ClientError implements program.Host.
func (p *procedureRun) ClientError(err error) (number int, state, message string) {
	return clientError(p.execution.connection.programError(err, p.current.text))
}

// Gone implements program.Host.
func (p *procedureRun) Gone() bool { return p.execution.spool.failed }

// cursorIter reads the rows of a cursor: each FETCH is a statement.
type cursorIter struct {
	iter     sql.RowIter
	run      *procedureRun
	position plantree.Position
	plan     int64 // bytes of its plan that have been counted
}

// noData is what a FETCH gets that finds no row.
var noData = sqlerr.NoData()

// Next implements sql.RowIter.
func (c *cursorIter) Next(ctx *sql.Context) (sql.Row, error) {
	c.run.next(c.run.execution.connection.adapter.instruments.Program.Fetch, "")
	c.run.execution.programs.node = c.position.Number
	m := c.position.Enter()
	row, err := c.iter.Next(ctx)
	c.position.Thread.LeaveOperator(m)
	switch {
	case err == nil:
		c.run.current.leave(nil)
		c.position.Gave(row)
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
	c.run.next(c.run.execution.connection.adapter.instruments.Program.Close, "")
	err := c.iter.Close(ctx)
	c.run.execution.memory.Unplan(&c.plan)
	if err != nil {
		c.run.fail(err)
		return err
	}
	c.run.current.leave(nil)
	return nil
}

// errRecursionLimit is ER_SP_RECURSION_LIMIT.
const errRecursionLimit = 1456

// recursion gives the error of a procedure that is called while it runs, more
// often than max_sp_recursion_depth allows; that is 0 unless somebody sets it.
func (p *programs) recursion(ctx *sql.Context, schema, name string) error {
	depth := int64(0)
	for c := p.call; c != nil; c = c.caller {
		if c.owner.OwnerType == string(record.ProgramProcedure) && strings.EqualFold(c.owner.OwnerName, name) && strings.EqualFold(c.owner.OwnerSchema, schema) {
			depth++
		}
	}
	if depth == 0 {
		return nil
	}
	limit := int64(0)
	if v, err := ctx.GetSessionVariable(ctx, "max_sp_recursion_depth"); err == nil {
		limit, _ = v.(int64)
	}
	if depth > limit {
		return mysql.NewSQLError(errRecursionLimit, sqlerr.StateGeneral,
			"Recursive limit %d (as set by the max_sp_recursion_depth variable) was exceeded for routine %s", limit, name)
	}
	return nil
}

// callTransaction is what a CALL has to keep, before the engine is given it.
func (conn *connection) callTransaction(ctx *sql.Context) program.CallTransaction {
	open, part := ctx.GetTransaction(), false
	if !conn.keepsTransaction(ctx) {
		if part = open != nil && insideTrigger(ctx); !part {
			return program.CallTransaction{}
		}
	}
	return program.NewCallTransaction(open, part)
}

// forgetPrograms removes the rows of stored programs that a statement has dropped.
func forgetPrograms(s *perfschema.Schema, d *program.Dropped) {
	switch {
	case d.Schema == "":
	case d.Kind == "":
		s.DropPrograms(d.Schema)
	default:
		for _, name := range d.Names {
			s.DropProgram(record.ProgramType(d.Kind), d.Schema, name)
		}
	}
}
