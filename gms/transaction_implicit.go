package gms

import (
	"context"
	"errors"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/status"
)

// Statements that define something, or lock tables, commit the transaction that is open
// before they run, and so also where they fail then. The engine commits at their end,
// which commits what they have done ([rewrite.SettleTransaction]).

// settleBefore commits what is open before a client's query, if that is one of those; it
// is asked with whatever is parsed for the query, of which the first is the query.
func settleBefore(ctx *sql.Context, stmt ast.Statement, text string) error {
	x := queryOf(ctx, stmt)
	if x == nil || x.plan.settled {
		return nil
	}
	x.plan.settled = true
	if commitsBefore(stmt) || definesByQuery(stmt) {
		x.parsedEarly(stmt, text)
	}
	return x.settleOpen(ctx, stmt)
}

// parsedEarly is parsed for a statement that may wait before the engine's parser returns, so
// that others see its kind and digest meanwhile. If text is not as the client has written it,
// the digest comes later.
func (x *execution) parsedEarly(stmt ast.Statement, text string) {
	switch {
	case !x.recorded && !x.quiet || x.known:
	case strings.HasPrefix(x.raw, text) && text != "ANALYZE TABLE": // which may be cut
		x.parsed(stmt, text)
	case x.recorded:
		x.statement.Refine(x.connection.adapter.instruments.SQL[kind.Of(stmt, x.raw)])
	}
}

// queryOf is the execution of the client's query that a statement has just been parsed for; nil if
// it is none, or its text has been read to the end.
func queryOf(ctx *sql.Context, stmt ast.Statement) *execution {
	if ctx == nil || ctx.Session == nil || stmt == nil {
		return nil
	}
	x := runningOf(ctx)
	if x == nil || !x.query || x.amended || x.phase != phaseStarting {
		return nil
	}
	return x
}

// settlePrepared does so before a text is executed that the client has prepared. The
// engine does not parse it again, also where it comes as a query, which learns its kind
// here then.
func settlePrepared(ctx context.Context, c *mysql.Conn, text string) error {
	session := client.Of(c.Conn).Session()
	if session == nil {
		return nil
	}
	x := runningOf(ctx)
	if x == nil {
		return nil
	}
	open, unknown := session.GetTransaction() != nil, x.query && x.connection.prepared.ever
	if !open && !unknown {
		return nil
	}
	engine := x.connection.adapter.rights.engine.Load()
	if engine == nil {
		return nil
	}
	text = sql.RemoveSpaceAndDelimiter(text, ';')
	stmt, _ := engine.PreparedDataCache.GetCachedStmt(session.ID(), text)
	if x.unlogged != "" && stmt != nil && text == x.unlogged {
		x.logQuery(ctx, stmt)
	}
	if unknown && stmt != nil && text == x.raw {
		x.parsed(stmt, text)
	}
	if !open {
		return nil
	}
	switch stmt.(type) {
	case nil, *ast.Select, *ast.SetOp, *ast.Insert, *ast.Update, *ast.Delete, *ast.Set, *ast.Call:
		return nil
	}
	return x.settleOpen(sql.NewContext(ctx, sql.WithSession(session)), stmt)
}

// keepsTransaction says whether a transaction may be open that the running statement does
// not end.
func (conn *connection) keepsTransaction(ctx *sql.Context) bool {
	return ctx.GetTransaction() != nil && (ctx.GetIgnoreAutoCommit() || !conn.transactionSettings(ctx).autoCommit)
}

// staysOpen says whether a transaction is open when a statement has ended. The engine leaves the
// session that of a statement which commits by itself and has failed: it is over all the same.
func (conn *connection) staysOpen() bool {
	s := conn.session
	switch {
	case s == nil || s.GetTransaction() == nil:
		return false
	case s.GetIgnoreAutoCommit():
		return true
	case conn.settings.known:
		return !conn.settings.autoCommit
	}
	return !conn.transactionSettings(sql.NewContext(context.Background(), sql.WithSession(s))).autoCommit
}

// settleOpen commits what is open before a statement, if that is one of those, and begins
// what the statement runs in. Without either it costs a look at the session.
func (x *execution) settleOpen(ctx *sql.Context, stmt ast.Statement) error {
	conn := x.connection
	if !conn.changing.Tables && !conn.keepsTransaction(ctx) {
		return nil
	}
	if e, ok := stmt.(*ast.Execute); ok {
		stmt = conn.adapter.rights.preparedNamed(ctx.Session.ID(), e.Name)
	}
	switch stmt.(type) {
	case *ast.Begin: // unlocks, and commits by itself
		conn.changing.Tables = false
		conn.adapter.readLock.UnlockTables(ctx.Session.ID())
		return nil
	case *ast.UnlockTables:
		if !conn.changing.Tables {
			return nil
		}
		conn.changing.Tables = false
	default:
		if !commitsBefore(stmt) {
			return nil
		}
	}
	session, ok := ctx.Session.(sql.TransactionSession)
	if !ok || !conn.keepsTransaction(ctx) {
		return nil
	}
	if err := conn.adapter.readLock.Enter(ctx, &conn.changing, effect.Commit); err != nil {
		return conn.adapter.notCommitted(ctx, err)
	}
	if err := conn.adapter.commitOpen(ctx); err != nil {
		return err
	}
	conn.adapter.readLock.EndUses(conn.uses)
	conn.endTouched(status.HandlerCommit)
	if x.recorded {
		conn.endTransaction(true)
	}
	next, err := session.StartTransaction(ctx, sql.ReadWrite)
	if err != nil {
		return err
	}
	ctx.SetTransaction(next)
	return nil
}

// commitsBefore says of a statement that what is open is committed before it runs.
func commitsBefore(stmt ast.Statement) bool {
	switch s := stmt.(type) {
	case *ast.DDL:
		return !s.Temporary
	case *ast.AlterTable, *ast.DBDDL, *ast.CreateSpatialRefSys, *ast.LockTables, *ast.Analyze, *ast.Flush,
		*ast.CreateUser, *ast.RenameUser, *ast.DropUser, *ast.CreateRole, *ast.DropRole,
		*ast.GrantPrivilege, *ast.GrantRole, *ast.GrantProxy, *ast.RevokePrivilege, *ast.RevokeRole, *ast.RevokeProxy,
		*ast.ChangeReplicationSource, *ast.ChangeReplicationFilter, *ast.StartReplica, *ast.StopReplica, *ast.ResetReplica:
		return true
	case ast.InjectedStatement:
		n, ok := s.Statement.(*node.Command)
		return ok && n.Commits
	}
	return false
}

// A transaction that cannot be committed, as its COMMIT is killed while it waits for a lock, is
// rolled back, as in MySQL. The engine leaves it open: what the session changes next, and takes for
// committed, would be in it.

// commitOpen commits what a session has begun and not ended.
func (l *lifecycle) commitOpen(ctx *sql.Context) error {
	session, ok := ctx.Session.(sql.TransactionSession)
	tx := ctx.GetTransaction()
	if !ok || tx == nil {
		return nil
	}
	if err := session.CommitTransaction(ctx, tx); err != nil {
		return l.notCommitted(ctx, err)
	}
	ctx.SetIgnoreAutoCommit(false)
	ctx.SetTransaction(nil)
	return nil
}

// notCommitted rolls back what could not be committed; err is why. One that has lost is rolled
// back where that is found out.
func (l *lifecycle) notCommitted(ctx *sql.Context, err error) error {
	if lost := l.storage.Contention.Lost; lost != nil && lost(ctx.Session, err) {
		return err
	}
	return sysvar.FirstError(errors.Join(err, rollBackOpen(ctx)))
}
