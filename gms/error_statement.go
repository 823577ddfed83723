package gms

import (
	"context"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/client"
)

// failedStatement is a statement that ended in an error, from which the parts of
// MySQL's message are taken that the engine's lacks. It parses the text again and
// asks the catalog: only a statement that fails pays for that.
type failedStatement struct {
	query      string
	session    sql.Session
	engine     *sqle.Engine
	connection *connection // nil: the client has none

	parsed ast.Statement
	tried  bool
}

// clientError is the client's error of a command.
func (h errorHandler) clientError(c *mysql.Conn, query string, err error) error {
	if err = mysqlError(err); err == nil {
		return nil
	}
	return textError(err, &failedStatement{
		query: query, session: client.Of(c.Conn).Session(), engine: h.adapter.engine.Load(), connection: connectionFor(c),
	})
}

// programError is the error of a statement of a stored program, as its client would
// get it. It is kept: the client's statement ends in it if no handler is for it.
func (conn *connection) programError(err error, text string) error {
	engine := conn.adapter.rights.engine.Load()
	told := textError(mysqlError(sql.CastSQLError(err)), &failedStatement{query: text, session: conn.session, engine: engine, connection: conn})
	if e, ok := told.(*mysql.SQLError); ok && e.Message != err.Error() { //nolint:errorlint // as it is sent
		conn.failure.Store(&rowFailure{err.Error(), e})
	}
	return told
}

// database is the one that the session uses; empty if none.
func (of *failedStatement) database() string {
	if of.session == nil {
		return ""
	}
	return of.session.GetCurrentDatabase()
}

// context is one to read the catalog with.
func (of *failedStatement) context() *sql.Context {
	return sql.NewContext(context.Background(), sql.WithSession(of.session))
}

// options are how the session reads a text.
func (of *failedStatement) options() ast.ParserOptions {
	if of.session == nil {
		return ast.ParserOptions{}
	}
	return sql.LoadSqlMode(of.context()).ParserOptions()
}

// statement is what was to run, without what explains or prepares it; nil if the
// text is none that can be read.
func (of *failedStatement) statement() ast.Statement {
	if of.tried {
		return of.parsed
	}
	of.tried = true
	text := of.query
	for depth := 0; depth < 2; depth++ {
		stmt, _, err := ast.ParseOneWithOptions(context.Background(), text, of.options())
		if err != nil {
			return nil
		}
		switch s := stmt.(type) {
		case *ast.Explain:
			stmt = s.Statement
		case *ast.Prepare:
			text = s.Expr
			continue
		}
		of.parsed = stmt
		break
	}
	return of.parsed
}

// table is a table of the catalog; nil if it cannot be had. Without a database it
// is of the session's.
func (of *failedStatement) table(database, name string) (found sql.Table) {
	if database == "" {
		database = of.database()
	}
	if of.session == nil || of.engine == nil || database == "" {
		return nil
	}
	defer func() {
		if recover() != nil { // the storage has no transaction to read in
			found = nil
		}
	}()
	t, _, err := of.engine.Analyzer.Catalog.Table(of.context(), database, name)
	if err != nil {
		return nil
	}
	return t
}
