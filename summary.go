package perfschema

import (
	"iter"
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/stat"
)

// Group says whose summary a row is: a thread's, an account's, a user's, a
// host's; for Global nothing is set.
type Group struct {
	ThreadID           uint64
	User, Host         string
	UserNull, HostNull bool
}

// StatementSummary yields one slice per group of
// events_statements_summary_<g>_by_event_name; index = key - 1. The slice is
// reused. With threadID not 0, ByThread yields only that thread. Live threads
// are read without holding them up; no thread ends while the rows are
// gathered.
func (s *Schema) StatementSummary(g Grouping, threadID uint64) iter.Seq2[Group, []StatementStat] {
	return func(yield func(Group, []StatementStat) bool) {
		if !s.Enabled() {
			return
		}
		n := int(s.classes[KindStatement].n.Load())
		for group, sums := range gather(s, g, threadID, n, func(a *aggregate) *stat.Table[statementStat] { return &a.statements }, mergeEach((*statementStat).merge)) {
			if g == Global {
				addDirect(sums, s.direct.statements, (*sharedStatement).load, (*statementStat).merge)
			}
			out := make([]StatementStat, n)
			for i := range out {
				out[i] = sums[i].export()
			}
			if !yield(group, out) {
				return
			}
		}
	}
}

// StageSummary is [Schema.StatementSummary] for stages.
func (s *Schema) StageSummary(g Grouping, threadID uint64) iter.Seq2[Group, []TimerStat] {
	return func(yield func(Group, []TimerStat) bool) {
		if !s.Enabled() {
			return
		}
		n := int(s.classes[KindStage].n.Load())
		for group, sums := range gather(s, g, threadID, n, func(a *aggregate) *stat.Table[stat.Timer] { return &a.stages }, stat.MergeTimers) {
			if g == Global {
				addDirect(sums, s.direct.stages, (*stat.Shared).Load, (*stat.Timer).Merge)
			}
			out := make([]TimerStat, n)
			for i := range out {
				out[i] = timerStat(&sums[i])
			}
			if !yield(group, out) {
				return
			}
		}
	}
}

// TransactionSummary is [Schema.StatementSummary] for transactions.
func (s *Schema) TransactionSummary(g Grouping, threadID uint64) iter.Seq2[Group, []TransactionStat] {
	return func(yield func(Group, []TransactionStat) bool) {
		if !s.Enabled() {
			return
		}
		n := int(s.classes[KindTransaction].n.Load())
		for group, sums := range gather(s, g, threadID, n, func(a *aggregate) *stat.Table[transactionStat] { return &a.transactions }, mergeEach((*transactionStat).merge)) {
			if g == Global {
				addDirect(sums, s.direct.transactions, (*sharedTransaction).load, (*transactionStat).merge)
			}
			out := make([]TransactionStat, n)
			for i := range out {
				out[i] = sums[i].export()
			}
			if !yield(group, out) {
				return
			}
		}
	}
}

// WaitSummary is [Schema.StatementSummary] for waits; index = place in
// [Schema.WaitClasses].
func (s *Schema) WaitSummary(g Grouping, threadID uint64) iter.Seq2[Group, []TimerStat] {
	return func(yield func(Group, []TimerStat) bool) {
		if !s.Enabled() {
			return
		}
		classes := s.WaitClasses()
		for group, sums := range gather(s, g, threadID, s.waitSlots, func(a *aggregate) *stat.Table[stat.Timer] { return &a.waits }, stat.MergeTimers) {
			if g == Global {
				addDirect(sums, s.direct.waits, (*stat.Shared).Load, (*stat.Timer).Merge)
			}
			out := make([]TimerStat, len(classes))
			for i, c := range classes {
				out[i] = s.waitStat(&sums[c.slot])
			}
			if !yield(group, out) {
				return
			}
		}
	}
}

// row is one group's sums while they are gathered.
type row[T any] struct {
	group Group
	of    *account // nil by thread and globally
	sums  []T
}

// mergeInto adds blocks, each of the class beside it, to sums by class. Classes
// beyond the sums are newer than they, and left out.
type mergeInto[T any] func(sums []T, classes []uint16, blocks []T)

func mergeEach[T any](merge func(dst, src *T)) mergeInto[T] {
	return func(sums []T, classes []uint16, blocks []T) {
		for k := range blocks {
			if i := int(classes[k]); i < len(sums) {
				merge(&sums[i], &blocks[k])
			}
		}
	}
}

// gather adds up one family of summaries by group. It holds foldMu only while
// it copies, not while the caller uses the rows.
func gather[T any](s *Schema, g Grouping, threadID uint64, n int, slots func(*aggregate) *stat.Table[T], merge mergeInto[T]) iter.Seq2[Group, []T] {
	return func(yield func(Group, []T) bool) {
		scratch := new(stat.Scratch[T])
		own := func(sums []T, a *aggregate) {
			slots(a).Body().EachChunk(func(classes []uint16, blocks []T) { merge(sums, classes, blocks) })
		}
		live := func(sums []T, t *Thread) {
			slots(&t.stats).Body().Snapshot(&t.lock, scratch, func(classes []uint16, blocks []T) { merge(sums, classes, blocks) })
		}
		s.foldMu.Lock()
		rows := gatherRows(s, g, threadID, n, own, live)
		s.foldMu.Unlock()
		for _, r := range rows {
			if !yield(r.group, r.sums) {
				return
			}
		}
	}
}

// gatherRows has own add what is kept above the threads, which nobody writes
// under foldMu, and live what a thread has. foldMu is held.
func gatherRows[T any](s *Schema, g Grouping, threadID uint64, n int, own func([]T, *aggregate), live func([]T, *Thread)) []*row[T] {
	var rows []*row[T]
	index := make(map[accountKey]*row[T])
	add := func(gr Group, of *account) *row[T] {
		r := &row[T]{gr, of, make([]T, n)}
		rows = append(rows, r)
		return r
	}
	addRow := func(a *account) {
		index[a.key] = add(groupOf(a.key), a)
		own(index[a.key].sums, &a.own)
	}
	var part func(accountKey) accountKey
	s.accounts.mu.Lock()
	switch g {
	case ByAccount:
		part = func(k accountKey) accountKey { return k }
		for _, a := range sorted(s.accounts.accounts) {
			addRow(a)
		}
	case ByUser, ByHost:
		m := s.accounts.users
		part = accountKey.userOnly
		if g == ByHost {
			m, part = s.accounts.hosts, accountKey.hostOnly
		}
		for _, a := range sorted(m) {
			addRow(a)
		}
		for k, a := range s.accounts.accounts {
			if r := index[part(k)]; r != nil {
				own(r.sums, &a.own)
			}
		}
	case Global:
		r := add(Group{}, nil)
		own(r.sums, &s.global)
		for _, a := range s.accounts.accounts {
			own(r.sums, &a.own)
		}
	}
	s.accounts.mu.Unlock()

	var threads []*Thread
	if g != ByThread || threadID == 0 {
		threads = s.Threads()
	} else if t := s.ThreadByID(threadID); t != nil {
		threads = []*Thread{t}
	}
	for _, t := range threads {
		var r *row[T]
		switch g {
		case ByThread:
			r = add(Group{ThreadID: t.id}, nil)
		case Global:
			r = rows[0]
		default:
			h := t.home.Load()
			if h == nil {
				continue
			}
			a := h.of(g)
			if a == nil {
				continue
			}
			if r = index[part(a.key)]; r == nil {
				continue
			}
		}
		live(r.sums, t)
	}
	return rows
}

func groupOf(k accountKey) Group {
	return Group{User: k.user, Host: k.host, UserNull: k.userNull, HostNull: k.hostNull}
}

// addDirect adds what was recorded past all threads.
func addDirect[T, B any](sums []T, direct []atomic.Pointer[B], load func(*B) T, merge func(dst, src *T)) {
	for i := range sums {
		if b := direct[i].Load(); b != nil {
			v := load(b)
			merge(&sums[i], &v)
		}
	}
}
