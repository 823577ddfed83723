package gms

import (
	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/view"
)

// accountLocks are the rows of temporary_account_locks.
func (a *Adapter) accountLocks() []view.AccountLock {
	return accountRows(a.accounts.Locks(), func(l account.Lock) view.AccountLock { return view.AccountLock(l) })
}

// passwordHistory are the rows of mysql.password_history.
func (a *Adapter) passwordHistory() []view.UsedPassword {
	return accountRows(a.accounts.PasswordHistory(), func(p account.PastPassword) view.UsedPassword { return view.UsedPassword(p) })
}

// accountRows turns what the accounts tell of into rows.
func accountRows[From, To any](list []From, row func(From) To) []To {
	out := make([]To, len(list))
	for i, from := range list {
		out[i] = row(from)
	}
	return out
}
