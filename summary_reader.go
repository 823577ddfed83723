package perfschema

import (
	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// summing is how the sums T of one family of summaries are read, n of them a
// group.
type summing[T any] struct {
	n int
	// own adds what is kept above the threads, which nobody writes under foldMu.
	own func(sums []T, a *aggregate)
	// live adds what a thread has, while it goes on.
	live func(sums []T, t *Thread)
	// direct adds what was recorded past all threads.
	direct func(sums []T)
}

// of adds up what a group has counted. It is false for one that is gone. foldMu
// is held.
func (f *summing[T]) of(s *Schema, g *summaryGroup, sums []T) bool {
	switch g.by {
	case record.ByThread:
		if !s.lives(g.threads[0]) {
			return false
		}
	case record.Global, record.SinceStart:
		if g.by == record.SinceStart {
			f.own(sums, &s.truncated)
		}
		g.parts, g.threads = s.accounts.all(), s.Read().Threads()
		f.own(sums, &s.global)
		f.direct(sums)
	default:
		if g.account.dropped {
			return false
		}
		f.own(sums, &g.account.own)
	}
	for _, a := range g.parts {
		f.own(sums, &a.own) // empty if it was dropped
	}
	for _, t := range g.threads {
		if g.account == nil || s.lives(t) && t.home.Load().of(g.by) == g.account {
			f.live(sums, t)
		}
	}
	return true
}

// summingOf is how the family is read whose stats slots finds.
func summingOf[T any](n int, slots func(*aggregate) *stat.Table[T], merge mergeInto[T], direct func([]T)) *summing[T] {
	scratch := new(stat.Scratch[T])
	return &summing[T]{
		n: n, direct: direct,
		own: func(sums []T, a *aggregate) {
			slots(a).Body().EachChunk(func(classes []uint16, stats []T) { merge(sums, classes, stats) })
		},
		live: func(sums []T, t *Thread) {
			slots(&t.stats).Body().Snapshot(&t.lock, scratch, func(classes []uint16, stats []T) { merge(sums, classes, stats) })
		},
	}
}

// newSummaryReader makes a reader of a family that shows the sums of a group as
// n figures. foldMu is held while a group is added up, and no longer.
func newSummaryReader[T, S any](s *Schema, g record.Grouping, threadID uint64, n int, family func() *summing[T], export func(sums []T, stats []S)) *record.SummaryReader[S] {
	if !s.Enabled() {
		return record.NewSummaryReader[S](0, nil)
	}
	f := family()
	sums := make([]T, f.n)
	return record.NewSummaryReader(n, eachGroup(s, g, threadID, func(g *summaryGroup, stats []S) bool {
		clear(sums)
		s.foldMu.Lock()
		ok := f.of(s, g, sums)
		s.foldMu.Unlock()
		if ok {
			export(sums, stats)
		}
		return ok
	}))
}

// eachGroup returns a function that reads the next group of a summary at each call. The
// groups are those that there are at the first.
func eachGroup[S any](s *Schema, g record.Grouping, threadID uint64, read func(g *summaryGroup, stats []S) bool) func([]S) (record.Group, bool) {
	var groups []summaryGroup // those to come
	begun := false
	return func(stats []S) (record.Group, bool) {
		if !begun {
			begun = true
			groups = s.summaryGroups(g, threadID)
		}
		for len(groups) > 0 {
			g := &groups[0]
			groups = groups[1:]
			if read(g, stats) {
				return g.group(), true
			}
		}
		return record.Group{}, false
	}
}
