package gms

import (
	"context"
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/affected"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/dialect/trigger"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/record"
)

// triggerRun is a trigger of a statement. The engine runs it once for each
// row, by building iterators for the nodes of its body, in a context of its
// own: what is built in that context belongs to the trigger.
type triggerRun struct {
	programBody
	schema, name, source string
	runsAs               acting.Actor // nil if it has the rights of the change
	text                 *words.ProgramText
	ready                bool // the trigger may run: what it is of has been built
	running              bool // for the row at hand
	inside               bool // it is of a statement of another trigger
	statements           []sql.Node
	// node is that of the trigger in the plan, body that of a block of
	// statements: each gives one row when the trigger has run.
	node, block *activity.PlanNode
}

type triggerKey struct{}

// triggerOf finds the trigger whose body is being built, or nil.
func triggerOf(ctx context.Context) *triggerRun {
	t, _ := ctx.Value(triggerKey{}).(*triggerRun)
	if t == nil || !t.ready {
		return nil
	}
	return t
}

// insideTrigger says whether what runs comes of a trigger, and is not what the trigger is of.
func insideTrigger(ctx context.Context) bool {
	t, of := ctx.Value(triggerKey{}).(*triggerRun) // nil in its statements
	return of && (t == nil || t.inside || t.running)
}

func withTrigger(ctx *sql.Context, t *triggerRun) *sql.Context {
	return ctx.WithContext(context.WithValue(ctx.Context, triggerKey{}, t))
}

// triggerEnded returns the error of a statement with triggers that KILL, a limit, the client's end
// or shutdown has cancelled.
//
// Every statement of a body, and of a handler in it, is built each time it runs: that is where it
// ends. The engine's LOOP, WHILE and REPEAT do not look at the context, and its handlers take the
// error of a statement, but not the error of building the handler's own.
func triggerEnded(ctx *sql.Context) error { return ctx.Err() }

// trigger builds what a trigger is of, and sees to it that the trigger's
// body is known when it is built.
func (p programNodes) trigger(ctx *sql.Context, n *plan.TriggerExecutor, r sql.Row) (sql.RowIter, error) {
	schema := p.x.programs.triggerSchema(n)
	runsAs, err := p.b.lifecycle.rights.rights.RunsTrigger(ctx, &n.TriggerDefinition, schema)
	if err != nil {
		return nil, err
	}
	t := &triggerRun{inside: insideTrigger(ctx), runsAs: runsAs, schema: schema, name: n.TriggerDefinition.Name, source: n.TriggerDefinition.CreateStatement}
	if t.node = p.x.detail.Node(n); t.node != nil {
		t.node.SetRowsKnown(true)
		if block, ok := n.Right().(*plan.TriggerBeginEndBlock); ok {
			t.block = p.x.detail.Node(block)
			t.block.SetRowsKnown(true)
		}
	}
	fed, err := trigger.Fed(ctx, n)
	if err != nil {
		return nil, err
	}
	iter, err := p.ByEngine(withTrigger(ctx, t), fed, r)
	t.ready, p.x.programs.triggered = true, true
	if err != nil {
		return nil, err
	}
	return trigger.ComputedRows(ctx, n, iter), nil
}

// updating returns a context for building an UPDATE whose BEFORE triggers may change what generated columns are
// made of.
func (b *operatorBuilder) updating(ctx *sql.Context, n *plan.Update) *sql.Context {
	if !b.lifecycle.dialect {
		return ctx
	}
	return trigger.WithComputed(ctx, n)
}

// triggerUnrecorded builds what a trigger is of, in a statement that is not recorded.
func (p programNodes) triggerUnrecorded(ctx *sql.Context, n *plan.TriggerExecutor, r sql.Row) (sql.RowIter, error) {
	schema := "" // where it cannot be seen of which database the table is
	if n.TriggerEvent != plan.InsertTrigger || string(n.TriggerTime) != "before" {
		schema = p.x.programs.triggerSchema(n)
	}
	runsAs, err := p.b.lifecycle.rights.rights.RunsTrigger(ctx, &n.TriggerDefinition, schema)
	if err != nil {
		return nil, err
	}
	t := &triggerRun{inside: insideTrigger(ctx), runsAs: runsAs}
	fed, err := trigger.Fed(ctx, n)
	if err != nil {
		return nil, err
	}
	iter, err := p.ByEngine(withTrigger(ctx, t), fed, r)
	t.ready, p.x.programs.triggered = true, true
	if err != nil {
		return nil, err
	}
	return trigger.ComputedRows(ctx, n, iter), nil
}

// actingUnrecorded builds the body of a trigger that may run with the rights of another account,
// in a statement that is not recorded.
func (p programNodes) actingUnrecorded(ctx *sql.Context, runsAs acting.Actor, n sql.Node, r sql.Row) (sql.RowIter, error) {
	told := affected.Keep(ctx)
	ctx = acting.As(withTrigger(ctx, nil), runsAs)
	iter, err := p.b.build(ctx, p.x, n, r, true)
	if err != nil {
		told.Restore(ctx)
		return nil, err
	}
	return &actingIter{iter, ctx, told}, nil
}

// actingIter gives rows in the context that they were asked for in first.
type actingIter struct {
	iter sql.RowIter
	ctx  *sql.Context
	told affected.Kept
}

// Next implements sql.RowIter.
func (i *actingIter) Next(*sql.Context) (sql.Row, error) { return i.iter.Next(i.ctx) }

// Close implements sql.RowIter.
func (i *actingIter) Close(*sql.Context) error {
	err := i.iter.Close(i.ctx)
	i.told.Restore(i.ctx)
	return err
}

// triggerSchema is the database of the trigger's table. An INSERT has a
// BEFORE trigger in its source, where the table is not to be seen.
func (p *programs) triggerSchema(n *plan.TriggerExecutor) string {
	if n.TriggerEvent == plan.InsertTrigger && string(n.TriggerTime) == "before" {
		return p.database
	}
	name := ""
	for at := n.Left(); at != nil && name == ""; {
		switch t := at.(type) {
		case *plan.InsertInto:
			name = node.DatabaseName(t.Database())
		case *plan.Update:
			name = t.Database()
		case *plan.DeleteFrom:
			name = t.Database()
		case sql.Databaser:
			name = node.DatabaseName(t.Database())
		}
		children := at.Children()
		if len(children) == 0 {
			break
		}
		at = children[0]
	}
	return name
}

// triggered builds a node of the trigger's body.
func (p programNodes) triggered(ctx *sql.Context, t *triggerRun, n sql.Node, r sql.Row) (sql.RowIter, error) {
	if t.running {
		return p.triggeredNode(ctx, t, n, r)
	}
	ctx = acting.As(ctx, t.runsAs)
	told := affected.Keep(ctx)
	t.programBody = newBody(p.x, record.ProgramTrigger, t.schema, t.name)
	t.running, t.statements = true, bodyStatements(n, t.statements[:0])
	iter, err := p.triggeredNode(ctx, t, n, r)
	if err == nil && iter == nil {
		iter, err = p.ByEngine(ctx, n, r)
	}
	if err != nil {
		t.finish(err)
		told.Restore(ctx)
		return nil, err
	}
	return &triggerIter{iter: iter, run: t, ctx: ctx, told: told}, nil
}

// triggeredNode builds a statement of the body; others it leaves to the
// engine.
func (p programNodes) triggeredNode(ctx *sql.Context, t *triggerRun, n sql.Node, r sql.Row) (sql.RowIter, error) {
	key := p.x.connection.adapter.instruments.Program.Of(n)
	if key == 0 {
		p.x.detail.Node(n).Begin()
		return nil, nil
	}
	text := ""
	if key == p.x.connection.adapter.instruments.Program.Statement {
		text = t.textOf(n)
		p.x.connection.counts.Nested(kind.OfNode(n, text))
	}
	s := t.next(key, text)
	inner := withTrigger(ctx, nil)
	iter, err := p.Below(inner, n, r) // the statement's plan is known by this
	if err != nil {
		t.fail(err)
		return nil, err
	}
	if !s.statement.Recorded() {
		p.x.programs.awaiting = nil
	}
	run := &triggeredIter{nestedIter: nestedIter{iter: iter, body: &t.programBody}, ctx: inner, change: effect.ChangeIn(n)}
	if run.change != nil {
		run.node = p.x.detail.Node(run.change)
		run.node.SetRowsKnown(true)
	}
	return run, nil
}

// textOf is the text of a statement of the body; empty if it cannot be told.
func (t *triggerRun) textOf(n sql.Node) string {
	if t.text == nil {
		text := words.TextOfProgram(t.source)
		t.text = &text
	}
	if len(t.text.Statements)+len(t.text.Handlers) != len(t.statements) {
		return ""
	}
	index := 0
	for _, s := range t.statements {
		if s == n {
			return t.text.Statements[index]
		}
		if _, handler := s.(*plan.DeclareHandler); !handler {
			index++
		}
	}
	return ""
}

// finish ends the trigger for the row at hand.
func (t *triggerRun) finish(err error) {
	if t.running {
		t.running = false
		t.end(err)
		if err == nil {
			t.node.AddRows(1)
			t.block.AddRows(1)
		}
	}
}

// bodyStatements lists the statements of a body in the order of its source.
func bodyStatements(n sql.Node, out []sql.Node) []sql.Node {
	switch n.(type) {
	case *plan.TriggerBeginEndBlock, *plan.BeginEndBlock, *plan.Block, *plan.IfElseBlock, *plan.IfConditional,
		*plan.CaseStatement, *plan.Loop, *plan.While, *plan.Repeat:
		for _, child := range n.Children() {
			out = bodyStatements(child, out)
		}
		return out
	case plan.ElseCaseError:
		return out
	}
	return append(out, n)
}

// triggerIter ends the trigger with its last row.
type triggerIter struct {
	iter sql.RowIter
	run  *triggerRun
	ctx  *sql.Context // with the rights of its definer
	told affected.Kept
}

// Next implements sql.RowIter.
func (i *triggerIter) Next(*sql.Context) (sql.Row, error) {
	row, err := i.iter.Next(i.ctx)
	if err != nil && !errors.Is(err, io.EOF) {
		i.run.finish(err)
	}
	return row, err
}

// Close implements sql.RowIter.
func (i *triggerIter) Close(*sql.Context) error {
	err := i.iter.Close(i.ctx)
	i.run.finish(err)
	i.told.Restore(i.ctx)
	return err
}

// triggeredIter runs a statement of a trigger in a context in which nothing
// else is taken for one.
type triggeredIter struct {
	nestedIter
	ctx    *sql.Context
	change sql.Node // that changes rows, nil for none
	node   *activity.PlanNode
}

// Next implements sql.RowIter.
func (i *triggeredIter) Next(*sql.Context) (sql.Row, error) {
	row, err := i.nestedIter.Next(i.ctx)
	if err != nil || i.change == nil {
		return row, err
	}
	changed := effect.ChangedBy(i.ctx, i.change, row)
	i.body.current.affected += changed
	i.node.AddRows(changed)
	return row, nil
}

// Close implements sql.RowIter.
func (i *triggeredIter) Close(*sql.Context) error { return i.nestedIter.Close(i.ctx) }
