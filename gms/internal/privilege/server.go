package privilege

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// authorizeServer decides on commands that concern the server and its accounts.
// One that nobody has thought of is refused.
func authorizeServer(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	allowed, privileges := false, "SUPER"
	switch auth.AuthType {
	case sqlparser.AuthType_CREATE_USER:
		allowed, privileges = held.Has(sql.PrivilegeType_CreateUser), "CREATE USER"
	case sqlparser.AuthType_ALTER_USER:
		allowed, privileges = held.Has(sql.PrivilegeType_CreateUser) || held.onDatabase("mysql", sql.PrivilegeType_Update), "CREATE USER"
	case sqlparser.AuthType_CREATE_ROLE:
		allowed, privileges = held.Has(sql.PrivilegeType_CreateUser) || held.Has(sql.PrivilegeType_CreateRole), "CREATE USER, CREATE ROLE"
	case sqlparser.AuthType_DROP_ROLE:
		allowed, privileges = held.Has(sql.PrivilegeType_CreateUser) || held.Has(sql.PrivilegeType_DropRole), "CREATE USER, DROP ROLE"
	case sqlparser.AuthType_PROCESS:
		allowed, privileges = held.Has(sql.PrivilegeType_Process), "PROCESS"
	case sqlparser.AuthType_RELOAD:
		allowed, privileges = held.reloads(auth.TargetNames)
	case sqlparser.AuthType_REPLICATION_CLIENT:
		allowed, privileges = held.Has(sql.PrivilegeType_Super) || held.Has(sql.PrivilegeType_ReplicationClient), "SUPER, REPLICATION CLIENT"
	case sqlparser.AuthType_REPLICATION:
		allowed, privileges = held.HasDynamic("REPLICATION_SLAVE_ADMIN"), "SUPER or REPLICATION_SLAVE_ADMIN"
	case sqlparser.AuthType_BINLOG:
		allowed, privileges = held.HasDynamic("BINLOG_ADMIN") || held.HasDynamic("REPLICATION_APPLIER"), "SUPER, BINLOG_ADMIN or REPLICATION_APPLIER"
	case authSpatial:
		allowed, privileges = held.HasDynamic(spatialAdmin), "SUPER or "+spatialAdmin
	case sqlparser.AuthType_FILE:
		if held.Has(sql.PrivilegeType_File) {
			return nil
		}
		return held.deniedAccount(ctx)
	case sqlparser.AuthType_SUPER:
		if len(auth.TargetNames) == 1 {
			return authorizeKill(ctx, held, auth.TargetNames[0])
		}
		allowed, privileges = held.HasDynamic(ConnectionAdmin), "SUPER or "+ConnectionAdmin
	}
	if allowed {
		return nil
	}
	return sqlerr.Needs(privileges)
}

// reloads says whether an account may FLUSH something. The engine names the
// database of accounts; what is flushed stands behind it.
func (h Held) reloads(names []string) (allowed bool, privileges string) {
	if h.Has(sql.PrivilegeType_Reload) {
		return true, ""
	}
	dynamic := ""
	if len(names) == 2 {
		dynamic = map[string]string{
			"privileges": "FLUSH_PRIVILEGES", "status": "FLUSH_STATUS", "table": "FLUSH_TABLES", "tables": "FLUSH_TABLES",
			"user_resources": "FLUSH_USER_RESOURCES", "optimizer_costs": "FLUSH_OPTIMIZER_COSTS",
		}[strings.ToLower(names[1])]
	}
	if dynamic == "" {
		return false, "RELOAD"
	}
	return h.HasDynamic(dynamic), "RELOAD or " + dynamic
}

// authorizeKill lets an account end its own connections, and with
// CONNECTION_ADMIN those of others.
func authorizeKill(ctx *sql.Context, held Held, text string) error {
	id, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return sqlerr.NoSuchThread(0)
	}
	for _, p := range ctx.ProcessList.Processes() {
		if uint64(p.Connection) != id {
			continue
		}
		if p.User == ctx.Session.Client().User || held.HasDynamic(ConnectionAdmin) {
			return nil
		}
		return mysql.NewSQLError(errKillDenied, sqlerr.StateGeneral, "You are not owner of thread %d", id)
	}
	return sqlerr.NoSuchThread(id)
}

// authorizeGranting decides who may give rights to others and take them away.
func (h *handler) authorizeGranting(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	if auth.AuthType == sqlparser.AuthType_REVOKE_ALL {
		if held.Has(sql.PrivilegeType_CreateUser) || held.onDatabase("mysql", sql.PrivilegeType_Update) {
			return nil
		}
		return sqlerr.Needs("CREATE USER")
	}
	switch n := auth.Extra.(type) {
	case *plan.Grant:
		static := *n
		static.Privileges = staticPrivileges(n.Privileges)
		if (len(static.Privileges) == 0 || static.CheckAuth(ctx, grantChecker{held})) && held.lends(n.Privileges) {
			return nil
		}
		return held.deniedGrant(ctx, n.PrivilegeLevel, n.ObjectType, n.Privileges)
	case *plan.Revoke:
		static := *n
		static.Privileges = staticPrivileges(n.Privileges)
		if (len(static.Privileges) == 0 || static.CheckAuth(ctx, grantChecker{held})) && held.lends(n.Privileges) {
			return nil
		}
		return held.deniedGrant(ctx, n.PrivilegeLevel, n.ObjectType, n.Privileges)
	case *plan.GrantRole:
		if held.HasDynamic(roleAdmin) || n.CheckAuth(ctx, grantChecker{held}) {
			return nil
		}
		return sqlerr.Needs("WITH ADMIN, ROLE_ADMIN, SUPER")
	case *plan.RevokeRole:
		if held.HasDynamic(roleAdmin) || n.CheckAuth(ctx, grantChecker{held}) {
			return nil
		}
		return sqlerr.Needs("WITH ADMIN, ROLE_ADMIN, SUPER")
	}
	if held.Has(sql.PrivilegeType_CreateUser) {
		return nil
	}
	return sqlerr.Needs("CREATE USER")
}

func staticPrivileges(all []plan.Privilege) (static []plan.Privilege) {
	for _, p := range all {
		if p.Type != plan.PrivilegeType_Dynamic {
			static = append(static, p)
		}
	}
	return static
}

// lends says whether the account may grant the dynamic privileges among some:
// those that it was granted with GRANT OPTION, and all it has if it has that on
// everything.
func (h Held) lends(privileges []plan.Privilege) bool {
	for _, p := range privileges {
		if p.Type != plan.PrivilegeType_Dynamic || slices.Contains(h.set.ToSliceDynamic(true), strings.ToUpper(p.Dynamic)) {
			continue
		}
		if !h.HasDynamic(p.Dynamic) || !h.Has(sql.PrivilegeType_GrantOption) {
			return false
		}
	}
	return true
}

// deniedGrant is what a GRANT or REVOKE gets at each level.
func (h Held) deniedGrant(ctx *sql.Context, level plan.PrivilegeLevel, kind plan.ObjectType, privileges []plan.Privilege) error {
	switch {
	case level.Database == "*":
		return h.deniedAccount(ctx)
	case level.TableRoutine == "*":
		return sqlerr.DeniedDatabase(ctx, baseDatabase(ctx, level.Database))
	case kind == plan.ObjectType_Procedure || kind == plan.ObjectType_Function:
		return deniedRoutine(ctx, "grant", baseDatabase(ctx, level.Database), level.TableRoutine)
	}
	names := ""
	for _, p := range privileges {
		names += privilegeName(p.Type) + ", "
	}
	return sqlerr.DeniedTable(ctx, names+"GRANT", level.TableRoutine)
}

// deniedAccount is what an account gets that is not for a thing of all the
// server's.
func (h Held) deniedAccount(ctx *sql.Context) error {
	password := "NO"
	reader := h.grants.Reader()
	defer reader.Close()
	if u := h.grants.GetUser(reader, ctx.Session.Client().User, ctx.Session.Client().Address, false); u != nil && u.AuthString != "" {
		password = "YES"
	}
	return mysql.NewSQLError(errAccountDenied, stateAccount, "Access denied for user %s (using password: %s)", sqlerr.Account(ctx), password)
}

// grantChecker answers the engine's nodes that check rights by themselves.
type grantChecker struct{ held Held }

var _ sql.PrivilegedOperationChecker = grantChecker{}

// UserHasPrivileges implements sql.PrivilegedOperationChecker. An operation that
// names nothing is one on everything.
func (c grantChecker) UserHasPrivileges(ctx *sql.Context, operations ...sql.PrivilegedOperation) bool {
	for _, o := range operations {
		for _, p := range o.StaticPrivileges {
			if !c.holds(ctx, o, p) {
				return false
			}
		}
		for _, p := range o.DynamicPrivileges {
			if !c.held.HasDynamic(p) {
				return false
			}
		}
	}
	return true
}

func (c grantChecker) holds(ctx *sql.Context, o sql.PrivilegedOperation, p sql.PrivilegeType) bool {
	if o.Database == "" && o.Table == "" && o.Routine == "" {
		return c.held.Has(p)
	}
	db := baseDatabase(ctx, o.Database)
	if o.Routine != "" {
		return c.held.onDatabase(db, p) || c.held.onRoutine(db, o.Routine, p)
	}
	return c.held.onTable(db, o.Table, p)
}

// RoutineAdminCheck implements sql.PrivilegedOperationChecker.
func (c grantChecker) RoutineAdminCheck(ctx *sql.Context, operations ...sql.PrivilegedOperation) bool {
	if c.held.Has(sql.PrivilegeType_Super) {
		return true
	}
	for _, o := range operations {
		for _, p := range o.StaticPrivileges {
			if !c.held.onRoutine(baseDatabase(ctx, o.Database), o.Routine, p) {
				return false
			}
		}
	}
	return true
}
