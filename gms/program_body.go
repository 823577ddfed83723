package gms

import (
	"errors"
	"hash/maphash"
	"io"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/gms/internal/size"
	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/record"
)

// programs is what a statement knows of the stored programs it runs.
type programs struct {
	// awaiting is a statement of a program whose plan has not been built yet.
	awaiting *nestedStatement
	// running is the innermost statement of a program.
	running *nestedStatement
	// triggered is set where a trigger may run, so that others need not look.
	triggered bool
	// node is the plan node of the procedure's statement that runs.
	node uint16
	// database is that of the INSERT whose source is being built.
	database string
	// calls is how many procedures are running, one in the other.
	calls int
	// call is the innermost of them.
	call *procedureRun
	// executes is the client's EXECUTE, if that is the statement.
	executes *ast.Execute
}

// plan tells the statement that waits for its plan.
func (p *programs) plan(ctx *sql.Context, root sql.Node) {
	if n := p.awaiting; n != nil {
		p.awaiting = nil
		n.planned(ctx, root)
	}
}

// programBody is a stored program while it runs. Its statements run one after
// the other, on the goroutine that drives the client's statement.
type programBody struct {
	execution *execution
	program   *perfschema.Program
	owner     perfschema.PreparedOptions
	call      perfschema.ProgramCall
	current   nestedStatement
	// database is where its statements run, empty if that is where the client's does.
	database string
	// failed is the error of the last statement: whoever goes on after it, or
	// comes to an end all the same, has handled it.
	failed error
	number int
}

// newBody begins a call of a program.
func newBody(x *execution, kind record.ProgramType, schema, name string) programBody {
	p := x.connection.adapter.schema.Program(kind, schema, name)
	return programBody{
		execution: x, program: p, call: p.Call(x.connection.thread), database: programDatabase(schema, name),
		owner: perfschema.PreparedOptions{OwnerType: string(kind), OwnerSchema: schema, OwnerName: name},
	}
}

// next begins a statement of the body.
func (b *programBody) next(key perfschema.StatementKey, text string) *nestedStatement {
	b.settle()
	b.execution.viewsRead = 0
	b.current.enter(b, key, text)
	return &b.current
}

// settle ends a statement that nobody has ended, and counts the error of the
// last one as handled.
func (b *programBody) settle() {
	b.current.leave(nil)
	if b.failed != nil {
		b.failed = nil
		b.execution.connection.thread.HandleError(b.number)
		b.execution.connection.forgetFailure()
	}
}

// fail ends the running statement with an error.
func (b *programBody) fail(err error) {
	if number, counted := b.current.leave(err); counted {
		b.failed, b.number = err, number
	}
}

// end ends the call with the error it gave its caller.
func (b *programBody) end(err error) {
	b.current.leave(nil)
	if b.failed != nil && !sameError(err, b.failed) {
		b.execution.connection.thread.HandleError(b.number)
	}
	b.failed = nil
	b.call.End()
}

// sameError says whether an error is the one a statement ended in. Some of the
// engine's cannot be compared.
func sameError(err, failed error) bool {
	return err != nil && (errors.Is(err, failed) || err.Error() == failed.Error())
}

// nestedStatement is a statement of a stored program. It is recorded where the
// client's statement is, on the goroutine that drives it.
type nestedStatement struct {
	body           *programBody
	outer          *nestedStatement // the one it is nested in, nil in a program the client's statement runs
	statement      perfschema.Statement
	before         liveSums
	inside         liveSums // what the statements nested in it did
	facts          perfschema.StatementCounters
	sent, affected uint64
	preparation    preparation
	dropped        program.Dropped
	key            uint64 // of its place in a procedure, if its plan is counted
	plan           int64  // bytes of its plan that have been counted
	text           string // as it stands in the program, if that is known
}

// liveSums are live counts at one moment.
type liveSums struct{ examined, sorted, sortScan, sortRange uint64 }

func (l *liveCounts) sums() liveSums {
	return liveSums{l.examined.Load(), l.sorted.Load(), l.sortScan.Load(), l.sortRange.Load()}
}

func (a liveSums) minus(b liveSums) liveSums {
	return liveSums{a.examined - b.examined, a.sorted - b.sorted, a.sortScan - b.sortScan, a.sortRange - b.sortRange}
}

func (a liveSums) plus(b liveSums) liveSums {
	return liveSums{a.examined + b.examined, a.sorted + b.sorted, a.sortScan + b.sortScan, a.sortRange + b.sortRange}
}

func (n *nestedStatement) enter(b *programBody, key perfschema.StatementKey, text string) {
	x := b.execution
	t := x.connection.thread
	*n = nestedStatement{body: b, text: text}
	if !x.statement.Recorded() || !t.CurrentStatement().Recorded() || perfschema.Bound() != t {
		return
	}
	n.statement = t.BeginStatement(key)
	if !n.statement.Recorded() {
		return
	}
	n.before, n.outer, x.programs.running = x.live.sums(), x.programs.running, n
	if text != "" {
		n.statement.SetText(x.connection.shown(text))
	}
	n.statement.SetProgram(b.program)
	if b.database != "" {
		n.statement.SetSchema(b.database)
	}
	x.programs.awaiting = n
}

// planned is called with the statement's plan, before it is built.
func (n *nestedStatement) planned(ctx *sql.Context, root sql.Node) {
	facts := planFacts{ctx: ctx, counters: &n.facts, selects: true}
	facts.walk(root, true)
	n.countPlan(root, facts.nodes)
	n.preparation, n.dropped = preparationOf(ctx, root), program.DroppedBy(root)
}

// returned counts a row that the statement has given.
func (n *nestedStatement) returned(row sql.Row, sent bool) {
	if !n.statement.Recorded() {
		return
	}
	if ok, isOK := node.OKResult(row); isOK {
		n.affected += ok.RowsAffected
	} else if sent {
		n.sent++
	}
}

// leave ends the statement. It returns the number of the error, and whether it is to be
// counted, as handled or as that of whoever runs the program. More than once it does
// nothing.
func (n *nestedStatement) leave(err error) (number int, counted bool) {
	st := n.statement
	if !st.Recorded() {
		return 0, false
	}
	n.statement = perfschema.Statement{}
	x := n.body.execution
	conn := x.connection
	x.memory.Unplan(&n.plan)
	x.programs.awaiting, x.programs.running = nil, n.outer
	c, all := n.facts, x.live.sums().minus(n.before)
	if n.outer != nil {
		n.outer.inside = n.outer.inside.plus(all)
	}
	own := all.minus(n.inside)
	c.RowsExamined, c.SortRows, c.SortScan, c.SortRange = own.examined, own.sorted, own.sortScan, own.sortRange
	c.RowsSent, c.RowsAffected = n.sent, n.affected
	c.Warnings = conn.countWarnings(conn.session)
	if err != nil {
		var state, message string
		number, state, message = clientError(conn.programError(err, n.text))
		st.SetNestedError(number, state, n.body.execution.shownMessage(message))
	} else {
		conn.prepare(st, n.preparation, n.body.owner)
		forgetPrograms(conn.adapter.schema, &n.dropped)
	}
	st.SetCounters(c)
	conn.counts.Work(&c, true)
	st.End()
	return number, err != nil
}

// executes says which prepared statement an EXECUTE in a program executes.
func (n *nestedStatement) executes(stmt ast.Statement) {
	if n.statement.Recorded() {
		n.body.execution.connection.executes(n.statement, stmt, false)
	}
}

// nestedIter ends a statement of a program when its rows are at an end.
type nestedIter struct {
	iter sql.RowIter
	body *programBody
	sent bool // to the client
	// position is where the thread is, of a statement of a procedure, while a
	// profiler samples.
	position plantree.Position
	rows     *held.CallRows // of the procedure, if its interpreter keeps them
}

// Next implements sql.RowIter.
func (i *nestedIter) Next(ctx *sql.Context) (sql.Row, error) {
	m := i.position.Enter()
	row, err := i.iter.Next(ctx)
	i.position.Thread.LeaveOperator(m)
	switch {
	case err == nil:
		i.body.current.returned(row, i.sent)
		i.position.Gave(row)
		i.rows.Row(row)
	case !errors.Is(err, io.EOF):
		i.rows.Fail()
		i.body.fail(err)
	}
	return row, err
}

// Close implements sql.RowIter.
func (i *nestedIter) Close(ctx *sql.Context) error {
	err := i.iter.Close(ctx)
	i.rows.End()
	if err != nil {
		i.body.fail(err)
		return err
	}
	i.body.current.leave(nil)
	return nil
}

// programDatabase is where the statements of a stored program run: in its own database,
// where MySQL finds the tables that they name without one. It is empty for the procedures
// of sys: they name all that is theirs, and what else they are told of is the caller's.
func programDatabase(schema, name string) string {
	if sysschema.FindProcedure(schema, name) != nil {
		return ""
	}
	return schema
}

// enterDatabase has a procedure run in its database; the engine would look for tables in
// the caller's, which leave puts back.
func (p *procedureRun) enterDatabase(ctx *sql.Context) (leave func()) {
	before := ctx.GetCurrentDatabase()
	if p.database == "" || strings.EqualFold(before, p.database) {
		return func() {}
	}
	ctx.SetCurrentDatabase(p.database)
	return func() { ctx.SetCurrentDatabase(before) }
}

// calledPosition is where the thread is in a statement that the interpreter asks
// for.
func (p *procedureRun) calledPosition(where program.Location, stmt ast.Statement) plantree.Position {
	x := p.execution
	if x.detail.Kept == nil {
		return plantree.Position{}
	}
	position := plantree.Position{Thread: x.connection.thread, Operator: plantree.OperatorOf(program.Changes(stmt))}
	at := where.At
	if at < 0 {
		at = where.Handler
	}
	for i := range p.called {
		if s := &p.called[i]; s.Operation == at {
			position.Number = s.Number
			position.Node = x.detail.Kept.Plan.Node(s.Number)
			return position
		}
	}
	position.Number = x.programs.node // part of the statement around it
	return position
}

// begin counts the procedure as it begins to run.
func (p *procedureRun) begin(n *plan.Call) {
	x := p.execution
	x.programs.calls++
	if x.memory.Counts(held.Call) {
		p.rows = held.CallRows{Counting: true, Holding: x.memory.Hold(held.Call, x.memory.Node(n))}
	}
	if x.memory.CountsClass(held.Program) {
		p.key = maphash.String(programSeed, p.source) | 1
		p.tree = x.memory.ProgramTree(p.key, p.operations)
		x.memory.ChangeBlock(held.Program, p.tree)
	}
}

// release gives back what the interpreter has let go of: all but what CALL is to
// give. Of a procedure that another one has called, that one keeps the rows.
func (p *procedureRun) release(err error) {
	x := p.execution
	x.programs.calls--
	x.memory.Unplan(&p.tree)
	if !p.rows.Counting {
		return
	}
	if err != nil || x.programs.calls > 0 || x.programs.triggered {
		p.rows.Holding.Release()
		return
	}
	p.rows.Holding.Set(p.rows.Last)
	p.rows.Holding.Keep(p)
}

var programSeed = maphash.MakeSeed()

// countPlan counts the plan of a statement of a procedure, measured once for each
// place in its text and number of nodes. That of a trigger's is a part of the plan
// around it.
func (n *nestedStatement) countPlan(root sql.Node, nodes int) {
	x := n.body.execution
	if n.key == 0 || !x.memory.CountsClass(held.Program) {
		return
	}
	trees := &x.memory.Server.Trees
	key := held.Mix(n.key ^ uint64(nodes+1))
	if n.plan = trees.Find(key); n.plan == 0 {
		n.plan = size.Plan(root)
		trees.Keep(key, n.plan)
	}
	x.memory.ChangeBlock(held.Program, n.plan)
}

// takePlan hands on the counted plan of a statement that has opened a cursor.
func (n *nestedStatement) takePlan() int64 {
	plan := n.plan
	n.plan = 0
	return plan
}
