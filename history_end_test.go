package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// What is on when an event ends decides which histories it goes to.
func TestHistoriesAreDecidedAtTheEnd(t *testing.T) {
	f := newFixture(t, nil)
	f.enableAll()
	th := f.connect("joe")
	for _, on := range []bool{true, false} {
		for _, c := range perfschema.Consumers() {
			if c != perfschema.ConsumerGlobalInstrumentation && c != perfschema.ConsumerThreadInstrumentation {
				f.SetConsumer(c, true)
			}
		}
		histories := []perfschema.Consumer{
			perfschema.ConsumerEventsStatementsHistory, perfschema.ConsumerEventsStagesHistoryLong,
			perfschema.ConsumerEventsTransactionsHistory, perfschema.ConsumerEventsWaitsHistory,
		}
		for _, c := range histories {
			f.SetConsumer(c, !on)
		}
		st := th.BeginStatement(f.selectKey)
		th.SetStage(f.opening)
		tx := th.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{})
		w := th.StartIdle()
		for _, c := range histories {
			f.SetConsumer(c, on)
		}
		w.End()
		tx.End(true)
		st.End()
	}
	for name, n := range map[string]int{
		"statements": len(th.StatementsHistory()), "stages": len(f.Read().StagesHistoryLong()),
		"transactions": len(th.TransactionsHistory()), "waits": len(th.WaitsHistory()),
	} {
		if n != 1 {
			t.Errorf("%d %s kept, want the one that ended while its history was on", n, name)
		}
	}
}
