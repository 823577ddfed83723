package account

import (
	"math"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// mysql.user is a table of the engine's, whose rows it makes of what it knows of accounts.
// The functions that make them and read them back are a variable of its package, which each
// new set of accounts takes over: those here put the rules in, and take them out of what
// UPDATE and INSERT have written.

// installRows has accounts that are made from now on show their rules. It is for all engines
// of the process.
var installRows = sync.OnceFunc(func() {
	lock := new(sync.Mutex)
	_, shown := mysql_db.NewUserIndexedSetTable(lock, lock)
	places := make(map[string]int)
	for i, c := range shown.Schema() {
		places[c.Name] = i
	}
	at := func(column string) int {
		if i, ok := places[column]; ok {
			return i
		}
		return -1
	}
	engine := mysql_db.UserOps
	mysql_db.UserOps.ToRow = func(ctx *sql.Context, u *mysql_db.User) (sql.Row, error) {
		row, err := engine.ToRow(ctx, u)
		if err == nil {
			rules := RulesOf(u)
			rules.show(row, at)
			if i := at("password_last_changed"); i >= 0 {
				row[i] = u.PasswordLastChanged.UTC() // the engine reads those of its file in the server's zone
			}
		}
		return row, err
	}
	mysql_db.UserOps.FromRow = func(ctx *sql.Context, row sql.Row) (*mysql_db.User, error) {
		u, err := engine.FromRow(ctx, row)
		if err == nil {
			err = readRow(u, row, at, Rules{})
		}
		return u, err
	}
	mysql_db.UserOps.UpdateWithRow = func(ctx *sql.Context, row sql.Row, before *mysql_db.User) (*mysql_db.User, error) {
		u, err := engine.UpdateWithRow(ctx, row, before)
		if err == nil {
			err = readRow(u, row, at, RulesOf(before))
		}
		return u, err
	}
})

// yes and no are the values of an enum of N and Y.
const no, yes = uint16(1), uint16(2)

func enumOf(v bool) uint16 {
	if v {
		return yes
	}
	return no
}

// show puts rules into the columns that MySQL has for them.
func (r *Rules) show(row sql.Row, at func(column string) int) {
	set := func(column string, v any) {
		if i := at(column); i >= 0 {
			row[i] = v
		}
	}
	set("max_questions", r.Questions)
	set("max_updates", r.Updates)
	set("max_connections", r.Connections)
	set("max_user_connections", r.Sessions)
	set("password_expired", enumOf(r.Expired))
	if r.Days != nil {
		set("password_lifetime", *r.Days)
	}
	for column, v := range map[string]*uint32{"Password_reuse_history": r.History, "Password_reuse_time": r.Reuse} {
		if v != nil {
			set(column, uint16(min(*v, math.MaxUint16)))
		}
	}
	if r.RequireCurrent != nil {
		set("Password_require_current", enumOf(*r.RequireCurrent))
	}
	if text, ok := r.Attributes(); ok {
		set("User_attributes", text)
	} else {
		set("User_attributes", nil)
	}
}

// readRow has an account keep the rules of a row.
func readRow(u *mysql_db.User, row sql.Row, at func(column string) int, before Rules) error {
	get := func(column string) any {
		if i := at(column); i >= 0 {
			return row[i]
		}
		return nil
	}
	rules := RulesOf(u) // of User_attributes
	rules.Roles, rules.Explicit, rules.Limits, rules.Passwords = before.Roles, before.Explicit, Limits{}, Passwords{Used: before.Used}
	rules.Questions, _ = get("max_questions").(uint32)
	rules.Updates, _ = get("max_updates").(uint32)
	rules.Connections, _ = get("max_connections").(uint32)
	rules.Sessions, _ = get("max_user_connections").(uint32)
	rules.Expired = get("password_expired") == yes
	if v, ok := get("password_lifetime").(uint16); ok {
		rules.Days = &v
	}
	if v, ok := get("Password_reuse_history").(uint16); ok {
		n := uint32(v)
		rules.History = &n
	}
	if v, ok := get("Password_reuse_time").(uint16); ok {
		n := uint32(v)
		rules.Reuse = &n
	}
	if v, ok := get("Password_require_current").(uint16); ok {
		b := v == yes
		rules.RequireCurrent = &b
	}
	return rules.keep(u)
}
