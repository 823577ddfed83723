package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// ProfilingName is the name of the database of what MySQL has not. An account
// needs the PROCESS privilege, and nothing else, to read it; nobody writes to
// it.
const ProfilingName = "profiling"

// errSpecificAccess is ER_SPECIFIC_ACCESS_DENIED_ERROR.
const errSpecificAccess = 1227

// needsProcess is what an account gets without the PROCESS privilege.
func needsProcess() error {
	return mysql.NewSQLError(errSpecificAccess, stateAccess, "Access denied; you need (at least one of) the PROCESS privilege(s) for this operation")
}

func isProfiling(ctx *sql.Context, database string) bool {
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	return strings.EqualFold(database, ProfilingName)
}

// authorizeProfiling decides on what a statement does in the database
// profiling. ok is false for other statements.
func (h *authorizer) authorizeProfiling(ctx *sql.Context, auth sqlparser.AuthInformation) (ok bool, err error) {
	table, ok := targetIn(ctx, auth, ProfilingName)
	if !ok {
		return false, nil
	}
	switch auth.AuthType {
	case sqlparser.AuthType_IGNORE, sqlparser.AuthType_VISIBLE, sqlparser.AuthType_SHOW:
		return true, nil
	case sqlparser.AuthType_SELECT:
		return true, h.readProfiling(ctx)
	case sqlparser.AuthType_INSERT, sqlparser.AuthType_UPDATE, sqlparser.AuthType_DELETE, sqlparser.AuthType_DROP:
		if table != "" {
			return true, deniedTable(ctx, strings.ToUpper(auth.AuthType), table)
		}
	}
	return true, deniedDatabase(ctx, ProfilingName)
}

// readProfiling says whether the session may read the database's tables.
func (h *authorizer) readProfiling(ctx *sql.Context) error {
	if !h.adapter.hasPrivilege(ctx, sql.PrivilegeType_Process) {
		return needsProcess()
	}
	return nil
}
