package account

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// renaming is RENAME USER, which the engine parses and cannot run. Sessions of the account
// have the rights of its old name, which are none.
func (a *Accounts) renaming(n *plan.RenameUser) sql.Node {
	return a.statement("RENAME USER", func(ctx *sql.Context) error {
		db := a.db()
		editor := db.Editor()
		defer editor.Close()
		if err := refuseRenamingRoles(editor, n.OldName); err != nil {
			return err
		}
		var failed []plan.UserName
		for i, old := range n.OldName {
			from, to := privilege.AccountKey(old), privilege.AccountKey(n.NewName[i])
			found, ok := editor.GetUser(from)
			if _, taken := editor.GetUser(to); !ok || taken {
				failed = append(failed, old)
				continue
			}
			u := copyUser(found)
			u.User, u.Host = to.User, to.Host
			editor.RemoveUser(from)
			editor.PutUser(u)
			renameEdges(editor, from, to)
		}
		if len(failed) > 0 {
			return mysql.NewSQLError(sqlerr.ERCannotUser, sqlerr.StateGeneral, "Operation RENAME USER failed for %s", nameList(failed, "'"))
		}
		if err := persist(ctx, db, editor); err != nil {
			return err
		}
		for i, old := range n.OldName {
			from := privilege.AccountKey(old)
			a.usages.forget(from)
			a.lockouts.rename(from, privilege.AccountKey(n.NewName[i]))
		}
		return nil
	})
}

// renameEdges has a name's roles, and who has it for a role, follow it.
func renameEdges(editor *mysql_db.Editor, from, to mysql_db.UserPrimaryKey) {
	var edges []mysql_db.RoleEdge
	editor.VisitRoleEdges(func(e *mysql_db.RoleEdge) {
		if e.FromUser == from.User && e.FromHost == from.Host || e.ToUser == from.User && e.ToHost == from.Host {
			edges = append(edges, *e)
		}
	})
	for _, e := range edges {
		editor.RemoveRoleEdge(mysql_db.RoleEdgesPrimaryKey{FromHost: e.FromHost, FromUser: e.FromUser, ToHost: e.ToHost, ToUser: e.ToUser})
		if e.FromUser == from.User && e.FromHost == from.Host {
			e.FromUser, e.FromHost = to.User, to.Host
		} else {
			e.ToUser, e.ToHost = to.User, to.Host
		}
		editor.PutRoleEdge(&e)
	}
}
