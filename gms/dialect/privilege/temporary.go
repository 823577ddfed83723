package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Who has made a temporary table may do with it whatever is done with rows, and needs no
// right to the stored table whose name it takes.

// ownTemporary says whether what a check asks about is a temporary table of the session. What
// is marked is not: a table in the definition of a view, or as it was at another time. It is
// asked after a right has been found lacking.
func (r *Rights) ownTemporary(ctx *sql.Context, auth *sqlparser.AuthInformation, database, table string) bool {
	return auth.Extra == nil && r.hasTemporary(ctx, database, table)
}

// hasTemporary says whether the session has a temporary table of a name, in the database in use
// where none is named.
func (r *Rights) hasTemporary(ctx *sql.Context, database, table string) bool {
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	return definition.IsTemporary(ctx, r.catalog.Load(), database, table)
}

// boundTable is a table that a plan names.
type boundTable struct {
	database, table string
	at              *plan.ResolvedTable // nil where the plan does not show it
}

// allows says whether the account may do something with a table of a plan.
func (r *Rights) allows(ctx *sql.Context, held Held, t boundTable, privileges ...sql.PrivilegeType) bool {
	if held.onTable(t.database, t.table, privileges...) {
		return true
	}
	return t.at != nil && t.at.AsOf == nil && r.hasTemporary(ctx, node.DatabaseName(t.at.SqlDatabase), t.table)
}

// storedNow is the time at which the storage reads what the session sees of the stored tables
// of the database in use.
const storedNow = "WORKING"

// readStored has the definition of a view read the stored table that it names also where the
// session has a temporary one of the name, as far as the storage can.
func (r *Rights) readStored(ctx *sql.Context, v *viewRights, n *sqlparser.AliasedTableExpr, t sqlparser.TableName) {
	database := t.DbQualifier.String()
	if database == "" {
		database = v.database
	}
	switch {
	case !r.hasTemporary(ctx, database, t.Name.String()):
	case strings.EqualFold(database, ctx.GetCurrentDatabase()):
		n.AsOf = &sqlparser.AsOf{Time: sqlparser.NewStrVal([]byte(storedNow))}
	default:
		v.err = sqlerr.NotSupportedYet("a view of a table that a temporary one hides, from another database")
	}
}
