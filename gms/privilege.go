package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/rewrite"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/view"
)

// authorizer decides what a statement may do, by MySQL's rules and with MySQL's
// errors. What a table of performance_schema does not allow is denied to
// everybody, some of those tables are everybody's to read, and definitions
// there cannot be changed; the rest is what the account has been granted. The
// engine asks it once for each object that a statement names.
type authorizer struct {
	// The engine's own handler: what it knows of a statement stays with the
	// statement, and it says which kinds there are.
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
	if err := rewrite.Ended(ctx); err != nil {
		return err
	}
	var memo *rightsMemo
	asked, one := rightOn(ctx, &auth)
	if one && (state == nil || state.Error() == nil) {
		if memo = h.adapter.rightsOf(ctx); memo.holds(&asked) {
			return nil
		}
	}
	if err := h.authorize(ctx, state, auth); err != nil {
		if trusted(ctx) {
			return nil
		}
		return err
	}
	if memo != nil && h.adapter.held(ctx).onTable(baseDatabase(ctx, asked.database), asked.table, tableNeeds[auth.AuthType].privileges...) {
		memo.keep(asked) // and not what is allowed since there is no such table
	}
	switch auth.AuthType {
	case sqlparser.AuthType_RENAME:
		return renamesWithin(ctx, auth)
	case authShowEvents:
		if db := auth.TargetNames[0]; db != "" && !stayIn(ctx, db, false) {
			return notSupportedYet("SHOW EVENTS of another database in a procedure")
		}
	}
	return nil
}

func (h *authorizer) authorize(ctx *sql.Context, state sql.AuthorizationQueryState, auth sqlparser.AuthInformation) error {
	if auth.AuthType == sqlparser.AuthType_IGNORE {
		if !h.mistaken(ctx, auth) {
			return nil
		}
		auth.AuthType = sqlparser.AuthType_SELECT
	}
	if auth.AuthType == sqlparser.AuthType_GRANT_PRIVILEGE {
		if grant, ok := auth.Extra.(*plan.Grant); ok {
			if err := checkGrant(ctx, grant); err != nil {
				return err
			}
		}
	}
	if state != nil && state.Error() != nil {
		return state.Error()
	}
	if ok, err := h.authorizeProfiling(ctx, auth); ok {
		return err
	}
	if target, ok := targetIn(ctx, auth, DatabaseName); ok {
		if granted, err := decide(ctx, auth, target); err != nil || granted {
			return err
		}
	}
	held := h.adapter.held(ctx)
	if held.everything {
		return nil
	}
	return h.authorizeHeld(ctx, held, auth)
}

// mistaken says whether the parser has taken a table for a common table
// expression: it goes by any part of the name being that of one, wherever the
// expression stands. What is named with its database never is one.
func (h *authorizer) mistaken(ctx *sql.Context, auth sqlparser.AuthInformation) bool {
	if len(auth.TargetNames) < 2 {
		return false
	}
	if auth.TargetNames[0] != "" {
		return true
	}
	held := h.adapter.held(ctx)
	return !held.onTable(baseDatabase(ctx, ""), auth.TargetNames[1], sql.PrivilegeType_Select) && h.isTable(ctx, auth.TargetNames[1])
}

// isTable says whether the current database has a table or a view of a name,
// known to the account or not. Only where it has can the name be meant for one.
func (h *authorizer) isTable(ctx *sql.Context, name string) bool {
	database, engine := ctx.GetCurrentDatabase(), h.adapter.engine.Load()
	if database == "" || engine == nil {
		return false
	}
	catalog := engine.Analyzer.Catalog
	var db sql.Database = catalog.MySQLDb
	switch {
	case strings.EqualFold(database, informationSchema):
		return true
	case !strings.EqualFold(database, "mysql"):
		found, err := catalog.DbProvider.Database(ctx, database)
		if err != nil {
			return true
		}
		db = found
	}
	if _, ok, err := db.GetTableInsensitive(ctx, name); ok || err != nil {
		return true
	}
	if views, ok := db.(sql.ViewDatabase); ok {
		_, ok, err := views.GetViewDefinition(ctx, name)
		return ok || err != nil
	}
	return false
}

// HandleAuthNode implements sql.AuthorizationHandler.
func (h *authorizer) HandleAuthNode(ctx *sql.Context, state sql.AuthorizationQueryState, node sql.AuthorizationCheckerNode) error {
	if state != nil && state.Error() != nil {
		return state.Error()
	}
	if node.CheckAuth(ctx, grantChecker{h.adapter.held(ctx)}) || trusted(ctx) {
		return nil
	}
	return sqlerr.DeniedTable(ctx, "SELECT", nodeName(node))
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
	if state != nil && state.Error() != nil {
		return state.Error()
	}
	if isPerformanceSchema(ctx, database) || isProfiling(ctx, database) || h.adapter.held(ctx).seesDatabase(baseDatabase(ctx, database)) || trusted(ctx) {
		return nil
	}
	return sqlerr.DeniedDatabase(ctx, baseDatabase(ctx, database))
}

// CheckSchema implements sql.AuthorizationHandler.
func (h *authorizer) CheckSchema(ctx *sql.Context, state sql.AuthorizationQueryState, database, _ string) error {
	return h.CheckDatabase(ctx, state, database)
}

// CheckTable implements sql.AuthorizationHandler.
func (h *authorizer) CheckTable(ctx *sql.Context, state sql.AuthorizationQueryState, database, _, name string) error {
	if state != nil && state.Error() != nil {
		return state.Error()
	}
	memo, asked := h.adapter.rightsOf(ctx), right{}
	if memo != nil {
		if asked = newRight(ctx, "", database, name); memo.holds(&asked) {
			return nil
		}
	}
	if isProfiling(ctx, database) {
		return h.readProfiling(ctx)
	}
	if isPerformanceSchema(ctx, database) {
		if v := view.Lookup(name); v != nil && v.Access&view.PublicRead != 0 {
			return nil
		}
	}
	if h.adapter.held(ctx).seesTable(baseDatabase(ctx, database), name) {
		memo.keep(asked)
		return nil
	}
	if trusted(ctx) {
		return nil
	}
	return sqlerr.DeniedTable(ctx, "SELECT", strings.ToLower(name))
}

func isPerformanceSchema(ctx *sql.Context, database string) bool {
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	return strings.EqualFold(database, DatabaseName)
}

// grantPublic lets the session into the database, which the engine would deny
// to an account without privileges there. What it may read in it the authorizer
// says. The mark is a privilege on a routine that cannot exist, held by the
// session alone: it opens nothing else and shows nowhere.
func (a *Adapter) grantPublic(ctx *sql.Context) {
	grants := a.grants()
	if grants == nil || ctx == nil || ctx.Session == nil {
		return
	}
	memo := a.rightsOf(ctx)
	if memo != nil && memo.public {
		return
	}
	const mark = " everybody's tables "
	held := grants.UserActivePrivilegeSet(ctx)
	if held.Count() == 0 && !held.Database(DatabaseName).HasPrivileges() {
		held.AddRoutine(DatabaseName, mark, false, sql.PrivilegeType_Execute)
	}
	if memo != nil {
		_, version := ctx.Session.GetPrivilegeSet()
		memo.public = version == memo.version // or else the session keeps no set
	}
}

// hasPrivilege says whether the session's account has a global privilege.
// Without accounts everybody has all.
func (a *Adapter) hasPrivilege(ctx *sql.Context, p sql.PrivilegeType) bool { return a.held(ctx).has(p) }
