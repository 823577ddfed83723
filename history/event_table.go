package history

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/perfschema/perfschema/view"
)

// The tables of single events.
const (
	profilesTable   = "query_profiles"
	operatorsTable  = "query_operators"
	statementsTable = "events_statements_history"
	sessionsTable   = "active_session_history"
)

// weightColumn comes after the columns of the window.
var weightColumn = view.Column{Name: "WEIGHT", Type: "bigint unsigned",
	Comment: "Of how many statements this is one that was chosen by chance; 1 of one that was kept for sure: sums of a column times WEIGHT are those of all statements, in the mean"}

// mostMerged is how many bytes the windows of an hour may have to be merged into one file.
// What is more is in large files already.
const mostMerged = 64 << 20

// eventTable writes single events into the window that is open: a file aside, which gets
// its name when the window ends. One goroutine at a time uses it.
type eventTable struct {
	*table
	of    *eventColumns
	file  *os.File // nil: nothing is written to the window yet
	w     *writer
	start time.Time // of the window
	rows  int       // of it
	kept  keptFile  // of it
}

// keptFile is what there is of the window that is open in a file that is whole.
type keptFile struct {
	rows int
	size int64
}

// begin makes the file of a window.
func (t *eventTable) begin(start time.Time) error {
	f, err := createAside(t.dir)
	if err != nil {
		return err
	}
	t.file, t.w, t.start = f, newWriter(f, t.name, t.columns, nil), start
	return nil
}

// eventRows are rows of a table of events: by columns, or one by one.
type eventRows struct {
	columns []view.Vector
	list    []view.Row
	n       int
}

// add writes the rows of its table of a batch, which begin with what those of their window do.
// Rows that cannot be written are counted all the same, to be lost.
func (t *eventTable) add(start time.Time, prefix view.Row, b *batch) (failed error) {
	add := func(rows eventRows) {
		t.rows += rows.n
		if failed == nil && rows.n > 0 {
			failed = t.write(start, rows)
		}
	}
	if t.name == sessionsTable {
		for _, part := range b.sessions {
			add(t.of.sessions(prefix, part))
		}
		return failed
	}
	for part := range slices.Chunk(b.statements, rowsPerWrite) {
		add(t.of.rows(t.name, prefix, part))
	}
	return failed
}

func (t *eventTable) write(start time.Time, rows eventRows) (err error) {
	if t.file == nil {
		if err := t.begin(start); err != nil {
			return err
		}
	}
	if rows.columns != nil {
		err = t.w.writeColumns(rows.columns, rows.n)
	}
	for _, row := range rows.list {
		err = errors.Join(err, t.w.write(row))
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", t.name, err)
	}
	return nil
}

// size is what the window has taken of the disk so far.
func (t *eventTable) size() int64 {
	if t.file == nil {
		return t.kept.size
	}
	info, err := t.file.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// keep has what was written of the window survive a kill.
func (t *eventTable) keep() error {
	if t.file == nil {
		return nil
	}
	f, err := t.whole()
	if err != nil {
		return err
	}
	size, err := appear(f, t.openPath(), t.sync)
	if err == nil {
		t.kept = keptFile{t.rows, size}
	}
	return err
}

// whole ends the file that is written.
func (t *eventTable) whole() (*os.File, error) {
	if err := t.w.close(); err != nil {
		return nil, fmt.Errorf("writing %s: %w", t.name, err)
	}
	f := t.file
	t.file, t.w = nil, nil
	return f, nil
}

// end gives the window that is open its name.
func (t *eventTable) end(end time.Time) error {
	if t.file == nil {
		was := t.kept
		t.lost(t.rows - was.rows) // of what was to be kept
		t.kept = keptFile{}
		if was.rows == 0 {
			return nil
		}
		t.rows = was.rows
		return t.closeOpen(t.start, end, was.size)
	}
	f, err := t.whole()
	if err != nil {
		return err
	}
	return t.publish(f, t.start, end)
}

// triedBytes are about as many as the smallest file has.
const triedBytes = 16 << 10

// tryWriting says whether a file could be written.
func (t *eventTable) tryWriting() error {
	f, err := createAside(t.dir)
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, triedBytes))
	if t.sync && err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	if err != nil {
		return fmt.Errorf("writing %s: %w", t.name, err)
	}
	return nil
}

// drop gives up the window that is open, and says how many rows it had.
func (t *eventTable) drop() (rows int) {
	if t.file != nil {
		_ = t.file.Close()
		_ = os.Remove(t.file.Name())
	}
	rows, t.rows = t.rows, 0
	t.parts = nil
	t.file, t.w = nil, nil
	return rows
}

// tidy merges the windows of hours that are over, and removes the oldest files until what
// is left is neither too old nor more than so many bytes.
func (w *eventWriter) tidy(now time.Time, maxAge time.Duration, most int64) (err error) {
	for _, t := range w.tables {
		err = errors.Join(err, t.merge(now))
	}
	for {
		var total int64
		var from *eventTable
		var oldest file
		for _, t := range w.tables {
			total += t.bytes()
			if f, ok := t.oldestFile(); ok && (from == nil || f.start.Before(oldest.start)) {
				from, oldest = t, f
			}
		}
		old := from != nil && maxAge > 0 && now.Sub(oldest.start) > maxAge+time.Hour
		if from == nil || !old && (most < 0 || total <= most) {
			return err
		}
		from.remove(func(f file) bool { return f.path == oldest.path })
	}
}
