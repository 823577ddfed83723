package history

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/perfschema/perfschema/view"
)

// Directory is a directory that a [History] writes or has written, for reading alone: it
// takes no lock and changes nothing, whether the program runs that writes there or not.
// Its methods are safe for concurrent use.
type Directory struct {
	path   string
	logger *slog.Logger
}

// OpenDirectory looks for a history's tables in a directory. logger is told of files that
// cannot be read; nil: nobody is. The error wraps [ErrDirectory].
func OpenDirectory(path string, logger *slog.Logger) (*Directory, error) {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	if _, err := os.ReadDir(filepath.Join(path, digestTable)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	return &Directory{path: path, logger: logger}, nil
}

// rowsAtOnce is how many rows are read before the context is looked at again.
const rowsAtOnce = 1 << 10

// Read visits the rows of a table whose windows begin in the span: at From or later, and
// before To. Of each it gives the columns that are asked for, nil where the file has none
// of the name. The order is that of the windows but where the clock was set back. A table
// that is not kept there has no rows; a file that is damaged is logged and left out. The
// row is the visitor's own; an error of it ends the reading.
//
// It sees the windows that were whole when it began, each once, though others are written,
// merged or removed meanwhile.
func (d *Directory) Read(ctx context.Context, name string, columns []string, span Span, visit func(view.Row) error) error {
	t, err := d.table(name)
	if err != nil {
		return err
	}
	indexes := []int{columnOf(t.columns, windowIndex)}
	for _, c := range columns {
		at := columnOf(t.columns, c)
		if at < 0 {
			return fmt.Errorf("history: %s has no column %s", name, c)
		}
		indexes = append(indexes, at)
	}
	if err := t.snapshot(span); err != nil {
		return err
	}
	defer t.closeOpened()
	s := t.newScan(span, indexes)
	defer s.close()
	for _, f := range t.files {
		s.files = append(s.files, f.path)
	}
	for more := true; more && err == nil; {
		if err = ctx.Err(); err != nil {
			break
		}
		more = s.next(rowsAtOnce, func(row view.Row) {
			at, ok := row[0].(time.Time)
			if err == nil && ok && !at.Before(span.From) && (span.To.IsZero() || at.Before(span.To)) {
				err = visit(row[1:])
			}
		})
	}
	return errors.Join(err, s.failed)
}

// table declares a table for one reading.
func (d *Directory) table(name string) (*table, error) {
	for _, of := range kept() {
		if of.Name == name {
			return &table{name: name, dir: filepath.Join(d.path, name), columns: of.Columns, logger: d.logger}, nil
		}
	}
	return nil, fmt.Errorf("history: there is no table %s", name)
}

// changes bounds how often the files may change while they are opened. They do once a
// window, and when an hour is merged.
const changes = 100

// snapshot opens the files that may have windows which begin in the span. Who has a file
// open reads it, whoever removes it. Listed again they are the same: none was merged or
// removed in between.
func (t *table) snapshot(span Span) error {
	for range changes {
		before, blocks, err := t.list()
		if err != nil {
			return err
		}
		t.files = slices.DeleteFunc(slices.Clone(before), func(f file) bool {
			return !f.hour.Add(time.Hour).After(span.From) || !span.To.IsZero() && !f.start.Before(span.To)
		})
		err = t.openAll()
		if err == nil {
			after, _, failed := t.list()
			if failed == nil && slices.EqualFunc(before, after, func(a, b file) bool { return a.path == b.path }) {
				t.blocks = blocks
				t.dropSeenTwice()
				return nil
			}
			err = failed
		}
		t.closeOpened()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", ErrDirectory, err)
		}
	}
	return fmt.Errorf("%w %s: its files do not stay as they are", ErrDirectory, t.dir)
}

// list are the files that there are, in their order, and the sums.
func (t *table) list() ([]file, []digestBlock, error) {
	entries, err := os.ReadDir(t.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	in := table{}
	for _, e := range entries {
		if f, ok := parseFile(t.dir, e); ok {
			in.files = append(in.files, f)
		} else if b, ok := parseBlock(t.dir, e); ok {
			in.blocks = append(in.blocks, b)
		}
	}
	in.sort()
	return in.files, in.blocks, nil
}

func (t *table) openAll() error {
	t.opened = make(map[string]*os.File, len(t.files))
	for _, f := range t.files {
		opened, err := os.Open(f.path)
		if err != nil {
			return err
		}
		t.opened[f.path] = opened
	}
	return nil
}

// closeOpened closes what no scan has taken.
func (t *table) closeOpened() {
	for _, f := range t.opened {
		_ = f.Close()
	}
	t.opened = nil
}

// dropSeenTwice leaves out the files that an hour's was made from.
func (t *table) dropSeenTwice() {
	for _, hour := range slices.Clone(t.files) {
		if !t.mayHaveMerged(hour) {
			continue
		}
		merged, err := mergedNames(t.opened[hour.path])
		if err != nil {
			continue // the scan will tell of it
		}
		t.files = slices.DeleteFunc(t.files, func(f file) bool { return f.path != hour.path && slices.Contains(merged, filepath.Base(f.path)) })
	}
}
