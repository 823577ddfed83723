package serverview

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/view"
)

// AccountLocks are the rows of temporary_account_locks.
func AccountLocks(of *account.Accounts) []view.AccountLock {
	return accountRows(of.Locks(), func(l account.Lock) view.AccountLock { return view.AccountLock(l) })
}

// PasswordHistory are the rows of mysql.password_history.
func PasswordHistory(of *account.Accounts) []view.UsedPassword {
	return accountRows(of.PasswordHistory(), func(p account.PastPassword) view.UsedPassword { return view.UsedPassword(p) })
}

// accountRows turns what the accounts tell of into rows.
func accountRows[From, To any](list []From, row func(From) To) []To {
	out := make([]To, len(list))
	for i, from := range list {
		out[i] = row(from)
	}
	return out
}

// DefaultRoles are those that sessions of accounts begin with.
func DefaultRoles(db *mysql_db.MySQLDb) []view.DefaultRole {
	if db == nil || !db.Enabled() {
		return nil
	}
	var out []view.DefaultRole
	reader := db.Reader()
	reader.VisitUsers(func(u *mysql_db.User) {
		for _, role := range account.DefaultRolesOf(u) {
			out = append(out, view.DefaultRole{User: u.User, Host: u.Host, RoleUser: role.User, RoleHost: role.Host})
		}
	})
	reader.Close()
	slices.SortFunc(out, func(a, b view.DefaultRole) int {
		return cmp.Or(strings.Compare(a.User, b.User), strings.Compare(a.Host, b.Host), strings.Compare(a.RoleUser, b.RoleUser), strings.Compare(a.RoleHost, b.RoleHost))
	})
	return out
}
