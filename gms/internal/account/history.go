package account

import (
	"github.com/dolthub/go-mysql-server/sql/mysql_db"

	"github.com/perfschema/perfschema/view"
)

// PasswordHistory is what mysql.password_history shows.
func (a *Accounts) PasswordHistory() (list []view.UsedPassword) {
	db := a.db()
	if db == nil || !db.Enabled() {
		return nil
	}
	reader := db.Reader()
	defer reader.Close()
	reader.VisitUsers(func(u *mysql_db.User) {
		for _, p := range RulesOf(u).Used {
			list = append(list, view.UsedPassword{User: u.User, Host: u.Host, At: p.At, Stored: p.Stored})
		}
	})
	return list
}
