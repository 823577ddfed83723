package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// History keeps windows of a Schema until it is closed. Its methods are safe for
// concurrent use.
type History struct {
	schema  *perfschema.Schema
	options Options
	lock    *os.File
	series  []*series
	events  *eventWriter
	full    chan struct{} // the window is to end before its time
	closing []func()      // what Close ends

	stop      chan struct{}
	done      chan struct{}
	closeOnce sync.Once
	lastWall  time.Time // at the end of the last window
	lastTick  uint64
}

// lockName is the file that says that a process writes to the directory.
const lockName = "lock"

// Start begins to keep windows. What the Schema has counted before is in the first one.
// Errors wrap one of this package's.
func Start(ps *perfschema.Schema, o Options) (*History, error) {
	h, err := open(ps, o)
	if err != nil {
		return nil, err
	}
	go h.run()
	go h.events.run()
	return h, nil
}

// open is Start without the goroutine that ends windows.
func open(ps *perfschema.Schema, o Options) (_ *History, err error) {
	if o, err = o.withDefaults(); err != nil {
		return nil, err
	}
	h := &History{schema: ps, options: o, full: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{})}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	if h.lock, err = lockFile(filepath.Join(o.Dir, lockName)); err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrDirectory, o.Dir, err)
	}
	defer func() {
		if err != nil {
			h.release()
			_ = h.lock.Close()
		}
	}()
	h.addSeries()
	h.lastWall, h.lastTick = o.Clock.Wall(), o.Clock.Now()
	for _, s := range h.series {
		if s.table, err = openTable(&o, s.name, filesColumns(s.columns)); err != nil {
			return nil, err
		}
		s.commit(h.began(), h.lastTick)
		s.table.status.WindowStart = s.began
	}
	if h.events, err = newEventWriter(h); err != nil {
		return nil, err
	}
	return h, nil
}

// began is when the Schema began, which is when its first window does.
func (h *History) began() time.Time {
	if !h.schema.Enabled() {
		return h.lastWall
	}
	if began := h.schema.Read().Began(); began.Before(h.lastWall) {
		return began
	}
	return h.lastWall
}

// Close ends the window that is open, writes it, and ends the history.
func (h *History) Close() error {
	h.closeOnce.Do(func() {
		close(h.stop)
		close(h.events.stop)
		<-h.done
		<-h.events.done
		h.events.turn(true)
		h.turn()
		h.release()
		_ = h.lock.Close()
	})
	return nil
}

// whenClosed has Close call f.
func (h *History) whenClosed(f func()) { h.closing = append(h.closing, f) }

// release ends what the history is told of.
func (h *History) release() {
	for _, f := range h.closing {
		f()
	}
}

// run ends windows until the history is closed.
func (h *History) run() {
	defer close(h.done)
	var keep <-chan time.Time // nil, which never comes
	if h.options.Sync {
		ticker := time.NewTicker(SyncInterval)
		defer ticker.Stop()
		keep = ticker.C
	}
	timer := time.NewTimer(h.wait())
	defer timer.Stop()
	for {
		select {
		case <-h.stop:
			return
		case <-keep:
			h.keepOpen()
			continue
		case <-h.full:
		case <-timer.C:
		}
		h.turn()
		timer.Reset(h.wait())
	}
}

// keepOpen writes what has happened in the window that is open; it goes on.
func (h *History) keepOpen() {
	wall := h.options.Clock.Wall()
	for _, s := range h.series {
		rows := h.rows(s, wall)
		if err := s.table.keepOpen(rows); err == nil {
			s.table.well(keeping)
		} else if s.table.failed(err, wall, keeping) {
			h.options.Logger.Error("history: what the window has that is open cannot be written", "table", s.name, "error", err)
		}
	}
}

// rows are those of the window that is open, as if it ended now.
func (h *History) rows(s *series, wall time.Time) []view.Row {
	if !wall.After(s.began) {
		s.began = wall.Add(-time.Microsecond)
	}
	rows := s.windowRows()
	for i := range rows {
		rows[i] = append(h.prefix(s.began, wall), rows[i]...)
	}
	return rows
}

// wait is how long it is until the window ends: at a whole multiple of its length by the
// time of day.
func (h *History) wait() time.Duration {
	now := h.options.Clock.Wall()
	return now.Truncate(h.options.Window).Add(h.options.Window).Sub(now)
}

// times are the time of day and the clock of the same moment, or nearly: who is held up
// between the two readings would take the time of day for one that was set.
func (h *History) times() (wall time.Time, tick uint64) {
	for range 10 {
		before := h.options.Clock.Now()
		wall, tick = h.options.Clock.Wall(), h.options.Clock.Now()
		if tick-before < uint64(100*time.Millisecond) {
			break
		}
	}
	return wall, tick
}

// turn ends the window and puts the files in order.
func (h *History) turn() {
	wall, tick := h.times()
	passed := time.Duration(tick - h.lastTick) //nolint:gosec // no 292 years
	set := wall.Sub(h.lastWall) - passed
	if set.Abs() > time.Second {
		h.options.Logger.Warn("history: the time of day was set", "by", set)
	}
	h.lastWall, h.lastTick = wall, tick
	for _, s := range h.series {
		if set.Abs() > time.Second {
			s.table.mu.Lock()
			s.table.status.ClockSet++
			s.table.mu.Unlock()
			// The window is as long as it was, and ends now.
			s.began = wall.Add(-time.Duration(tick - s.from)) //nolint:gosec // no 292 years
		}
		h.end(s, wall, tick)
	}
	h.keepWithin(wall)
}

// end ends the window of one table. One that cannot be written stays open.
func (h *History) end(s *series, wall time.Time, tick uint64) {
	rows := h.rows(s, wall)
	write := func() error { return s.table.append(s.began, wall, rows) }
	if len(rows) == 0 {
		write = s.table.dropOpen
	}
	if err := write(); err != nil {
		if s.table.failed(err, wall, writing) {
			h.options.Logger.Error("history: a window cannot be written, and stays open until it can be", "table", s.name, "error", err)
		}
		return
	}
	s.commit(wall, tick)
	if s.committed != nil {
		s.committed()
	}
	if len(rows) > 0 {
		h.tell(s.name, Window{Start: s.last, End: wall, Rows: len(rows)})
	}
	if s.table.written(len(rows), wall) {
		h.options.Logger.Info("history: windows can be written again", "table", s.name)
	}
	var failed error
	if s.name == digestTable {
		failed = s.table.sumBlocks(wall)
	}
	err := errors.Join(failed, s.table.merge(wall), s.fold(wall, h.options.FoldAge, h.held(s.name)))
	if err == nil {
		s.table.well(merging)
	} else if s.table.failed(err, wall, merging) {
		h.options.Logger.Error("history: the windows of an hour cannot be merged or folded", "table", s.name, "error", err)
	}
}

// prefix is what the rows of a window begin with.
func (h *History) prefix(start, end time.Time) view.Row {
	row := make(view.Row, 0, 64)
	for _, s := range [...]string{h.options.ServerUUID, h.options.ServerName} {
		if s == "" {
			row = append(row, nil)
		} else {
			row = append(row, s)
		}
	}
	return append(row, start, end)
}

// keepWithin removes the oldest files, hour by hour, until what is left is neither too
// old nor too much.
func (h *History) keepWithin(now time.Time) {
	for {
		total := h.events.bytes.Load()
		var oldest time.Time
		for _, s := range h.series {
			total += s.table.bytes()
			if hour, ok := s.table.oldest(); ok && (oldest.IsZero() || hour.Before(oldest)) {
				oldest = hour
			}
		}
		old := h.options.MaxAge > 0 && now.Sub(oldest) > h.options.MaxAge+time.Hour
		if oldest.IsZero() || !old && (h.options.MaxBytes < 0 || total <= h.options.MaxBytes) {
			return
		}
		for _, s := range h.series {
			s.table.remove(func(f file) bool { return f.hour.Equal(oldest) })
		}
	}
}

// eventBytes is what single events may take: half of all; less than 0 is no bound.
func (h *History) eventBytes() int64 {
	if h.options.MaxBytes < 0 {
		return -1
	}
	return h.options.MaxBytes / 2
}

func (h *History) total() (n int64) {
	for _, s := range h.series {
		n += s.table.bytes()
	}
	return n
}
