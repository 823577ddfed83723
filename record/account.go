package record

// AccountInfo is a row of accounts; for users and hosts the other name is
// empty. A background thread's names are NULL.
type AccountInfo struct {
	User, Host         string
	UserNull, HostNull bool
	Current, Total     int64
	// MaxControlled and MaxTotal are the most bytes that one session had in use:
	// MAX_SESSION_CONTROLLED_MEMORY and MAX_SESSION_TOTAL_MEMORY.
	MaxControlled, MaxTotal uint64
}

// AccountStatements is what statements of one class did for one account.
type AccountStatements struct {
	// Identity tells accounts apart for as long as a watch knows them.
	Identity  any
	Account   Group
	EventName string
	Stat      StatementStat
}
