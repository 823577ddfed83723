package dolt

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

// lockName is the file whose lock says that a server has the directory.
const lockName = "perfschema.lock"

// configDir is the directory inside a data directory that holds what is not a
// database: accounts, branch permissions, persisted variables.
const configDir = ".doltcfg"

// filesDir is the directory inside a data directory below which SQL may read and write
// files.
const filesDir = "files"

// directory is a data directory held by this server.
type directory struct {
	path     string
	files    *files
	lock     *flock.Flock
	lockFile *perfschema.FileInstance
	// made lists what did not exist before, to be removed if opening fails.
	made []string
}

// holdDirectory makes the directory if it is missing and locks it.
func holdDirectory(f *files, path string) (*directory, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, notWritable(path, err)
	}
	d := &directory{path: path, files: f}
	if err := d.make(path); err != nil {
		d.undo()
		return nil, notWritable(path, err)
	}
	if err := disk.CheckWritable(path); err != nil {
		d.undo()
		return nil, notWritable(path, err)
	}
	file := filepath.Join(path, lockName)
	if _, err := d.files.lockFS().Lstat(file); errors.Is(err, os.ErrNotExist) {
		d.made = append(d.made, file)
	}
	d.lock = flock.New(file)
	ok, err := d.tryLock(file)
	if err != nil {
		d.undo()
		return nil, notWritable(path, err)
	}
	if !ok {
		// The file is the other server's even if it was not there a moment ago.
		return nil, inUse(path)
	}
	return d, nil
}

// tryLock opens the lock's file and locks it.
func (d *directory) tryLock(file string) (bool, error) {
	in := d.files.schema.FileInstance(d.files.lock, file)
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

// checkOwn refuses a directory that has files and no database, and that no server
// has used before: a home, or the data of another program, which is not to be
// written into. Hidden files and what a file system has of its own do not count.
func (d *directory) checkOwn() error {
	if d.files.exists(filepath.Join(d.path, configDir)) || len(d.files.databaseDirs(d.path)) > 0 {
		return nil
	}
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return notWritable(d.path, err)
	}
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, ".") && name != lockName && name != "lost+found" {
			return foreign(d.path, name)
		}
	}
	return nil
}

// unlock lets go of the lock and closes its file.
func (d *directory) unlock() error {
	w := d.lockFile.StartWait(perfschema.Bound(), perfschema.OpClose)
	err := d.lock.Close()
	w.End()
	d.lockFile.Closed()
	d.lockFile = nil
	return err
}

// make makes a directory and those above it, noting which.
func (d *directory) make(path string) error {
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

// noteMade records that a file of the directory was not there before.
func (d *directory) noteMade(file string) { d.made = append(d.made, file) }

// note records that a path below the directory is about to be made.
func (d *directory) note(path string) {
	if _, err := d.files.directory.Lstat(path); errors.Is(err, os.ErrNotExist) {
		d.made = append(d.made, path)
	}
}

// undo removes what was made, the newest first, and lets go of the directory.
// The directory itself and those above it go only if nobody else put something
// into them.
func (d *directory) undo() {
	if d.lock != nil {
		_ = d.unlock()
	}
	for _, path := range slices.Backward(d.made) {
		if strings.HasPrefix(path, d.path+string(filepath.Separator)) {
			_ = os.RemoveAll(path)
		} else {
			_ = os.Remove(path)
		}
	}
}

// release lets go of the directory.
func (d *directory) release() error {
	if err := d.unlock(); err != nil {
		return fmt.Errorf("unlocking %s: %w", d.path, err)
	}
	return nil
}
