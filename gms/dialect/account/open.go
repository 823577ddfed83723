package account

import (
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// errPasswordPolicy is ER_NOT_VALID_PASSWORD.
const errPasswordPolicy = 1819

// opens says whether an account with this plugin, and this stored for it, needs no
// password.
func opens(plugin, stored string) bool {
	return stored == "" && plugin != "authentication_dolt_jwt"
}

// refuseOpen refuses an account without a password on a server that other machines
// reach.
func (a *Accounts) refuseOpen(u plan.AuthenticatedUser) error {
	if !a.exposed() {
		return nil
	}
	plugin, stored := "", ""
	if u.Auth1 != nil {
		var err error
		if stored, err = u.Auth1.AuthString(); err != nil {
			return err
		}
		plugin = u.Auth1.Plugin()
	}
	if opens(plugin, stored) {
		return openAccount(u.UserName)
	}
	return nil
}

// refuseOpening is refuseOpen for accounts that are there and are to be unlocked.
func (a *Accounts) refuseOpening(names []plan.UserName) error {
	if !a.exposed() {
		return nil
	}
	reader := a.db().Reader()
	defer reader.Close()
	for _, name := range names {
		if u, ok := reader.GetUser(privilege.AccountKey(name)); ok && opens(u.Plugin, u.AuthString) {
			return openAccount(name)
		}
	}
	return nil
}

func openAccount(name plan.UserName) error {
	return mysql.NewSQLError(errPasswordPolicy, sqlerr.StateGeneral,
		"Your password does not satisfy the current policy requirements: other machines reach this server, so %s needs a password (IDENTIFIED BY '...')", name.String("'"))
}
