package connection

import (
	"time"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
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
	fields := []field.Field[view.AccountLock]{
		{Column: view.Column{Name: "USER", Type: field.UserName, Comment: "User"},
			Value: func(l *view.AccountLock) any { return l.User }},
		{Column: view.Column{Name: "HOST", Type: field.HostName, Comment: "Host"},
			Value: func(l *view.AccountLock) any { return l.Host }},
		{Column: view.Column{Name: "LOCKED", Type: field.YesNoEnum, Comment: "Whether the account is locked now"},
			Value: func(l *view.AccountLock) any { return field.YesNo(l.Locked) }},
		{Column: view.Column{Name: "FAILED_LOGIN_ATTEMPTS", Type: field.Integer, Comment: "How many failed logins lock it"},
			Value: func(l *view.AccountLock) any { return int64(l.Attempts) }},
		{Column: view.Column{Name: "REMAINING_LOGIN_ATTEMPTS", Type: field.Integer, Comment: "How many are left"},
			Value: func(l *view.AccountLock) any { return int64(l.Remaining) }},
		{Column: view.Column{Name: "PASSWORD_LOCK_TIME", Type: field.Integer, Comment: "For how many days it is locked; 2147483647 until it is unlocked"},
			Value: func(l *view.AccountLock) any {
				if l.Days < 0 {
					return int64(lockedForever)
				}
				return int64(l.Days)
			}},
		{Column: view.Column{Name: "LOCKED_SINCE", Type: "date", Nullable: true, Comment: "Since when it is locked"},
			Value: func(l *view.AccountLock) any { return date(l, l.Since, true) }},
		{Column: view.Column{Name: "LOCKED_UNTIL", Type: "date", Nullable: true, Comment: "Until when it is locked; NULL until it is unlocked"},
			Value: func(l *view.AccountLock) any { return date(l, l.Until, l.Ends) }},
	}
	return &view.Table{
		Name:    "temporary_account_locks",
		Comment: "Accounts that failed logins lock for some days",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "ACCOUNT", Columns: []string{"USER", "HOST"}, Unique: true}},
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []view.AccountLock {
			if r.Server.AccountLocks == nil {
				return nil
			}
			return r.Server.AccountLocks()
		})),
	}
}
