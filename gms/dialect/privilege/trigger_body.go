package privilege

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// The engine binds what a trigger does without asking for any rights, and so whoever makes one
// could go on reading and changing by it what was taken from them. Its definer is asked about
// when it runs.

// authorizeBody refuses what a trigger does and its definer may not, whose rights held is.
func (r *Rights) authorizeBody(ctx *sql.Context, t *sql.TriggerDefinition, database string, held *Held, user, host string) error {
	if held.all {
		return nil
	}
	options := sql.NewSqlModeFromString(t.SqlMode).ParserOptions()
	if words.TooDeep(t.CreateStatement, options.AnsiQuotes, true) {
		return sqlerr.TooDeep()
	}
	stmt, err := sqlparser.ParseWithOptions(ctx, t.CreateStatement, options)
	if err != nil {
		return nil //nolint:nilerr // the engine, which has to run it, says so
	}
	made, ok := stmt.(*sqlparser.DDL)
	if !ok || made.TriggerSpec == nil {
		return nil
	}
	return r.authorizeStatements(ctx, made.TriggerSpec.Body, database, held, user, host)
}

// authorizeStatements asks for the rights to all that statements name.
func (r *Rights) authorizeStatements(ctx *sql.Context, body sqlparser.SQLNode, database string, held *Held, user, host string) error {
	h := &handler{rights: r}
	return syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if call, ok := n.(*sqlparser.FuncExpr); ok {
			return true, r.authorizeFunction(ctx, call, database, held, user, host)
		}
		named, ok := n.(sqlparser.AuthNode)
		if !ok {
			return true, nil
		}
		auth := named.GetAuthInformation()
		switch auth.AuthType {
		case sqlparser.AuthType_SELECT, sqlparser.AuthType_INSERT, sqlparser.AuthType_REPLACE, sqlparser.AuthType_UPDATE, sqlparser.AuthType_DELETE, sqlparser.AuthType_CALL:
		default:
			return true, nil
		}
		if auth.TargetNames = slices.Clone(auth.TargetNames); len(auth.TargetNames) < 2 {
			return true, nil
		}
		for i := 0; i+1 < len(auth.TargetNames); i += 2 {
			if auth.TargetNames[i] == "" {
				auth.TargetNames[i] = database
			}
		}
		if h.authorizeHeld(ctx, *held, auth) == nil {
			return true, nil
		}
		command, number, of := tableNeeds[auth.AuthType].command, sqlerr.ERTableDenied, "table"
		if auth.AuthType == sqlparser.AuthType_CALL {
			command, number, of = "execute", errRoutineDenied, "routine"
		}
		return false, mysql.NewSQLError(number, sqlerr.StateAccess, "%s command denied to user '%s'@'%s' for %s '%s'", command, user, host, of, strings.ToLower(auth.TargetNames[1]))
	}, body)
}

// authorizeFunction asks for the right to a function, if it is a stored one.
func (r *Rights) authorizeFunction(ctx *sql.Context, call *sqlparser.FuncExpr, database string, held *Held, user, host string) error {
	name := call.Name.Lowered()
	if qualifier := call.Qualifier.String(); qualifier != "" {
		database = qualifier
	}
	base := baseDatabase(ctx, database)
	catalog := r.catalog.Load()
	if catalog == nil || held.onDatabase(base, sql.PrivilegeType_Execute) || held.onFunction(base, name, sql.PrivilegeType_Execute) {
		return nil
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		return nil //nolint:nilerr // where there is no such database there is no such function
	}
	if _, stored, err := routine.Find(ctx, db, name); err != nil || !stored {
		return err //nolint:wrapcheck // the storage's own
	}
	return mysql.NewSQLError(errRoutineDenied, sqlerr.StateAccess, "execute command denied to user '%s'@'%s' for routine '%s.%s'", user, host, base, name)
}
