package definition

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"

	"github.com/perfschema/perfschema/gms/dialect/computed"
)

// IsTable says whether a database has a table or a view of a name; true also where that
// cannot be found out. tables finds those of the database mysql that are computed.
func IsTable(ctx *sql.Context, catalog *analyzer.Catalog, tables computed.Tables, database, name string) bool {
	if database == "" || catalog == nil {
		return false
	}
	var db sql.Database = catalog.MySQLDb
	switch {
	case strings.EqualFold(database, sql.InformationSchemaDatabaseName):
		return true
	case strings.EqualFold(database, computed.MySQL):
		if tables(computed.MySQL, name) != nil {
			return true
		}
	default:
		found, err := catalog.DbProvider.Database(ctx, database)
		if err != nil {
			return true
		}
		db = found
	}
	if _, ok, err := db.GetTableInsensitive(ctx, name); ok || err != nil {
		return true
	}
	if views, ok := db.(sql.ViewDatabase); ok {
		_, ok, err := views.GetViewDefinition(ctx, name)
		return ok || err != nil
	}
	return false
}

// IsTemporary says whether the session has a temporary table of a name.
func IsTemporary(ctx *sql.Context, catalog *analyzer.Catalog, database, name string) bool {
	if catalog == nil {
		return false
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		return false
	}
	temporary, ok := db.(sql.TemporaryTableDatabase)
	if !ok {
		return false
	}
	tables, err := temporary.GetAllTemporaryTables(ctx)
	return err == nil && slices.ContainsFunc(tables, func(t sql.Table) bool { return strings.EqualFold(t.Name(), name) })
}
