package account

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// errUnknownAuthID is ER_UNKNOWN_AUTHID.
const errUnknownAuthID = 3523

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

// DefaultRoles is a statement that sets the roles which sessions of accounts begin with: NONE,
// ALL, or a list. It is nil if the list is none.
func (a *Accounts) DefaultRoles(text, roles string, of []plan.UserName) (sqlparser.Statement, error) {
	kind := strings.ToUpper(strings.Trim(roles, " \t\r\n;"))
	var named []plan.UserName
	if kind != "ALL" && kind != "NONE" {
		stmt, err := sqlparser.Parse("CREATE USER u DEFAULT ROLE " + roles)
		create, ok := stmt.(*sqlparser.CreateUser)
		if err != nil || !ok || create.TLSOptions != nil || create.AccountLimits != nil || create.PasswordOptions != nil || create.Locked || create.Attribute != "" {
			return nil, nil //nolint:nilerr,nilnil // the parser says what is wrong
		}
		for _, r := range create.DefaultRoles {
			named = append(named, nameOf(r))
		}
	}
	n := a.statement(text, func(ctx *sql.Context) error { return a.setDefaultRoles(ctx, kind, named, of) })
	return n.Statement(authOwn), nil // what it needs depends on whose accounts they are
}

// setDefaultRoles does that. One's own an account sets without any right.
func (a *Accounts) setDefaultRoles(ctx *sql.Context, kind string, named, of []plan.UserName) error {
	if a.sessions.Expired(ctx) {
		return ErrMustChange()
	}
	own := privilege.OwnKey(ctx)
	for _, name := range of {
		if privilege.AccountKey(name) != own {
			if err := a.rights.MayDefine(ctx, false); err != nil {
				return err
			}
		}
	}
	found := a.existing(of)
	if err := a.mayChange(ctx, found...); err != nil && !(len(of) == 1 && privilege.AccountKey(of[0]) == own) {
		return err
	}
	var users []*mysql_db.User
	for _, name := range of {
		key := privilege.AccountKey(name)
		roles, err := a.chosen(kind, named, key)
		if err != nil {
			return err
		}
		u := a.account(key)
		switch {
		case u == nil && kind == "NONE":
			continue
		case u == nil:
			return mysql.NewSQLError(errUnknownAuthID, sqlerr.StateGeneral, "Unknown authorization ID %s", privilege.QuotedAccount(key))
		}
		rules := RulesOf(u)
		rules.Roles = roles
		if err := rules.keep(u); err != nil {
			return err
		}
		users = append(users, u)
	}
	return a.put(ctx, users)
}

// chosen are the roles that such a statement sets of an account, all of which it must have.
func (a *Accounts) chosen(kind string, named []plan.UserName, of mysql_db.UserPrimaryKey) ([]Role, error) {
	reader := a.db().Reader()
	defer reader.Close()
	var roles []Role
	if kind == "ALL" {
		for _, e := range privilege.EdgesTo(reader, of) {
			roles = append(roles, Role{e.FromUser, e.FromHost})
		}
	}
	for _, name := range named {
		role := privilege.AccountKey(name)
		if !privilege.IsGranted(reader, role, of) {
			return nil, privilege.NotGranted(role, of)
		}
		if r := (Role{role.User, role.Host}); !slices.Contains(roles, r) {
			roles = append(roles, r)
		}
	}
	return roles, nil
}

// begins has sessions of an account that is made begin with roles.
func begins(u *mysql_db.User, roles []plan.UserName) error {
	if len(roles) == 0 {
		return nil
	}
	rules := RulesOf(u)
	for _, name := range roles {
		role := privilege.AccountKey(name)
		if r := (Role{role.User, role.Host}); !slices.Contains(rules.Roles, r) {
			rules.Roles = append(rules.Roles, r)
		}
	}
	return rules.keep(u)
}

// DefaultRolesOf are the roles that sessions of an account begin with.
func DefaultRolesOf(u *mysql_db.User) []mysql_db.UserPrimaryKey {
	var roles []mysql_db.UserPrimaryKey
	for _, r := range RulesOf(u).Roles {
		roles = append(roles, mysql_db.UserPrimaryKey{User: r.User, Host: r.Host})
	}
	return roles
}
