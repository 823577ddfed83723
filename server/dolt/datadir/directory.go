package datadir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server/dolt/disk"
)

// LockName is the file whose lock says that a server has the directory.
const LockName = "perfschema.lock"

// ConfigDir is the directory inside a data directory that holds what is not a
// database: accounts, branch permissions, persisted variables.
const ConfigDir = ".doltcfg"

// FilesDir is the directory inside a data directory below which SQL may read and write
// files.
const FilesDir = "files"

// Directory is a data directory held by this server.
type Directory struct {
	Path     string
	files    *Files
	lock     *flock.Flock
	lockFile *perfschema.FileInstance
	// made lists what did not exist before, to be removed if opening fails.
	made []string
}

// Hold makes the directory if it is missing and locks it.
func Hold(f *Files, path string) (*Directory, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, NotWritable(path, err)
	}
	d := &Directory{Path: path, files: f}
	if err := d.make(path); err != nil {
		d.Undo()
		return nil, NotWritable(path, err)
	}
	if err := disk.CheckWritable(path); err != nil {
		d.Undo()
		return nil, NotWritable(path, err)
	}
	file := filepath.Join(path, LockName)
	if _, err := d.files.lockFS().Lstat(file); errors.Is(err, os.ErrNotExist) {
		d.made = append(d.made, file)
	}
	d.lock = flock.New(file)
	ok, err := d.tryLock(file)
	if err != nil {
		d.Undo()
		return nil, NotWritable(path, err)
	}
	if !ok {
		// The file is the other server's even if it was not there a moment ago.
		return nil, InUse(path)
	}
	return d, nil
}

// tryLock opens the lock's file and locks it.
func (d *Directory) tryLock(file string) (bool, error) {
	in := d.files.Schema.FileInstance(d.files.lock, file)
	w := in.StartWait(perfschema.Bound(), perfschema.OpOpen)
	ok, err := d.lock.TryLock()
	w.End()
	if ok && err == nil && in.Opened() {
		d.lockFile = in
	}
	if err != nil {
		return false, fmt.Errorf("locking %s: %w", file, err)
	}
	return ok, nil
}

// CheckOwn refuses a directory that has files and no database, and that no server
// has used before: a home, or the data of another program, which is not to be
// written into. Hidden files and what a file system has of its own do not count.
func (d *Directory) CheckOwn() error {
	if d.files.Exists(filepath.Join(d.Path, ConfigDir)) || len(d.files.DatabaseDirs(d.Path)) > 0 {
		return nil
	}
	entries, err := os.ReadDir(d.Path)
	if err != nil {
		return NotWritable(d.Path, err)
	}
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, ".") && name != LockName && name != "lost+found" {
			return foreign(d.Path, name)
		}
	}
	return nil
}

// unlock lets go of the lock and closes its file.
func (d *Directory) unlock() error {
	w := d.lockFile.StartWait(perfschema.Bound(), perfschema.OpClose)
	err := d.lock.Close()
	w.End()
	d.lockFile.Closed()
	d.lockFile = nil
	return err
}

// make makes a directory and those above it, noting which.
func (d *Directory) make(path string) error {
	info, err := d.files.directory.Stat(path)
	if err == nil {
		if !info.IsDir() {
			return fmt.Errorf("%s is not a directory", path)
		}
		return nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if parent := filepath.Dir(path); parent != path {
		if err := d.make(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o750); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	d.made = append(d.made, path)
	return nil
}

// NoteMade records that a file of the directory was not there before.
func (d *Directory) NoteMade(file string) { d.made = append(d.made, file) }

// Note records that a path below the directory is about to be made.
func (d *Directory) Note(path string) {
	if _, err := d.files.directory.Lstat(path); errors.Is(err, os.ErrNotExist) {
		d.made = append(d.made, path)
	}
}

// Undo removes what was made, the newest first, and lets go of the directory.
// The directory itself and those above it go only if nobody else put something
// into them.
func (d *Directory) Undo() {
	if d.lock != nil {
		_ = d.unlock()
	}
	for _, path := range slices.Backward(d.made) {
		if strings.HasPrefix(path, d.Path+string(filepath.Separator)) {
			_ = os.RemoveAll(path)
		} else {
			_ = os.Remove(path)
		}
	}
}

// Release lets go of the directory.
func (d *Directory) Release() error {
	if err := d.unlock(); err != nil {
		return fmt.Errorf("unlocking %s: %w", d.Path, err)
	}
	return nil
}
