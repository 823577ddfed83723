package perfschema

// TransactionEvent is a row of events_transactions_*.
type TransactionEvent struct {
	Event
	State                                      TransactionState
	AutoCommit, ReadOnly                       bool
	Isolation                                  string // empty: NULL
	Savepoints, RollbacksToSavepoint, Releases uint64
}

func (s *Schema) exportTransactions(recs []transactionRecord) []TransactionEvent {
	now := s.clock.Now()
	out := make([]TransactionEvent, len(recs))
	for i := range recs {
		r := &recs[i]
		out[i] = TransactionEvent{
			Event: r.export(now), State: r.state, AutoCommit: r.autoCommit, ReadOnly: r.readOnly, Isolation: r.isolation,
			Savepoints: r.savepoints, RollbacksToSavepoint: r.rollbacksTo, Releases: r.release,
		}
	}
	return out
}

// TransactionsCurrent returns the thread's running transaction, or the last
// one. Any goroutine may call it.
func (t *Thread) TransactionsCurrent() []TransactionEvent {
	if t == nil {
		return nil
	}
	for {
		v := t.lock.Start()
		r := t.transaction.rec
		if !t.lock.Valid(v) {
			continue
		}
		if r.eventID <= t.floors[EventTransaction].Load() {
			return nil
		}
		return t.schema.exportTransactions([]transactionRecord{r})
	}
}

// TransactionsHistory returns the thread's last transactions, oldest first.
// Any goroutine may call it.
func (t *Thread) TransactionsHistory() []TransactionEvent {
	if t == nil {
		return nil
	}
	return t.schema.exportTransactions(t.transactions.Snapshot(&t.lock, nil))
}

// TransactionsHistoryLong returns the last transactions of all threads.
func (s *Reader) TransactionsHistoryLong() []TransactionEvent {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().exportTransactions(s.transactionsLong.Snapshot(nil))
}
