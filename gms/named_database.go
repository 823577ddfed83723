package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Within implements privilege.Running: a statement that may run does so in the database it
// names, where the engine would take the current one.
func (*runningRights) Within(ctx *sql.Context, auth sqlparser.AuthInformation) error {
	switch auth.AuthType {
	case sqlparser.AuthType_RENAME:
		return renamesWithin(ctx, auth)
	case privilege.ShowEvents:
		if db := auth.TargetNames[0]; db != "" && !stayIn(ctx, db, false) {
			return sqlerr.NotSupportedYet("SHOW EVENTS of another database in a procedure")
		}
	}
	return nil
}

// renamesWithin refuses to give tables names in another database: the engine
// would rename tables of the current one, whatever database the names are of.
func renamesWithin(ctx *sql.Context, auth sqlparser.AuthInformation) error {
	if auth.TargetType == sqlparser.AuthTargetType_Global || len(auth.TargetNames)%2 != 0 {
		return nil // of accounts
	}
	database := ""
	for i := 0; i < len(auth.TargetNames); i += 2 {
		named := auth.TargetNames[i]
		if named == "" {
			named = ctx.GetCurrentDatabase()
		}
		if named == "" {
			return sql.ErrNoDatabaseSelected.New()
		}
		if i > 0 && !strings.EqualFold(named, database) {
			return sqlerr.NotSupportedYet("RENAME TABLE from one database to another")
		}
		database = named
	}
	if database != "" && !stayIn(ctx, database, false) {
		return sqlerr.NotSupportedYet("RENAME TABLE of another database in a procedure")
	}
	return nil
}
