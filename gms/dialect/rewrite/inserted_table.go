package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// insertedTable is the table that rows are inserted into; nil if there is none.
func insertedTable(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.Insert) sql.Table {
	return namedTable(ctx, catalog, s.Table)
}

// namedTable is a table that a statement names; nil if there is none.
func namedTable(ctx *sql.Context, catalog *analyzer.Catalog, name sqlparser.TableName) sql.Table {
	database := name.DbQualifier.String()
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		return nil // the engine says so
	}
	t, ok, err := db.GetTableInsensitive(ctx, name.Name.String())
	if err != nil || !ok {
		return nil
	}
	return t
}
