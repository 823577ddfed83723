package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// fold makes one window of those of the oldest hour that is older than so long, if its
// windows are merged, not folded yet and not held. It does one hour at a time: the window that is
// open waits for it.
func (s *series) fold(now time.Time, after time.Duration, held func(hour time.Time) bool) error {
	t := s.table
	if after < 0 {
		return nil
	}
	t.mu.Lock()
	var old file
	for _, f := range t.files {
		// An hour that has windows beside its file stays as it is, as it does for merge.
		if f.window || f.folded || now.Sub(f.hour) <= after+time.Hour || t.hasWindows(f.hour) || held(f.hour) {
			continue
		}
		old = f
		break
	}
	t.mu.Unlock()
	if old.path == "" {
		return nil
	}
	rows, err := s.foldedRows(old)
	if err != nil {
		return err
	}
	path := filepath.Join(t.dir, foldedName(old.hour))
	size, err := replace(path, t.sync, func(f *os.File) error {
		return writeRows(newWriter(f, t.name, t.columns, []string{filepath.Base(old.path)}), rows)
	})
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files = slices.DeleteFunc(t.files, func(f file) bool { return f.path == old.path })
	t.files = append(t.files, file{path: path, hour: old.hour, start: old.hour, folded: true, size: size})
	t.sort()
	t.tidyBlocks()
	t.leave(old.path)
	return nil
}

// hasWindows says whether an hour has windows that are not merged. mu is held.
func (t *table) hasWindows(hour time.Time) bool {
	return slices.ContainsFunc(t.files, func(f file) bool { return f.window && f.hour.Equal(hour) })
}

// folded is a row of the window of an hour that is being made.
type folded struct {
	prefix view.Row // of the window columns
	delta
	end time.Time // of the last window that is in it
	// unknown are columns that nobody can tell of the hour.
	unknown map[int]bool
}

// foldedRows reads the windows of a file and makes them one, from when the first began to
// when the last one ended.
func (s *series) foldedRows(of file) ([]view.Row, error) {
	t := s.table
	in := t.newScan(Span{}, nil)
	defer in.close()
	in.files = []string{of.path}
	byKey := make(map[rowKey]*folded)
	var order []*folded
	var start, end time.Time
	var failed error
	for in.next(rowsPerGroup, func(row view.Row) {
		if failed != nil {
			return
		}
		var f *folded
		if f, failed = s.unfolded(row); failed != nil {
			return
		}
		if from := row[2].(time.Time); start.IsZero() || from.Before(start) {
			start = from
		}
		if f.end.After(end) {
			end = f.end
		}
		key := s.foldKey(row)
		if to := byKey[key]; to != nil {
			s.foldInto(to, f)
			return
		}
		byKey[key] = f
		order = append(order, f)
	}) && failed == nil {
	}
	if err := errors.Join(failed, in.failed); err != nil {
		return nil, fmt.Errorf("folding %s: %w", filepath.Base(of.path), err)
	}
	if err := t.setAside([]string{of.path}); err != nil {
		return nil, err
	}
	rows := make([]view.Row, len(order))
	for i, f := range order {
		f.prefix[2], f.prefix[3] = start, end
		rows[i] = append(f.prefix, s.finish(&f.delta)...)
	}
	return rows, nil
}

// rowKey tells the rows of a window apart: by server, and by what they are of.
type rowKey struct {
	server [2]any
	of     [4]any
}

func (s *series) foldKey(row view.Row) (k rowKey) {
	copy(k.server[:], row)
	copy(k.of[:s.keys], row[len(windowColumns):])
	return k
}

// unfolded takes a row of a file apart.
func (s *series) unfolded(row view.Row) (*folded, error) {
	_, hasStart := row[2].(time.Time)
	end, hasEnd := row[3].(time.Time)
	if !hasStart || !hasEnd {
		return nil, errDamaged
	}
	at := len(windowColumns)
	f := &folded{prefix: slices.Clone(row[:at]), delta: delta{row: slices.Clone(row[at : at+len(s.columns)])}, end: end}
	if hasHistogram(s.columns) {
		text, _ := row[at+len(s.columns)].(string)
		buckets, err := ParseHistogram(text)
		if err != nil {
			return nil, err
		}
		f.histogram = new(record.Histogram)
		for _, b := range buckets {
			f.histogram[b.Number] += b.Count
		}
	}
	return f, nil
}

// foldInto adds what a row of another window has of the same.
func (s *series) foldInto(to, d *folded) {
	// The least since start never rises and the most never falls, so that what is known of
	// it by any window is that of the hour, unless the counting began anew in between.
	seen := columnOf(s.columns, "FIRST_SEEN")
	same := seen >= 0 && sameMoment(to.row[seen], d.row[seen])
	later := !d.end.Before(to.end)
	used, longer := s.used(to.row)+s.used(d.row), s.longer(to.row, d.row)
	for i, r := range s.roles {
		a, b := to.row[i], d.row[i]
		x, aKnown := number(a)
		y, bKnown := number(b)
		switch r {
		case difference:
			to.row[i] = nil
			if aKnown && bKnown {
				to.row[i] = like(a, x+y)
			}
		case least, most:
			switch {
			case to.unknown[i]:
			case aKnown && bKnown:
				if r == least && y < x || r == most && y > x {
					to.row[i] = b
				}
			case !same:
				to.row[i] = nil
				if to.unknown == nil {
					to.unknown = make(map[int]bool)
				}
				to.unknown[i] = true
			case bKnown:
				to.row[i] = b
			}
		case sample:
			if b != nil && (a == nil || later) {
				to.row[i] = b
			}
		case latest:
			if b != nil && (a == nil || longer) {
				to.row[i] = b
			}
		case status:
			s.foldStatus(to, d, i, later)
		case asIs:
			if later {
				to.row[i] = b
			}
		}
	}
	s.setCores(to.row, used)
	if d.histogram != nil {
		for i, n := range d.histogram {
			to.histogram[i] += n
		}
	}
	if later {
		to.end = d.end
	}
}

// foldStatus adds what a status variable has counted; of one that does not count the later
// value stays.
func (s *series) foldStatus(to, d *folded, i int, later bool) {
	name, _ := to.row[0].(string)
	a, _ := to.row[i].(string)
	b, _ := d.row[i].(string)
	x, errA := strconv.ParseUint(a, 10, 64)
	y, errB := strconv.ParseUint(b, 10, 64)
	switch {
	case errA == nil && errB == nil && counts(name):
		to.row[i] = strconv.FormatUint(x+y, 10)
	case later:
		to.row[i] = d.row[i]
	}
}

func sameMoment(a, b any) bool {
	x, ok1 := a.(time.Time)
	y, ok2 := b.(time.Time)
	return ok1 && ok2 && x.Equal(y)
}
