package account

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"
)

// clock is a time that tests set.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func numberOf(err error) int {
	var e *mysql.SQLError
	if errors.As(err, &e) {
		return e.Num
	}
	return 0
}

// Counts of an hour begin anew when it is over, and with other limits; sessions are counted
// as long as they are open.
func TestUsage(t *testing.T) {
	c := clock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	u := usages{now: c.now}
	key := mysql_db.UserPrimaryKey{User: "u", Host: "%"}
	if x, err := u.enter(key, Limits{}, 0); x != nil || err != nil {
		t.Errorf("an account without limits: %v, %v", x, err)
	}
	limits := Limits{Questions: 2, Updates: 1, Connections: 2}
	x, err := u.enter(key, limits, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.enter(key, limits, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := u.enter(key, limits, 0); numberOf(err) != errLimitReached {
		t.Errorf("a third login: %v", err)
	}
	for i, want := range []int{0, errLimitReached, errLimitReached} { // the second for its update, the third for its question
		if err := x.Ask(true); numberOf(err) != want {
			t.Errorf("update %d: %v", i, err)
		}
	}
	c.at = c.at.Add(time.Hour - time.Second)
	if err := x.Ask(false); numberOf(err) != errLimitReached {
		t.Errorf("within the hour: %v", err)
	}
	c.at = c.at.Add(time.Second)
	if err := x.Ask(true); err != nil {
		t.Errorf("an hour later: %v", err)
	}
	u.set(key, Limits{Questions: 1, Sessions: 2})
	if err := x.Ask(true); err != nil {
		t.Errorf("with other limits: %v", err)
	}
	if err := x.Ask(true); numberOf(err) != errLimitReached {
		t.Errorf("beyond other limits: %v", err)
	}
	u.flush()
	if err := x.Ask(true); err != nil {
		t.Errorf("after a flush: %v", err)
	}
	if _, err := u.enter(key, Limits{Sessions: 2}, 0); numberOf(err) != errLimitReached {
		t.Errorf("a third session: %v", err)
	}
	if _, err := u.enter(key, Limits{Questions: 1}, 2); numberOf(err) != errTooManyOfOne {
		t.Errorf("a third session of any: %v", err)
	}
	x.Leave()
	if _, err := u.enter(key, Limits{Sessions: 2}, 0); err != nil {
		t.Errorf("after one has left: %v", err)
	}
	(*Usage)(nil).Leave()
	if err := (*Usage)(nil).Ask(true); err != nil {
		t.Error(err)
	}
}

// A lock ends on its day, and counts from nothing then.
func TestLockout(t *testing.T) {
	c := clock{time.Date(2026, 1, 2, 23, 59, 0, 0, time.Local)}
	l := lockouts{now: c.now}
	key := mysql_db.UserPrimaryKey{User: "u", Host: "%"}
	rules := Locking{Attempts: 2, Days: 2}
	try := func(proved bool, want int) {
		t.Helper()
		if err := l.tried(key, "h", &rules, proved); numberOf(err) != want {
			t.Errorf("%v: %v, want %d", c.at, err, want)
		}
	}
	try(false, 0)
	try(true, 0)
	try(false, 0)
	try(false, errBlocked)
	try(true, errBlocked)
	c.at = c.at.Add(2 * time.Minute) // the next day
	err := l.tried(key, "h", &rules, true)
	if want := "Account is blocked for 2 day(s) (1 day(s) remaining) due to 2 consecutive failed logins."; err == nil || err.Error()[:len("Access denied for user 'u'@'h'. ")+len(want)] != "Access denied for user 'u'@'h'. "+want {
		t.Errorf("the error is %v", err)
	}
	c.at = c.at.Add(24 * time.Hour)
	try(false, 0)
	try(true, 0)
	rules.Days = unbounded
	try(false, 0)
	try(false, errBlocked)
	c.at = c.at.AddDate(20, 0, 0)
	try(true, errBlocked)
	l.rename(key, mysql_db.UserPrimaryKey{User: "v"})
	key.User, key.Host = "v", ""
	try(true, errBlocked)
	l.forget(key)
	try(true, 0)
}

// A password expires when its days are over, by the account or by nobody's word.
func TestExpires(t *testing.T) {
	now := time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC)
	u := mysql_db.User{PasswordLastChanged: now.Add(-3*day - time.Second)}
	days := func(n uint16) *uint16 { return &n }
	for _, test := range []struct {
		rules Passwords
		want  bool
	}{{Passwords{}, false}, {Passwords{Expired: true, Days: days(0)}, true}, {Passwords{Days: days(3)}, true}, {Passwords{Days: days(4)}, false}, {Passwords{Days: days(0)}, false}} {
		if got := (&Rules{Passwords: test.rules}).expires(&u, now); got != test.want {
			t.Errorf("%+v: %v", test.rules, got)
		}
	}
}

// A password may not be used again for its days, be they more than 292 years.
func TestLately(t *testing.T) {
	now := time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		age  time.Duration
		days int64
		want bool
	}{{0, 0, false}, {0, 1, true}, {day - 1, 1, true}, {day, 1, false}, {day, 2, true}, {1000 * day, 200_000, true}, {1000 * day, math.MaxUint32, true}} {
		if got := (&UsedPassword{At: now.Add(-test.age)}).lately(now, test.days); got != test.want {
			t.Errorf("%v ago, of %d days: %t", test.age, test.days, got)
		}
	}
}
