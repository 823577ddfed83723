package account

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// errRenamesRole is ER_RENAME_ROLE.
const errRenamesRole = 3532

// grantRoles grants roles to accounts. Who has one WITH ADMIN OPTION keeps that.
func (a *Accounts) grantRoles(ctx *sql.Context, roles, to []plan.UserName, admin bool) error {
	if err := a.refuseLoop(plan.NewGrantRole(roles, to, false)); err != nil {
		return err
	}
	db := a.db()
	editor := db.Editor()
	defer editor.Close()
	kept := make(map[mysql_db.RoleEdgesPrimaryKey]bool)
	editor.VisitRoleEdges(func(e *mysql_db.RoleEdge) { kept[edgeKey(e)] = e.WithAdminOption })
	for _, role := range roles {
		for _, name := range to {
			from, key := privilege.AccountKey(role), privilege.AccountKey(name)
			e := mysql_db.RoleEdge{FromHost: from.Host, FromUser: from.User, ToHost: key.Host, ToUser: key.User}
			e.WithAdminOption = admin || kept[edgeKey(&e)]
			editor.RemoveRoleEdge(edgeKey(&e))
			editor.PutRoleEdge(&e)
		}
	}
	return persist(ctx, db, editor)
}

// revokeRoles takes roles from accounts. One that an account has not is none the less done.
func (a *Accounts) revokeRoles(ctx *sql.Context, roles, from []plan.UserName) error {
	db := a.db()
	editor := db.Editor()
	defer editor.Close()
	for _, role := range roles {
		for _, name := range from {
			of, key := privilege.AccountKey(role), privilege.AccountKey(name)
			editor.RemoveRoleEdge(mysql_db.RoleEdgesPrimaryKey{FromHost: of.Host, FromUser: of.User, ToHost: key.Host, ToUser: key.User})
		}
	}
	return persist(ctx, db, editor)
}

func edgeKey(e *mysql_db.RoleEdge) mysql_db.RoleEdgesPrimaryKey {
	return mysql_db.RoleEdgesPrimaryKey{FromHost: e.FromHost, FromUser: e.FromUser, ToHost: e.ToHost, ToUser: e.ToUser}
}

// forgetRoles has accounts begin with no role that they are not granted any more: a role of
// that name that comes later would be another one.
func (a *Accounts) forgetRoles(ctx *sql.Context) error {
	db := a.db()
	granted := make(map[mysql_db.RoleEdgesPrimaryKey]bool)
	var changed []*mysql_db.User
	reader := db.Reader()
	reader.VisitRoleEdges(func(e *mysql_db.RoleEdge) { granted[edgeKey(e)] = true })
	var err error
	reader.VisitUsers(func(u *mysql_db.User) {
		rules := RulesOf(u)
		left := slices.DeleteFunc(slices.Clone(rules.Roles), func(r Role) bool {
			return !granted[mysql_db.RoleEdgesPrimaryKey{FromHost: r.Host, FromUser: r.User, ToHost: u.Host, ToUser: u.User}]
		})
		if len(left) == len(rules.Roles) || err != nil {
			return
		}
		rules.Roles = left
		c := copyUser(u)
		err = rules.keep(c)
		changed = append(changed, c)
	})
	reader.Close()
	if err != nil || len(changed) == 0 {
		return err
	}
	return a.put(ctx, changed)
}

// refuseRenamingRoles refuses RENAME USER of what is granted as a role.
func refuseRenamingRoles(editor *mysql_db.Editor, names []plan.UserName) error {
	roles := make(map[mysql_db.UserPrimaryKey]bool)
	editor.VisitRoleEdges(func(e *mysql_db.RoleEdge) { roles[mysql_db.UserPrimaryKey{User: e.FromUser, Host: e.FromHost}] = true })
	for _, name := range names {
		if roles[privilege.AccountKey(name)] {
			return mysql.NewSQLError(errRenamesRole, sqlerr.StateGeneral, "Renaming of a role identifier is forbidden")
		}
	}
	return nil
}
