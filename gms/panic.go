package gms

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/serverfile"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/held"
)

// panics counts the panics of statements that were caught: the status variable
// Panics_caught.
type panics struct{ count atomic.Uint64 }

// StackField is the field of a log entry that has the stack of a panic, a text
// of several lines.
const StackField = "stack"

// panicMessage is what a client gets of a panic. Text and stack are for who
// runs the server.
const panicMessage = "Internal error: the statement was ended and its transaction rolled back; the server's log says more"

// report counts a panic and logs it. The text of the statement is not logged: it
// may have a password in it.
func (p *panics) report(connection uint32, value any, stack string) error {
	p.count.Add(1)
	logrus.WithField(StackField, stack).Errorf("panic in connection %d: %v", connection, value)
	return mysql.NewSQLError(mysql.ERUnknownError, sqlerr.StateGeneral, panicMessage)
}

// helperPanic is how the engine begins the error that it makes of a panic on
// one of a statement's own goroutines; the stack follows on the next line.
const helperPanic = "panic recovered: "

// helperPanicOf finds a panic of a statement's own goroutine in the error of
// the statement.
func helperPanicOf(err error) (value, stack string, ok bool) {
	_, text, found := strings.Cut(err.Error(), helperPanic)
	if !found {
		return "", "", false
	}
	i := strings.Index(text, "\ngoroutine ")
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

// caught is called with what a panic left on a connection's goroutine, nil if
// there was none, and with the statement's error. It gives the client's error.
func (a *Adapter) caught(ctx context.Context, c *mysql.Conn, recovered any, err error) error {
	begun := true // it may have changed something
	switch {
	case recovered != nil:
		stack := string(debug.Stack())
		if begun = !columnsDiffer(recovered, stack); begun {
			err = a.panics.report(c.ConnectionID, recovered, stack)
		} else {
			err = mysql.NewSQLError(mysql.ERWrongNumberOfColumnsInSelect, sqlerr.StateCardinality, "The used SELECT statements have a different number of columns")
		}
	case err == nil:
		return nil
	case memoryExceeded(ctx):
		conn := connectionOf(ctx)
		return conn.memory.ExceededError(&conn.x.memory, c)
	default:
		value, stack, ok := helperPanicOf(err)
		if !ok {
			return shortened(err)
		}
		err = a.panics.report(c.ConnectionID, value, stack)
	}
	conn := connectionOf(ctx)
	if conn == nil {
		conn = connectionFor(c)
	}
	if conn == nil || !conn.runs(ctx) {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			_ = a.panics.report(c.ConnectionID, r, string(debug.Stack()))
		}
	}()
	conn.settlePanic()
	if begun {
		conn.undo("a panic")
	}
	return err
}

// setOperation is the engine's function that looks for a column of the second SELECT of
// a set operation beside each of the first's.
const setOperation = "planbuilder.(*Builder).mergeSetOpScopeColumns("

// columnsDiffer says whether a panic is the engine's for a set operation of which the
// first SELECT has more columns: it compares their numbers too late. That is the
// client's mistake, found while planning, when nothing has been done.
func columnsDiffer(recovered any, stack string) bool {
	_, ok := recovered.(runtime.Error)
	return ok && strings.Contains(stack, setOperation)
}

// maxErrorMessage is how many bytes of a message MySQL sends. The engine puts
// values of any size in one.
const maxErrorMessage = 511

// shortened cuts a long message.
func shortened(err error) error {
	var e *mysql.SQLError
	if !errors.As(err, &e) {
		if len(err.Error()) <= maxErrorMessage {
			return err
		}
		e = mysql.NewSQLError(mysql.ERUnknownError, sqlerr.StateGeneral, "%s", err.Error())
	}
	if len(e.Message) <= maxErrorMessage {
		return err
	}
	return mysql.NewSQLError(e.Num, e.State, "%s", strings.ToValidUTF8(e.Message[:maxErrorMessage], ""))
}

// runs says whether the statement of ctx, if it has one, is the connection's. It is
// on the goroutine that serves the client, and on a cursor's.
func (conn *connection) runs(ctx context.Context) bool {
	return connectionOf(ctx) == conn || !conn.elsewhere() || conn.thread != nil && perfschema.Bound() == conn.thread
}

// settlePanic ends the waits that a statement was in that was ended by a panic.
func (conn *connection) settlePanic() {
	conn.drive()
	conn.thread.EndWaits()
	conn.x.helpers.EndWaits()
}

// undo rolls back the transaction of a statement that has ended half done: by a panic, or by an
// error in the middle of a definition, which is a transaction of its own. why is for the log.
func (conn *connection) undo(why string) {
	if conn.session == nil {
		return
	}
	if err := rollBack(conn.session); err != nil {
		logrus.Errorf("connection %d: rolling back after %s: %v", conn.client.ConnectionID, why, err)
	}
}

// abandon ends a statement that what records it could not end.
func (conn *connection) abandon(err error) {
	if !conn.busy.Load() {
		return
	}
	x, t := &conn.x, conn.thread
	x.labels.End()
	x.room.give()
	x.limit.Stop()
	x.limit = nil
	t.EndMoment()
	conn.drive()
	conn.running.Store(nil)
	conn.leaveAllTables()
	x.helpers.Release()
	conn.fail(x.statement, err)
	conn.endTransaction(false)
	x.statement.End()
	t.EndStage()
	t.SetCommand("Sleep", "")
	x.statement, x.text, x.raw, x.ctx, x.phase = perfschema.Statement{}, "", "", nil, phaseIdle
	x.window.Reset()
	x.plan = planBuild{}
	x.detail.Reset()
	conn.busy.Store(false)
}

// rollBack ends the transaction of a session, as ROLLBACK does.
func rollBack(session sql.Session) error {
	ctx := sql.NewContext(context.Background(), sql.WithSession(session))
	if _, ok := session.(sql.TransactionSession); ctx.GetTransaction() == nil || !ok {
		return nil
	}
	if err := sql.SessionCommandBegin(session); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer sql.SessionCommandEnd(session)
	return rollBackOpen(ctx)
}

// rollBackOpen is rollBack within a command.
func rollBackOpen(ctx *sql.Context) error {
	tx := ctx.GetTransaction()
	ts, ok := ctx.Session.(sql.TransactionSession)
	if tx == nil || !ok {
		return nil
	}
	err := ts.Rollback(ctx, tx)
	ctx.SetIgnoreAutoCommit(false)
	ctx.SetTransaction(nil)
	return err
}

// memoryExceeded says of the statement of a context that it was ended because it
// held too much.
func memoryExceeded(ctx context.Context) bool {
	conn := connectionOf(ctx)
	return conn != nil && conn.x.memory.Exceeded.Load() != 0
}

// memoryOf is the memory of the statement that runs in a context, nil if none does.
func memoryOf(ctx context.Context) *held.Statement {
	if x := runningOf(ctx); x != nil {
		return &x.memory
	}
	return nil
}

// panicAdapter is an Adapter that is told of panics.
type panicAdapter struct{ *Adapter }

// Caught implements panicServer.
func (a panicAdapter) Caught(ctx context.Context, c *mysql.Conn, recovered any, err error) error {
	return a.caught(ctx, c, recovered, err)
}

// Abandon implements panicServer.
func (panicAdapter) Abandon(c *mysql.Conn, err error) {
	if conn := connectionFor(c); conn != nil {
		conn.abandon(err)
	}
}

// A statement that no connection runs, of the storage's own, has a goroutine of its own
// on which the engine catches nothing: a panic would end the process.

// background is the context of such a statement's nodes: of no client, it has no
// more than what keeps it safe.
func (b *operatorBuilder) background(ctx *sql.Context) *sql.Context {
	conn := &connection{adapter: b.lifecycle, base: context.Background(), session: ctx.Session}
	conn.busy.Store(true)
	x := conn.ownExecution()
	x.memory.Limit, x.plan.state = math.MaxInt64, buildDone
	return ctx.WithContext(x.newContext(ctx.Context))
}

// buildBackground builds the root, whose iterator gives an error where it
// panics.
func (b *operatorBuilder) buildBackground(ctx *sql.Context, n sql.Node, r sql.Row) (iter sql.RowIter, err error) {
	panics := b.lifecycle.panics
	defer panics.catch(ctx, &err)
	if err := serverfile.Check(n); err != nil {
		return nil, err
	}
	inside := b.background(ctx)
	iter, err = b.engine(&onceBuilder{operatorBuilder: b}).Build(inside, n, r)
	if err != nil || iter == nil {
		return iter, err
	}
	return &guardedIter{iter, panics}, nil
}

// catch is deferred.
func (p *panics) catch(ctx *sql.Context, err *error) {
	if r := recover(); r != nil {
		*err = p.report(ctx.ID(), r, string(debug.Stack()))
	}
}

type guardedIter struct {
	iter   sql.RowIter
	panics *panics
}

// Next implements sql.RowIter.
func (g *guardedIter) Next(ctx *sql.Context) (row sql.Row, err error) {
	defer g.panics.catch(ctx, &err)
	return g.iter.Next(ctx)
}

// Close implements sql.RowIter.
func (g *guardedIter) Close(ctx *sql.Context) (err error) {
	defer g.panics.catch(ctx, &err)
	return g.iter.Close(ctx)
}
