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
	// mostMerged is how many bytes the windows of an hour may have to be merged; 0 is any.
	mostMerged int64
	// hasOpen says that there is a file of the window that is open. Who writes has it.
	hasOpen bool

	mu     sync.Mutex
	files  []file // in the order of their time
	status Status
	// failing are the tasks that have failed and not gone well since.
	failing task
	// pinned is how many scans are open; leaving are the files that are removed when
	// there is none.
	pinned  int
	leaving []string

	// blocks are sums of the table of digests, the longest first; summed are those that
	// were tried, leastBlockRows of how many rows, 0 is the default.
	blocks         []digestBlock
	summed         map[digestBlock]bool
	leastBlockRows int64

	// parts are, of a table of single events, what its open file has.
	parts []Window

	// opened, if not nil, are the files that a scan reads, by path. Only one scan does.
	opened map[string]*os.File
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
		} else if b, ok := parseBlock(t.dir, e); ok {
			t.blocks = append(t.blocks, b)
		}
	}
	t.sort()
	t.dropMerged()
	t.tidyBlocks()
	return t, t.recoverOpen()
}

// sort puts the files in order. mu is held, or nobody else has the table.
func (t *table) sort() {
	slices.SortFunc(t.blocks, func(a, b digestBlock) int {
		return cmp.Or(cmp.Compare(b.length, a.length), a.start.Compare(b.start))
	})
	slices.SortFunc(t.files, func(a, b file) int {
		return cmp.Or(a.start.Compare(b.start), cmp.Compare(len(a.path), len(b.path)), cmp.Compare(a.path, b.path))
	})
}

// dropMerged removes files that an hour's file was made from: a kill came between the two.
func (t *table) dropMerged() {
	for _, hour := range slices.Clone(t.files) {
		if !t.mayHaveMerged(hour) {
			continue
		}
		merged, err := mergedInto(hour.path)
		if err != nil {
			t.damage(hour.path, err)
			continue
		}
		t.remove(func(f file) bool { return f.path != hour.path && slices.Contains(merged, filepath.Base(f.path)) })
	}
}

// mayHaveMerged says whether there is another file that an hour's may have been made from.
func (t *table) mayHaveMerged(hour file) bool {
	return !hour.window && slices.ContainsFunc(t.files, func(f file) bool { return f.path != hour.path && f.hour.Equal(hour.hour) })
}

// mergedInto are the names of the windows that an hour's file has.
func mergedInto(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return mergedNames(f)
}

func mergedNames(f *os.File) ([]string, error) {
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
		t.leaving = append(t.leaving, f.path)
		return true
	})
	t.tidyBlocks()
	t.leave()
}

// leave removes files from the disk that are none of the table's any more, unless a scan
// may be reading them: the end of the last one does it then. What cannot be removed is
// tried again with the next. mu is held.
func (t *table) leave(paths ...string) {
	t.leaving = append(t.leaving, paths...)
	if t.pinned > 0 {
		return
	}
	t.leaving = slices.DeleteFunc(t.leaving, func(path string) bool {
		err := os.Remove(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.logger.Warn("history: cannot remove a file", "file", path, "error", err)
			return false
		}
		return true
	})
}

// append writes a window.
func (t *table) append(start, end time.Time, rows []view.Row) error {
	f, err := createAside(t.dir)
	if err != nil {
		return err
	}
	if err := writeRows(newWriter(f, t.name, t.columns, nil), rows); err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return err
	}
	return t.publish(f, start, end)
}

func writeRows(w *writer, rows []view.Row) error {
	for _, row := range rows {
		if err := w.write(row); err != nil {
			return err
		}
	}
	return w.close()
}

func (t *table) has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.files, func(f file) bool { return filepath.Base(f.path) == name })
}

// scan begins to read the rows of a span, in the order of their windows unless it says
// that they are unordered. The files that it is to read stay until it is closed, whatever
// is merged or removed.
func (t *table) scan(span Span, columns []int) *scan {
	s := t.newScan(span, columns)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pinned++
	s.pins = true
	var over time.Time // the hour that the file before is of, if it is the hour's
	for _, f := range t.files {
		if !f.window {
			over = f.hour
		}
		s.unordered = s.unordered || f.window && f.hour.Equal(over)
		if !s.span.To.IsZero() && !f.start.Before(s.span.To) || !f.end.IsZero() && !s.span.From.IsZero() && !f.end.After(s.span.From) {
			continue
		}
		s.files = append(s.files, f.path)
	}
	return s
}

// unpin is called when a scan has ended.
func (t *table) unpin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pinned--
	t.leave()
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
