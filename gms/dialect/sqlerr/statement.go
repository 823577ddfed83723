package sqlerr

import (
	"context"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Statement is one that ended in an error, from which the parts of MySQL's message are
// taken that the engine's lacks. It parses the text again and asks the catalog: only a
// statement that fails pays for that.
type Statement struct {
	Query   string
	Session sql.Session
	Engine  *sqle.Engine // nil: none, whose catalog is not asked
	// Told is what was noted of an error with this message as it arose; nil if
	// nothing was.
	Told func(message string) *mysql.SQLError

	parsed ast.Statement
	tried  bool
}

// database is the one that the session uses; empty if none.
func (of *Statement) database() string {
	if of.Session == nil {
		return ""
	}
	return of.Session.GetCurrentDatabase()
}

// context is one to read the catalog with.
func (of *Statement) context() *sql.Context {
	return sql.NewContext(context.Background(), sql.WithSession(of.Session))
}

// options are how the session reads a text.
func (of *Statement) options() ast.ParserOptions {
	if of.Session == nil {
		return ast.ParserOptions{}
	}
	return sql.LoadSqlMode(of.context()).ParserOptions()
}

// statement is what was to run, without what explains or prepares it; nil if the
// text is none that can be read.
func (of *Statement) statement() ast.Statement {
	if of.tried {
		return of.parsed
	}
	of.tried = true
	text := of.Query
	for depth := 0; depth < 2; depth++ {
		stmt := of.parse(text)
		if stmt == nil {
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

// parse reads a text, respelled if the parser wants that; nil if it cannot be read.
func (of *Statement) parse(text string) ast.Statement {
	options := of.options()
	stmt, _, err := ast.ParseOneWithOptions(context.Background(), text, options)
	if err == nil {
		return stmt
	}
	if spelled, ok := words.Respell(text, options.AnsiQuotes, ""); ok {
		if stmt, _, err = ast.ParseOneWithOptions(context.Background(), spelled.Text, options); err == nil {
			return stmt
		}
	}
	return nil
}

// table is a table of the catalog; nil if it cannot be had. Without a database it
// is of the session's.
func (of *Statement) table(database, name string) (found sql.Table) {
	if database == "" {
		database = of.database()
	}
	if of.Session == nil || of.Engine == nil || database == "" {
		return nil
	}
	defer func() {
		if recover() != nil { // the storage has no transaction to read in
			found = nil
		}
	}()
	t, _, err := of.Engine.Analyzer.Catalog.Table(of.context(), database, name)
	if err != nil {
		return nil
	}
	return t
}
