package catalog

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// transaction is what a row of the events_transactions tables tells of.
type transaction struct {
	perfschema.TransactionEvent
}

func transactionHead(e *transaction) *perfschema.Event { return &e.Event }

// transactionEvents declares events_transactions_current, _history and
// _history_long. TRX_ID, GTID and the XID columns are NULL: transactions here
// have no such numbers, and there is no XA.
func transactionEvents() []*view.Table {
	type event = transaction
	fields := identityFields(transactionHead)
	fields = append(fields, []field[event]{
		{Column: view.Column{Name: "STATE", Type: "enum('ACTIVE','COMMITTED','ROLLED BACK')", Nullable: true, Comment: "How far the transaction is"},
			value: func(e *event) any { return text(e.State.String()) }},
		{Column: view.Column{Name: "TRX_ID", Type: bigintUnsigned, Nullable: true, Comment: "Number the storage gave the transaction", Unknown: noTrxID}, value: nil},
		{Column: view.Column{Name: "GTID", Type: "varchar(90)", Nullable: true, Comment: "Global transaction identifier", Unknown: noGTID}, value: nil},
		{Column: view.Column{Name: "XID_FORMAT_ID", Type: integer, Nullable: true, Comment: "XA format", Unknown: noXA}, value: nil},
		{Column: view.Column{Name: "XID_GTRID", Type: "varchar(130)", Nullable: true, Comment: "XA global transaction", Unknown: noXA}, value: nil},
		{Column: view.Column{Name: "XID_BQUAL", Type: "varchar(130)", Nullable: true, Comment: "XA branch", Unknown: noXA}, value: nil},
		{Column: view.Column{Name: "XA_STATE", Type: identifier, Nullable: true, Comment: "XA state", Unknown: noXA}, value: nil},
	}...)
	fields = append(fields, timeFields(transactionHead)...)
	fields = append(fields, []field[event]{
		{Column: view.Column{Name: "ACCESS_MODE", Type: "enum('READ ONLY','READ WRITE')", Nullable: true, Comment: "Whether the transaction may write"},
			value: func(e *event) any {
				if e.ReadOnly {
					return "READ ONLY"
				}
				return "READ WRITE"
			}},
		{Column: view.Column{Name: "ISOLATION_LEVEL", Type: identifier, Nullable: true, Comment: "Isolation level"},
			value: func(e *event) any { return text(e.Isolation) }},
		{Column: view.Column{Name: "AUTOCOMMIT", Type: yesNoEnum, Comment: "Whether the transaction ends with its statement"},
			value: func(e *event) any { return yesNo(e.AutoCommit) }},
		{Column: view.Column{Name: "NUMBER_OF_SAVEPOINTS", Type: bigintUnsigned, Nullable: true, Comment: "SAVEPOINT statements"},
			value: func(e *event) any { return e.Savepoints }},
		{Column: view.Column{Name: "NUMBER_OF_ROLLBACK_TO_SAVEPOINT", Type: bigintUnsigned, Nullable: true, Comment: "ROLLBACK TO SAVEPOINT statements"},
			value: func(e *event) any { return e.RollbacksToSavepoint }},
		{Column: view.Column{Name: "NUMBER_OF_RELEASE_SAVEPOINT", Type: bigintUnsigned, Nullable: true, Comment: "RELEASE SAVEPOINT statements"},
			value: func(e *event) any { return e.Releases }},
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Nullable: true, Comment: "Not used; NULL"}, value: nil},
	}...)
	fields = append(fields, nestingFields(transactionHead)...)
	describe := func(events []perfschema.TransactionEvent) []event {
		out := make([]event, len(events))
		for i, e := range events {
			out[i] = event{e}
		}
		return out
	}
	return eventFamily[event]{
		name: "events_transactions", what: "transaction", present: "The transaction each thread is in, or its last one",
		fields:  fields,
		current: func(_ *perfschema.Schema, t *perfschema.Thread) []event { return describe(t.TransactionsCurrent()) },
		history: func(_ *perfschema.Schema, t *perfschema.Thread) []event { return describe(t.TransactionsHistory()) },
		long:    func(s *perfschema.Reader) []event { return describe(s.TransactionsHistoryLong()) },
	}.tables()
}
