package privilege

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// refuseInformationChange denies everybody what is not reading in information_schema, whether
// or not there is such a table: a change of rows, a definition, a lock.
func refuseInformationChange(ctx *sql.Context, auth *sqlparser.AuthInformation) error {
	switch auth.AuthType {
	case sqlparser.AuthType_IGNORE, sqlparser.AuthType_VISIBLE, sqlparser.AuthType_SHOW, sqlparser.AuthType_SELECT,
		sqlparser.AuthType_SHOW_CREATE_PROCEDURE, authShowTable, authShowView, authShowTrigger, authDescribe, ShowEvents, authUpdateOrRead, authReadToDelete:
		return nil
	}
	if auth.AuthType == sqlparser.AuthType_CREATE_VIEW && (len(auth.TargetNames) == 0 || auth.TargetNames[0] == "") {
		return nil // maybe the definition of a view that is read, for which no database is the session's
	}
	if _, ok := targetIn(ctx, *auth, sql.InformationSchemaDatabaseName); !ok {
		return nil
	}
	return sqlerr.DeniedDatabase(ctx, sql.InformationSchemaDatabaseName)
}
