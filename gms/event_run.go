package gms

import (
	"runtime/debug"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/schedule"
	"github.com/perfschema/perfschema/gms/internal/eventthread"
	"github.com/perfschema/perfschema/record"
)

// What an event does runs as a procedure without parameters, on a connection that has no
// client: what keeps statements of clients safe, and counts them, does so with an event's.

// openEvent makes the connection of an event that runs.
func (l *lifecycle) openEvent(t *perfschema.Thread, session sql.Session) *connection {
	conn := l.newConnection(&mysql.Conn{ConnectionID: session.ID()}, t)
	conn.event, conn.session = true, session
	l.connections.Store(session.ID(), conn)
	conn.tellAutocommit()
	return conn
}

// closeEvent ends what a session has, but for its Thread.
func (conn *connection) closeEvent(engine *sqle.Engine) {
	id := conn.client.ConnectionID
	conn.adapter.releaseLocks(id)
	engine.CloseSession(id)
	_ = conn.adapter.ended.end(conn, func() { conn.adapter.connections.CompareAndDelete(id, conn) })
	conn.letGo()
}

// beginEvent begins the statement that the run of an event is.
func (conn *connection) beginEvent(key perfschema.StatementKey) *execution {
	x, t := &conn.x, conn.thread
	conn.busy.Store(true)
	conn.uses.Begin(conn.adapter.readLock.Generation())
	if t == nil {
		x.guard("", false)
	} else {
		x.recorded, x.ran, x.known = true, true, true
		conn.drive()
		x.statement, x.slowAfter = t.BeginStatement(key), -1
		x.returned = resultCounts{}
		x.live.reset()
		x.memory.Limit = conn.memory.Room()
		x.memory.Begin()
	}
	x.phase, x.plan.state = phaseRunning, buildDone
	return x
}

// runEvent runs what an event does, as its definer.
func (a *Adapter) runEvent(ctx *sql.Context, w schedule.Work, key perfschema.StatementKey) error {
	engine := a.engine.Load()
	conn := a.lifecycle.openEvent(eventthread.Recorded(w.Thread), ctx.Session)
	defer conn.closeEvent(engine)
	x := conn.beginEvent(key)
	err := conn.interpretEvent(ctx.WithContext(x.newContext(ctx.Context)), engine, w)
	warnings := ctx.Session.Warnings()
	x.finish(err)
	eventWarned(w, warnings)
	return err
}

// interpretEvent runs the statements of an event. What they have begun and not ended is
// committed, as in MySQL.
func (conn *connection) interpretEvent(ctx *sql.Context, engine *sqle.Engine, w schedule.Work) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = conn.adapter.panics.report(ctx.ID(), r, string(debug.Stack()))
			conn.settlePanic()
			conn.undo("a panic")
		}
	}()
	if err := sql.SessionCommandBegin(ctx.Session); err != nil {
		return err
	}
	defer sql.SessionCommandEnd(ctx.Session)
	run, err := conn.eventProgram(ctx, engine, w)
	if err != nil {
		return err
	}
	defer run.enterDatabase(ctx)()
	conn.x.programs.call = run
	_, _, err = program.Interpret(acting.As(ctx, run.runsAs), program.Procedure{
		Call: run.node, Operations: run.operations, Source: run.source, Runner: run.runner,
	}, run)
	if err != nil {
		err = conn.eventError(ctx, err, run.current.text)
	}
	run.end(err)
	run.release(err)
	if committed := conn.adapter.commitOpen(ctx); err == nil {
		err = committed
	}
	return err
}

// eventProgram reads what an event does.
func (conn *connection) eventProgram(ctx *sql.Context, engine *sqle.Engine, w schedule.Work) (*procedureRun, error) {
	e, rights := w.Definition, conn.adapter.rights
	runsAs, err := rights.rights.RunsEvent(ctx, w.Database.Name(), e.Definer)
	if err != nil {
		return nil, err
	}
	if err := ctx.SetSessionVariable(ctx, sql.SqlModeSessionVar, e.SqlMode); err != nil {
		return nil, err
	}
	definer := ""
	if e.Definer != "" {
		definer = "DEFINER = " + e.Definer + " "
	}
	procedure, _, err := planbuilder.BuildProcedureHelper(ctx, engine.Analyzer.Catalog, false, nil, w.Database, nil, sql.StoredProcedureDetails{
		Name: e.Name, CreateStatement: "CREATE " + definer + "PROCEDURE `body`() " + e.EventBody, SqlMode: e.SqlMode,
	})
	if err != nil {
		return nil, err
	}
	if err := readyProgram(ctx, procedure); err != nil {
		return nil, err
	}
	run := &procedureRun{
		node: plan.NewCall(w.Database, e.Name, nil, procedure, nil, rights.catalog(), nil), runsAs: runsAs,
		programBody: newBody(&conn.x, record.ProgramEvent, w.Database.Name(), e.Name),
		runner:      engine.Analyzer.Runner, operations: procedure.Ops, source: procedure.CreateProcedureString,
		text: program.TextOf(procedure.CreateProcedureString, procedure.Ops),
	}
	run.begin(run.node)
	return run, nil
}

// eventError is an error as clients are told of it.
func (conn *connection) eventError(ctx *sql.Context, err error, text string) error {
	if lost := conn.adapter.storage.Contention.Lost; lost != nil && lost(conn.session, err) {
		if row := conn.adapter.lossOf(conn.session, conn.thread); row != nil {
			conn.adapter.conflicts.Add(*row)
		}
		if err := rollBackOpen(ctx); err != nil {
			return err
		}
		err = sql.ErrLockDeadlock.New("another transaction has changed the same rows")
	}
	return conn.programError(err, text)
}
