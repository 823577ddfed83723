package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/seqlock"
	"github.com/perfschema/perfschema/internal/stat"
)

// aggregate holds the summaries of one thread, account, user, host or of the
// server. A thread's has that thread as its writer; the others are written
// under Schema.foldMu.
type aggregate struct {
	waits        stat.Table[stat.Timer]
	statements   stat.Table[statementStat]
	stages       stat.Table[stat.Timer]
	transactions stat.Table[transactionStat]
	errors       stat.Table[errorStat]
	memory       stat.Table[memoryStat] // of a thread alone
	// kept is the memory of threads that have ended and, of a living one, what it
	// had in use at the last TRUNCATE. It is written under Schema.foldMu.
	kept stat.Table[memoryCount]
}

func (s *Schema) newAggregate() aggregate {
	return aggregate{
		statements:   stat.NewTable[statementStat](int(s.sizes.StatementClasses)),
		stages:       stat.NewTable[stat.Timer](int(s.sizes.StageClasses)),
		transactions: stat.NewTable[transactionStat](len(s.classes[KindTransaction].items)),
		waits:        stat.NewTable[stat.Timer](s.waitSlots),
		errors:       stat.NewSparse[errorStat](s.threadErrorRows()),
		memory:       stat.NewTable[memoryStat](len(s.classes[KindMemory].items)),
		kept:         stat.NewTable[memoryCount](len(s.classes[KindMemory].items)),
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
	familyMemory
	numFamilies
)

// taken is what was removed from an aggregate; nil where there was nothing.
type taken struct {
	statements   *stat.Body[statementStat]
	stages       *stat.Body[stat.Timer]
	transactions *stat.Body[transactionStat]
	waits        *stat.Body[stat.Timer]
	errors       *stat.Body[errorStat]
	memory       *stat.Body[memoryStat] // becomes kept, by foldMemory
	kept         *stat.Body[memoryCount]
}

// take removes one family. The caller waits for the writer, if there is one,
// before it reads what it got. Of memory it takes what that writer writes.
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
	case familyMemory:
		out.memory = a.memory.Take()
	}
	return out
}

// takeStored removes one family from an aggregate that is written under foldMu.
// Of memory, unless all is asked for, what is in use stays: it is the new
// baseline.
func (a *aggregate) takeStored(f family, all bool) taken {
	switch {
	case f != familyMemory:
		return a.take(f)
	case all:
		return taken{kept: a.kept.Take()}
	}
	return taken{kept: takeBalanced(&a.kept)}
}

// give adds what was taken to an aggregate that is written under foldMu.
func (a *aggregate) give(in *taken) {
	in.statements.Each(func(i int, b *statementStat) { a.statements.At(i).merge(b) })
	in.stages.Each(func(i int, b *stat.Timer) { a.stages.At(i).Merge(b) })
	in.transactions.Each(func(i int, b *transactionStat) { a.transactions.At(i).merge(b) })
	in.waits.Each(func(i int, b *stat.Timer) { a.waits.At(i).Merge(b) })
	in.errors.Each(func(i int, b *errorStat) { a.errors.At(i).merge(b) })
	in.kept.Each(func(i int, c *memoryCount) { a.kept.At(i).add(c) })
}

// bytes is the memory of the summaries; lock is that of the thread that writes
// them, nil where none does. foldMu is held.
func (a *aggregate) bytes(lock *seqlock.Lock) uint64 {
	return a.statements.Bytes(lock) + a.stages.Bytes(lock) + a.transactions.Bytes(lock) + a.waits.Bytes(lock) + a.errors.Bytes(lock) +
		a.memory.Bytes(lock) + a.kept.Bytes(nil)
}

// directStats count events past all threads: what is recorded while
// thread_instrumentation is off, and waits of code on no Thread. Any goroutine
// writes to them, without a lock.
type directStats struct {
	statements   []atomic.Pointer[sharedStatement]
	stages       []atomic.Pointer[stat.Shared]
	transactions []atomic.Pointer[sharedTransaction]
	waits        []atomic.Pointer[stat.Shared]
	errors       []atomic.Pointer[errorPage]
	memory       []atomic.Pointer[sharedMemory]
}

func (s *Schema) newDirectStats() directStats {
	return directStats{
		statements:   make([]atomic.Pointer[sharedStatement], s.sizes.StatementClasses),
		stages:       make([]atomic.Pointer[stat.Shared], s.sizes.StageClasses),
		transactions: make([]atomic.Pointer[sharedTransaction], len(s.classes[KindTransaction].items)),
		waits:        make([]atomic.Pointer[stat.Shared], s.waitSlots),
		errors:       newErrorPages(s.errorRows()),
		memory:       make([]atomic.Pointer[sharedMemory], len(s.classes[KindMemory].items)),
	}
}

func shared[T any](p []atomic.Pointer[T], i int) *T { return made(&p[i]) }

// made is what a word points to, made if absent. Somebody else may make it first,
// and TRUNCATE take that away again before it is seen here.
func made[T any](p *atomic.Pointer[T]) *T {
	b := p.Load()
	for b == nil {
		if b = new(T); !p.CompareAndSwap(nil, b) {
			b = p.Load()
		}
	}
	return b
}

func (d *directStats) statement(i int, r *statementRecord) { shared(d.statements, i).add(r) }

// clear takes one family away and adds it to an aggregate. What somebody counts in
// that moment may be in neither. foldMu is held.
func (d *directStats) clear(f family, to *aggregate) {
	switch f {
	case familyStatements:
		takeAll(d.statements, &to.statements, (*sharedStatement).load, (*statementStat).merge)
	case familyStages:
		takeAll(d.stages, &to.stages, (*stat.Shared).Load, (*stat.Timer).Merge)
	case familyTransactions:
		takeAll(d.transactions, &to.transactions, (*sharedTransaction).load, (*transactionStat).merge)
	case familyWaits:
		takeAll(d.waits, &to.waits, (*stat.Shared).Load, (*stat.Timer).Merge)
	case familyErrors:
		d.takeErrors(&to.errors)
	case familyMemory:
		for i := range d.memory {
			if b := d.memory[i].Load(); b != nil {
				if off := b.rebase(); off != (memoryCount{}) {
					to.kept.At(i).add(&off)
				}
			}
		}
	}
}

func takeAll[T, B any](p []atomic.Pointer[B], to *stat.Table[T], load func(*B) T, merge func(dst, src *T)) {
	for i := range p {
		if b := p[i].Swap(nil); b != nil {
			v := load(b)
			merge(to.At(i), &v)
		}
	}
}
