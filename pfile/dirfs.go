package pfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// DirFS is [os.DirFS]: the files below dir as an [fs.FS], which also has
// ReadFile, ReadDir, Stat, Lstat and ReadLink. The files it opens are Files.
func (s FS) DirFS(dir string) fs.FS { return dirFS{s, dir} }

type dirFS struct {
	fs  FS
	dir string
}

var _ interface {
	fs.ReadFileFS
	fs.ReadDirFS
	fs.StatFS
	fs.ReadLinkFS
} = dirFS{}

// path is the file's name for package os.
func (d dirFS) path(op, name string) (string, error) {
	local, err := filepath.Localize(name)
	if err != nil || d.dir == "" {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return filepath.Join(d.dir, local), nil
}

// named gives an error the name that the caller knows.
func named(err error, name string) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return &fs.PathError{Op: e.Op, Path: name, Err: e.Err}
	}
	return err
}

// in calls do with the file's name for package os.
func in[T any](d dirFS, op, name string, do func(string) (T, error)) (T, error) {
	var none T
	path, err := d.path(op, name)
	if err != nil {
		return none, err
	}
	v, err := do(path)
	if err != nil {
		return v, named(err, name)
	}
	return v, nil
}

func (d dirFS) Open(name string) (fs.File, error) {
	f, err := in(d, "open", name, d.fs.Open)
	if err != nil {
		return nil, err // not a nil File in an interface
	}
	return f, nil
}

func (d dirFS) ReadFile(name string) ([]byte, error) { return in(d, "readfile", name, d.fs.ReadFile) }

func (d dirFS) ReadDir(name string) ([]os.DirEntry, error) {
	return in(d, "readdir", name, d.fs.ReadDir)
}

func (d dirFS) Stat(name string) (os.FileInfo, error) { return in(d, "stat", name, d.fs.Stat) }

func (d dirFS) Lstat(name string) (os.FileInfo, error) { return in(d, "lstat", name, d.fs.Lstat) }

func (d dirFS) ReadLink(name string) (string, error) {
	return in(d, "readlink", name, d.fs.Readlink)
}
