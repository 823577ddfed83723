package privilege

import (
	"net"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// systemUser is the privilege of accounts, as root is, that none without it may change,
// grant to others, or end the connections of.
const systemUser = "SYSTEM_USER"

// ChangesAccounts refuses a change of accounts that have SYSTEM_USER to who has not: with
// CREATE USER alone anybody could give root a password and be root.
func (r *Rights) ChangesAccounts(ctx *sql.Context, names ...plan.UserName) error {
	grants := r.Accounts()
	if grants == nil || r.Of(ctx).HasDynamic(systemUser) {
		return nil
	}
	reader := grants.Reader()
	defer reader.Close()
	for _, name := range names {
		if r.isSystemUser(grants, reader, AccountKey(name)) {
			return sqlerr.Needs(systemUser)
		}
	}
	return nil
}

// isSystemUser says whether an account has SYSTEM_USER, by itself or by a role, active or not.
func (r *Rights) isSystemUser(grants *mysql_db.MySQLDb, reader *mysql_db.Reader, key mysql_db.UserPrimaryKey) bool {
	u, ok := reader.GetUser(key)
	if !ok {
		return false
	}
	if (Held{heldHere: heldHere{set: r.itself(u)}, grants: grants}).HasDynamic(systemUser) {
		return true
	}
	for _, k := range within(reader, key, grantedTo(reader, key)) {
		role, ok := reader.GetUser(k)
		if ok && (Held{heldHere: heldHere{set: r.itself(role)}, grants: grants}).HasDynamic(systemUser) {
			return true
		}
	}
	return false
}

// isSystemClient says whether a client is logged in as one.
func (r *Rights) isSystemClient(grants *mysql_db.MySQLDb, user, host string) bool {
	if grants == nil {
		return false
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	reader := grants.Reader()
	defer reader.Close()
	u := FindAccount(reader, user, host)
	return u != nil && r.isSystemUser(grants, reader, mysql_db.UserPrimaryKey{User: u.User, Host: u.Host})
}

// authorizeAccounts decides on statements that change accounts, by whose they are.
func (r *Rights) authorizeAccounts(ctx *sql.Context, n sql.Node) error {
	switch n := n.(type) {
	case *plan.DropUser:
		return r.ChangesAccounts(ctx, n.Users...)
	case *plan.RenameUser:
		return r.ChangesAccounts(ctx, n.OldName...)
	case *plan.Grant:
		return r.ChangesAccounts(ctx, n.Users...)
	case *plan.Revoke:
		return r.ChangesAccounts(ctx, n.Users...)
	case *plan.GrantRole:
		if err := r.ChangesAccounts(ctx, n.Roles...); err != nil {
			return err
		}
		return r.ChangesAccounts(ctx, n.TargetUsers...)
	case *plan.RevokeRole:
		if err := r.ChangesAccounts(ctx, n.Roles...); err != nil {
			return err
		}
		return r.ChangesAccounts(ctx, n.TargetUsers...)
	case *plan.DropRole:
		if err := r.ChangesAccounts(ctx, n.Roles...); err != nil {
			return err
		}
		return r.dropsLocked(ctx, n)
	}
	return nil
}

// MayDefine refuses CREATE USER, and ALTER USER of others, to who may not.
func (r *Rights) MayDefine(ctx *sql.Context, creates bool) error {
	command := sqlparser.AuthType_ALTER_USER
	if creates {
		command = sqlparser.AuthType_CREATE_USER
	}
	if r.Accounts() == nil {
		return nil
	}
	return r.authorizeServer(ctx, r.Of(ctx), sqlparser.AuthInformation{AuthType: command})
}

// MayGiveRoles asks of who creates an account with DEFAULT ROLE, which grants these roles, the
// rights that GRANT asks for: else CREATE USER alone would give all that a role has.
func (r *Rights) MayGiveRoles(ctx *sql.Context, roles []plan.UserName) error {
	grants := r.Accounts()
	if len(roles) == 0 || grants == nil {
		return nil
	}
	if err := r.ChangesAccounts(ctx, roles...); err != nil {
		return err
	}
	return r.Of(ctx).passesRoles(ctx, roles)
}

// dropsLocked lets DROP ROLE drop what somebody can log in as for CREATE USER alone.
func (r *Rights) dropsLocked(ctx *sql.Context, n *plan.DropRole) error {
	grants := r.Accounts()
	if grants == nil || r.Of(ctx).Has(sql.PrivilegeType_CreateUser) {
		return nil
	}
	reader := grants.Reader()
	defer reader.Close()
	for _, name := range n.Roles {
		if u, ok := reader.GetUser(AccountKey(name)); ok && !u.Locked {
			return sqlerr.Needs("CREATE USER")
		}
	}
	return nil
}

// AccountKey is what an account of a name is found by.
func AccountKey(name plan.UserName) mysql_db.UserPrimaryKey {
	host := name.Host
	if name.AnyHost || host == "" {
		host = "%"
	}
	return mysql_db.UserPrimaryKey{User: name.Name, Host: host}
}

// OwnKey is the account whose rights count: the session's, or that a program runs for.
func OwnKey(ctx *sql.Context) mysql_db.UserPrimaryKey {
	user, host := acting.Account(ctx)
	return mysql_db.UserPrimaryKey{User: user, Host: host}
}
