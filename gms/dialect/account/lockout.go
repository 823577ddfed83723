package account

import (
	"fmt"
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

const errBlocked = 3955 // ER_USER_ACCESS_DENIED_FOR_USER_ACCOUNT_BLOCKED_BY_PASSWORD_LOCK

// lockouts remember of accounts with FAILED_LOGIN_ATTEMPTS and PASSWORD_LOCK_TIME how many
// logins have failed one after the other, until the next start, as MySQL does.
type lockouts struct {
	now func() time.Time
	mu  sync.Mutex
	of  map[mysql_db.UserPrimaryKey]lockout
}

type lockout struct {
	failed int
	since  time.Time // zero: it is not locked
}

// today is the day of a moment, which locks are counted by.
func today(t time.Time) time.Time {
	t = t.Local()
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.Local)
}

// until is the day on which a lock ends; ok is false for one without end.
func (l *lockout) until(rules *Locking) (day time.Time, ok bool) {
	if rules.Days == unbounded {
		return time.Time{}, false
	}
	return today(l.since).AddDate(0, 0, rules.Days), true
}

// tried is told of each login to an account that there is, and refuses it while the account
// is locked.
func (l *lockouts) tried(key mysql_db.UserPrimaryKey, host string, rules *Locking, proved bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	x, now := l.of[key], l.now()
	if !x.since.IsZero() {
		until, ends := x.until(rules)
		if !ends || today(now).Before(until) {
			return blocked(key.User, host, rules, until, now)
		}
		x = lockout{}
	}
	if proved {
		delete(l.of, key)
		return nil
	}
	if l.of == nil {
		l.of = make(map[mysql_db.UserPrimaryKey]lockout)
	}
	if x.failed++; x.failed >= rules.Attempts {
		x.since = now
	}
	l.of[key] = x
	if x.since.IsZero() {
		return nil
	}
	until, _ := x.until(rules)
	return blocked(key.User, host, rules, until, now)
}

func blocked(user, host string, rules *Locking, until, now time.Time) error {
	whole, left := "unlimited", "unlimited"
	if rules.Days != unbounded {
		whole, left = fmt.Sprint(rules.Days), fmt.Sprint(daysBetween(now, until))
	}
	return mysql.NewSQLError(errBlocked, sqlerr.StateGeneral, "Access denied for user '%s'@'%s'. Account is blocked for %s day(s) (%s day(s) remaining) due to %d consecutive failed logins.",
		user, host, whole, left, rules.Attempts)
}

// daysBetween counts days; those on which clocks are changed are as long as others.
func daysBetween(from, to time.Time) int {
	return int((today(to).Sub(today(from)) + day/2) / day)
}

// forget has an account count from nothing again.
func (l *lockouts) forget(key mysql_db.UserPrimaryKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.of, key)
}

// flush has all count from nothing again.
func (l *lockouts) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.of)
}

// rename takes along what is remembered of an account.
func (l *lockouts) rename(from, to mysql_db.UserPrimaryKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if x, ok := l.of[from]; ok {
		delete(l.of, from)
		l.of[to] = x
	}
}

// Lock is an account that failed logins lock, or will.
type Lock struct {
	User, Host string
	// Attempts is how many failed logins lock it, Remaining how many are left.
	Attempts, Remaining int
	// Days is for how many days it is locked then, negative without end.
	Days   int
	Locked bool
	// Since is the day on which it was locked, Until that on which it will not be any more
	// if Ends is set.
	Since, Until time.Time
	Ends         bool
}

// Locks are the accounts that failed logins lock, as temporary_account_locks shows them.
func (a *Accounts) Locks() (list []Lock) {
	db := a.db()
	if db == nil || !db.Enabled() {
		return nil
	}
	reader := db.Reader()
	defer reader.Close()
	a.lockouts.mu.Lock()
	defer a.lockouts.mu.Unlock()
	now := today(a.now())
	reader.VisitUsers(func(u *mysql_db.User) {
		rules := RulesOf(u)
		if !rules.tracks() {
			return
		}
		l := Lock{User: u.User, Host: u.Host, Attempts: rules.Locking.Attempts, Days: rules.Locking.Days}
		x := a.lockouts.of[mysql_db.UserPrimaryKey{User: u.User, Host: u.Host}]
		if !x.since.IsZero() {
			l.Until, l.Ends = x.until(rules.Locking)
			if l.Locked = !l.Ends || now.Before(l.Until); l.Locked {
				l.Since = today(x.since)
			} else {
				x.failed = 0
			}
		}
		l.Remaining = max(l.Attempts-x.failed, 0)
		list = append(list, l)
	})
	return list
}
