package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/stat"
)

// aggregate holds the summaries of one thread, account, user, host or of the
// server. A thread's has that thread as its writer; the others are written
// under Schema.foldMu.
type aggregate struct {
	statements   stat.Slots[statementStat]
	stages       stat.Slots[stat.Timer]
	transactions stat.Slots[transactionStat]
}

func (s *Schema) newAggregate() aggregate {
	return aggregate{
		statements:   stat.NewSlots[statementStat](int(s.sizes.StatementClasses)),
		stages:       stat.NewSlots[stat.Timer](int(s.sizes.StageClasses)),
		transactions: stat.NewSlots[transactionStat](len(s.classes[KindTransaction].items)),
	}
}

// family is one kind of summary in an aggregate.
type family uint8

const (
	familyStatements family = iota
	familyStages
	familyTransactions
	numFamilies
)

// taken is what was removed from an aggregate, class by class.
type taken struct {
	statements   []*statementStat
	stages       []*stat.Timer
	transactions []*transactionStat
}

// take removes the blocks of one family. The caller waits for the writer, if
// there is one, before it reads them.
func (a *aggregate) take(f family, out *taken) {
	switch f {
	case familyStatements:
		out.statements = takeAll(&a.statements, out.statements[:0])
	case familyStages:
		out.stages = takeAll(&a.stages, out.stages[:0])
	case familyTransactions:
		out.transactions = takeAll(&a.transactions, out.transactions[:0])
	}
}

func takeAll[T any](s *stat.Slots[T], out []*T) []*T {
	for i := range s.Len() {
		out = append(out, s.Take(i))
	}
	return out
}

// give adds taken blocks to an aggregate that is written under foldMu.
func (a *aggregate) give(in *taken) {
	for i, b := range in.statements {
		if b != nil {
			a.statements.At(i).merge(b)
		}
	}
	for i, b := range in.stages {
		if b != nil {
			a.stages.At(i).Merge(b)
		}
	}
	for i, b := range in.transactions {
		if b != nil {
			a.transactions.At(i).merge(b)
		}
	}
}

// directStats count events past all threads, while thread_instrumentation is
// off. Any goroutine writes to them, without a lock.
type directStats struct {
	statements   []atomic.Pointer[sharedStatement]
	stages       []atomic.Pointer[stat.Shared]
	transactions []atomic.Pointer[sharedTransaction]
}

func (s *Schema) newDirectStats() directStats {
	return directStats{
		statements:   make([]atomic.Pointer[sharedStatement], s.sizes.StatementClasses),
		stages:       make([]atomic.Pointer[stat.Shared], s.sizes.StageClasses),
		transactions: make([]atomic.Pointer[sharedTransaction], len(s.classes[KindTransaction].items)),
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
	}
}

func clearAll[T any](p []atomic.Pointer[T]) {
	for i := range p {
		p[i].Store(nil)
	}
}
