package catalog

import (
	"github.com/perfschema/perfschema/view"
	"time"
)

// lockedForever is what MySQL shows for a number of days without end.
const lockedForever = 1<<31 - 1

// temporaryAccountLocks declares temporary_account_locks: accounts with both
// FAILED_LOGIN_ATTEMPTS and PASSWORD_LOCK_TIME, locked or not.
func temporaryAccountLocks() *view.Table {
	date := func(l *view.AccountLock, day time.Time, shown bool) any {
		if !l.Locked || !shown {
			return nil
		}
		return day.Format(time.DateOnly)
	}
	fields := []field[view.AccountLock]{
		{Column: view.Column{Name: "USER", Type: userName, Comment: "User"},
			value: func(l *view.AccountLock) any { return l.User }},
		{Column: view.Column{Name: "HOST", Type: hostName, Comment: "Host"},
			value: func(l *view.AccountLock) any { return l.Host }},
		{Column: view.Column{Name: "LOCKED", Type: yesNoEnum, Comment: "Whether the account is locked now"},
			value: func(l *view.AccountLock) any { return yesNo(l.Locked) }},
		{Column: view.Column{Name: "FAILED_LOGIN_ATTEMPTS", Type: integer, Comment: "How many failed logins lock it"},
			value: func(l *view.AccountLock) any { return int64(l.Attempts) }},
		{Column: view.Column{Name: "REMAINING_LOGIN_ATTEMPTS", Type: integer, Comment: "How many are left"},
			value: func(l *view.AccountLock) any { return int64(l.Remaining) }},
		{Column: view.Column{Name: "PASSWORD_LOCK_TIME", Type: integer, Comment: "For how many days it is locked; 2147483647 until it is unlocked"},
			value: func(l *view.AccountLock) any {
				if l.Days < 0 {
					return int64(lockedForever)
				}
				return int64(l.Days)
			}},
		{Column: view.Column{Name: "LOCKED_SINCE", Type: "date", Nullable: true, Comment: "Since when it is locked"},
			value: func(l *view.AccountLock) any { return date(l, l.Since, true) }},
		{Column: view.Column{Name: "LOCKED_UNTIL", Type: "date", Nullable: true, Comment: "Until when it is locked; NULL until it is unlocked"},
			value: func(l *view.AccountLock) any { return date(l, l.Until, l.Ends) }},
	}
	return &view.Table{
		Name:    "temporary_account_locks",
		Comment: "Accounts that failed logins lock for some days",
		Columns: columns(fields),
		Indexes: []view.Index{{Name: "ACCOUNT", Columns: []string{"USER", "HOST"}, Unique: true}},
		Open: opener(fields, listed(func(r view.Reader) []view.AccountLock {
			if r.Server.AccountLocks == nil {
				return nil
			}
			return r.Server.AccountLocks()
		})),
	}
}
