package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// transaction is what a row of the events_transactions tables tells of.
type transaction struct {
	record.TransactionEvent
}

func transactionHead(e *transaction) *record.Event { return &e.Event }

// transactionEvents declares events_transactions_current, _history and
// _history_long. TRX_ID, GTID and the XID columns are NULL: transactions here
// have no such numbers, and there is no XA.
func transactionEvents() []*Table {
	type event = transaction
	fields := identityFields(transactionHead)
	fields = append(fields, []field[event]{
		{Column{Name: "STATE", Type: "enum('ACTIVE','COMMITTED','ROLLED BACK')", Nullable: true, Comment: "How far the transaction is"},
			func(e *event) any { return text(e.State.String()) }},
		{Column{Name: "TRX_ID", Type: bigintUnsigned, Nullable: true, Comment: "Number the storage gave the transaction", Unknown: noTrxID}, nil},
		{Column{Name: "GTID", Type: "varchar(90)", Nullable: true, Comment: "Global transaction identifier", Unknown: noGTID}, nil},
		{Column{Name: "XID_FORMAT_ID", Type: integer, Nullable: true, Comment: "XA format", Unknown: noXA}, nil},
		{Column{Name: "XID_GTRID", Type: "varchar(130)", Nullable: true, Comment: "XA global transaction", Unknown: noXA}, nil},
		{Column{Name: "XID_BQUAL", Type: "varchar(130)", Nullable: true, Comment: "XA branch", Unknown: noXA}, nil},
		{Column{Name: "XA_STATE", Type: identifier, Nullable: true, Comment: "XA state", Unknown: noXA}, nil},
	}...)
	fields = append(fields, timeFields(transactionHead)...)
	fields = append(fields, []field[event]{
		{Column{Name: "ACCESS_MODE", Type: "enum('READ ONLY','READ WRITE')", Nullable: true, Comment: "Whether the transaction may write"},
			func(e *event) any {
				if e.ReadOnly {
					return "READ ONLY"
				}
				return "READ WRITE"
			}},
		{Column{Name: "ISOLATION_LEVEL", Type: identifier, Nullable: true, Comment: "Isolation level"},
			func(e *event) any { return text(e.Isolation) }},
		{Column{Name: "AUTOCOMMIT", Type: yesNoEnum, Comment: "Whether the transaction ends with its statement"},
			func(e *event) any { return yesNo(e.AutoCommit) }},
		{Column{Name: "NUMBER_OF_SAVEPOINTS", Type: bigintUnsigned, Nullable: true, Comment: "SAVEPOINT statements"},
			func(e *event) any { return e.Savepoints }},
		{Column{Name: "NUMBER_OF_ROLLBACK_TO_SAVEPOINT", Type: bigintUnsigned, Nullable: true, Comment: "ROLLBACK TO SAVEPOINT statements"},
			func(e *event) any { return e.RollbacksToSavepoint }},
		{Column{Name: "NUMBER_OF_RELEASE_SAVEPOINT", Type: bigintUnsigned, Nullable: true, Comment: "RELEASE SAVEPOINT statements"},
			func(e *event) any { return e.Releases }},
		{Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Nullable: true, Comment: "Not used; NULL"}, nil},
	}...)
	fields = append(fields, nestingFields(transactionHead)...)
	describe := func(events []record.TransactionEvent) []event {
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
