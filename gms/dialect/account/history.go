package account

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// PastPassword is a password that an account has had.
type PastPassword struct {
	User, Host string
	At         time.Time // when it was set
	Stored     string    // as the account's plugin stores it
}

// PasswordHistory is what mysql.password_history shows.
func (a *Accounts) PasswordHistory() (list []PastPassword) {
	db := a.db()
	if db == nil || !db.Enabled() {
		return nil
	}
	reader := db.Reader()
	defer reader.Close()
	reader.VisitUsers(func(u *mysql_db.User) {
		for _, p := range RulesOf(u).Used {
			list = append(list, PastPassword{User: u.User, Host: u.Host, At: p.At, Stored: p.Stored})
		}
	})
	return list
}
