package change

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// DeleteByRow keeps the engine from making a TRUNCATE of a DELETE without a
// condition. For that it looks at the tables, triggers and foreign keys of the
// session's database: where the table is in another it asks the wrong one, and
// where the session has none the statement fails.
func DeleteByRow(ctx *sql.Context, stmt sqlparser.Statement) {
	d, ok := stmt.(*sqlparser.Delete)
	if !ok || d.Where != nil || len(d.TableExprs) != 1 {
		return
	}
	e, ok := d.TableExprs[0].(*sqlparser.AliasedTableExpr)
	if !ok {
		return
	}
	t, ok := e.Expr.(sqlparser.TableName)
	if !ok || t.DbQualifier.IsEmpty() || strings.EqualFold(t.DbQualifier.String(), ctx.GetCurrentDatabase()) {
		return
	}
	d.Where = sqlparser.NewWhere(sqlparser.WhereStr, sqlparser.BoolVal(true))
}
