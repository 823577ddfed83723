package history

import "sync"

// Of rows that were truncated away so many are kept until a window ends; from half of
// them on it ends before its time.
const mostTruncated = 1 << 15

// takenAway are rows of an original that TRUNCATE has taken away since the last window, or
// the one before: what was ending just then may have counted late.
type takenAway[T any] struct {
	identity func(T) any
	full     func()    // there are many
	lost     func(int) // some were too many

	mu      sync.Mutex
	rows    []takenRow[T]
	waiting int // how many of rows the window has that is made
}

type takenRow[T any] struct {
	row  T
	seen bool // in a window after it was taken away
}

// add is told of rows that TRUNCATE has taken away.
func (t *takenAway[T]) add(rows []T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, row := range rows {
		t.rows = append(t.rows, takenRow[T]{row: row})
	}
	if over := len(t.rows) - mostTruncated; over > 0 {
		t.rows = t.rows[over:]
		t.waiting = max(0, t.waiting-over)
		t.lost(over)
	}
	if len(t.rows) > mostTruncated/2 {
		t.full()
	}
}

// with gives the rows there are and were. live must have been read before.
func (t *takenAway[T]) with(live []T) []T {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := make(map[any]bool, len(live))
	for _, l := range live {
		seen[t.identity(l)] = true
	}
	t.waiting = len(t.rows)
	for _, r := range t.rows {
		if !seen[t.identity(r.row)] {
			live = append(live, r.row)
		}
	}
	return live
}

// committed forgets what a window has had that was written, after one more.
func (t *takenAway[T]) committed() {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := t.rows[:0]
	for i, r := range t.rows {
		if i < t.waiting {
			if r.seen {
				continue
			}
			r.seen = true
		}
		kept = append(kept, r)
	}
	clear(t.rows[len(kept):])
	t.rows, t.waiting = kept, 0
}
