package event

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// transaction is what a row of the events_transactions tables tells of.
type transaction struct {
	record.TransactionEvent
}

func transactionHead(e *transaction) *record.Event { return &e.Event }

// transactionEvents declares events_transactions_current, _history and
// _history_long. TRX_ID, GTID and the XID columns are NULL: transactions here
// have no such numbers, and there is no XA.
func transactionEvents() []*view.Table {
	type event = transaction
	fields := identityFields(transactionHead)
	fields = append(fields, []field.Field[event]{
		{Column: view.Column{Name: "STATE", Type: "enum('ACTIVE','COMMITTED','ROLLED BACK')", Nullable: true, Comment: "How far the transaction is"},
			Value: func(e *event) any { return field.Text(e.State.String()) }},
		{Column: view.Column{Name: "TRX_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Number the storage gave the transaction", Unknown: field.NoTrxID}, Value: nil},
		{Column: view.Column{Name: "GTID", Type: "varchar(90)", Nullable: true, Comment: "Global transaction identifier", Unknown: field.NoGTID}, Value: nil},
		{Column: view.Column{Name: "XID_FORMAT_ID", Type: field.Integer, Nullable: true, Comment: "XA format", Unknown: field.NoXA}, Value: nil},
		{Column: view.Column{Name: "XID_GTRID", Type: "varchar(130)", Nullable: true, Comment: "XA global transaction", Unknown: field.NoXA}, Value: nil},
		{Column: view.Column{Name: "XID_BQUAL", Type: "varchar(130)", Nullable: true, Comment: "XA branch", Unknown: field.NoXA}, Value: nil},
		{Column: view.Column{Name: "XA_STATE", Type: field.Identifier, Nullable: true, Comment: "XA state", Unknown: field.NoXA}, Value: nil},
	}...)
	fields = append(fields, timeFields(transactionHead)...)
	fields = append(fields, []field.Field[event]{
		{Column: view.Column{Name: "ACCESS_MODE", Type: "enum('READ ONLY','READ WRITE')", Nullable: true, Comment: "Whether the transaction may write"},
			Value: func(e *event) any {
				if e.ReadOnly {
					return "READ ONLY"
				}
				return "READ WRITE"
			}},
		{Column: view.Column{Name: "ISOLATION_LEVEL", Type: field.Identifier, Nullable: true, Comment: "Isolation level"},
			Value: func(e *event) any { return field.Text(e.Isolation) }},
		{Column: view.Column{Name: "AUTOCOMMIT", Type: field.YesNoEnum, Comment: "Whether the transaction ends with its statement"},
			Value: func(e *event) any { return field.YesNo(e.AutoCommit) }},
		{Column: view.Column{Name: "NUMBER_OF_SAVEPOINTS", Type: field.BigintUnsigned, Nullable: true, Comment: "SAVEPOINT statements"},
			Value: func(e *event) any { return e.Savepoints }},
		{Column: view.Column{Name: "NUMBER_OF_ROLLBACK_TO_SAVEPOINT", Type: field.BigintUnsigned, Nullable: true, Comment: "ROLLBACK TO SAVEPOINT statements"},
			Value: func(e *event) any { return e.RollbacksToSavepoint }},
		{Column: view.Column{Name: "NUMBER_OF_RELEASE_SAVEPOINT", Type: field.BigintUnsigned, Nullable: true, Comment: "RELEASE SAVEPOINT statements"},
			Value: func(e *event) any { return e.Releases }},
		{Column: view.Column{Name: "OBJECT_INSTANCE_BEGIN", Type: field.BigintUnsigned, Nullable: true, Comment: "Not used; NULL"}, Value: nil},
	}...)
	fields = append(fields, nestingFields(transactionHead)...)
	describe := func(events []record.TransactionEvent) []event {
		out := make([]event, len(events))
		for i, e := range events {
			out[i] = event{e}
		}
		return out
	}
	return family[event]{
		name: "events_transactions", what: "transaction", present: "The transaction each thread is in, or its last one",
		fields:  fields,
		current: func(_ *perfschema.Schema, t *perfschema.Thread) []event { return describe(t.TransactionsCurrent()) },
		history: func(_ *perfschema.Schema, t *perfschema.Thread) []event { return describe(t.TransactionsHistory()) },
		long:    func(s *perfschema.Reader) []event { return describe(s.TransactionsHistoryLong()) },
	}.tables()
}
