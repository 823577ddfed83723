package history

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/perfschema/perfschema/view"
)

// table is the files of one table. It is safe for concurrent use; one goroutine writes.
type table struct {
	name    string
	dir     string
	columns []view.Column // of the files
	logger  *slog.Logger
	sync    bool // that what is written has reached the disk

	mu     sync.Mutex
	files  []file // in the order of their time
	status Status
}

// openTable finds the files there are and puts in order what a kill has left.
func openTable(o *Options, name string, columns []view.Column) (*table, error) {
	t := &table{name: name, dir: filepath.Join(o.Dir, name), columns: columns, logger: o.Logger, sync: !o.noSync, status: Status{Table: name}}
	if err := os.MkdirAll(t.dir, 0o700); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	entries, err := os.ReadDir(t.dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), aside) {
			if err := os.Remove(filepath.Join(t.dir, e.Name())); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrDirectory, err)
			}
			continue
		}
		if f, ok := parseFile(t.dir, e); ok {
			t.files = append(t.files, f)
		}
	}
	t.sort()
	t.dropMerged()
	return t, nil
}

// sort puts the files in order. mu is held, or nobody else has the table.
func (t *table) sort() {
	slices.SortFunc(t.files, func(a, b file) int {
		return cmp.Or(a.start.Compare(b.start), cmp.Compare(len(a.path), len(b.path)), cmp.Compare(a.path, b.path))
	})
}

// dropMerged removes windows that an hour's file has: a kill came between the two.
func (t *table) dropMerged() {
	for _, hour := range slices.Clone(t.files) {
		if hour.window || !slices.ContainsFunc(t.files, func(f file) bool { return f.window && f.hour.Equal(hour.hour) }) {
			continue
		}
		merged, err := mergedInto(hour.path)
		if err != nil {
			t.damage(hour.path, err)
			continue
		}
		t.remove(func(f file) bool { return f.window && slices.Contains(merged, filepath.Base(f.path)) })
	}
}

// mergedInto are the names of the windows that an hour's file has.
func mergedInto(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := openParquet(f)
	if err != nil {
		return nil, err
	}
	names, _ := p.Lookup(mergedKey)
	return strings.Split(names, ","), nil
}

// remove removes files.
func (t *table) remove(which func(file) bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files = slices.DeleteFunc(t.files, func(f file) bool {
		if !which(f) {
			return false
		}
		if err := os.Remove(f.path); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.logger.Warn("history: cannot remove a file", "file", f.path, "error", err)
			return false
		}
		return true
	})
}

// append writes a window.
func (t *table) append(start, end time.Time, rows []view.Row) error {
	name := windowName(start)
	for t.has(name) { // the clock was set back, to the microsecond
		start = start.Add(time.Microsecond)
		name = windowName(start)
	}
	path := filepath.Join(t.dir, name)
	size, err := replace(path, t.sync, func(f *os.File) error {
		w := newWriter(f, t.name, t.columns, nil)
		for _, row := range rows {
			if err := w.write(row); err != nil {
				return err
			}
		}
		return w.close()
	})
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files = append(t.files, file{path: path, hour: start.UTC().Truncate(time.Hour), start: start, end: end, window: true, size: size})
	t.sort()
	return nil
}

func (t *table) has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.files, func(f file) bool { return filepath.Base(f.path) == name })
}

// scan begins to read the rows of a span. What is merged or removed from here on is read
// all the same: the files are open.
func (t *table) scan(span Span, columns []int) *scan {
	if columns == nil {
		columns = make([]int, len(t.columns))
		for i := range columns {
			columns[i] = i
		}
	}
	s := &scan{table: t, span: span, columns: columns}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.files {
		if !s.span.To.IsZero() && !f.start.Before(s.span.To) || !f.end.IsZero() && !s.span.From.IsZero() && !f.end.After(s.span.From) {
			continue
		}
		opened, err := os.Open(f.path)
		if err != nil {
			t.damageLocked(f.path, err)
			continue
		}
		s.files = append(s.files, opened)
	}
	return s
}

// ends notes when the last window of a file ends.
func (t *table) ends(path string, end time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.files {
		if t.files[i].path == path {
			t.files[i].end = end
		}
	}
}

// damage tells of a file that cannot be read, once.
func (t *table) damage(path string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.damageLocked(path, err)
}

func (t *table) damageLocked(path string, err error) {
	if slices.Contains(t.status.Damaged, path) {
		return
	}
	t.status.Damaged = append(t.status.Damaged, path)
	t.logger.Error("history: a file cannot be read; its rows are left out", "file", path, "error", err)
}
