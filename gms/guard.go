package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/affected"
	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/trigger"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// What keeps the server safe does not depend on what is recorded: the window and
// the buffers of results, the limits of memory, the rights of a program's definer,
// the end of what a panic has left. A statement that has no Thread, for the Schema is
// off or has no room, has these and nothing more.

// elsewhere says whether the running goroutine is another one than that which
// serves the client.
func (conn *connection) elsewhere() bool { return perfschema.Goroutine() != conn.goroutine }

// guardedContext leads to the connection of a statement that is not recorded.
type guardedContext struct {
	context.Context
	connection *connection
}

// Value implements context.Context.
func (c *guardedContext) Value(key any) any {
	switch key.(type) {
	case connectionKey, operand.ChangeKey:
		return c.connection
	}
	return c.Context.Value(key)
}

// guard begins a statement that is not recorded. text is as others may see it.
func (x *execution) guard(text string, query bool) {
	conn := x.connection
	x.goroutine = perfschema.Goroutine()
	if x.goroutine != conn.goroutine {
		conn.buffer.Own(x.goroutine)
	}
	x.text, x.query, x.ran, x.cursor, x.fetched, x.phase = text, query, true, false, false, phaseStarting
	x.returned = resultCounts{}
	x.memory.Limit = conn.memory.Room()
	x.memory.Begin()
	x.status = conn.client.StatusFlags & toldStatus &^ mysql.ServerMoreResultsExists
}

// enterGuarded is called with the plan that will run, before it is built.
func (x *execution) enterGuarded(ctx *sql.Context, root sql.Node) {
	conn, p := x.connection, &x.plan
	p.settle(root)
	switch root.(type) {
	case *plan.PrepareQuery, *plan.DeallocateQuery, *node.Command:
		p.preparation = preparationOf(ctx, root)
	}
	settings := conn.transactionSettings(ctx)
	if p.control == controlStart {
		conn.readOnly = p.readOnly || settings.readOnly
	}
	if settings.autoCommit && !x.memory.Limited() {
		return
	}
	facts := planFacts{ctx: ctx, counters: new(perfschema.StatementCounters), selects: true}
	facts.walk(root, true) // has the rows of its subqueries counted
	x.joinTransaction(ctx, facts.tables > 0)
	x.status = conn.tellStatus(nil) & toldStatus
}

// buildUnrecorded builds a node of a statement that is not recorded: its whole
// plan, or what is built later.
func (b *operatorBuilder) buildUnrecorded(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (sql.RowIter, error) {
	p := &x.plan
	if p.state == buildDone {
		if x.programs.triggered {
			if t := triggerOf(ctx); t != nil {
				return programNodes{planNodes{b, x}}.actingUnrecorded(ctx, t.runsAs, n, r)
			}
		}
		return b.build(ctx, x, n, r, false)
	}
	if err := x.connection.uses.Refusal(); err != nil { // of a trigger's table, where the engine passes over it
		return nil, err
	}
	p.root, x.connection.session = n, ctx.Session
	x.room.settle(n, &x.memory)
	if p.functions {
		routine.NoteUses(n, nil)
	}
	only := columnsOfPoint(n)
	p.point = only != nil && node.IsUniqueKey(ctx, only) || only == nil && isPoint(ctx, n)
	switch {
	case p.point && only != nil && x.passes(ctx):
		if x.quiet {
			x.passQuiet(ctx, n, only)
		}
		return b.storage(ctx, n, r)
	case x.quiet:
		n = x.enterQuiet(ctx, n)
	default:
		x.enterGuarded(ctx, n)
	}
	compute := !p.point && x.window.Plan(ctx, n)
	if !x.window.Wanted {
		p.state = buildDone
		iter, err := b.build(ctx, x, n, r, false)
		return x.ahead(ctx, n, iter, err)
	}
	p.state = buildRunning
	if compute {
		n = node.Undeferred(n)
	} else if node.Projects(n) {
		p.depth = node.MarkDepth(n)
	}
	var iter sql.RowIter
	var err error
	if p.depth > 0 {
		iter, err = b.operateTop(ctx, x, n, r, true)
	} else {
		iter, err = x.mark(b.build(ctx, x, n, r, true))
	}
	p.state, p.depth = buildDone, 0
	return x.ahead(ctx, n, iter, err)
}

// passes says of the one row of a key, of a statement that is not recorded, that nothing
// in its plan is to be looked after: then it is all the storage's and the engine's.
func (x *execution) passes(ctx *sql.Context) bool {
	p, conn := &x.plan, x.connection
	if x.memory.Limited() || !conn.transactionSettings(ctx).autoCommit {
		return false
	}
	if x.quiet && (ctx.GetIgnoreAutoCommit() || conn.transaction != nil || conn.touched) {
		return false // what is counted of a transaction depends on what it has done
	}
	p.state, p.keepsSettings, p.passed = buildDone, true, true
	return true
}

// isPoint says whether a plan gives the one row of a key, which needs no window.
func isPoint(ctx *sql.Context, n sql.Node) bool {
	for {
		switch t := n.(type) {
		case *plan.Project:
			n = t.Child
		case *plan.Filter:
			n = t.Child
		case *plan.TableAlias:
			n = t.Child
		case *plan.IndexedTableAccess:
			return node.IsUniqueKey(ctx, t)
		default:
			return false
		}
	}
}

// sendGuarded is called when a part of the result of a statement that is not
// recorded is about to be sent.
func (x *execution) sendGuarded(r *sqltypes.Result, more bool) {
	if x.window.Wanted && x.window.Receive(r) && x.memory.Limited() {
		x.memory.Result.Swap(x.window.Others())
	}
	x.sent(r, more)
}

// finishGuarded ends a statement that is not recorded.
func (x *execution) finishGuarded(err error) {
	conn := x.connection
	if conn.lent.Session != nil {
		conn.lent.TakeBack()
	}
	x.amended, x.viewsRead = false, 0
	conn.buffer.Take()
	if x.memory.Limited() {
		x.meters.end() // of edits
		x.helpers.Release()
		x.tables.Close(x.connection.thread)
		x.memory.Release()
	}
	if conn.session != nil {
		if err == nil {
			x.window.Correct(conn.session)
			conn.limitGuarded()
		}
		conn.settleTransaction(err, false)
		conn.keepError(err, &x.plan)
		x.settleStatus(err)
	}
	x.sets.settle(conn, err != nil)
	if x.goroutine != conn.goroutine {
		conn.buffer.Disown(x.goroutine)
	}
	x.phase, x.text = phaseIdle, ""
	conn.forgetFailure()
	if x.programs.calls != 0 || x.programs.call != nil || x.programs.executes != nil {
		x.programs = programs{}
	}
	x.window.Reset()
	x.plan = planBuild{}
	x.detail.Reset()
	conn.busy.Store(false)
}

// finishPassed ends a statement of which nothing was to be looked after, and that has done
// nothing but to give a row: of what finishGuarded does the part that is left. It does
// nothing and returns false where there is more.
func (x *execution) finishPassed() bool {
	conn := x.connection
	if x.limit != nil || conn.memory.Limit != 0 || conn.transaction != nil || conn.touched || len(x.sets) != 0 || x.goroutine != conn.goroutine {
		return false
	}
	if c := &conn.changing; c.Pending() {
		return false
	}
	conn.leaveTables(false)
	if x.quiet {
		x.endPassed()
	}
	if conn.lent.Session != nil {
		conn.lent.TakeBack()
	}
	conn.buffer.Take()
	conn.tellStatus(&x.facts)
	if conn.failure.Load() != nil {
		conn.failure.Store(nil)
	}
	x.amended, x.viewsRead, x.phase, x.text = false, 0, phaseIdle, ""
	x.plan = planBuild{}
	x.detail.Reset()
	conn.busy.Store(false)
	return true
}

// limitGuarded ends a connection whose session holds too much.
func (conn *connection) limitGuarded() {
	if do := &conn.x.plan.preparation; do.closes {
		conn.prepared.unnamed(keptName(do.name))
	}
	if conn.memory.Limit == 0 {
		return
	}
	if do := &conn.x.plan.preparation; do.prepares || do.closes {
		conn.memory.PreparedNamed(keptName(do.name), do.text, do.prepares)
	}
	keeps := conn.x.plan.keepsSettings
	if !keeps {
		conn.memory.CountVariables(conn.session)
	}
	conn.memory.CountState(conn.session, keeps)
	conn.memory.LimitSession(&conn.x.memory)
}

// buildGuarded builds a node of a statement that is not recorded, as the storage
// and the engine do.
func (b *operatorBuilder) buildGuarded(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force bool) (sql.RowIter, error) {
	nodes := planNodes{b, x}
	if call, ok := n.(*plan.Call); ok {
		return programNodes{nodes}.call(ctx, call, r)
	}
	if table, ok := n.(*plan.RecursiveTable); ok {
		return nodes.round(ctx, table, r)
	}
	if run, ok := n.(*plan.TriggerExecutor); ok {
		return programNodes{nodes}.triggerUnrecorded(ctx, run, r)
	}
	if table, ok := n.(*plan.JSONTable); ok {
		return node.Ending(b.engineNode(ctx, x, builtin.CheckTable(table), r))
	}
	if set, ok := n.(*plan.Set); ok {
		whole, err := sysvar.WithSwitches(ctx, set, r)
		if err != nil {
			return nil, err
		}
		x.sets.note(whole)
		if whole != set || sysvar.SetsInParts(set) {
			return b.buildSet(ctx, whole, r)
		}
	}
	if add, ok := n.(*plan.AddColumn); ok {
		if err := builtin.CheckDefault(ctx, add.Column(), r); err != nil {
			return nil, err
		}
	}
	if insert, ok := n.(*plan.InsertInto); ok {
		ctx, with := b.inserting(ctx, insert, x.told(ctx))
		if x.memory.Limited() || collate.ChangesTexts(insert) || b.lifecycle.storage.FindRows != nil && affected.LooksForRows(insert) {
			return changedTables{measuredTables{nodes, true}}.insert(ctx, with, r)
		}
		return b.engineNode(ctx, x, with, r)
	}
	if target, ok := n.(*rowTarget); ok {
		return b.build(ctx, x, target.Node, r, true)
	}
	if remove, ok := n.(*plan.DeleteFrom); ok && !x.memory.Limited() && affected.Joins(remove.Child) {
		return b.engineNode(ctx, x, remove.WithTargets(affected.JoinedTargets(remove, remove.GetDeleteTargets(), x.told(ctx))), r)
	}
	update, updates := n.(*plan.Update)
	if updates {
		ctx = b.updating(ctx, update)
	}
	if x.memory.Limited() || collate.ChangesTexts(n) || b.lifecycle.storage.FindRows != nil && affected.LooksForRows(n) {
		switch n := n.(type) { // whose edits are counted, or looked at before the storage has them, or whose texts are compared otherwise
		case *plan.Update:
			return changedTables{measuredTables{nodes, true}}.update(ctx, n, r)
		case *plan.DeleteFrom:
			return changedTables{measuredTables{nodes, true}}.remove(ctx, n, r)
		}
	}
	if updates && trigger.IsBefore(update.Child) {
		return b.engineNode(ctx, x, n, r)
	}
	iter, err := b.storage(ctx, n, r)
	if iter == nil && err == nil && force {
		return b.engineNode(ctx, x, n, r)
	}
	return iter, err
}
