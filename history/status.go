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
	// Lost is what TRUNCATE took away, more at a time than is kept: rows, by account
	// statements; of single events those that were too many to be written, or that were in a
	// window which could not be; of active_session_history rows likewise.
	Lost uint64
}

// tables are all tables, those of windows first.
func (h *History) tables() (list []*table) {
	for _, s := range h.series {
		list = append(list, s.table)
	}
	for _, t := range h.events.tables {
		list = append(list, t.table)
	}
	return list
}

// Status tells how each table does.
func (h *History) Status() []Status {
	tables := h.tables()
	out := make([]Status, len(tables))
	for i, t := range tables {
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
	if n <= 0 {
		return
	}
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
	t.failing &^= writing
	if rows > 0 {
		t.status.Windows++
		t.status.Rows += uint64(rows)
	}
	t.status.WindowStart = next
	return recovered
}

// isFailing says whether the last window could not be written.
func (t *table) isFailing() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.status.Failing
}

// begun says when the window began that is open.
func (t *table) begun(at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.status.WindowStart = at
}

// task is a part of what is done with a table's files, which fails and goes well by itself.
type task uint8

const (
	writing task = 1 << iota // windows that have ended; they stay open where it fails
	keeping                  // the window that is open
	merging                  // windows of an hour, and folding them
)

// failed counts what could not be done. first says that the task went well before.
func (t *table) failed(err error, at time.Time, of task) (first bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	first = t.failing&of == 0
	t.failing |= of
	t.status.Failing = t.status.Failing || of == writing
	t.status.Failures++
	t.status.LastFailure, t.status.LastFailureTime = err.Error(), at
	return first
}

// well says that a task has gone well.
func (t *table) well(of task) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failing &^= of
}
