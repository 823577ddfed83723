package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/stat"
)

// aggregate holds the summaries of one thread, account, user, host or of the
// server. A thread's has that thread as its writer; the others are written
// under Schema.foldMu.
type aggregate struct {
	statements   stat.Table[statementStat]
	stages       stat.Table[stat.Timer]
	transactions stat.Table[transactionStat]
	waits        stat.Table[stat.Timer]
	errors       stat.Table[errorStat]
}

func (s *Schema) newAggregate() aggregate {
	return aggregate{
		statements:   stat.NewTable[statementStat](int(s.sizes.StatementClasses)),
		stages:       stat.NewTable[stat.Timer](int(s.sizes.StageClasses)),
		transactions: stat.NewTable[transactionStat](len(s.classes[KindTransaction].items)),
		waits:        stat.NewTable[stat.Timer](s.waitSlots),
		errors:       stat.NewTable[errorStat](s.errorPlaces()),
	}
}

// family is one kind of summary in an aggregate.
type family uint8

const (
	familyStatements family = iota
	familyStages
	familyTransactions
	familyWaits
	familyErrors
	numFamilies
)

// taken is what was removed from an aggregate; nil where there was nothing.
type taken struct {
	statements   *stat.Body[statementStat]
	stages       *stat.Body[stat.Timer]
	transactions *stat.Body[transactionStat]
	waits        *stat.Body[stat.Timer]
	errors       *stat.Body[errorStat]
}

// take removes one family. The caller waits for the writer, if there is one,
// before it reads what it got.
func (a *aggregate) take(f family) (out taken) {
	switch f {
	case familyStatements:
		out.statements = a.statements.Take()
	case familyStages:
		out.stages = a.stages.Take()
	case familyTransactions:
		out.transactions = a.transactions.Take()
	case familyWaits:
		out.waits = a.waits.Take()
	case familyErrors:
		out.errors = a.errors.Take()
	}
	return out
}

// give adds what was taken to an aggregate that is written under foldMu.
func (a *aggregate) give(in *taken) {
	in.statements.Each(func(i int, b *statementStat) { a.statements.At(i).merge(b) })
	in.stages.Each(func(i int, b *stat.Timer) { a.stages.At(i).Merge(b) })
	in.transactions.Each(func(i int, b *transactionStat) { a.transactions.At(i).merge(b) })
	in.waits.Each(func(i int, b *stat.Timer) { a.waits.At(i).Merge(b) })
	in.errors.Each(func(i int, b *errorStat) { a.errors.At(i).merge(b) })
}

// bytes is the memory of the summaries.
func (a *aggregate) bytes() uint64 {
	return a.statements.Bytes() + a.stages.Bytes() + a.transactions.Bytes() + a.waits.Bytes() + a.errors.Bytes()
}

// directStats count events past all threads: what is recorded while
// thread_instrumentation is off, and waits of code on no Thread. Any goroutine
// writes to them, without a lock.
type directStats struct {
	statements   []atomic.Pointer[sharedStatement]
	stages       []atomic.Pointer[stat.Shared]
	transactions []atomic.Pointer[sharedTransaction]
	waits        []atomic.Pointer[stat.Shared]
	errors       []atomic.Pointer[sharedError]
}

func (s *Schema) newDirectStats() directStats {
	return directStats{
		statements:   make([]atomic.Pointer[sharedStatement], s.sizes.StatementClasses),
		stages:       make([]atomic.Pointer[stat.Shared], s.sizes.StageClasses),
		transactions: make([]atomic.Pointer[sharedTransaction], len(s.classes[KindTransaction].items)),
		waits:        make([]atomic.Pointer[stat.Shared], s.waitSlots),
		errors:       make([]atomic.Pointer[sharedError], s.errorPlaces()),
	}
}

func shared[T any](p []atomic.Pointer[T], i int) *T {
	b := p[i].Load()
	if b == nil {
		b = new(T)
		if !p[i].CompareAndSwap(nil, b) {
			b = p[i].Load()
		}
	}
	return b
}

func (d *directStats) statement(i int, r *statementRecord) { shared(d.statements, i).add(r) }

func (d *directStats) clear(f family) {
	switch f {
	case familyStatements:
		clearAll(d.statements)
	case familyStages:
		clearAll(d.stages)
	case familyTransactions:
		clearAll(d.transactions)
	case familyWaits:
		clearAll(d.waits)
	case familyErrors:
		clearAll(d.errors)
	}
}

func clearAll[T any](p []atomic.Pointer[T]) {
	for i := range p {
		p[i].Store(nil)
	}
}
