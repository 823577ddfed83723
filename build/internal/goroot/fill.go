package goroot

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Making begins the names of what is not whole.
const Making = "making-"

// Fill makes a directory of the cache by fill, unless it is there and whole. Who makes it at the
// same time waits. It is renamed once it is whole, so that neither a failure nor the end of the
// process leaves a part of it.
func Fill(cache, dir string, whole func() bool, fill func(made string) error) error {
	if whole() {
		Use(dir)
		return nil
	}
	unlock, err := lock(filepath.Join(cache, "making.lock"), true)
	if err != nil {
		return Explain(err)
	}
	defer unlock()
	if whole() { // another process has made it
		Use(dir)
		return nil
	}
	return Explain(replace(dir, fill))
}

// replace makes a directory beside dir and renames it.
func replace(dir string, fill func(made string) error) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	// The mode is 0o700: others are to read nothing of the cache.
	made, err := os.MkdirTemp(filepath.Dir(dir), Making)
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	if err := fill(filepath.Join(made, "new")); err != nil {
		return err
	}
	// Move away the directory that is not whole, and do not remove it yet: a build may be reading it.
	if err := os.Rename(dir, filepath.Join(made, "old")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(filepath.Join(made, "new"), dir)
}

// WriteFile writes a file of the cache whole or not at all.
func WriteFile(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return Explain(err)
	}
	f, err := os.CreateTemp(filepath.Dir(name), Making)
	if err != nil {
		return Explain(err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return Explain(err)
	}
	return Explain(os.Rename(f.Name(), name))
}
