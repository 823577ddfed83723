package perfschema

import (
	"iter"

	"github.com/perfschema/perfschema/internal/stat"
)

// Group says whose summary a row is: a thread's, an account's, a user's, a
// host's; for Global nothing is set.
type Group struct {
	ThreadID           uint64
	User, Host         string
	UserNull, HostNull bool
}

// SummaryReader reads a summary table group by group. What a group has counted
// is added up when it is asked for, and holds together in itself: a thread that
// ends counts with itself or with its account, never with both. Between two
// calls it holds no lock, and room for one group; an account's threads are those
// that lived at the first call and have not changed their account since.
//
// One goroutine may use it at a time. There is nothing to close.
type SummaryReader[S any] struct {
	schema   *Schema
	grouping Grouping
	threadID uint64
	begun    bool
	groups   []summaryGroup // those to come
	stats    []S
	read     func(g *summaryGroup, stats []S) bool
}

// Len is how many figures there are for each group: one a class.
func (r *SummaryReader[S]) Len() int { return len(r.stats) }

// Next gives the next group and what it has counted, by class; ok is false after
// the last. The slice is good until the next call.
func (r *SummaryReader[S]) Next() (group Group, stats []S, ok bool) {
	if !r.begun {
		r.begun = true
		r.groups = r.schema.summaryGroups(r.grouping, r.threadID)
	}
	for len(r.groups) > 0 {
		g := &r.groups[0]
		r.groups = r.groups[1:]
		if r.read(g, r.stats) {
			return g.group(), r.stats, true
		}
	}
	return Group{}, nil, false
}

// All gives the groups and what they have counted, from the next to the last.
func (r *SummaryReader[S]) All() iter.Seq2[Group, []S] {
	return func(yield func(Group, []S) bool) {
		for {
			group, stats, ok := r.Next()
			if !ok || !yield(group, stats) {
				return
			}
		}
	}
}

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
	case ByThread:
		if !s.lives(g.threads[0]) {
			return false
		}
	case Global, SinceStart:
		if g.by == SinceStart {
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
func newSummaryReader[T, S any](s *Schema, g Grouping, threadID uint64, n int, family func() *summing[T], export func(sums []T, stats []S)) *SummaryReader[S] {
	r := &SummaryReader[S]{schema: s, grouping: g, threadID: threadID}
	if !s.Enabled() {
		r.begun = true
		return r
	}
	f := family()
	sums := make([]T, f.n)
	r.stats = make([]S, n)
	r.read = func(g *summaryGroup, stats []S) bool {
		clear(sums)
		s.foldMu.Lock()
		ok := f.of(s, g, sums)
		s.foldMu.Unlock()
		if ok {
			export(sums, stats)
		}
		return ok
	}
	return r
}
