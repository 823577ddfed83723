package history

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/perfschema/perfschema/view"
)

// merge makes one file of the windows of each hour that is over at a time.
func (t *table) merge(now time.Time) error {
	t.mu.Lock()
	var hours []time.Time
	for _, f := range t.files {
		if f.window && f.hour.Add(time.Hour).Before(now) && !slices.Contains(hours, f.hour) {
			hours = append(hours, f.hour)
		}
	}
	t.mu.Unlock()
	var failed error
	for _, hour := range hours {
		failed = errors.Join(failed, t.mergeHour(hour))
	}
	return failed
}

// mergeHour makes one file of an hour's windows and of the hour's file, if the clock has
// been set back to an hour that was over. A file that is damaged is set aside first:
// what of it can be read goes into the new one.
func (t *table) mergeHour(hour time.Time) error {
	path := filepath.Join(t.dir, hourName(hour))
	t.mu.Lock()
	var from []file
	for _, f := range t.files {
		if f.hour.Equal(hour) {
			from = append(from, f)
		}
	}
	t.mu.Unlock()

	var names []string
	s := &scan{table: t}
	for i := range t.columns {
		s.columns = append(s.columns, i)
	}
	for _, f := range from {
		opened, err := os.Open(f.path)
		if err != nil {
			s.close()
			return err
		}
		s.files = append(s.files, opened)
		names = append(names, filepath.Base(f.path))
		if !f.window {
			if earlier, err := mergedInto(f.path); err == nil {
				names = append(names, earlier...)
			}
		}
	}
	size, err := replace(path, t.sync, func(f *os.File) error {
		w := newWriter(f, t.name, t.columns, names)
		var failed error
		for s.next(rowsPerGroup, func(row view.Row) {
			if failed == nil {
				failed = w.write(row)
			}
		}) && failed == nil {
		}
		s.close()
		if failed == nil {
			failed = t.setAside(from)
		}
		return errors.Join(failed, w.close())
	})
	if err != nil {
		return err
	}
	t.remove(func(f file) bool {
		return f.window && slices.ContainsFunc(from, func(m file) bool { return m.path == f.path })
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files = slices.DeleteFunc(t.files, func(f file) bool { return f.path == path })
	t.files = append(t.files, file{path: path, hour: hour, start: hour, size: size})
	t.sort()
	return nil
}

// setAside keeps what was found damaged of the files of an hour beside it, for who wants
// to look at it: it is about to be removed or replaced.
func (t *table) setAside(from []file) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, path := range t.status.Damaged {
		if slices.ContainsFunc(from, func(f file) bool { return f.path == path }) {
			if err := os.Link(path, path+".damaged"); err != nil && !errors.Is(err, os.ErrExist) {
				return err
			}
			t.status.Damaged[i] = path + ".damaged"
		}
	}
	return nil
}

// close closes the files that are left to read.
func (s *scan) close() {
	s.endGroup()
	if s.file != nil {
		_ = s.file.Close()
	}
	for _, f := range s.files {
		_ = f.Close()
	}
	s.file, s.files, s.groups = nil, nil, nil
}

// bytes is what the files take.
func (t *table) bytes() (n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.files {
		n += f.size
	}
	return n
}

// oldest is the hour of the oldest file.
func (t *table) oldest() (hour time.Time, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.files) == 0 {
		return hour, false
	}
	return t.files[0].hour, true
}
