package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// The engine asks one function for the databases that information_schema tells of. Where an
// Adapter is installed, which is where information_schema is apart, they are those that
// MySQL tells of.
func init() { //nolint:gochecknoinits // a variable of the engine's, which others may read later on
	all := information_schema.AllDatabasesWithNames
	information_schema.AllDatabasesWithNames = func(ctx *sql.Context, c sql.Catalog, unwrap bool) ([]information_schema.DbWithNames, error) {
		list, err := all(ctx, c, unwrap)
		if err != nil {
			return nil, err
		}
		for i, of := range list {
			d, ok := of.Database.(*apart)
			if !ok {
				continue
			}
			list[i].Database = listed{d}
			// The engine leaves this one out.
			system, err := c.Database(ctx, SystemName)
			if err != nil {
				continue // of accounts that may not see it, or with no accounts at all
			}
			if fenced, ok := system.(mysql_db.PrivilegedDatabase); ok && unwrap {
				system = fenced.Unwrap()
			}
			list = append(list, information_schema.DbWithNames{Database: system, CatalogName: "def", SchemaName: mysqlName})
		}
		return list, nil
	}
}

// listed is information_schema where its tables are told of and not read.
type listed struct{ sql.Database }

// GetTableInsensitive implements sql.Database: COLUMNS calls itself by the engine's name.
func (l listed) GetTableInsensitive(ctx *sql.Context, name string) (sql.Table, bool, error) {
	t, ok, err := l.Database.GetTableInsensitive(ctx, name)
	if ok && t.Name() != strings.ToUpper(name) {
		t = named{t, strings.ToUpper(name)}
	}
	return t, ok, err //nolint:wrapcheck // the engine's own
}

// named is a table by another name.
type named struct {
	sql.Table
	name string
}

// Name implements sql.Nameable.
func (n named) Name() string { return n.name }
