package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/view"
)

// authorizer puts MySQL's rules for performance_schema before those of the
// engine: what a table does not allow is denied to everybody, some tables are
// everybody's to read, and definitions cannot be changed.
type authorizer struct {
	sql.AuthorizationHandler
	adapter *Adapter
}

var _ sql.AuthorizationHandler = (*authorizer)(nil)

// authorize wraps an engine's handler, once.
func (a *Adapter) authorize(h sql.AuthorizationHandler) sql.AuthorizationHandler {
	if wrapped, ok := h.(*authorizer); ok && wrapped.adapter == a {
		return h
	}
	return &authorizer{AuthorizationHandler: h, adapter: a}
}

// NewQueryState implements sql.AuthorizationHandler.
func (h *authorizer) NewQueryState(ctx *sql.Context) sql.AuthorizationQueryState {
	h.adapter.grantPublic(ctx)
	return h.AuthorizationHandler.NewQueryState(ctx)
}

// HandleAuth implements sql.AuthorizationHandler.
func (h *authorizer) HandleAuth(ctx *sql.Context, state sql.AuthorizationQueryState, auth sqlparser.AuthInformation) error {
	if grant, ok := auth.Extra.(*plan.Grant); ok && auth.AuthType == sqlparser.AuthType_GRANT_PRIVILEGE {
		if err := checkGrant(ctx, grant); err != nil {
			return err
		}
	}
	if ok, err := h.authorizeProfiling(ctx, state, auth); ok {
		if state != nil && state.Error() != nil {
			return state.Error()
		}
		return err
	}
	target, ok := targetIn(ctx, auth, DatabaseName)
	if !ok {
		return h.AuthorizationHandler.HandleAuth(ctx, state, auth)
	}
	if state != nil && state.Error() != nil {
		return state.Error()
	}
	command, granted, err := decide(ctx, auth, target)
	if err != nil || granted {
		return err
	}
	err = h.AuthorizationHandler.HandleAuth(ctx, state, auth)
	if isDenial(err) && target != "" {
		return deniedTable(ctx, command, target)
	}
	if isDenial(err) {
		return deniedDatabase(ctx, DatabaseName)
	}
	return err
}

// decide applies the rules no grant changes. granted says that none is needed;
// otherwise the command named wants the privileges of that name.
func decide(ctx *sql.Context, auth sqlparser.AuthInformation, name string) (command string, granted bool, err error) {
	var access view.Access
	if v := view.Lookup(name); v != nil {
		access = v.Access
	}
	allowedIf := func(command string, need view.Access) (string, bool, error) {
		if access&need != need {
			return "", false, deniedTable(ctx, command, name)
		}
		return command, false, nil
	}
	switch auth.AuthType {
	case sqlparser.AuthType_IGNORE, sqlparser.AuthType_VISIBLE, sqlparser.AuthType_SHOW:
		return "", true, nil
	case sqlparser.AuthType_SELECT:
		return "SELECT", access&view.PublicRead != 0, nil
	case sqlparser.AuthType_INSERT:
		return allowedIf("INSERT", view.AllowInsert)
	case sqlparser.AuthType_UPDATE:
		return allowedIf("UPDATE", view.AllowUpdate)
	case sqlparser.AuthType_DELETE:
		return allowedIf("DELETE", view.AllowDelete)
	case sqlparser.AuthType_REPLACE:
		return allowedIf("INSERT, DELETE", view.AllowInsert|view.AllowDelete)
	case sqlparser.AuthType_LOCK:
		return "", false, deniedTable(ctx, "SELECT, LOCK TABLES", name)
	case sqlparser.AuthType_DROP:
		// TRUNCATE names one table, DROP TABLE a list, DROP VIEW databases.
		switch auth.TargetType {
		case sqlparser.AuthTargetType_SingleTableIdentifier:
			return allowedIf("DROP", view.AllowTruncate)
		case sqlparser.AuthTargetType_MultipleTableIdentifiers:
			return "", false, deniedTable(ctx, "DROP", name)
		}
	case sqlparser.AuthType_CALL, sqlparser.AuthType_SHOW_CREATE_PROCEDURE:
		return "EXECUTE", false, nil
	}
	return "", false, deniedDatabase(ctx, DatabaseName)
}

// targetIn gives the first table in a database that a statement touches, ""
// where it names the database alone.
func targetIn(ctx *sql.Context, auth sqlparser.AuthInformation, database string) (table string, ok bool) {
	names := auth.TargetNames
	step := 2
	switch auth.TargetType {
	case sqlparser.AuthTargetType_DatabaseIdentifiers:
		step = 1
	case sqlparser.AuthTargetType_MultipleTableIdentifiers:
	case sqlparser.AuthTargetType_SingleTableIdentifier, sqlparser.AuthTargetType_TableColumn:
		names = names[:min(len(names), 2)]
	default:
		if auth.AuthType != sqlparser.AuthType_RENAME {
			return "", false
		}
	}
	for i := 0; i+step <= len(names); i += step {
		db := names[i]
		if db == "" {
			db = ctx.GetCurrentDatabase()
		}
		if !strings.EqualFold(db, database) {
			continue
		}
		if step == 1 {
			return "", true
		}
		return strings.ToLower(names[i+1]), true
	}
	return "", false
}

// CheckDatabase implements sql.AuthorizationHandler.
func (h *authorizer) CheckDatabase(ctx *sql.Context, state sql.AuthorizationQueryState, database string) error {
	if isPerformanceSchema(ctx, database) || isProfiling(ctx, database) {
		return nil
	}
	return h.AuthorizationHandler.CheckDatabase(ctx, state, database)
}

// CheckTable implements sql.AuthorizationHandler.
func (h *authorizer) CheckTable(ctx *sql.Context, state sql.AuthorizationQueryState, database, schema, name string) error {
	if isProfiling(ctx, database) {
		return h.readProfiling(ctx)
	}
	if !isPerformanceSchema(ctx, database) {
		return h.AuthorizationHandler.CheckTable(ctx, state, database, schema, name)
	}
	if v := view.Lookup(name); v != nil && v.Access&view.PublicRead != 0 {
		return nil
	}
	err := h.AuthorizationHandler.CheckTable(ctx, state, DatabaseName, schema, name)
	if isDenial(err) {
		return deniedTable(ctx, "SELECT", strings.ToLower(name))
	}
	return err
}

func isPerformanceSchema(ctx *sql.Context, database string) bool {
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	return strings.EqualFold(database, DatabaseName)
}

// isDenial says whether an error of the engine's handler means no.
func isDenial(err error) bool {
	return sql.ErrDatabaseAccessDeniedForUser.Is(err) || sql.ErrTableAccessDeniedForUser.Is(err) || sql.ErrPrivilegeCheckFailed.Is(err)
}

// checkGrant refuses, as MySQL does, to grant on the whole of
// performance_schema what nobody can do there.
func checkGrant(ctx *sql.Context, g *plan.Grant) error {
	if !isPerformanceSchema(ctx, g.PrivilegeLevel.Database) {
		return nil
	}
	for _, p := range g.Privileges {
		switch p.Type {
		case plan.PrivilegeType_Select, plan.PrivilegeType_Insert, plan.PrivilegeType_Update, plan.PrivilegeType_Delete,
			plan.PrivilegeType_Drop, plan.PrivilegeType_LockTables, plan.PrivilegeType_GrantOption, plan.PrivilegeType_Usage:
		default:
			return deniedDatabase(ctx, DatabaseName)
		}
	}
	return nil
}

// grantPublic lets the session into the database, which the engine would deny
// to an account without privileges there. What it may read in it the authorizer
// says. The mark is a privilege on a routine that cannot exist, held by the
// session alone: it opens nothing else and shows nowhere.
func (a *Adapter) grantPublic(ctx *sql.Context) {
	grants := a.grants.Load()
	if grants == nil || !grants.Enabled() || ctx == nil || ctx.Session == nil {
		return
	}
	const mark = " everybody's tables "
	held := grants.UserActivePrivilegeSet(ctx)
	if held.Count() > 0 || held.Database(DatabaseName).HasPrivileges() {
		return
	}
	held.AddRoutine(DatabaseName, mark, false, sql.PrivilegeType_Execute)
}

// hasPrivilege says whether the session's account has a global privilege.
// Without accounts everybody has all.
func (a *Adapter) hasPrivilege(ctx *sql.Context, p sql.PrivilegeType) bool { return a.held(ctx).has(p) }
