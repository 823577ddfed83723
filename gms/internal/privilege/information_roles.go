package privilege

import (
	"errors"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"

	"github.com/perfschema/perfschema/gms/internal/table"
)

// The engine has the tables of roles empty, and USER_PRIVILEGES without dynamic privileges
// and without the row of an account that has none. These read the accounts themselves.
// Every role that an account is granted is active, none is a default role or mandatory,
// and no role has roles.

// roleRows reads the rows of a table, by column, for an account that holds privileges.
type roleRows = func(ctx *sql.Context, held Held, reader *mysql_db.Reader) []map[string]any

// ShowRoles has information_schema tell of roles and of every privilege on everything.
func (r *Rights) ShowRoles(infoSchema sql.Database) error {
	roles := func(of func(mysql_db.RoleEdge) bool) roleRows {
		return func(ctx *sql.Context, _ Held, reader *mysql_db.Reader) (rows []map[string]any) {
			for _, e := range rolesOf(ctx, reader) {
				if of(*e) {
					rows = append(rows, map[string]any{
						"USER": e.ToUser, "HOST": e.ToHost, "GRANTEE": e.ToUser, "GRANTEE_HOST": e.ToHost, "ROLE_NAME": e.FromUser,
						"ROLE_HOST": e.FromHost, "IS_GRANTABLE": yesNo(e.WithAdminOption), "IS_DEFAULT": "NO", "IS_MANDATORY": "NO",
					})
				}
			}
			return rows
		}
	}
	every := roles(func(mysql_db.RoleEdge) bool { return true })
	administrable := roles(func(e mysql_db.RoleEdge) bool { return e.WithAdminOption })
	return errors.Join(
		r.fill(infoSchema, "applicable_roles", every),
		r.fill(infoSchema, "enabled_roles", every),
		r.fill(infoSchema, "administrable_role_authorizations", administrable),
		r.fill(infoSchema, "user_privileges", userPrivileges),
	)
}

// rolesOf are the roles that the session's account is granted, by name.
func rolesOf(ctx *sql.Context, reader *mysql_db.Reader) []*mysql_db.RoleEdge {
	client := ctx.Session.Client()
	edges := slices.Clone(reader.GetToUserRoleEdges(mysql_db.RoleEdgesToKey{ToHost: client.Address, ToUser: client.User}))
	slices.SortFunc(edges, func(a, b *mysql_db.RoleEdge) int {
		return strings.Compare(a.FromUser+"@"+a.FromHost, b.FromUser+"@"+b.FromHost)
	})
	return edges
}

func yesNo(yes bool) string {
	if yes {
		return "YES"
	}
	return "NO"
}

// userPrivileges are the privileges on everything, of all accounts for who reads mysql,
// of the own one for others.
func userPrivileges(ctx *sql.Context, held Held, reader *mysql_db.Reader) (rows []map[string]any) {
	of := func(u *mysql_db.User) {
		grantee := u.UserHostToString("'")
		add := func(privilege string, grantable bool) {
			rows = append(rows, map[string]any{
				"GRANTEE": grantee, "TABLE_CATALOG": "def", "PRIVILEGE_TYPE": privilege, "IS_GRANTABLE": yesNo(grantable),
			})
		}
		before, option := len(rows), u.PrivilegeSet.Has(sql.PrivilegeType_GrantOption)
		for _, p := range u.PrivilegeSet.ToSlice() {
			if p != sql.PrivilegeType_GrantOption {
				add(p.String(), option)
			}
		}
		if len(rows) == before {
			add("USAGE", option)
		}
		for _, grantable := range []bool{true, false} {
			dynamic := u.PrivilegeSet.ToSliceDynamic(grantable)
			slices.Sort(dynamic)
			for _, p := range dynamic {
				add(strings.ToUpper(p), grantable)
			}
		}
	}
	if held.onDatabase("mysql", sql.PrivilegeType_Select) {
		reader.VisitUsers(of)
		return rows
	}
	if u, ok := reader.GetUser(OwnKey(ctx)); ok {
		of(u)
	}
	return rows
}

// fill gives a table of information_schema other rows, by column; of a column that is not
// named they have NULL.
func (r *Rights) fill(infoSchema sql.Database, name string, read roleRows) error {
	t, err := table.Information(infoSchema, name)
	if err != nil || t == nil {
		return err
	}
	columns := t.TableSchema
	t.Reader = func(ctx *sql.Context, _ sql.Catalog) (sql.RowIter, error) {
		accounts := r.Accounts()
		if accounts == nil || ctx.Session == nil {
			return sql.RowsToRowIter(), nil
		}
		held := r.Of(ctx) // before the accounts are locked for reading
		reader := accounts.Reader()
		defer reader.Close()
		var rows []sql.Row
		for _, values := range read(ctx, held, reader) {
			row := make(sql.Row, len(columns))
			for i, c := range columns {
				row[i] = values[c.Name]
			}
			rows = append(rows, row)
		}
		return sql.RowsToRowIter(rows...), nil
	}
	return nil
}
