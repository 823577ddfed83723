package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// usesTable is called when a statement names a table, which is about to be looked up. One that
// has waited, or comes after a definition, runs again, on what there is now, as far as its
// transaction has seen nothing yet; else it may read what there was, and change nothing of it.
func (l *lifecycle) usesTable(ctx *sql.Context, database, name string, write bool) error {
	u := l.usesOf(ctx)
	if u == nil {
		return nil
	}
	if u.failed != nil {
		return u.failed
	}
	t := usedName{tableNameOf(database, name), write}
	if computed.IsOfServer(t.schema) || u.temporary && l.isTemporary(ctx, t.tableName) {
		return nil
	}
	if f := l.storage.Contention.Ambiguous; f != nil {
		if err := f(ctx, t.schema, t.name); err != nil {
			return err //nolint:wrapcheck // the storage's own
		}
	}
	stale, err := l.readLock.useTable(ctx, u, t)
	if err == nil && stale {
		x := runningOf(ctx)
		switch {
		case x == nil:
		case u.program && !x.connection.keepsTransaction(ctx):
			u.again, err = true, sqlerr.DefinitionChanged()
		case x.mayBeginAnew(ctx):
			x.contest.defined = true
			err = sqlerr.DefinitionChanged()
		case !x.query && x.prepared == nil && !x.connection.event:
			u.drop() // it is only prepared, and asked again when it is executed
		case write:
			u.drop() // the next statement of the transaction is told, too
			err = sqlerr.DefinitionChanged()
		}
	}
	u.failed = err
	return err
}

// isTemporary says whether a table is a temporary one of the session.
func (l *lifecycle) isTemporary(ctx *sql.Context, name tableName) bool {
	engine := l.rights.engine.Load()
	return engine != nil && definition.IsTemporary(ctx, engine.Analyzer.Catalog, name.schema, name.name)
}

func tableNameOf(database, name string) tableName {
	return tableName{strings.ToLower(database), strings.ToLower(name)}
}

// usesOf is where the session of a statement says what it uses; nil for what the server runs
// for itself.
func (l *lifecycle) usesOf(ctx *sql.Context) *definitionUse {
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
	return !conn.keepsTransaction(ctx) || conn.uses.before == 0 && conn.changing.in == nil
}

// beginAnew readies a statement whose table has been defined since it began: its transaction,
// if it is in one, begins anew.
func (x *execution) beginAnew(ctx *sql.Context) error {
	conn, u := x.connection, x.connection.uses
	before := conn.session.GetTransaction()
	u.begin(conn.adapter.readLock.definitions.generation.Load())
	u.carried, u.before = true, 0
	session, ok := conn.session.(sql.TransactionSession)
	if before == nil || !ok {
		u.transaction = nil
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
	u.of(tx)
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
	return x.connection.adapter.readLock.defines(ctx, stmt, true)
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
func (k *readLock) defines(ctx *sql.Context, stmt ast.Statement, committed bool) error {
	switch s := stmt.(type) {
	case *ast.DDL:
		if s.Temporary {
			if u := k.lifecycle.usesOf(ctx); u != nil {
				u.temporary = true
			}
			return nil
		}
	case *ast.AlterTable, *ast.DBDDL:
	case *ast.Execute:
		if engine := k.lifecycle.rights.engine.Load(); engine != nil {
			if stmt, ok := engine.PreparedDataCache.GetCachedStmt(ctx.Session.ID(), keptName(s.Name)); ok {
				return k.defines(ctx, stmt, committed)
			}
		}
		return nil
	default:
		return nil
	}
	u := k.lifecycle.usesOf(ctx)
	if u == nil {
		return nil
	}
	names, renames := k.definedBy(ctx, u, stmt)
	if len(names) == 0 || !k.lifecycle.mayDefine(ctx, stmt) {
		return nil
	}
	if f := k.lifecycle.storage.Contention.Ambiguous; f != nil && !renames {
		for _, n := range names {
			if err := f(ctx, n.schema, n.name); err != nil {
				return err //nolint:wrapcheck // the storage's own
			}
		}
	}
	conn, begun := connectionOf(ctx), ctx.GetTransaction()
	if err := k.define(ctx, runningOf(ctx), u, names, renames || !committed); err != nil {
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
	u.wants.there = k.findsTable(ctx, stmt, names)
	return nil
}

// findsTable reports whether a CREATE ... IF NOT EXISTS, which has its locks, names a table or
// view that exists.
func (k *readLock) findsTable(ctx *sql.Context, stmt ast.Statement, names []definedName) bool {
	s, ok := stmt.(*ast.DDL)
	engine := k.lifecycle.rights.engine.Load()
	if !ok || !s.IfNotExists || engine == nil || s.Action != ast.CreateStr || names[0].mode != definitionNew {
		return false
	}
	return definition.IsTable(ctx, engine.Analyzer.Catalog, table.Computed, names[0].schema, names[0].name)
}

// readDefinitions is called before a statement that defines tables looks them up, in the
// transaction that it runs in.
func (l *lifecycle) readDefinitions(ctx *sql.Context) error {
	u, about := l.usesOf(ctx), l.storage.Contention.Defines
	if about == nil || u == nil || u.wants == nil || u.wants.read || !u.wants.granted {
		return nil
	}
	u.wants.read = true
	for _, n := range u.wants.names {
		if n.name != "" && n.mode != definitionNew {
			if err := about(ctx, n.schema, n.name); err != nil {
				return err
			}
		}
	}
	return nil
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
	return x.connection.adapter.readLock.defines(ctx, stmt, true)
}

// definedBy are the tables that a statement makes, changes or drops, and whether it renames some.
func (k *readLock) definedBy(ctx *sql.Context, u *definitionUse, stmt ast.Statement) (names []definedName, renames bool) {
	add := func(t ast.TableName, mode definitionMode) {
		database := t.DbQualifier.String()
		if database == "" {
			database = ctx.GetCurrentDatabase()
		}
		name := tableNameOf(database, t.Name.String())
		if name.name == "" || computed.IsOfServer(name.schema) || u.temporary && mode != definitionNew && k.lifecycle.isTemporary(ctx, name) {
			return
		}
		for _, n := range names {
			if n.tableName == name {
				return
			}
		}
		names = append(names, definedName{name, mode})
	}
	switch s := stmt.(type) {
	case *ast.AlterTable:
		add(s.Table, definitionExclusive)
		for _, part := range s.Statements {
			for _, t := range part.ToTables {
				add(t, definitionExclusive)
				renames = true
			}
		}
	case *ast.DBDDL:
		if s.Action == ast.DropStr {
			if name := tableNameOf(s.DBName, ""); !computed.IsOfServer(name.schema) {
				names = append(names, definedName{name, definitionExclusive})
			}
		}
	case *ast.DDL:
		switch {
		case s.ProcedureSpec != nil || s.EventSpec != nil:
			return nil, false
		case s.ViewSpec != nil:
			mode := definitionNew
			if s.OrReplace || s.Action != ast.CreateStr {
				mode = definitionExclusive
			}
			add(s.ViewSpec.ViewName, mode)
			return names, false
		case s.TriggerSpec != nil:
			if s.Action == ast.CreateStr {
				add(s.Table, definitionExclusive)
			}
			return names, false
		}
		mode := definitionExclusive
		if s.Action == ast.CreateStr && s.IndexSpec == nil {
			mode = definitionNew
		}
		add(s.Table, mode)
		for _, t := range s.FromTables {
			add(t, definitionExclusive)
		}
		for _, t := range s.FromViews {
			add(t, definitionExclusive)
		}
		for _, t := range s.ToTables {
			add(t, definitionExclusive)
			renames = true
		}
	}
	return names, renames
}
