package history

import "time"

// Status is how the history of one table does.
type Status struct {
	Table string
	// Failing says that the last window could not be written; it is open still.
	Failing bool
	// Windows and Rows are how many were written since [Start].
	Windows, Rows uint64
	// Files, Bytes and Oldest are those there are; Oldest is the hour of the oldest.
	Files  int
	Bytes  int64
	Oldest time.Time
	// WindowStart is when the window began that is open.
	WindowStart time.Time
	// Failures is how often something could not be written, merged or removed;
	// LastFailure and LastFailureTime are of the last.
	Failures        uint64
	LastFailure     string
	LastFailureTime time.Time
	// Damaged are the files that cannot be read.
	Damaged []string
	// ClockSet is how often the time of day was set, seen from one window to the next.
	ClockSet uint64
	// Lost are rows that TRUNCATE took away, more at a time than are kept.
	Lost uint64
}

// Status tells how each table does.
func (h *History) Status() []Status {
	out := make([]Status, len(h.series))
	for i, s := range h.series {
		t := s.table
		t.mu.Lock()
		out[i] = t.status
		out[i].Damaged = append([]string(nil), t.status.Damaged...)
		out[i].Files = len(t.files)
		for _, f := range t.files {
			out[i].Bytes += f.size
		}
		if len(t.files) > 0 {
			out[i].Oldest = t.files[0].hour
		}
		t.mu.Unlock()
	}
	return out
}

// lost counts rows that were not kept.
func (t *table) lost(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.status.Lost += uint64(n) //nolint:gosec // not negative
}

// written counts a window that was written, or had no rows.
func (t *table) written(rows int, next time.Time) (recovered bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	recovered = t.status.Failing
	t.status.Failing = false
	if rows > 0 {
		t.status.Windows++
		t.status.Rows += uint64(rows)
	}
	t.status.WindowStart = next
	return recovered
}

// failed counts what could not be done. open says that the window stays open for it.
func (t *table) failed(err error, at time.Time, open bool) (first bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	first = open && !t.status.Failing || !open && t.status.LastFailure != err.Error()
	t.status.Failing = t.status.Failing || open
	t.status.Failures++
	t.status.LastFailure, t.status.LastFailureTime = err.Error(), at
	return first
}
