package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// StatementSummary yields one slice per group of
// events_statements_summary_<g>_by_event_name; index = key - 1. The slice is
// reused. With threadID not 0, ByThread yields only that thread. Live threads
// are read without holding them up; no thread ends while a group is gathered.
func (s *Reader) StatementSummary(g record.Grouping, threadID uint64) *record.SummaryReader[record.StatementStat] {
	n := s.Schema().classCount(KindStatement)
	return newSummaryReader(s.Schema(), g, threadID, n, func() *summing[statementStat] {
		return summingOf(n, func(a *aggregate) *stat.Table[statementStat] { return &a.statements }, mergeEach((*statementStat).merge),
			func(sums []statementStat) {
				addDirect(sums, s.direct.statements, (*sharedStatement).load, (*statementStat).merge)
			})
	}, exportEach((*statementStat).export))
}

// StageSummary is [Reader.StatementSummary] for stages.
func (s *Reader) StageSummary(g record.Grouping, threadID uint64) *record.SummaryReader[record.TimerStat] {
	n := s.Schema().classCount(KindStage)
	return newSummaryReader(s.Schema(), g, threadID, n, func() *summing[stat.Timer] {
		return summingOf(n, func(a *aggregate) *stat.Table[stat.Timer] { return &a.stages }, stat.MergeTimers,
			func(sums []stat.Timer) { addDirect(sums, s.direct.stages, (*stat.Shared).Load, (*stat.Timer).Merge) })
	}, exportEach(timerStat))
}

// TransactionSummary is [Reader.StatementSummary] for transactions.
func (s *Reader) TransactionSummary(g record.Grouping, threadID uint64) *record.SummaryReader[record.TransactionStat] {
	n := s.Schema().classCount(KindTransaction)
	return newSummaryReader(s.Schema(), g, threadID, n, func() *summing[transactionStat] {
		return summingOf(n, func(a *aggregate) *stat.Table[transactionStat] { return &a.transactions }, mergeEach((*transactionStat).merge),
			func(sums []transactionStat) {
				addDirect(sums, s.direct.transactions, (*sharedTransaction).load, (*transactionStat).merge)
			})
	}, exportEach((*transactionStat).export))
}

// WaitSummary is [Reader.StatementSummary] for waits; index = position in
// [Reader.WaitClasses].
func (s *Reader) WaitSummary(g record.Grouping, threadID uint64) *record.SummaryReader[record.TimerStat] {
	classes := s.WaitClasses()
	return newSummaryReader(s.Schema(), g, threadID, len(classes), func() *summing[stat.Timer] {
		return summingOf(s.waitSlots, func(a *aggregate) *stat.Table[stat.Timer] { return &a.waits }, stat.MergeTimers,
			func(sums []stat.Timer) { addDirect(sums, s.direct.waits, (*stat.Shared).Load, (*stat.Timer).Merge) })
	}, func(sums []stat.Timer, stats []record.TimerStat) {
		for i, c := range classes {
			stats[i] = c.waitStat(&sums[c.slot])
		}
	})
}

// classCount is how many classes of a kind there are now; 0 while off.
func (s *Schema) classCount(k Kind) int {
	if !s.Enabled() {
		return 0
	}
	return int(s.classes[k].n.Load())
}

func exportEach[T, S any](export func(*T) S) func([]T, []S) {
	return func(sums []T, stats []S) {
		for i := range stats {
			stats[i] = export(&sums[i])
		}
	}
}

// mergeInto adds stats, each of the class beside it, to sums by class. Classes
// beyond the sums are newer than they, and left out.
type mergeInto[T any] func(sums []T, classes []uint16, stats []T)

func mergeEach[T any](merge func(dst, src *T)) mergeInto[T] {
	return func(sums []T, classes []uint16, stats []T) {
		for k := range stats {
			if i := int(classes[k]); i < len(sums) {
				merge(&sums[i], &stats[k])
			}
		}
	}
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

// summaryGroup is one group of a summary, and where its figures are.
type summaryGroup struct {
	by      record.Grouping
	account *account   // nil by thread and globally
	parts   []*account // accounts that count in it with what they keep
	threads []*Thread
}

func (g *summaryGroup) group() record.Group {
	switch {
	case g.by == record.ByThread:
		return record.Group{ThreadID: g.threads[0].id}
	case g.account != nil:
		k := g.account.key
		return record.Group{User: k.user, Host: k.host, UserNull: k.userNull, HostNull: k.hostNull}
	}
	return record.Group{}
}

// summaryGroups lists the groups there are, in the order of their rows. It takes
// some bytes for each account and each thread.
func (s *Schema) summaryGroups(by record.Grouping, threadID uint64) []summaryGroup {
	switch by {
	case record.ByThread:
		var all []*Thread
		if threadID == 0 {
			all = s.Read().Threads()
		} else if t := s.Read().ThreadByID(threadID); t != nil {
			all = []*Thread{t}
		}
		groups := make([]summaryGroup, len(all))
		for i := range all {
			groups[i] = summaryGroup{by: record.ByThread, threads: all[i : i+1]}
		}
		return groups
	case record.Global, record.SinceStart:
		return []summaryGroup{{by: by}} // finds its parts in the moment it is read
	}
	return s.accountGroups(by)
}

// lives says whether a thread has not ended.
func (s *Schema) lives(t *Thread) bool { return s.Read().ThreadByID(t.id) == t }

// all are the accounts there are, in no order.
func (r *accountRegistry) all() []*account {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]*account, 0, len(r.accounts))
	for _, a := range r.accounts {
		out = append(out, a)
	}
	return out
}

func (s *Schema) accountGroups(by record.Grouping) []summaryGroup {
	r := &s.accounts
	r.mu.Lock()
	m, part := r.accounts, func(k accountKey) accountKey { return k }
	switch by {
	case record.ByUser:
		m, part = r.users, accountKey.userOnly
	case record.ByHost:
		m, part = r.hosts, accountKey.hostOnly
	}
	rows := sorted(m)
	groups := make([]summaryGroup, len(rows))
	index := make(map[accountKey]int, len(rows))
	for i, a := range rows {
		groups[i] = summaryGroup{by: by, account: a}
		index[a.key] = i
	}
	if by != record.ByAccount {
		for k, a := range r.accounts {
			if i, ok := index[part(k)]; ok {
				groups[i].parts = append(groups[i].parts, a)
			}
		}
	}
	r.mu.Unlock()
	for _, t := range s.Read().Threads() {
		if a := t.home.Load().of(by); a != nil {
			if i, ok := index[a.key]; ok {
				groups[i].threads = append(groups[i].threads, t)
			}
		}
	}
	return groups
}
