package record

// TransactionEvent is a row of events_transactions_*.
type TransactionEvent struct {
	Event
	State                                      TransactionState
	AutoCommit, ReadOnly                       bool
	Isolation                                  string // empty: NULL
	Savepoints, RollbacksToSavepoint, Releases uint64
}

// TransactionState is STATE of events_transactions_*.
type TransactionState uint8

// String is MySQL's spelling.
func (s TransactionState) String() string {
	return nameOf(s, "", "ACTIVE", "COMMITTED", "ROLLED BACK")
}

// The states of a transaction.
const (
	TransactionActive TransactionState = iota + 1
	TransactionCommitted
	TransactionRolledBack
)

// TransactionStat is the summary of one transaction class.
type TransactionStat struct{ ReadWrite, ReadOnly TimerStat }

// Total adds both kinds: COUNT_STAR, SUM_TIMER_WAIT and so on.
func (x TransactionStat) Total() TimerStat { return SumTimers(x.ReadWrite, x.ReadOnly) }
