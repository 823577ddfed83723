package view

// temporaryAccountLocks declares temporary_account_locks, which has no rows:
// nobody is locked out for having failed to log in.
func temporaryAccountLocks() *Table {
	return &Table{
		Name:    "temporary_account_locks",
		Comment: "Accounts that failed logins lock for some days",
		Columns: []Column{
			{Name: "USER", Type: userName, Comment: "User"},
			{Name: "HOST", Type: hostName, Comment: "Host"},
			{Name: "LOCKED", Type: yesNoEnum, Comment: "Whether the account is locked now"},
			{Name: "FAILED_LOGIN_ATTEMPTS", Type: integer, Comment: "How many failed logins lock it"},
			{Name: "REMAINING_LOGIN_ATTEMPTS", Type: integer, Comment: "How many are left"},
			{Name: "PASSWORD_LOCK_TIME", Type: integer, Comment: "For how many days it is locked; -1 until it is unlocked"},
			{Name: "LOCKED_SINCE", Type: "date", Nullable: true, Comment: "Since when it is locked"},
			{Name: "LOCKED_UNTIL", Type: "date", Nullable: true, Comment: "Until when it is locked"},
		},
		Indexes: []Index{{Name: "ACCOUNT", Columns: []string{"USER", "HOST"}, Unique: true}},
		Empty:   "failed logins are counted by host, in host_cache, and lock no account",
		Open:    noRows,
	}
}
