package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/metalock"
)

// usesTable is called when a statement names a table, which is about to be looked up. One that
// has waited, or comes after a definition, runs again, on what there is now, as far as its
// transaction has seen nothing yet; else it may read what there was, and change nothing of it.
func (l *lifecycle) usesTable(ctx *sql.Context, database, name string, write bool) error {
	conn := connectionOf(ctx)
	if conn == nil || conn.uses == nil {
		return nil
	}
	u := conn.uses
	if err := u.Refusal(); err != nil {
		return err
	}
	database, name = strings.ToLower(database), strings.ToLower(name)
	if computed.IsOfServer(database) || u.MayBeTemporary() && l.isTemporary(ctx, database, name) {
		return nil
	}
	if f := l.storage.Contention.Ambiguous; f != nil {
		if err := f(ctx, database, name); err != nil {
			return err //nolint:wrapcheck // the storage's own
		}
	}
	stale, err := l.readLock.UseTable(ctx, &conn.changing, u, database, name, write)
	if err == nil && stale {
		x := runningOf(ctx)
		switch {
		case x == nil:
		case u.InProgram() && !x.connection.keepsTransaction(ctx):
			u.RunAgain()
			err = sqlerr.DefinitionChanged()
		case x.mayBeginAnew(ctx):
			x.contest.defined = true
			err = sqlerr.DefinitionChanged()
		case !x.query && x.prepared == nil && !x.connection.event:
			u.Drop() // it is only prepared, and asked again when it is executed
		case write:
			u.Drop() // the next statement of the transaction is told, too
			err = sqlerr.DefinitionChanged()
		}
	}
	if err != nil {
		u.Fail(err)
	}
	return err
}

// isTemporary says whether a table is a temporary one of the session.
func (l *lifecycle) isTemporary(ctx *sql.Context, database, name string) bool {
	engine := l.rights.engine.Load()
	return engine != nil && definition.IsTemporary(ctx, engine.Analyzer.Catalog, database, name)
}

// usesOf is where the session of a statement says what it uses; nil for what the server runs
// for itself.
func (l *lifecycle) usesOf(ctx *sql.Context) *metalock.Use {
	if c := connectionOf(ctx); c != nil {
		return c.uses
	}
	return nil
}

// mayBeginAnew says whether a statement may run again while its names are bound: it is the
// client's, and what it runs in has seen nothing.
func (x *execution) mayBeginAnew(ctx *sql.Context) bool {
	s, conn := &x.spool, x.connection
	if conn.client == nil || conn.session == nil || !x.query && x.prepared == nil || x.plan.state != buildNone || s.began || s.failed || s.closed || ctx.IsInterpreted() || insideTrigger(ctx) {
		return false
	}
	return !conn.keepsTransaction(ctx) || !conn.uses.UsedBefore() && !conn.changing.Changed()
}

// beginAnew readies a statement whose table has been defined since it began: its transaction,
// if it is in one, begins anew.
func (x *execution) beginAnew(ctx *sql.Context) error {
	conn, u := x.connection, x.connection.uses
	before := conn.session.GetTransaction()
	conn.reran = true
	u.BeginAnew(conn.adapter.readLock.Generation())
	session, ok := conn.session.(sql.TransactionSession)
	if before == nil || !ok {
		u.ForgetTransaction()
		return nil
	}
	characteristic := sql.ReadWrite
	if conn.readOnly {
		characteristic = sql.ReadOnly
	}
	session.SetTransaction(nil) // the storage forgets what is out of date where there is none
	tx, err := session.StartTransaction(ctx, characteristic)
	if err != nil {
		return err
	}
	session.SetTransaction(tx)
	if effect.SameTransaction(conn.transaction, before) {
		conn.transaction = tx
	}
	u.KeepFor(tx)
	return nil
}

// lockDefinitions takes the locks that a client's query needs to define tables, if it does. It is
// asked as settleBefore is.
func lockDefinitions(ctx *sql.Context, stmt ast.Statement) error {
	x := queryOf(ctx, stmt)
	if x == nil || x.plan.defines {
		return nil
	}
	x.plan.defines = true
	return x.connection.adapter.defines(ctx, stmt, true)
}

// definesByQuery reports whether a statement may wait for definitions before it is planned.
func definesByQuery(stmt ast.Statement) bool {
	switch stmt.(type) {
	case *ast.DDL, *ast.AlterTable, *ast.DBDDL, *ast.Execute:
		return true
	}
	return false
}

// mayDefine says whether an account has the rights to what a statement defines. Who has not is told
// so when its names are bound, and keeps nobody waiting.
func (l *lifecycle) mayDefine(ctx *sql.Context, stmt ast.Statement) bool {
	engine := l.rights.engine.Load()
	if engine == nil {
		return true
	}
	handler := engine.Analyzer.Catalog.AuthorizationHandler()
	rights, ok := handler.(interface {
		Holds(ctx *sql.Context, state sql.AuthorizationQueryState, auth ast.AuthInformation) bool
	})
	if !ok {
		return true
	}
	state := handler.NewQueryState(ctx)
	switch s := stmt.(type) {
	case *ast.AlterTable:
		for _, part := range s.Statements {
			if !rights.Holds(ctx, state, part.Auth) {
				return false
			}
		}
		return rights.Holds(ctx, state, s.Auth)
	case *ast.DDL:
		return rights.Holds(ctx, state, s.Auth)
	case *ast.DBDDL:
		return rights.Holds(ctx, state, s.Auth)
	}
	return true
}

// defines takes the locks that a statement needs to define tables, if it does. committed says that
// what was open before has ended.
func (l *lifecycle) defines(ctx *sql.Context, stmt ast.Statement, committed bool) error {
	switch s := stmt.(type) {
	case *ast.DDL:
		if s.Temporary {
			if u := l.usesOf(ctx); u != nil {
				u.MakesTemporary()
			}
			return nil
		}
	case *ast.AlterTable, *ast.DBDDL:
	case *ast.Execute:
		return l.defines(ctx, l.rights.preparedNamed(ctx.Session.ID(), s.Name), committed)
	default:
		return nil
	}
	u := l.usesOf(ctx)
	if u == nil {
		return nil
	}
	defined := metalock.DefinitionsOf(ctx, u, stmt, l.isTemporary)
	if defined.None() || !l.mayDefine(ctx, stmt) {
		return nil
	}
	if f := l.storage.Contention.Ambiguous; f != nil && !defined.Renames {
		if err := defined.Each(ctx, f); err != nil {
			return err //nolint:wrapcheck // the storage's own
		}
	}
	conn, begun := connectionOf(ctx), ctx.GetTransaction()
	var c *metalock.Changing
	if x := runningOf(ctx); x != nil && x.connection.client != nil {
		c = &x.connection.changing
	}
	if err := l.readLock.Define(ctx, c, u, defined, !committed); err != nil {
		return err
	}
	if session, ok := ctx.Session.(sql.TransactionSession); ok && begun != nil && (committed || conn == nil || !conn.keepsTransaction(ctx)) {
		ctx.SetTransaction(nil)
		now, err := session.StartTransaction(ctx, sql.ReadWrite) // the other has seen what others have defined since
		if err != nil {
			return err
		}
		ctx.SetTransaction(now)
	}
	if engine := l.rights.engine.Load(); engine != nil && defined.FindsTable(ctx, engine.Analyzer.Catalog, stmt) {
		u.FoundTable()
	}
	return nil
}

// readDefinitions is called before a statement that defines tables looks them up, in the
// transaction that it runs in.
func (l *lifecycle) readDefinitions(ctx *sql.Context) error {
	u, about := l.usesOf(ctx), l.storage.Contention.Defines
	if about == nil || u == nil {
		return nil
	}
	return u.ReadDefined(ctx, about)
}

// definesTables says of a kind of statements whether they may define tables.
func definesTables(kind string) bool {
	verb, _, _ := strings.Cut(kind, "_")
	switch verb {
	case "alter", "create", "drop", "rename", "truncate", "execute":
		return true
	}
	return false
}

// definesPrepared is defines for a text that has been prepared, and is not parsed again.
func (x *execution) definesPrepared(ctx *sql.Context, text string) error {
	engine := x.connection.adapter.rights.engine.Load()
	if engine == nil {
		return nil
	}
	stmt, _ := engine.PreparedDataCache.GetCachedStmt(ctx.Session.ID(), sql.RemoveSpaceAndDelimiter(text, ';'))
	return x.connection.adapter.defines(ctx, stmt, true)
}

// definitionRunner runs the statements of stored programs with the locks on what they define.
type definitionRunner struct {
	sql.StatementRunner
	lifecycle *lifecycle
}

// QueryWithBindings implements sql.StatementRunner. What the last statement has defined is
// defined by now. One that commits by itself runs again, as a client's does.
func (r definitionRunner) QueryWithBindings(ctx *sql.Context, query string, stmt ast.Statement, bindings map[string]ast.Expr, flags *sql.QueryFlags) (schema sql.Schema, rows sql.RowIter, qFlags *sql.QueryFlags, err error) {
	k := r.lifecycle.readLock
	u := r.lifecycle.usesOf(ctx)
	if u == nil {
		return r.StatementRunner.QueryWithBindings(ctx, query, stmt, bindings, flags)
	}
	if u.Defines() && !u.InProgram() {
		k.LeaveDefinition(u, ctx.Session, true)
	}
	x := runningOf(ctx)
	outer := u.EnterProgram(!u.InProgram() && x != nil && !x.programs.inFunction() && !insideTrigger(ctx))
	defer u.LeaveProgram(outer)
	err = r.lifecycle.defines(ctx, stmt, false)
	for err == nil {
		if !outer {
			u.BeginInProgram(k.Generation())
		}
		if schema, rows, qFlags, err = r.StatementRunner.QueryWithBindings(ctx, query, stmt, bindings, flags); err == nil || !u.Retries() {
			break
		}
		err = nil
		if conn := connectionOf(ctx); conn != nil {
			conn.reran = true
		}
		ctx.SetTransaction(nil)
	}
	return schema, rows, qFlags, err
}
