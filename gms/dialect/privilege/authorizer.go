package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// handler decides what a statement may do, by MySQL's rules and with MySQL's
// errors. What a table of performance_schema does not allow is denied to
// everybody, some of those tables are everybody's to read, and definitions
// there cannot be changed; the rest is what the account has been granted. The
// engine asks it once for each object that a statement names.
type handler struct {
	// The engine's own handler: what it knows of a statement stays with the
	// statement, and it says which kinds there are.
	sql.AuthorizationHandler
	rights *Rights
}

var _ sql.AuthorizationHandler = (*handler)(nil)

// NewQueryState implements sql.AuthorizationHandler.
//
// The engine takes the lock of its accounts and looks for the client's among them. What it
// finds is the same until an account changes. What it says the account may do is not asked
// for: a view is bound with more than that, and would have left it here.
func (h *handler) NewQueryState(ctx *sql.Context) sql.AuthorizationQueryState {
	memo, _ := h.rights.memo(ctx, false)
	if memo != nil && memo.state != nil {
		return memo.state
	}
	if gone := h.rights.gone(ctx); gone != nil {
		return gone
	}
	h.rights.admitPublic(ctx, memo)
	state := h.AuthorizationHandler.NewQueryState(ctx)
	if memo != nil && memo.public && state != nil && state.Error() == nil {
		memo.state = state
	}
	return state
}

// HandleAuth implements sql.AuthorizationHandler. What the connection remembers is
// answered here, in as few calls as may be: nearly every statement comes by.
func (h *handler) HandleAuth(ctx *sql.Context, state sql.AuthorizationQueryState, auth sqlparser.AuthInformation) error {
	memo, tell := h.rights.memo(ctx, true)
	err := planwalk.Ended(ctx)
	if err == nil {
		if memo != nil && (!aboutOneTable(&auth) || state != nil && state.Error() != nil) {
			memo = nil
		}
		var need right
		if memo != nil {
			need = asked(ctx, auth.AuthType, auth.TargetNames[0], auth.TargetNames[1])
		}
		if !memo.holds(&need) {
			err = h.check(ctx, state, &auth, memo, need)
		}
	}
	if tell && err == nil {
		h.rights.running.Checked(ctx)
	}
	if err == nil {
		err = h.uses(ctx, &auth)
	}
	return err
}

// Holds says whether the account has the rights that a check is about, and notes nothing.
func (h *handler) Holds(ctx *sql.Context, state sql.AuthorizationQueryState, auth sqlparser.AuthInformation) bool {
	return h.check(ctx, state, &auth, nil, right{}) == nil
}

// uses tells of the tables that a statement is about to look up.
func (h *handler) uses(ctx *sql.Context, auth *sqlparser.AuthInformation) error {
	changes := true
	switch auth.AuthType {
	case sqlparser.AuthType_SELECT:
		changes = false
	case sqlparser.AuthType_INSERT, sqlparser.AuthType_UPDATE, sqlparser.AuthType_DELETE, sqlparser.AuthType_REPLACE, authUpdateOrRead, authReadToDelete:
	default:
		return h.rights.running.Defines(ctx)
	}
	switch auth.TargetType {
	case sqlparser.AuthTargetType_SingleTableIdentifier, sqlparser.AuthTargetType_MultipleTableIdentifiers:
	default:
		return nil
	}
	for i := 0; i+1 < len(auth.TargetNames); i += 2 {
		database := auth.TargetNames[i]
		if database == "" {
			if view, ok := auth.Extra.(*viewRights); ok {
				database = view.database
			} else {
				database = ctx.GetCurrentDatabase()
			}
		}
		if err := h.rights.running.Uses(ctx, database, auth.TargetNames[i+1], changes); err != nil {
			return err
		}
	}
	return nil
}

// check is HandleAuth where nothing is remembered. What is found to be held is, if there
// is a memo for it.
func (h *handler) check(ctx *sql.Context, state sql.AuthorizationQueryState, auth *sqlparser.AuthInformation, memo *Memo, need right) error {
	view, _ := auth.Extra.(*viewRights)
	h.rights.lookUp(ctx, auth, view)
	if view != nil {
		return h.checkInView(ctx, state, auth, view)
	}
	if err := h.authorize(ctx, state, *auth); err != nil {
		if trusted(ctx) {
			return h.rights.running.Within(ctx, *auth)
		}
		return err
	}
	if err := h.rights.running.Within(ctx, *auth); err != nil {
		return err
	}
	if memo != nil && h.rights.Of(ctx).onTable(baseDatabase(ctx, need.database), need.table, tableNeeds[auth.AuthType].privileges...) {
		memo.keep(need) // and not what is allowed since there is no such table
	}
	return nil
}

func (h *handler) authorize(ctx *sql.Context, state sql.AuthorizationQueryState, auth sqlparser.AuthInformation) error {
	if auth.AuthType == sqlparser.AuthType_IGNORE {
		if len(auth.TargetNames) < 2 || auth.TargetNames[0] == "" && !h.mistaken(ctx, ctx.GetCurrentDatabase(), auth.TargetNames[1]) {
			return nil
		}
		auth.AuthType = sqlparser.AuthType_SELECT
	}
	if auth.AuthType == sqlparser.AuthType_GRANT_PRIVILEGE {
		if grant, ok := auth.Extra.(*plan.Grant); ok {
			if err := h.checkGrant(ctx, grant); err != nil {
				return err
			}
		}
	}
	if state != nil && state.Error() != nil {
		return state.Error()
	}
	if auth.AuthType == sqlparser.AuthType_LOCK && len(auth.TargetNames) > 1 {
		// Before what the table allows, as MySQL does.
		if db := baseDatabase(ctx, auth.TargetNames[0]); !h.rights.Of(ctx).onDatabase(db, sql.PrivilegeType_LockTables) {
			return sqlerr.DeniedDatabase(ctx, db)
		}
	}
	if err := refuseInformationChange(ctx, &auth); err != nil {
		return err
	}
	if ok, err := h.authorizeProfiling(ctx, auth); ok {
		return err
	}
	if target, ok := targetIn(ctx, auth, sysSchema); ok {
		if err := h.authorizeSys(ctx, auth, target); err != nil {
			return err
		}
	}
	if target, ok := targetIn(ctx, auth, performanceSchema); ok {
		if granted, err := h.authorizePerformanceSchema(ctx, auth, target); err != nil || granted {
			return err
		}
		if readsLogs(auth, target) {
			return h.authorizeLogs(ctx, auth)
		}
	}
	for _, d := range h.rights.readOnly {
		if target, ok := targetIn(ctx, auth, d.name); ok {
			if err := refuseChange(ctx, auth, d.name, target, nil); err != nil {
				return err
			}
			if h.rights.needsProcess(ctx, d.name, target) {
				return sqlerr.Needs("PROCESS")
			}
		}
	}
	held := h.rights.Of(ctx)
	if held.everything {
		return nil
	}
	return h.authorizeHeld(ctx, held, auth)
}

// mistaken says whether the parser has taken a table of a database for a common table
// expression: it goes by any part of the name being that of one, wherever the
// expression stands. What is named with its database never is one.
func (h *handler) mistaken(ctx *sql.Context, database, name string) bool {
	held := h.rights.Of(ctx)
	return !held.onTable(baseDatabase(ctx, database), name, sql.PrivilegeType_Select) && definition.IsTable(ctx, h.rights.catalog.Load(), h.rights.running.Computed, database, name)
}

// HandleAuthNode implements sql.AuthorizationHandler.
func (h *handler) HandleAuthNode(ctx *sql.Context, state sql.AuthorizationQueryState, node sql.AuthorizationCheckerNode) error {
	if state != nil && state.Error() != nil {
		return state.Error()
	}
	if node.CheckAuth(ctx, grantChecker{held: h.rights.Of(ctx)}) || trusted(ctx) {
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
func (h *handler) CheckDatabase(ctx *sql.Context, state sql.AuthorizationQueryState, database string) error {
	if state != nil && state.Error() != nil {
		return state.Error()
	}
	held := h.rights.Of(ctx)
	if isPerformanceSchema(ctx, database) || isProfiling(ctx, database) && !held.hasNoGlobal() || held.seesDatabase(baseDatabase(ctx, database)) || trusted(ctx) || h.rights.readsInView(ctx, database, "") {
		return nil
	}
	return sqlerr.DeniedDatabase(ctx, baseDatabase(ctx, database))
}

// RefuseDatabase is the error of who may not know of a database, and would work in it.
func (r *Rights) RefuseDatabase(ctx *sql.Context, database string) error {
	if r.Accounts() == nil {
		return nil
	}
	return (&handler{rights: r}).CheckDatabase(ctx, nil, database)
}

// CheckSchema implements sql.AuthorizationHandler.
func (h *handler) CheckSchema(ctx *sql.Context, state sql.AuthorizationQueryState, database, _ string) error {
	return h.CheckDatabase(ctx, state, database)
}

// CheckTable implements sql.AuthorizationHandler.
func (h *handler) CheckTable(ctx *sql.Context, state sql.AuthorizationQueryState, database, _, name string) error {
	if state != nil && state.Error() != nil {
		return state.Error()
	}
	memo, _ := h.rights.memo(ctx, false)
	var need right
	if memo != nil {
		if need = asked(ctx, "", database, name); memo.holds(&need) {
			return nil
		}
	}
	if isProfiling(ctx, database) {
		return h.readProfiling(ctx)
	}
	if isPerformanceSchema(ctx, database) {
		if h.rights.running.Computed(performanceSchema, name).Allows(computed.PublicRead) {
			return nil
		}
	}
	if h.rights.needsProcess(ctx, baseDatabase(ctx, database), name) {
		return sqlerr.Needs("PROCESS")
	}
	if h.rights.Of(ctx).seesTable(baseDatabase(ctx, database), name) {
		memo.keep(need)
		return nil
	}
	if trusted(ctx) || h.rights.readsInView(ctx, database, name) || h.rights.hasTemporary(ctx, database, name) {
		return nil
	}
	return sqlerr.DeniedTable(ctx, "SELECT", strings.ToLower(name))
}
