package perfschema

// Consumer is a row of setup_consumers: where events go, if anywhere.
type Consumer uint8

// The consumers, in the order of setup_consumers.
const (
	ConsumerEventsStagesCurrent Consumer = iota
	ConsumerEventsStagesHistory
	ConsumerEventsStagesHistoryLong
	ConsumerEventsStatementsCPU
	ConsumerEventsStatementsCurrent
	ConsumerEventsStatementsHistory
	ConsumerEventsStatementsHistoryLong
	ConsumerEventsTransactionsCurrent
	ConsumerEventsTransactionsHistory
	ConsumerEventsTransactionsHistoryLong
	ConsumerEventsWaitsCurrent
	ConsumerEventsWaitsHistory
	ConsumerEventsWaitsHistoryLong
	ConsumerGlobalInstrumentation
	ConsumerThreadInstrumentation
	ConsumerStatementsDigest
	numConsumers
)

// consumers holds the names and MySQL's defaults.
var consumers = [numConsumers]struct {
	name string
	on   bool
}{
	{"events_stages_current", false},
	{"events_stages_history", false},
	{"events_stages_history_long", false},
	{"events_statements_cpu", false},
	{"events_statements_current", true},
	{"events_statements_history", true},
	{"events_statements_history_long", false},
	{"events_transactions_current", true},
	{"events_transactions_history", true},
	{"events_transactions_history_long", false},
	{"events_waits_current", false},
	{"events_waits_history", false},
	{"events_waits_history_long", false},
	{"global_instrumentation", true},
	{"thread_instrumentation", true},
	{"statements_digest", true},
}

// String is the NAME.
func (c Consumer) String() string {
	if c >= numConsumers {
		return ""
	}
	return consumers[c].name
}

// Default is whether the consumer is on unless configured otherwise.
func (c Consumer) Default() bool { return c < numConsumers && consumers[c].on }

// Consumers lists all consumers in the order of setup_consumers.
func Consumers() []Consumer {
	out := make([]Consumer, numConsumers)
	for i := range out {
		out[i] = Consumer(i)
	}
	return out
}

// ParseConsumer finds a consumer by its name.
func ParseConsumer(name string) (Consumer, bool) {
	for i := range consumers {
		if consumers[i].name == name {
			return Consumer(i), true
		}
	}
	return 0, false
}

// consumerSet is a bit per consumer, loaded once per event.
type consumerSet uint32

func (s consumerSet) has(c Consumer) bool { return s&(1<<c) != 0 }

// Consumer says whether c is enabled.
func (s *Schema) Consumer(c Consumer) bool {
	return s != nil && c < numConsumers && s.consumerSet().has(c)
}

// SetConsumer enables or disables c; it takes effect with the next event.
func (s *Schema) SetConsumer(c Consumer, on bool) {
	if s == nil || c >= numConsumers {
		return
	}
	s.modeMu.Lock()
	defer s.modeMu.Unlock()
	if on {
		s.openHistory(c)
		s.consumers.Or(1 << c)
	} else {
		s.consumers.And(^uint32(1 << c))
	}
	s.refreshModes()
}

// openHistory makes room for the events of all threads that a consumer keeps: most programs
// never enable one, and the garbage collector would look through the room each time.
func (s *Schema) openHistory(c Consumer) {
	if s.off {
		return
	}
	switch c { //nolint:exhaustive // the others keep nothing, or with the threads
	case ConsumerEventsWaitsHistoryLong:
		s.waitsLong.Open()
	case ConsumerEventsStatementsHistoryLong:
		s.statementsLong.Open()
	case ConsumerEventsStagesHistoryLong:
		s.stagesLong.Open()
	case ConsumerEventsTransactionsHistoryLong:
		s.transactionsLong.Open()
	}
}

func (s *Schema) consumerSet() consumerSet { return consumerSet(s.consumers.Load()) }
