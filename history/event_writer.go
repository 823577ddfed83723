package history

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/view"
)

// eventWriter writes single events. Its goroutine alone uses it, but for what is said to
// be told of it.
type eventWriter struct {
	history *History
	events  *events
	// sessions reads the threads that were seen at work.
	sessions *activesession.Follower
	tables   []*eventTable // of profiles, operators, statements, sessions

	wake, stop, done chan struct{}
	from             time.Time // until when events have been taken
	ends             time.Time // when the window ends
	recent           batch     // of the window that is open, where Options.Sync is set
	stale            bool      // not all of recent is in the files
	bytes            atomic.Int64
}

// newEventWriter makes the tables of single events; its goroutine is not begun.
func newEventWriter(h *History) (*eventWriter, error) {
	w := &eventWriter{history: h,
		wake: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{})}
	for _, k := range keptEvents() {
		t, err := openTable(&h.options, k.Name, k.Columns)
		if err != nil {
			return nil, err
		}
		t.mostMerged = mostMerged
		columns := newEventColumns(view.Reader{Schema: h.schema, Profiler: h.options.Profiler})
		w.tables = append(w.tables, &eventTable{table: t, of: columns})
	}
	w.from = h.options.Clock.Wall()
	w.ends = w.windowEnd(w.from)
	for _, t := range w.tables {
		t.status.WindowStart = w.from
	}
	w.count()
	w.events = newEvents(&h.options, w.rouse)
	h.whenClosed(h.options.Profiler.OnEnd(w.events.add))
	w.sessions = h.options.ActiveSessions.Follow(mostEventBytes, w.rouse)
	h.whenClosed(w.sessions.Close)
	return w, nil
}

// rouse has the goroutine write what waits.
func (w *eventWriter) rouse() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *eventWriter) windowEnd(now time.Time) time.Time {
	window := w.history.options.Window
	return now.Truncate(window).Add(window)
}

// run writes events until stop.
func (w *eventWriter) run() {
	defer close(w.done)
	var keep <-chan time.Time // nil, which never comes
	if w.history.options.Sync {
		ticker := time.NewTicker(SyncInterval)
		defer ticker.Stop()
		keep = ticker.C
	}
	timer := time.NewTimer(w.wait())
	defer timer.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-w.wake:
		case <-keep:
		case <-timer.C:
		}
		w.turn(false)
		timer.Reset(w.wait())
	}
}

func (w *eventWriter) wait() time.Duration {
	return max(w.ends.Sub(w.history.options.Clock.Wall()), 0)
}

// turn writes what waits, and ends the window where that is over or is to be.
func (w *eventWriter) turn(end bool) {
	now := w.history.options.Clock.Wall()
	// A window is over at its end, and where the time of day was set back.
	window := w.history.options.Window
	end = end || !now.Before(w.ends) || w.ends.Sub(now) > window
	if end || w.history.options.Sync {
		w.history.options.Profiler.Collect()
	}
	note := w.note(now)
	w.write(now)
	note()
	most := w.history.eventBytes()
	large := most > 0 && w.open() > most/8 || w.recent.size() >= mostRewritten
	if end || large {
		w.end(now, most)
	}
	if end {
		w.ends = w.windowEnd(now)
	}
}

// note, called before events are written, gives what notes afterwards which windows they
// are, by the start that their rows have.
func (w *eventWriter) note(now time.Time) func() {
	if w.history.options.Sync {
		return func() {} // rewrite notes them
	}
	start, before := w.from, make([]int, len(w.tables))
	if !now.After(start) {
		start = now.Add(-time.Microsecond)
	}
	for i, t := range w.tables {
		before[i] = t.rows
	}
	return func() {
		for i, t := range w.tables {
			if n := t.rows - before[i]; n > 0 {
				t.parts = append(t.parts, Window{Start: start, End: now, Rows: n})
			}
		}
	}
}

// open is what the window that is open takes of the disk.
func (w *eventWriter) open() (n int64) {
	for _, t := range w.tables {
		n += t.size()
	}
	return n
}

// end ends the window.
func (w *eventWriter) end(now time.Time, most int64) {
	for _, t := range w.tables {
		written := t.file != nil || t.kept.rows > 0
		if err := t.end(now); err != nil {
			w.failed(t, err, now)
			continue
		}
		if written {
			w.history.tell(t.name, t.parts...)
		}
		rows := t.rows // what of it was lost is not among them
		t.rows, t.parts = 0, nil
		// There may be room again, and nothing for long that would show it.
		if !written && (!t.isFailing() || t.tryWriting() != nil) {
			t.begun(now)
		} else if t.written(rows, now) {
			w.history.options.Logger.Info("history: events can be written again", "table", t.name)
		}
	}
	if w.history.options.Sync {
		w.recent.clear()
		w.from, w.stale = now, false
	}
	if err := w.tidy(now, w.history.options.MaxAge, most); err != nil {
		if t := w.tables[0]; t.failed(err, now, merging) {
			w.history.options.Logger.Error("history: the events of an hour cannot be merged", "error", err)
		}
	} else {
		w.tables[0].well(merging)
	}
	w.count()
}

// count tells others what the files take.
func (w *eventWriter) count() {
	var n int64
	for _, t := range w.tables {
		n += t.table.bytes()
	}
	w.bytes.Store(n)
}

// failed gives up a window that cannot be written, and counts what it had.
func (w *eventWriter) failed(t *eventTable, err error, now time.Time) {
	lost := t.drop()
	t.lost(lost)
	if t.table.failed(err, now, writing) {
		w.history.options.Logger.Error("history: events cannot be written, and are lost until they can be", "table", t.name, "lost", lost, "error", err)
	}
}

// take gives what waits, until the next take, and counts what was lost of it.
func (w *eventWriter) take() batch {
	statements, lost := w.events.take()
	sessions, missed := w.sessions.Take()
	for _, t := range w.tables {
		n := lost
		if t.name == sessionsTable {
			n = missed
		}
		t.lost(int(n)) //nolint:gosec // few
	}
	return batch{statements, sessions}
}

// write writes what waits into the window.
func (w *eventWriter) write(now time.Time) {
	waiting := w.take()
	if waiting.size() == 0 && !w.stale {
		if w.recent.size() == 0 {
			w.from = now
		}
		return
	}
	if !now.After(w.from) {
		w.from = now.Add(-time.Microsecond) // the time of day was set back
	}
	if w.history.options.Sync {
		w.recent.add(waiting)
		w.rewrite(now)
		return
	}
	prefix := w.history.prefix(w.from, now)
	var tables sync.WaitGroup // each is work of its own
	for _, t := range w.tables {
		tables.Go(func() {
			if err := t.add(w.from, prefix, &waiting); err != nil {
				w.failed(t, err, now)
			}
		})
	}
	tables.Wait()
	w.from = now
}

// mostRewritten is how many events and sessions the window that is open has at most before it ends,
// where Options.Sync is set: they are written anew each time.
const mostRewritten = 4096

// rewrite writes all events of the window that is open, so that its files are whole. What
// cannot be written is tried again the next time, until the window ends.
func (w *eventWriter) rewrite(now time.Time) {
	prefix := w.history.prefix(w.from, now)
	var tables sync.WaitGroup // each is work of its own
	var stale atomic.Bool
	for _, t := range w.tables {
		tables.Go(func() {
			parts := t.parts
			t.drop()
			err := t.add(w.from, prefix, &w.recent)
			if err == nil {
				err = t.keep()
			}
			if err == nil {
				t.parts = []Window{{Start: w.from, End: now, Rows: t.rows}}
				return
			}
			t.rows, t.parts = t.drop(), parts
			stale.Store(true)
			if t.table.failed(err, now, writing) {
				w.history.options.Logger.Error("history: events cannot be written, and are lost if they cannot be until the window ends", "table", t.name, "error", err)
			}
		})
	}
	tables.Wait()
	w.stale = stale.Load()
}
