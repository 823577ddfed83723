package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// transactionSummaries declares the five summaries of transactions: of all,
// and apart those that could write and those that could not.
func transactionSummaries() []*view.Table {
	type row = summed[record.TransactionStat]
	fields := summedTimerFields("COUNT_STAR", "WAIT", "Transactions",
		func(v *row) record.TimerStat { return v.stat.Total() })
	fields = append(fields, summedTimerFields("COUNT_READ_WRITE", "READ_WRITE", "Transactions that may write",
		func(v *row) record.TimerStat { return v.stat.ReadWrite })...)
	fields = append(fields, summedTimerFields("COUNT_READ_ONLY", "READ_ONLY", "Transactions that may only read",
		func(v *row) record.TimerStat { return v.stat.ReadOnly })...)
	tables := Family[record.TransactionStat]{
		name: "events_transactions_summary", what: "Transactions", Kind: perfschema.KindTransaction,
		fields: fields,
		Read:   (*perfschema.Reader).TransactionSummary,
	}.tables()
	for _, t := range tables {
		t.Single = t.Name == "events_transactions_summary_global_by_event_name" // there is one instrument
	}
	return tables
}
