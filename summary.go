package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/stat"
)

// StatementSummary yields one slice per group of
// events_statements_summary_<g>_by_event_name; index = key - 1. The slice is
// reused. With threadID not 0, ByThread yields only that thread. Live threads
// are read without holding them up; no thread ends while a group is gathered.
func (s *Reader) StatementSummary(g Grouping, threadID uint64) *SummaryReader[StatementStat] {
	n := s.Schema().classCount(KindStatement)
	return newSummaryReader(s.Schema(), g, threadID, n, func() *summing[statementStat] {
		return summingOf(n, func(a *aggregate) *stat.Table[statementStat] { return &a.statements }, mergeEach((*statementStat).merge),
			func(sums []statementStat) {
				addDirect(sums, s.direct.statements, (*sharedStatement).load, (*statementStat).merge)
			})
	}, exportEach((*statementStat).export))
}

// StageSummary is [Reader.StatementSummary] for stages.
func (s *Reader) StageSummary(g Grouping, threadID uint64) *SummaryReader[TimerStat] {
	n := s.Schema().classCount(KindStage)
	return newSummaryReader(s.Schema(), g, threadID, n, func() *summing[stat.Timer] {
		return summingOf(n, func(a *aggregate) *stat.Table[stat.Timer] { return &a.stages }, stat.MergeTimers,
			func(sums []stat.Timer) { addDirect(sums, s.direct.stages, (*stat.Shared).Load, (*stat.Timer).Merge) })
	}, exportEach(timerStat))
}

// TransactionSummary is [Reader.StatementSummary] for transactions.
func (s *Reader) TransactionSummary(g Grouping, threadID uint64) *SummaryReader[TransactionStat] {
	n := s.Schema().classCount(KindTransaction)
	return newSummaryReader(s.Schema(), g, threadID, n, func() *summing[transactionStat] {
		return summingOf(n, func(a *aggregate) *stat.Table[transactionStat] { return &a.transactions }, mergeEach((*transactionStat).merge),
			func(sums []transactionStat) {
				addDirect(sums, s.direct.transactions, (*sharedTransaction).load, (*transactionStat).merge)
			})
	}, exportEach((*transactionStat).export))
}

// WaitSummary is [Reader.StatementSummary] for waits; index = place in
// [Reader.WaitClasses].
func (s *Reader) WaitSummary(g Grouping, threadID uint64) *SummaryReader[TimerStat] {
	classes := s.WaitClasses()
	return newSummaryReader(s.Schema(), g, threadID, len(classes), func() *summing[stat.Timer] {
		return summingOf(s.waitSlots, func(a *aggregate) *stat.Table[stat.Timer] { return &a.waits }, stat.MergeTimers,
			func(sums []stat.Timer) { addDirect(sums, s.direct.waits, (*stat.Shared).Load, (*stat.Timer).Merge) })
	}, func(sums []stat.Timer, stats []TimerStat) {
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

// addDirect adds what was recorded past all threads.
func addDirect[T, B any](sums []T, direct []atomic.Pointer[B], load func(*B) T, merge func(dst, src *T)) {
	for i := range sums {
		if b := direct[i].Load(); b != nil {
			v := load(b)
			merge(&sums[i], &v)
		}
	}
}
