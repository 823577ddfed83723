package account

import (
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

const (
	errLimitReached = 1226 // ER_USER_LIMIT_REACHED
	errTooManyOfOne = 1203 // ER_TOO_MANY_USER_CONNECTIONS
)

// Usage is what the sessions of an account have used of its limits together. Accounts
// without limits have none. It is safe for concurrent use.
type Usage struct {
	all  *usages
	user string
	key  mysql_db.UserPrimaryKey

	mu          sync.Mutex
	limits      Limits
	sessions    uint32 // that are open
	since       time.Time
	questions   uint32
	updates     uint32
	connections uint32
}

// usages are those of the accounts that have limits and have logged in. The mutexes are no
// instruments: few accounts have limits.
type usages struct {
	now func() time.Time
	mu  sync.Mutex
	of  map[mysql_db.UserPrimaryKey]*Usage
}

// Enter counts a login of an account; the result is nil for one without limits. all is the
// limit of sessions of any account, 0 for none. Leave must be called at the session's end.
func (u *usages) enter(key mysql_db.UserPrimaryKey, limits Limits, all int64) (*Usage, error) {
	if limits == (Limits{}) && all == 0 {
		return nil, nil //nolint:nilnil // it has none
	}
	u.mu.Lock()
	if u.of == nil {
		u.of = make(map[mysql_db.UserPrimaryKey]*Usage)
	}
	x := u.of[key]
	if x == nil {
		x = &Usage{all: u, key: key, user: key.User, since: u.now()}
		u.of[key] = x
	}
	x.mu.Lock() // before who leaves can take it away
	u.mu.Unlock()
	defer x.mu.Unlock()
	x.limits = limits
	x.anew()
	switch {
	case all > 0 && limits.Sessions == 0 && int64(x.sessions) >= all:
		return nil, mysql.NewSQLError(errTooManyOfOne, sqlerr.StateAccess, "User %s already has more than 'max_user_connections' active connections", key.User)
	case limits.Sessions != 0 && x.sessions >= limits.Sessions:
		return nil, x.reached("max_user_connections", limits.Sessions)
	case limits.Connections != 0 && x.connections >= limits.Connections:
		return nil, x.reached("max_connections_per_hour", limits.Connections)
	}
	x.sessions++
	x.connections++
	return x, nil
}

// Leave is called at the end of a session. Nil is allowed.
func (x *Usage) Leave() {
	if x == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sessions--
}

// anew begins another hour if one is over.
func (x *Usage) anew() {
	if now := x.all.now(); now.Sub(x.since) >= time.Hour {
		x.since, x.questions, x.updates, x.connections = now, 0, 0, 0
	}
}

// Ask counts a statement, and refuses it if there were too many.
func (x *Usage) Ask(changes bool) error {
	if x == nil {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.anew()
	if most := x.limits.Questions; most != 0 {
		if x.questions >= most {
			return x.reached("max_questions", most)
		}
		x.questions++
	}
	if most := x.limits.Updates; most != 0 && changes {
		if x.updates >= most {
			return x.reached("max_updates", most)
		}
		x.updates++
	}
	return nil
}

func (x *Usage) reached(resource string, most uint32) error {
	return mysql.NewSQLError(errLimitReached, sqlerr.StateAccess, "User '%s' has exceeded the '%s' resource (current value: %d)", x.user, resource, most)
}

// set gives an account other limits, and counts from nothing again.
func (u *usages) set(key mysql_db.UserPrimaryKey, limits Limits) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if x := u.of[key]; x != nil {
		x.mu.Lock()
		x.limits, x.questions, x.updates, x.connections = limits, 0, 0, 0
		x.mu.Unlock()
	}
}

// flush has all count from nothing again, and forgets those of whom no session is open.
func (u *usages) flush() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for key, x := range u.of {
		x.mu.Lock()
		x.questions, x.updates, x.connections = 0, 0, 0
		gone := x.sessions == 0
		x.mu.Unlock()
		if gone {
			delete(u.of, key)
		}
	}
}

// forget is called when an account is dropped or gets another name.
func (u *usages) forget(key mysql_db.UserPrimaryKey) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.of, key)
}
