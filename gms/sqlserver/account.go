package sqlserver

import (
	"fmt"
	"time"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms"
)

// addAccounts makes the accounts, or where there are none one for everybody: whoever is
// no superuser has no rights but these, and to read the databases given.
func addAccounts(engine *sqle.Engine, accounts []account, databases []string) error {
	db := engine.Analyzer.Catalog.MySQLDb
	db.SetEnabled(true)
	db.SetPersister(fixed{})
	editor := db.Editor()
	defer editor.Close()
	if len(accounts) == 0 {
		accounts = []account{{}} // the anonymous user
	}
	for _, a := range accounts {
		auth := plan.NewCachingSha2PasswordAuthentication(a.password)
		stored, err := auth.AuthString()
		if err != nil {
			return fmt.Errorf("sqlserver: the account %s: %w", a.user, err)
		}
		editor.PutUser(&mysql_db.User{User: a.user, Host: "%", Plugin: auth.Plugin(), AuthString: stored, PrivilegeSet: rights(databases), PasswordLastChanged: time.Now().UTC()})
	}
	return nil
}

// fixed refuses to write accounts that a statement has changed, which takes the change
// back: an account might else change its own password, for all who use it.
type fixed struct{}

// Persist implements mysql_db.MySQLDbPersistence.
func (fixed) Persist(*sql.Context, []byte) error {
	return mysql.NewSQLError(1290, "HY000", "The MySQL server is running with the --super-read-only option so it cannot execute this statement")
}

// rights are to read what there is, and to change what those tables let be changed.
func rights(databases []string) mysql_db.PrivilegeSet {
	set := mysql_db.NewPrivilegeSet()
	set.AddGlobalStatic(sql.PrivilegeType_Process)
	set.AddDatabase(gms.DatabaseName, sql.PrivilegeType_Select, sql.PrivilegeType_Insert, sql.PrivilegeType_Update,
		sql.PrivilegeType_Delete, sql.PrivilegeType_Drop)
	set.AddDatabase(gms.ProfilingName, sql.PrivilegeType_Select, sql.PrivilegeType_Drop)
	for _, name := range append([]string{gms.SysName}, databases...) {
		set.AddDatabase(name, sql.PrivilegeType_Select)
	}
	return set
}
