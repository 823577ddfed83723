package perfschema

// History says which of the three tables of an event family is meant.
type History uint8

// The tables of an event family.
const (
	HistoryCurrent History = iota // events_<family>_current
	HistoryThread                 // events_<family>_history
	HistoryLong                   // events_<family>_history_long
)

// TruncateHistory empties a table of events. Events that run on are recorded
// when they end.
func (s *Reader) TruncateHistory(e EventType, h History) {
	if !s.Schema().Enabled() || e > EventWait || h > HistoryLong {
		return
	}
	if h == HistoryLong {
		switch e {
		case EventStatement:
			s.statementsLong.Truncate()
		case EventStage:
			s.stagesLong.Truncate()
		case EventTransaction:
			s.transactionsLong.Truncate()
		case EventWait:
			s.waitsLong.Truncate()
		}
		return
	}
	for _, t := range s.Threads() {
		switch {
		case h == HistoryCurrent:
			t.floors[e].Store(t.lastEventID())
		case e == EventStatement:
			t.statements.Truncate(&t.lock)
		case e == EventStage:
			t.stages.Truncate(&t.lock)
		case e == EventTransaction:
			t.transactions.Truncate(&t.lock)
		case e == EventWait:
			t.waitHistory.Truncate(&t.lock)
		}
	}
}

func (t *Thread) lastEventID() uint64 {
	for {
		v := t.lock.Start()
		id := t.eventID
		if t.lock.Valid(v) {
			return id
		}
	}
}
