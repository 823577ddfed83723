package privilege

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

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
		if n.ObjectType != plan.ObjectType_Any {
			// Of procedures of the storage's that are for few the engine knows.
			if held.lendsProgram(ctx, n.PrivilegeLevel, n.ObjectType, static.Privileges) && (n.ObjectType == plan.ObjectType_Function || static.CheckAuth(ctx, grantChecker{held: held})) {
				return nil
			}
		} else if (len(static.Privileges) == 0 || static.CheckAuth(ctx, checkerOf(held, n.PrivilegeLevel))) && held.lends(n.Privileges) {
			return nil
		}
		return held.deniedGrant(ctx, n.PrivilegeLevel, n.ObjectType, n.Privileges)
	case *plan.Revoke:
		static := *n
		static.Privileges = staticPrivileges(n.Privileges)
		if n.ObjectType != plan.ObjectType_Any {
			if held.lendsProgram(ctx, n.PrivilegeLevel, n.ObjectType, static.Privileges) {
				return nil
			}
		} else if (len(static.Privileges) == 0 || static.CheckAuth(ctx, checkerOf(held, n.PrivilegeLevel))) && held.lends(n.Privileges) {
			return nil
		}
		return held.deniedGrant(ctx, n.PrivilegeLevel, n.ObjectType, n.Privileges)
	case *plan.GrantRole:
		return held.passesRoles(ctx, n.Roles)
	case *plan.RevokeRole:
		return held.passesRoles(ctx, n.Roles)
	}
	if held.Has(sql.PrivilegeType_CreateUser) {
		return nil
	}
	return sqlerr.Needs("CREATE USER")
}

// checkerOf asks for privileges as a GRANT at a level needs them: the name of a database is a
// pattern in it.
func checkerOf(held Held, level plan.PrivilegeLevel) grantChecker {
	return grantChecker{held: held, pattern: level.Database != "*" && level.TableRoutine == "*"}
}

// passesRoles refuses a statement that gives or takes roles to who may not: ROLE_ADMIN may with
// all, others with those that they have been granted WITH ADMIN OPTION.
func (h Held) passesRoles(ctx *sql.Context, roles []plan.UserName) error {
	if h.HasDynamic(roleAdmin) {
		return nil
	}
	reader := h.grants.Reader()
	defer reader.Close()
	own := EdgesTo(reader, OwnKey(ctx))
	for _, name := range roles {
		key := AccountKey(name)
		if !slices.ContainsFunc(own, func(e *mysql_db.RoleEdge) bool { return e.WithAdminOption && roleOf(e) == key }) {
			return sqlerr.Needs("WITH ADMIN, ROLE_ADMIN, SUPER")
		}
	}
	return nil
}

func staticPrivileges(all []plan.Privilege) (static []plan.Privilege) {
	for _, p := range all {
		if p.Type != plan.PrivilegeType_Dynamic {
			static = append(static, p)
		}
	}
	return static
}

// lendsProgram says whether the account may grant privileges on a procedure or function: with
// GRANT OPTION those that it has itself, and with UPDATE on mysql, where grants are kept, all.
func (h Held) lendsProgram(ctx *sql.Context, level plan.PrivilegeLevel, kind plan.ObjectType, privileges []plan.Privilege) bool {
	if h.onDatabase("mysql", sql.PrivilegeType_Update) {
		return true
	}
	db := baseDatabase(ctx, level.Database)
	has := func(p sql.PrivilegeType) bool {
		if h.onDatabase(db, p) {
			return true
		}
		if kind == plan.ObjectType_Function {
			return h.onFunction(db, level.TableRoutine, p)
		}
		return h.onRoutine(db, level.TableRoutine, p)
	}
	for _, p := range privileges {
		ok := true
		switch p.Type {
		case plan.PrivilegeType_All:
			ok = has(sql.PrivilegeType_Execute) && has(sql.PrivilegeType_AlterRoutine)
		case plan.PrivilegeType_Execute:
			ok = has(sql.PrivilegeType_Execute)
		case plan.PrivilegeType_AlterRoutine:
			ok = has(sql.PrivilegeType_AlterRoutine)
		}
		if !ok {
			return false
		}
	}
	return has(sql.PrivilegeType_GrantOption)
}

// lends says whether the account may grant the dynamic privileges among some:
// those that it was granted with GRANT OPTION, and all it has if it has that on
// everything.
func (h Held) lends(privileges []plan.Privilege) bool {
	for _, p := range privileges {
		if p.Dynamic == IfExists || p.Type != plan.PrivilegeType_Dynamic || slices.Contains(h.set.ToSliceDynamic(true), strings.ToUpper(p.Dynamic)) {
			continue
		}
		if Dynamic(p.Dynamic) && !h.HasDynamic(p.Dynamic) || !h.Has(sql.PrivilegeType_GrantOption) {
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
		if p.Dynamic == IfExists {
			continue
		}
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
	if u, ok := reader.GetUser(OwnKey(ctx)); ok && u.AuthString != "" {
		password = "YES"
	}
	return mysql.NewSQLError(errAccountDenied, stateAccount, "Access denied for user %s (using password: %s)", sqlerr.Account(ctx), password)
}
