package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// The databases whose tables are computed, by names that no parameter hides.
const (
	performanceSchema = computed.PerformanceSchema
	profiling         = computed.Profiling
	sysSchema         = computed.Sys
)

func isPerformanceSchema(ctx *sql.Context, database string) bool {
	return computed.IsPerformanceSchema(ctx, database)
}

func isProfiling(ctx *sql.Context, database string) bool {
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	return strings.EqualFold(database, profiling)
}

// authorizeProfiling decides on what a statement does in the database
// profiling. ok is false for other statements.
func (h *handler) authorizeProfiling(ctx *sql.Context, auth sqlparser.AuthInformation) (ok bool, err error) {
	table, ok := targetIn(ctx, auth, profiling)
	if !ok {
		return false, nil
	}
	switch auth.AuthType {
	case sqlparser.AuthType_IGNORE, sqlparser.AuthType_VISIBLE, sqlparser.AuthType_SHOW:
		return true, nil
	case sqlparser.AuthType_CREATE:
		if table == "" { // the database itself, which is there
			return false, nil
		}
	case authShowTable, authDescribe:
		return true, h.readProfiling(ctx)
	case sqlparser.AuthType_SELECT:
		return true, h.readProfiling(ctx)
	case sqlparser.AuthType_DROP:
		if h.rights.running.Computed(profiling, table).Allows(computed.Truncate) && auth.TargetType == sqlparser.AuthTargetType_SingleTableIdentifier {
			return true, h.truncateProfiling(ctx, table)
		}
		if table != "" {
			return true, sqlerr.DeniedTable(ctx, "DROP", table)
		}
	case sqlparser.AuthType_INSERT, sqlparser.AuthType_UPDATE, sqlparser.AuthType_DELETE:
		if table != "" {
			return true, sqlerr.DeniedTable(ctx, strings.ToUpper(auth.AuthType), table)
		}
	}
	return true, sqlerr.DeniedDatabase(ctx, profiling)
}

// readProfiling says whether the session may read the database's tables.
func (h *handler) readProfiling(ctx *sql.Context) error {
	if !h.rights.Of(ctx).Has(sql.PrivilegeType_Process) {
		return sqlerr.Needs("PROCESS")
	}
	return nil
}

// truncateProfiling says whether the session may truncate a table: with the
// privilege that TRUNCATE needs of any table.
func (h *handler) truncateProfiling(ctx *sql.Context, table string) error {
	if h.rights.Of(ctx).onTable(profiling, table, sql.PrivilegeType_Drop) {
		return nil
	}
	return sqlerr.DeniedTable(ctx, "DROP", table)
}
