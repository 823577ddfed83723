package account

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

const (
	errUserDoesNotExist = 3162 // ER_USER_DOES_NOT_EXIST
	errRoleLoop         = 4027 // ER_ROLE_GRANTED_TO_ITSELF
)

// Exact refuses a statement about an account that is not there, by MySQL's errors. The
// engine would take another one for it: of the same name and of any host, or the anonymous
// one, which stands for everybody. With IF EXISTS, or IGNORE UNKNOWN USER, what is not
// there is left out of the statement, by a warning.
func (a *Accounts) Exact(ctx *sql.Context, n sql.Node) (sql.Node, error) {
	switch n := n.(type) {
	case *plan.DropUser:
		found, missing := a.find(n.Users)
		if len(missing) == 0 {
			return n, nil
		}
		if !n.IfExists {
			return nil, sql.ErrUserDeletionFailure.New(nameList(missing, "'"))
		}
		warnMissing(ctx, "Note", missing)
		present := *n
		present.Users = found
		return &present, nil
	case *plan.Grant:
		_, missing := a.find(n.Users)
		if len(missing) == 0 {
			return n, nil
		}
		return nil, sql.ErrGrantUserDoesNotExist.New()
	case *plan.Revoke:
		found, missing := a.find(n.Users)
		if len(missing) == 0 {
			return n, nil
		}
		if !n.IgnoreUnknownUser {
			return nil, sql.ErrRevokeUserDoesNotExist.New(missing[0].Name, privilege.AccountKey(missing[0]).Host)
		}
		warnMissing(ctx, "Warning", missing)
		present := *n
		present.Users = found
		return &present, nil
	case *plan.GrantRole:
		for _, names := range [...][]plan.UserName{n.Roles, n.TargetUsers} {
			if _, missing := a.find(names); len(missing) > 0 {
				return nil, sql.ErrGrantRevokeRoleDoesNotExist.New(missing[0].String("`"))
			}
		}
		return n, a.refuseLoop(n)
	case *plan.RevokeRole:
		present := *n
		for _, list := range [...]struct {
			names *[]plan.UserName
			leave bool
		}{{&present.Roles, n.IfExists}, {&present.TargetUsers, n.IgnoreUnknownUser}} {
			found, missing := a.find(*list.names)
			if len(missing) > 0 && !list.leave {
				return nil, sql.ErrGrantRevokeRoleDoesNotExist.New(missing[0].String("`"))
			}
			warnMissing(ctx, "Warning", missing)
			*list.names = found
		}
		return &present, nil
	case *plan.ShowGrants:
		if n.For == nil || n.CurrentUser {
			return a.showGrants(ctx, n), nil
		}
		if _, missing := a.find([]plan.UserName{*n.For}); len(missing) > 0 {
			return nil, sql.ErrShowGrantsUserDoesNotExist.New(n.For.Name, privilege.AccountKey(*n.For).Host)
		}
		return a.showGrants(ctx, n), nil
	case *plan.CreateUser:
		_, missing := a.find(n.DefaultRoles)
		if len(missing) == 0 {
			return n, nil
		}
		return nil, mysql.NewSQLError(errUserDoesNotExist, sqlerr.StateGeneral, "Authorization ID %s does not exist.", missing[0].String("'"))
	}
	return n, nil
}

// find parts names into those of accounts and others.
func (a *Accounts) find(names []plan.UserName) (found, missing []plan.UserName) {
	db := a.db()
	reader := db.Reader()
	defer reader.Close()
	for _, name := range names {
		k := privilege.AccountKey(name)
		if _, ok := reader.GetUser(k); !ok {
			missing = append(missing, name)
			continue
		}
		found = append(found, name)
	}
	return found, missing
}

// refuseLoop refuses a grant by which a role would have itself, by roles of its roles.
func (a *Accounts) refuseLoop(n *plan.GrantRole) error {
	reader := a.db().Reader()
	defer reader.Close()
	for _, role := range n.Roles {
		for _, to := range n.TargetUsers {
			from, key := privilege.AccountKey(role), privilege.AccountKey(to)
			if privilege.Reaches(reader, from, key) {
				return mysql.NewSQLError(errRoleLoop, sqlerr.StateGeneral,
					"User account %s is directly or indirectly granted to the role %s. The GRANT would create a loop", privilege.QuotedAccount(key), privilege.QuotedAccount(from))
			}
		}
	}
	return nil
}

func warnMissing(ctx *sql.Context, level string, names []plan.UserName) {
	for _, name := range names {
		ctx.Session.Warn(&sql.Warning{Level: level, Code: errUserDoesNotExist, Message: "Authorization ID " + name.String("'") + " does not exist."})
	}
}

func nameList(names []plan.UserName, quote string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = name.String(quote)
	}
	return strings.Join(list, ",")
}
