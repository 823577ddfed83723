package definition

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// View is the statement that made a view; ok is false if there is no such view.
func View(ctx *sql.Context, catalog *analyzer.Catalog, database, name string) (text string, ok bool) {
	if catalog == nil {
		return "", false
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		return "", false
	}
	views, ok := db.(sql.ViewDatabase)
	if !ok {
		return "", false
	}
	definition, ok, err := views.GetViewDefinition(ctx, name)
	return definition.CreateViewStatement, ok && err == nil
}

// ViewIn parses the statement that makes a view; ok is false for other texts.
func ViewIn(text string) (view *sqlparser.ViewSpec, ok bool) {
	stmt, err := sqlparser.Parse(text)
	if err != nil {
		return nil, false
	}
	ddl, ok := stmt.(*sqlparser.DDL)
	if !ok || ddl.ViewSpec == nil || ddl.ViewSpec.ViewExpr == nil {
		return nil, false
	}
	return ddl.ViewSpec, true
}
