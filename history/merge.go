package history

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/perfschema/perfschema/view"
)

// merge makes one file of the windows of each hour that is over at a time, and has none
// yet: where the clock was set back to an hour that has one, its windows stay as they are.
func (t *table) merge(now time.Time) error {
	t.mu.Lock()
	var hours []time.Time
	merged := make(map[time.Time]bool)
	sizes := make(map[time.Time]int64)
	for _, f := range t.files {
		sizes[f.hour] += f.size
	}
	for _, f := range t.files {
		if !f.window {
			merged[f.hour] = true
		} else if !merged[f.hour] && (t.mostMerged == 0 || sizes[f.hour] <= t.mostMerged) && f.hour.Add(time.Hour).Before(now) && !slices.Contains(hours, f.hour) {
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

// mergeHour makes one file of an hour's windows. A file that is damaged is set aside first:
// what of it can be read goes into the new one.
func (t *table) mergeHour(hour time.Time) error {
	path := filepath.Join(t.dir, hourName(hour))
	var names []string
	s := t.newScan(Span{}, nil)
	defer s.close()
	t.mu.Lock()
	for _, f := range t.files {
		if f.hour.Equal(hour) {
			s.files, names = append(s.files, f.path), append(names, filepath.Base(f.path))
		}
	}
	t.mu.Unlock()
	from := slices.Clone(s.files)
	size, err := replace(path, t.sync, func(f *os.File) error {
		w := newWriter(f, t.name, t.columns, names)
		var failed error
		for s.next(rowsPerGroup, func(row view.Row) {
			if failed == nil {
				failed = w.write(row)
			}
		}) && failed == nil {
		}
		if failed = errors.Join(failed, s.failed); failed == nil {
			failed = t.setAside(from)
		}
		return errors.Join(failed, w.close())
	})
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files = slices.DeleteFunc(t.files, func(f file) bool { return slices.Contains(from, f.path) })
	t.files = append(t.files, file{path: path, hour: hour, start: hour, size: size})
	t.sort()
	t.leave(from...)
	return nil
}

// setAside keeps what was found damaged of the files of an hour beside it, for who wants
// to look at it: it is about to be removed or replaced.
func (t *table) setAside(from []string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, path := range t.status.Damaged {
		if slices.Contains(from, path) {
			if err := os.Link(path, path+".damaged"); err != nil && !errors.Is(err, os.ErrExist) {
				return err
			}
			t.status.Damaged[i] = path + ".damaged"
		}
	}
	return nil
}

// bytes is what the files take.
func (t *table) bytes() (n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.files {
		n += f.size
	}
	for _, b := range t.blocks {
		n += b.size
	}
	return n
}

// oldestFile is the file whose window began first.
func (t *table) oldestFile() (f file, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.files) == 0 {
		return f, false
	}
	return t.files[0], true
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
