package dolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"
)

// lockName is the file whose lock says that a server has the directory.
const lockName = "perfschema.lock"

// directory is a data directory held by this server.
type directory struct {
	path string
	lock *flock.Flock
	// made lists what did not exist before, to be removed if opening fails.
	made []string
}

// holdDirectory makes the directory if it is missing and locks it.
func holdDirectory(path string) (*directory, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, notWritable(path, err)
	}
	d := &directory{path: path}
	if err := d.make(path); err != nil {
		d.undo()
		return nil, notWritable(path, err)
	}
	if err := checkWritable(path); err != nil {
		d.undo()
		return nil, notWritable(path, err)
	}
	file := filepath.Join(path, lockName)
	if _, err := os.Lstat(file); errors.Is(err, os.ErrNotExist) {
		d.made = append(d.made, file)
	}
	d.lock = flock.New(file)
	ok, err := d.lock.TryLock()
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

// make makes a directory and those above it, noting which.
func (d *directory) make(path string) error {
	info, err := os.Stat(path)
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

// note records that a path below the directory is about to be made.
func (d *directory) note(path string) {
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		d.made = append(d.made, path)
	}
}

// undo removes what was made, the newest first, and lets go of the directory.
// The directory itself and those above it go only if nobody else put something
// into them.
func (d *directory) undo() {
	if d.lock != nil {
		_ = d.lock.Close()
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
	if err := d.lock.Close(); err != nil {
		return fmt.Errorf("unlocking %s: %w", d.path, err)
	}
	return nil
}
