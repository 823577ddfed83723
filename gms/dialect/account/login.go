package account

import (
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// errExpired is ER_MUST_CHANGE_PASSWORD_LOGIN.
const errExpired = 1862

// Tried is told of each login to an account that there is, and whether the client has proved
// that it knows the password. The error, which may be nil, is that of an account that is
// locked for failed logins: it counts whatever was proved.
func (a *Accounts) Tried(u *mysql_db.User, host string, proved bool) error {
	if u.Attributes == nil { // as of most
		return nil
	}
	rules := RulesOf(u)
	if !rules.tracks() {
		return nil
	}
	return a.lockouts.tried(mysql_db.UserPrimaryKey{User: u.User, Host: u.Host}, host, rules.Locking, proved)
}

// Admit is called when a client is let in as an account: expired says that its password has,
// so that it may do nothing but set another; usage counts what it may use, nil if without
// limits. understands says whether the client knows what an expired password is.
func (a *Accounts) Admit(u *mysql_db.User, understands bool) (usage *Usage, expired bool, err error) {
	rules := RulesOf(u)
	if expired = (u.Plugin == Native || u.Plugin == SHA2) && rules.expires(u, a.now()); expired && !understands {
		return nil, true, mysql.NewSQLError(errExpired, sqlerr.StateGeneral, "Your password has expired. To log in you must change it using a client that supports expired passwords.")
	}
	usage, err = a.usages.enter(mysql_db.UserPrimaryKey{User: u.User, Host: u.Host}, rules.Limits, variable("max_user_connections"))
	return usage, expired, err
}

// FlushResources is FLUSH USER_RESOURCES.
func (a *Accounts) FlushResources() { a.usages.flush() }

// FlushLocks has failed logins be counted from nothing again, as FLUSH PRIVILEGES does.
func (a *Accounts) FlushLocks() { a.lockouts.flush() }
