package account

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/privilege"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
)

const errRoleNotGranted = 3530 // ER_ROLE_NOT_GRANTED

// require sets what an account asks of a connection, as the engine does for a new one.
func require(u *mysql_db.User, o *sqlparser.TLSOptions) {
	u.SslType, u.SslCipher, u.X509Issuer, u.X509Subject = "", "", "", ""
	if o == nil {
		return
	}
	switch {
	case o.Cipher != "" || o.Subject != "" || o.Issuer != "":
		u.SslType = "SPECIFIED"
	case o.X509:
		u.SslType = "X509"
	case o.SSL:
		u.SslType = "ANY"
	}
	u.SslCipher, u.X509Issuer, u.X509Subject = o.Cipher, o.Issuer, o.Subject
}

// DefaultRoles is a statement that sets the roles which accounts have from their login on:
// NONE, ALL, or a list. An account has all that it is granted; what would leave some out is
// refused. It is nil if the list is none.
func (a *Accounts) DefaultRoles(text, roles string, of []plan.UserName, ifExists bool) (sqlparser.Statement, error) {
	kind := strings.ToUpper(strings.Trim(roles, " \t\r\n;"))
	var named []plan.UserName
	if kind != "ALL" && kind != "NONE" {
		stmt, err := sqlparser.Parse("CREATE USER u DEFAULT ROLE " + roles)
		create, ok := stmt.(*sqlparser.CreateUser)
		if err != nil || !ok {
			return nil, nil //nolint:nilerr,nilnil // the parser says what is wrong
		}
		for _, r := range create.DefaultRoles {
			named = append(named, plan.UserName{Name: r.Name, Host: r.Host, AnyHost: r.AnyHost})
		}
	}
	n := a.statement(text, func(ctx *sql.Context) error {
		if a.sessions.Expired(ctx) {
			return ErrMustChange()
		}
		found := a.existing(of)
		if len(found) < len(of) && !ifExists {
			return mysql.NewSQLError(sqlerr.ERCannotUser, sqlerr.StateGeneral, "Operation %s failed for %s", text, of[0].String("'"))
		}
		if err := a.mayChange(ctx, found...); err != nil {
			return err
		}
		for _, name := range found {
			granted := a.rolesOf(name)
			left := len(granted)
			for _, r := range named {
				if !granted[privilege.AccountKey(r)] {
					return mysql.NewSQLError(errRoleNotGranted, sqlerr.StateGeneral, "%s is not granted to %s", shown(r), shown(name))
				}
				left--
			}
			if kind != "ALL" && left > 0 {
				return sqlerr.NotSupportedYet("DEFAULT ROLE for some of the roles granted")
			}
		}
		return nil
	})
	return n.Statement(sqlparser.AuthType_CREATE_USER), nil
}

// shown is an account's name in MySQL's errors about roles.
func shown(name plan.UserName) string {
	key := privilege.AccountKey(name)
	return words.QuotedName(key.User) + "@" + words.QuotedName(key.Host)
}

// rolesOf are the roles that an account is granted.
func (a *Accounts) rolesOf(name plan.UserName) map[mysql_db.UserPrimaryKey]bool {
	roles := make(map[mysql_db.UserPrimaryKey]bool)
	of := privilege.AccountKey(name)
	reader := a.db().Reader()
	defer reader.Close()
	reader.VisitRoleEdges(func(e *mysql_db.RoleEdge) {
		if (mysql_db.UserPrimaryKey{User: e.ToUser, Host: e.ToHost}) == of {
			roles[mysql_db.UserPrimaryKey{User: e.FromUser, Host: e.FromHost}] = true
		}
	})
	return roles
}
