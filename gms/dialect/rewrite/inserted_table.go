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
