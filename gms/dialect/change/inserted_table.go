package change

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// InsertedTable is the table that rows are inserted into; nil if there is none.
func InsertedTable(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.Insert) sql.Table {
	return NamedTable(ctx, catalog, s.Table)
}

// NamedTable is a table that a statement names; nil if there is none.
func NamedTable(ctx *sql.Context, catalog *analyzer.Catalog, name sqlparser.TableName) sql.Table {
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
