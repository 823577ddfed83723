package history

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/perfschema/perfschema/history/inspection"
	"github.com/perfschema/perfschema/view"
)

// The file of a window is written aside, becomes whole under a name that no reader knows,
// and then gets the window's. Where Options.Sync is set what has happened in the window
// that is open is written under the first name from time to time. What is found there at
// the start was left by a kill, and becomes a window.

// openName is the name of the file of the window that is open.
const openName = ".open" + suffix

func (t *table) openPath() string { return filepath.Join(t.dir, openName) }

// keepOpen writes what the window that is open has so far, in place of what it had before.
func (t *table) keepOpen(rows []view.Row) error {
	if len(rows) == 0 {
		return t.dropOpen()
	}
	_, err := replace(t.openPath(), t.sync, func(f *os.File) error {
		return writeRows(newWriter(f, t.name, t.columns, nil), rows)
	})
	t.hasOpen = t.hasOpen || err == nil
	return err
}

// dropOpen removes what was written of a window that has no rows after all.
func (t *table) dropOpen() error {
	if !t.hasOpen {
		return nil
	}
	if err := os.Remove(t.openPath()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	t.hasOpen = false
	return nil
}

// publish gives a file that was written aside the name of a window.
func (t *table) publish(f *os.File, start, end time.Time) error {
	size, err := appear(f, t.openPath(), t.sync)
	if err != nil {
		return err
	}
	return t.closeOpen(start, end, size)
}

// closeOpen makes the window that was open one that has ended.
func (t *table) closeOpen(start, end time.Time, size int64) error {
	for t.has(windowName(start)) { // the clock was set back, to the microsecond
		start = start.Add(time.Microsecond)
	}
	path := filepath.Join(t.dir, windowName(start))
	if err := os.Rename(t.openPath(), path); err != nil {
		return err
	}
	t.hasOpen = false
	if t.sync {
		if err := syncDir(t.dir); err != nil {
			return err
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files = append(t.files, file{path: path, hour: start.UTC().Truncate(time.Hour), start: start, end: end, window: true, size: size})
	t.sort()
	return nil
}

// recoverOpen makes a window of what a kill has left of one. What is damaged, as by a loss
// of power, is kept beside, and so is what is no regular file: opening a pipe waits.
func (t *table) recoverOpen() error {
	info, err := os.Lstat(t.openPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.Mode().IsRegular() {
		return t.keepDamaged(errDamaged)
	}
	f, err := os.Open(t.openPath())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	defer f.Close()
	start, end, err := windowOf(f)
	if err != nil {
		return t.keepDamaged(err)
	}
	if info, err = f.Stat(); err == nil {
		err = t.closeOpen(start, end, info.Size())
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	t.logger.Warn("history: a window was open when the server ended; it has what was written of it", "table", t.name, "from", start, "to", end)
	return nil
}

// keepDamaged gives what is there of the window that was open a name that no reader knows.
func (t *table) keepDamaged(why error) error {
	kept := t.openPath() + ".damaged"
	t.damage(kept, why)
	if err := os.Rename(t.openPath(), kept); err != nil {
		return fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	return nil
}

// windowOf says from when to when the rows of a file are.
func windowOf(f *os.File) (start, end time.Time, err error) {
	defer inspection.Recover(&err)
	p, err := openParquet(f)
	if err != nil {
		return start, end, err
	}
	for _, g := range p.RowGroups() {
		from, to, ok := bounds(g, g.ColumnChunks())
		if !ok {
			return start, end, errDamaged
		}
		if start.IsZero() || from.Before(start) {
			start = from
		}
		if to.After(end) {
			end = to
		}
	}
	if start.IsZero() {
		return start, end, errDamaged
	}
	return start.UTC(), end, nil
}
