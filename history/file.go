package history

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// file is a file of a table: an hour's, or a window's that is not merged yet.
type file struct {
	path   string
	hour   time.Time
	start  time.Time // of the window; of an hour's file that of the hour
	end    time.Time // of its last window; zero where it was not read yet
	window bool
	folded bool // an hour's, of one window
	size   int64
}

// hourLayout is the name of an hour, in UTC.
const hourLayout = "2006-01-02T15"

const suffix = ".parquet"

// foldedMark stands in the name of an hour's file that is folded into one window.
const foldedMark = "folded"

// hourName is the name of an hour's file, foldedName that of one that is folded,
// windowName that of a window's.
func hourName(hour time.Time) string { return hour.Format(hourLayout) + suffix }

func foldedName(hour time.Time) string { return hour.Format(hourLayout) + "." + foldedMark + suffix }

func windowName(start time.Time) string {
	return start.UTC().Format(hourLayout) + "." + strconv.FormatInt(start.UnixMicro(), 10) + suffix
}

// parseFile says which file of a table a name is; ok is false for others.
func parseFile(dir string, e fs.DirEntry) (f file, ok bool) {
	name, ok := strings.CutSuffix(e.Name(), suffix)
	if !ok || !e.Type().IsRegular() {
		return f, false
	}
	hour, start, isWindow := strings.Cut(name, ".")
	at, err := time.Parse(hourLayout, hour)
	if err != nil {
		return f, false
	}
	f = file{path: filepath.Join(dir, e.Name()), hour: at, start: at, window: isWindow}
	if start == foldedMark {
		f.window, f.folded = false, true
	}
	if f.window {
		n, err := strconv.ParseInt(start, 10, 64)
		if err != nil {
			return f, false
		}
		f.start = time.UnixMicro(n).UTC()
	}
	info, err := e.Info()
	if err != nil {
		return f, false
	}
	f.size = info.Size()
	return f, true
}

// aside is what the names of files begin with that are being written.
const aside = ".writing-"

// replace writes a file that appears whole or not at all, under its name.
func replace(path string, sync bool, write func(*os.File) error) (size int64, err error) {
	f, err := createAside(filepath.Dir(path))
	if err != nil {
		return 0, err
	}
	if err := write(f); err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return 0, err
	}
	return appear(f, path, sync)
}

// createAside makes a file in a directory that has no name of its own yet.
func createAside(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, aside)
	if in := (*fs.PathError)(nil); errors.As(err, &in) {
		return nil, fmt.Errorf("directory %s: %w", dir, in.Err) // the file's name is new each time
	}
	return f, err
}

// appear closes a file that was written aside and gives it its name, or removes it.
func appear(f *os.File, path string, sync bool) (size int64, err error) {
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if sync {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return 0, err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return 0, err
	}
	if sync {
		err = syncDir(filepath.Dir(path))
	}
	return info.Size(), err
}

// syncDir makes what was renamed in a directory last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("opening the directory: %w", err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) {
		return err
	}
	return nil
}
