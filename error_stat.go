package perfschema

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema/internal/mysqlerr"
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// KnownErrors lists the errors that are counted by number, in their order: those
// that MySQL's server may send to a client, and then, from 10000 on, those that
// it writes to its log, which only the global summary tells of. The list is cut
// to the room that performance_schema_error_size leaves beside the row of all
// others. It is shared by all callers: nobody may change it.
func (s *Reader) KnownErrors() []record.KnownError {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().knownErrors()
}

// knownErrors is the part of the list there is room for.
func (s *Schema) knownErrors() []record.KnownError {
	known := mysqlerr.All()
	n := min(int64(len(known)), max(s.sizes.Errors-1, 0))
	return known[:n:n]
}

// errorStat counts one error. Times are Unix microseconds, 0 for never.
type errorStat struct {
	raised, handled uint64
	first, last     int64
}

func (b *errorStat) add(raised, handled uint64, now int64) {
	b.merge(&errorStat{raised, handled, now, now})
}

func (b *errorStat) merge(o *errorStat) {
	b.raised += o.raised
	b.handled += o.handled
	if b.first == 0 || o.first != 0 && o.first < b.first {
		b.first = o.first
	}
	b.last = max(b.last, o.last)
}

// sharedError counts one error for many writers.
type sharedError struct {
	raised, handled atomic.Uint64
	first, last     atomic.Int64
}

func (b *sharedError) add(raised, handled uint64, now int64) {
	b.raised.Add(raised)
	b.handled.Add(handled)
	b.first.CompareAndSwap(0, now)
	b.last.Store(now)
}

// errorPage counts neighbouring errors for many writers. There are pages only of
// errors that have happened.
type errorPage [16]sharedError

func newErrorPages(rows int) []atomic.Pointer[errorPage] {
	return make([]atomic.Pointer[errorPage], (rows+len(errorPage{})-1)/len(errorPage{}))
}

// addError counts an error past all threads, where there is a row for it.
func (d *directStats) addError(index int, raised, handled uint64, now int64) {
	if i, k := index/len(errorPage{}), index%len(errorPage{}); i < len(d.errors) {
		shared(d.errors, i)[k].add(raised, handled, now)
	}
}

// readErrors adds what was counted past all threads.
func (d *directStats) readErrors(sums []errorStat) {
	for i := range d.errors {
		page := d.errors[i].Load()
		if page == nil {
			continue
		}
		for k := range page {
			if index := i*len(page) + k; index < len(sums) {
				v := page[k].load()
				sums[index].merge(&v)
			}
		}
	}
}

// takeErrors takes away what was counted past all threads and adds it to a table of
// all errors.
func (d *directStats) takeErrors(to *stat.Table[errorStat]) {
	for i := range d.errors {
		page := d.errors[i].Swap(nil)
		if page == nil {
			continue
		}
		for k := range page {
			if v := page[k].load(); v != (errorStat{}) {
				to.At(i*len(page) + k).merge(&v)
			}
		}
	}
}

func (b *sharedError) load() errorStat {
	return errorStat{b.raised.Load(), b.handled.Load(), b.first.Load(), b.last.Load()}
}

// errorRows is how many errors are told apart: those known, after the one
// row for all others. It is 0 where performance_schema_error_size is.
func (s *Schema) errorRows() int {
	if s.sizes.Errors == 0 {
		return 0
	}
	return len(s.knownErrors()) + 1
}

// threadErrorRows is how many of the rows a thread has: those of errors that
// are sent to clients. Errors of the log count globally alone, as in MySQL.
func (s *Schema) threadErrorRows() int { return min(s.errorRows(), mysqlerr.Sent()+1) }

// summaryErrorRows returns how many errors a summary by g tells apart.
func (s *Schema) summaryErrorRows(g record.Grouping) int {
	if g >= record.Global {
		return s.errorRows()
	}
	return s.threadErrorRows()
}

// errorIndex is where an error number is counted.
func (s *Schema) errorIndex(number int) int {
	i, known := slices.BinarySearchFunc(s.knownErrors(), number, func(e record.KnownError, n int) int { return e.Number - n })
	if !known {
		return 0
	}
	return i + 1
}

// RaiseError counts an error, a warning or a note in the error summaries, as
// [Statement.SetError] does of itself for the error a statement ends in. Only
// the Thread's writer calls it. It reads the time of day and allocates nothing
// once the Thread has had an error.
func (t *Thread) RaiseError(number int) {
	if t != nil {
		t.countError(number, 1, 0)
	}
}

// HandleError counts an error that a handler of a stored program has dealt
// with: it does not end the statement. Where the statement of the program that it ended was
// told by [Statement.SetError], it counts as raised, too; MySQL's counts as handled alone,
// as after [Statement.SetNestedError].
func (t *Thread) HandleError(number int) {
	if t == nil {
		return
	}
	if st := t.current(); st != nil && st.passing == number {
		st.passing = 0
	}
	t.countError(number, 0, 1)
}

func (t *Thread) countError(number int, raised, handled uint64) {
	s := t.schema
	on := s.consumerSet()
	if !on.has(ConsumerThreadInstrumentation) {
		s.countError(number, raised, handled)
		return
	}
	c := s.classes[KindError].at(uint32(s.errorKey))
	if c == nil || !c.Enabled() || !on.has(ConsumerGlobalInstrumentation) || !t.enabled.Load() {
		return
	}
	index, now := s.errorIndex(number), s.clock.Wall().UnixMicro()
	if index >= s.threadErrorRows() {
		s.direct.addError(index, raised, handled, now)
		return
	}
	t.lock.Begin()
	if b := t.stats.errors.At(index); b != nil {
		b.add(raised, handled, now)
	}
	t.lock.End()
}

// RaiseError counts an error on no Thread: in the global summary alone. Any
// goroutine may call it.
func (s *Schema) RaiseError(number int) {
	if s.Enabled() {
		s.countError(number, 1, 0)
	}
}

func (s *Schema) countError(number int, raised, handled uint64) {
	c := s.classes[KindError].at(uint32(s.errorKey))
	if c == nil || !c.Enabled() || !s.consumerSet().has(ConsumerGlobalInstrumentation) {
		return
	}
	s.direct.addError(s.errorIndex(number), raised, handled, s.clock.Wall().UnixMicro())
}

// SetNestedError is [Statement.SetError] for a statement of a stored program: the error does
// not count as raised. It counts as handled where a handler deals with it
// ([Thread.HandleError]), and else as that of the statement which it ends in its turn.
func (h Statement) SetNestedError(errno int, sqlState, message string) {
	if st := h.slot; st != nil && st.id == h.id {
		st.fail(errno, sqlState, message)
	}
}

// fail records the error a statement ends in, where it is recorded.
func (st *statementSlot) fail(errno int, sqlState, message string) {
	if !st.active {
		return
	}
	message = cutMessage(message)
	st.thread.lock.Begin()
	st.rec.errno, st.rec.sqlState, st.rec.message, st.rec.errors = errno, sqlState, message, 1
	st.thread.lock.End()
}

// raise counts the error a statement ends in, unless a statement nested in it
// has passed it up and so has counted it.
func (st *statementSlot) raise(number int) {
	if st.passing != number {
		st.thread.RaiseError(number)
	}
	st.passing = 0
	if level := st.rec.level; level > 0 && st.active {
		st.thread.stack[level-1].Load().passing = number
	}
}

func (b *errorStat) export() record.ErrorStat {
	out := record.ErrorStat{Raised: b.raised, Handled: b.handled}
	if b.first != 0 {
		out.FirstSeen, out.LastSeen = time.UnixMicro(b.first), time.UnixMicro(b.last)
	}
	return out
}

// ErrorSummary yields one slice per group of
// events_errors_summary_<g>_by_error: at index 0 the errors that are not
// known, at i + 1 the i-th of [Reader.KnownErrors]. Only the global group has
// those of the log. The slice is empty where performance_schema_error_size is 0.
func (s *Reader) ErrorSummary(g record.Grouping, threadID uint64) *record.SummaryReader[record.ErrorStat] {
	n := 0
	if s.Schema().Enabled() {
		n = s.Schema().summaryErrorRows(g)
	}
	return newSummaryReader(s.Schema(), g, threadID, n, func() *summing[errorStat] {
		return summingOf(n, func(a *aggregate) *stat.Table[errorStat] { return &a.errors }, mergeEach((*errorStat).merge),
			s.direct.readErrors)
	}, exportEach((*errorStat).export))
}

// truncateErrors resets events_errors_summary_<g>_by_error.
func (s *Reader) truncateErrors(g record.Grouping) { s.Schema().truncate(g, familyErrors) }
