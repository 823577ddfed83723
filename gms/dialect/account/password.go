package account

import (
	"crypto/sha1" //nolint:gosec // mysql_native_password is made of it
	"crypto/subtle"
	"encoding/hex"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Errors of passwords.
const (
	errHistory          = 3638 // ER_CREDENTIALS_CONTRADICT_TO_HISTORY
	errWrongCurrent     = 3891 // ER_INCORRECT_CURRENT_PASSWORD
	errCurrentRequired  = 3892 // ER_MISSING_CURRENT_PASSWORD
	errCurrentNotNeeded = 3893 // ER_CURRENT_PASSWORD_NOT_REQUIRED
)

// longestPassword is the longest that is hashed to compare it: the time grows with the
// square of the length.
const longestPassword = 256

// matches says whether a password is one that is stored, by whichever plugin.
func matches(password, stored string) bool {
	switch {
	case stored == "" || password == "" || len(password) > longestPassword:
		return stored == "" && password == ""
	case strings.HasPrefix(stored, "$A$"):
		if !isSHA2(stored) {
			return false
		}
		_, rounds, salt, _, err := mysql.DeserializeCachingSha2PasswordAuthString([]byte(stored))
		if err != nil {
			return false
		}
		got, err := mysql.SerializeCachingSha2PasswordAuthString(password, salt, rounds)
		return err == nil && subtle.ConstantTimeCompare(got, []byte(stored)) == 1
	}
	once := sha1.Sum([]byte(password)) //nolint:gosec // see above
	twice := sha1.Sum(once[:])         //nolint:gosec // see above
	return subtle.ConstantTimeCompare([]byte("*"+strings.ToUpper(hex.EncodeToString(twice[:]))), []byte(stored)) == 1
}

// checkCurrent looks at the password that is to be replaced, which who changes his own
// may have to say.
func (a *Accounts) checkCurrent(ctx *sql.Context, d *definition, one *defined, u *mysql_db.User, rules *Rules) error {
	if d.creates || one.auth == nil {
		return nil
	}
	own := privilege.AccountKey(one.UserName) == privilege.OwnKey(ctx)
	switch {
	case one.replaces != nil && !own:
		return mysql.NewSQLError(errCurrentNotNeeded, sqlerr.StateGeneral, "Do not specify the current password while changing it for other users.")
	case one.replaces != nil:
		if !matches(*one.replaces, u.AuthString) {
			return mysql.NewSQLError(errWrongCurrent, sqlerr.StateGeneral, "Incorrect current password. Specify the correct password which has to be replaced.")
		}
	case own && u.AuthString != "" && a.requiresCurrent(rules) && a.rights.MayDefine(ctx, false) != nil:
		return mysql.NewSQLError(errCurrentRequired, sqlerr.StateGeneral, "Current password needs to be specified in the REPLACE clause in order to change it.")
	}
	return nil
}

func (a *Accounts) requiresCurrent(rules *Rules) bool {
	if rules.RequireCurrent != nil {
		return *rules.RequireCurrent
	}
	return variable("password_require_current") != 0
}

// use refuses a password that has been used too lately, and remembers it if others are to
// be compared with it.
func (a *Accounts) use(one *defined, stored string, u *mysql_db.User, rules *Rules) error {
	most, days := rules.reuse()
	if most == 0 && days == 0 {
		rules.Used = nil
		return nil
	}
	if stored == "" {
		return nil
	}
	now := a.now().UTC()
	counts := func(i int, p *UsedPassword) bool {
		return int64(i) < most || p.lately(now, days)
	}
	for i := range rules.Used {
		p := &rules.Used[i]
		if !counts(i, p) {
			continue
		}
		if p.Stored == stored || one.auth != nil && one.auth.Identity == "" && matches(one.auth.Password, p.Stored) {
			return mysql.NewSQLError(errHistory, sqlerr.StateGeneral, "Cannot use these credentials for '%s@%s' because they contradict the password history policy", u.User, u.Host)
		}
	}
	kept := []UsedPassword{{At: now, Stored: stored}}
	for i := range rules.Used {
		if p := &rules.Used[i]; counts(i+1, p) {
			kept = append(kept, *p)
		}
	}
	rules.Used = kept
	return nil
}

// lately says whether a password has been in use for less than a number of days, which may
// be more than a duration can say.
func (p *UsedPassword) lately(now time.Time, days int64) bool { return int64(now.Sub(p.At)/day) < days }

// reuse is how many passwords cannot be used again, and for how many days none can.
func (r *Rules) reuse() (most, days int64) {
	most, days = variable("password_history"), variable("password_reuse_interval")
	if r.History != nil {
		most = int64(*r.History)
	}
	if r.Reuse != nil {
		days = int64(*r.Reuse)
	}
	return most, days
}

// expires says whether the password of an account has expired.
func (r *Rules) expires(u *mysql_db.User, now time.Time) bool {
	if r.Expired {
		return true
	}
	days := variable("default_password_lifetime")
	if r.Days != nil {
		days = int64(*r.Days)
	}
	return days > 0 && Dated(u) && now.Sub(u.PasswordLastChanged) > time.Duration(days)*day
}

// Dated reports whether it is known since when an account has its password. The engine stamps
// the accounts that it makes by itself with the first second of 1970, and accounts that are
// made in Go may have no time at all.
func Dated(u *mysql_db.User) bool { return u.PasswordLastChanged.Unix() > 1 }
