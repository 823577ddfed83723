package export

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrExists: the file is there and is not to be written over.
var ErrExists = errors.New("exists already")

// File is a file that appears whole or not at all: what is written goes to a
// temporary one beside it, which Commit renames. One whose name ends in .gz is
// compressed.
type File struct {
	io.Writer
	path  string
	force bool
	zip   *gzip.Writer
	file  *os.File
	// temporary is the file's name until Commit; "" if it is a device or a pipe,
	// which is written to directly.
	temporary string
}

// Create begins a file. One that is there is an error that wraps [ErrExists],
// unless force.
func Create(path string, force bool) (*File, error) {
	f := &File{path: path, force: force}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a directory", path)
	case err == nil && !info.Mode().IsRegular():
		f.file, err = os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, fmt.Errorf("cannot write %w", err)
		}
	case err == nil && !force:
		return nil, fmt.Errorf("%s %w", path, ErrExists)
	default:
		f.file, err = os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
		if err == nil {
			f.temporary = f.file.Name()
		}
	}
	if err != nil {
		// Of the temporary file nobody has heard.
		if in := (*fs.PathError)(nil); errors.As(err, &in) {
			err = fmt.Errorf("directory %s: %w", filepath.Dir(path), in.Err)
		}
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	f.Writer = f.file
	if strings.HasSuffix(path, ".gz") {
		f.zip = gzip.NewWriter(f.file)
		f.Writer = f.zip
	}
	return f, nil
}

// Commit ends the file and gives it its name. It returns its size.
func (f *File) Commit() (int64, error) {
	size, err := f.finish()
	if err != nil {
		f.Abort()
		return 0, fmt.Errorf("cannot write %s: %w", f.path, err)
	}
	return size, nil
}

func (f *File) finish() (int64, error) {
	if f.zip != nil {
		if err := f.zip.Close(); err != nil {
			return 0, err
		}
	}
	if f.temporary == "" {
		return 0, f.file.Close()
	}
	info, err := f.file.Stat()
	if err != nil {
		return 0, err
	}
	// Temporary files are for their owner alone; this one is for whom the others
	// are that the user makes.
	if err := errors.Join(f.file.Chmod(newFileMode()), f.file.Sync(), f.file.Close()); err != nil {
		return 0, err
	}
	if _, err := os.Lstat(f.path); err == nil && !f.force {
		return 0, ErrExists
	}
	return info.Size(), os.Rename(f.temporary, f.path)
}

// Abort leaves nothing behind. It does nothing after Commit.
func (f *File) Abort() {
	_ = f.file.Close()
	if f.temporary != "" {
		_ = os.Remove(f.temporary)
	}
}
