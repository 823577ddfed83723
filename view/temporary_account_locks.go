package view

import "time"

// lockedForever is what MySQL shows for a number of days without end.
const lockedForever = 1<<31 - 1

// temporaryAccountLocks declares temporary_account_locks: accounts with both
// FAILED_LOGIN_ATTEMPTS and PASSWORD_LOCK_TIME, locked or not.
func temporaryAccountLocks() *Table {
	date := func(l *AccountLock, day time.Time, shown bool) any {
		if !l.Locked || !shown {
			return nil
		}
		return day.Format(time.DateOnly)
	}
	fields := []field[AccountLock]{
		{Column: Column{Name: "USER", Type: userName, Comment: "User"},
			value: func(l *AccountLock) any { return l.User }},
		{Column: Column{Name: "HOST", Type: hostName, Comment: "Host"},
			value: func(l *AccountLock) any { return l.Host }},
		{Column: Column{Name: "LOCKED", Type: yesNoEnum, Comment: "Whether the account is locked now"},
			value: func(l *AccountLock) any { return yesNo(l.Locked) }},
		{Column: Column{Name: "FAILED_LOGIN_ATTEMPTS", Type: integer, Comment: "How many failed logins lock it"},
			value: func(l *AccountLock) any { return int64(l.Attempts) }},
		{Column: Column{Name: "REMAINING_LOGIN_ATTEMPTS", Type: integer, Comment: "How many are left"},
			value: func(l *AccountLock) any { return int64(l.Remaining) }},
		{Column: Column{Name: "PASSWORD_LOCK_TIME", Type: integer, Comment: "For how many days it is locked; 2147483647 until it is unlocked"},
			value: func(l *AccountLock) any {
				if l.Days < 0 {
					return int64(lockedForever)
				}
				return int64(l.Days)
			}},
		{Column: Column{Name: "LOCKED_SINCE", Type: "date", Nullable: true, Comment: "Since when it is locked"},
			value: func(l *AccountLock) any { return date(l, l.Since, true) }},
		{Column: Column{Name: "LOCKED_UNTIL", Type: "date", Nullable: true, Comment: "Until when it is locked; NULL until it is unlocked"},
			value: func(l *AccountLock) any { return date(l, l.Until, l.Ends) }},
	}
	return &Table{
		Name:    "temporary_account_locks",
		Comment: "Accounts that failed logins lock for some days",
		Columns: columns(fields),
		Indexes: []Index{{Name: "ACCOUNT", Columns: []string{"USER", "HOST"}, Unique: true}},
		Open: opener(fields, listed(func(r Reader) []AccountLock {
			if r.Server.AccountLocks == nil {
				return nil
			}
			return r.Server.AccountLocks()
		})),
	}
}
