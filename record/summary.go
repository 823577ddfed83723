package record

import "iter"

// Group says whose summary a row is: a thread's, an account's, a user's, a
// host's; for Global nothing is set.
type Group struct {
	ThreadID           uint64
	User, Host         string
	UserNull, HostNull bool
}

// Grouping says by what a summary table groups.
type Grouping uint8

// The groupings.
const (
	ByThread Grouping = iota
	ByAccount
	ByUser
	ByHost
	Global
	// SinceStart is Global with all that TRUNCATE has taken off it: sums that only
	// grow. No table shows it, and nothing truncates it.
	SinceStart
)

// SummaryReader reads a summary table group by group. What a group has counted
// is added up when it is asked for, and holds together in itself: a thread that
// ends counts with itself or with its account, never with both. Between two
// calls it holds no lock, and room for one group; an account's threads are those
// that lived at the first call and have not changed their account since.
//
// One goroutine may use it at a time. There is nothing to close.
type SummaryReader[S any] struct {
	stats []S
	next  func(stats []S) (Group, bool)
}

// NewSummaryReader returns a reader of groups with n figures each. next fills in those of
// the next group; it returns false after the last.
func NewSummaryReader[S any](n int, next func(stats []S) (Group, bool)) *SummaryReader[S] {
	return &SummaryReader[S]{stats: make([]S, n), next: next}
}

// Len is how many figures there are for each group: one a class.
func (r *SummaryReader[S]) Len() int { return len(r.stats) }

// Next gives the next group and what it has counted, by class; ok is false after
// the last. The slice is good until the next call.
func (r *SummaryReader[S]) Next() (group Group, stats []S, ok bool) {
	if r.next == nil {
		return Group{}, nil, false
	}
	group, ok = r.next(r.stats)
	if !ok {
		return Group{}, nil, false
	}
	return group, r.stats, true
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
