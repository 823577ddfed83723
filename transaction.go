package perfschema

import (
	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// TransactionOptions says what kind of transaction begins.
type TransactionOptions struct {
	AutoCommit, ReadOnly bool
	// Isolation is "REPEATABLE READ" and the like; empty for NULL.
	Isolation string
}

// transactionRecord is one transaction event.
type transactionRecord struct {
	eventHead
	state                            record.TransactionState
	autoCommit, readOnly             bool
	isolation                        string
	savepoints, rollbacksTo, release uint64
	shown, past                      bool
}

// copyFrom copies a record that was just written; see [eventHead.copyFrom].
func (r *transactionRecord) copyFrom(o *transactionRecord) {
	r.eventHead.copyFrom(&o.eventHead)
	r.state, r.autoCommit, r.readOnly, r.isolation = o.state, o.autoCommit, o.readOnly, o.isolation
	r.savepoints, r.rollbacksTo, r.release = o.savepoints, o.rollbacksTo, o.release
	r.shown, r.past = o.shown, o.past
}

// Transaction is a transaction that [Thread.BeginTransaction] has begun. Only the
// Thread's writer calls its methods. Once the transaction has ended they do nothing,
// whatever the Thread is in by then: it may be kept. The zero value is one that is not
// recorded.
type Transaction struct {
	slot *transactionSlot
	id   uint64
}

// Recorded says whether the transaction is recorded, or was until it ended: it is not
// the zero value.
func (h Transaction) Recorded() bool { return h.slot != nil }

// running is where the transaction is recorded, nil if it is not, or has ended.
func (h Transaction) running() *transactionSlot {
	if tx := h.slot; tx != nil && tx.id == h.id && tx.active {
		return tx
	}
	return nil
}

// transactionSlot is a Thread's place for its transactions, one after the other.
type transactionSlot struct {
	thread *Thread
	id     uint64 // the number of the last that has used it
	rec    transactionRecord
	active bool
}

// BeginTransaction starts a transaction; one still running is rolled back. It
// nests in the running statement. It returns the zero Transaction if the class
// or the thread is not enabled. No lock, no allocation.
//
//go:noinline
func (t *Thread) BeginTransaction(key TransactionKey, o TransactionOptions) Transaction {
	if t == nil {
		return Transaction{}
	}
	tx := &t.transaction
	if tx.active {
		tx.end(false)
	}
	s := t.schema
	c := s.classes[KindTransaction].at(uint32(key))
	on := s.consumerSet()
	perThread := on.has(ConsumerThreadInstrumentation)
	if c == nil || !c.Enabled() || !on.has(ConsumerGlobalInstrumentation) || perThread && !t.enabled.Load() {
		return Transaction{}
	}
	pc := callsite.PC()
	var now uint64
	if c.Timed() {
		now = t.now()
	}
	tx.id, tx.active = tx.id+1, true
	t.lock.Begin()
	r := &tx.rec
	r.state, r.autoCommit, r.readOnly, r.isolation = record.TransactionActive, o.AutoCommit, o.ReadOnly, o.Isolation
	r.savepoints, r.rollbacksTo, r.release = 0, 0, 0
	r.shown, r.past = perThread && on.has(ConsumerEventsTransactionsCurrent), !perThread
	t.open(&r.eventHead, c, pc, now, r.shown)
	t.lock.End()
	return Transaction{tx, tx.id}
}

// CurrentTransaction is the running transaction, or the zero Transaction.
func (t *Thread) CurrentTransaction() Transaction {
	if t == nil || !t.transaction.active {
		return Transaction{}
	}
	return Transaction{&t.transaction, t.transaction.id}
}

// AutoCommit says whether the transaction is that of one statement.
func (h Transaction) AutoCommit() bool {
	tx := h.running()
	return tx != nil && tx.rec.autoCommit
}

// Savepoint counts NUMBER_OF_SAVEPOINTS.
func (h Transaction) Savepoint() { h.count(func(r *transactionRecord) { r.savepoints++ }) }

// RollbackToSavepoint counts NUMBER_OF_ROLLBACK_TO_SAVEPOINT.
func (h Transaction) RollbackToSavepoint() {
	h.count(func(r *transactionRecord) { r.rollbacksTo++ })
}

// ReleaseSavepoint counts NUMBER_OF_RELEASE_SAVEPOINT.
func (h Transaction) ReleaseSavepoint() { h.count(func(r *transactionRecord) { r.release++ }) }

func (h Transaction) count(f func(*transactionRecord)) {
	tx := h.running()
	if tx == nil {
		return
	}
	tx.thread.lock.Begin()
	f(&tx.rec)
	tx.thread.lock.End()
}

// End ends the transaction, committed or rolled back.
func (h Transaction) End(committed bool) {
	if tx := h.running(); tx != nil {
		tx.end(committed)
	}
}

func (tx *transactionSlot) end(committed bool) {
	t, r := tx.thread, &tx.rec
	s := t.schema
	var now uint64
	if r.timed {
		now = t.now()
	}
	tx.active = false
	t.lock.Begin()
	r.state = record.TransactionRolledBack
	if committed {
		r.state = record.TransactionCommitted
	}
	t.shut(&r.eventHead, now)
	if !r.past {
		if b := t.transactionCache.At(&t.stats.transactions, r.class.index); b != nil {
			b.add(r)
		}
	}
	own, all := t.keeps(r.shown, ConsumerEventsTransactionsHistory, ConsumerEventsTransactionsHistoryLong)
	if own {
		if p := t.transactions.Next(); p != nil {
			p.copyFrom(r)
		}
	}
	t.lock.End()
	if r.past {
		shared(s.direct.transactions, int(r.class.index)).add(r)
	}
	if all {
		if p := s.transactionsLong.Claim(); p != nil {
			p.Event.copyFrom(r)
			p.Release()
		}
	}
}

type transactionStat struct{ readWrite, readOnly stat.Timer }

func (b *transactionStat) add(r *transactionRecord) {
	w := &b.readWrite
	if r.readOnly {
		w = &b.readOnly
	}
	if r.timed {
		w.Add(r.end - r.start)
	} else {
		w.AddUntimed()
	}
}

func (b *transactionStat) merge(o *transactionStat) {
	b.readWrite.Merge(&o.readWrite)
	b.readOnly.Merge(&o.readOnly)
}

func (b *transactionStat) export() record.TransactionStat {
	return record.TransactionStat{ReadWrite: timerStat(&b.readWrite), ReadOnly: timerStat(&b.readOnly)}
}

// sharedTransaction counts transactions of many writers.
type sharedTransaction struct{ readWrite, readOnly stat.Shared }

func (b *sharedTransaction) add(r *transactionRecord) {
	w := &b.readWrite
	if r.readOnly {
		w = &b.readOnly
	}
	w.Add(r.end-r.start, r.timed)
}

func (b *sharedTransaction) load() transactionStat {
	return transactionStat{b.readWrite.Load(), b.readOnly.Load()}
}

func (s *Schema) exportTransactions(recs []transactionRecord) []record.TransactionEvent {
	now := s.clock.Now()
	out := make([]record.TransactionEvent, len(recs))
	for i := range recs {
		r := &recs[i]
		out[i] = record.TransactionEvent{
			Event: r.export(now), State: r.state, AutoCommit: r.autoCommit, ReadOnly: r.readOnly, Isolation: r.isolation,
			Savepoints: r.savepoints, RollbacksToSavepoint: r.rollbacksTo, Releases: r.release,
		}
	}
	return out
}

// TransactionsCurrent returns the thread's running transaction, or the last
// one. Any goroutine may call it.
func (t *Thread) TransactionsCurrent() []record.TransactionEvent {
	if t == nil {
		return nil
	}
	for {
		v := t.lock.Start()
		r := t.transaction.rec
		if !t.lock.Valid(v) {
			continue
		}
		if r.eventID <= t.floors[record.EventTransaction].Load() {
			return nil
		}
		return t.schema.exportTransactions([]transactionRecord{r})
	}
}

// TransactionsHistory returns the thread's last transactions, oldest first.
// Any goroutine may call it.
func (t *Thread) TransactionsHistory() []record.TransactionEvent {
	if t == nil {
		return nil
	}
	return t.schema.exportTransactions(t.transactions.Snapshot(&t.lock, nil))
}

// TransactionsHistoryLong returns the last transactions of all threads.
func (s *Reader) TransactionsHistoryLong() []record.TransactionEvent {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().exportTransactions(s.transactionsLong.Snapshot(nil))
}
