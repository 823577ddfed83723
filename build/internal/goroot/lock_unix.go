//go:build linux || darwin

package goroot

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lock locks a file, which it makes if it is missing, and waits until it can. The lock ends with
// the process, however that ends, or when another program takes its place. A file system that
// has no locks is none: then only renaming holds two builds apart.
func lock(name string, alone bool) (unlock func(), err error) {
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	return flock(name, how)
}

// tryLock locks a file for this process alone, and fails if others have it locked.
func tryLock(name string) (unlock func(), err error) {
	return flock(name, syscall.LOCK_EX|syscall.LOCK_NB)
}

func flock(name string, how int) (func(), error) {
	// No os.File: it would unlock when it is collected.
	fd, err := open(name, syscall.O_RDWR|syscall.O_CREAT)
	if err != nil { // of a cache that can only be read, all may be there
		var only error
		if fd, only = open(name, syscall.O_RDONLY); only != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
	for {
		switch err := syscall.Flock(fd, how); {
		case errors.Is(err, syscall.EINTR):
			continue
		case err == nil, errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK):
			return func() { _ = syscall.Close(fd) }, nil
		default:
			_ = syscall.Close(fd)
			return nil, &fs.PathError{Op: "lock", Path: name, Err: err}
		}
	}
}

func open(name string, how int) (int, error) {
	for {
		fd, err := syscall.Open(name, how|syscall.O_CLOEXEC, 0o600)
		if !errors.Is(err, syscall.EINTR) {
			return fd, err
		}
	}
}

// owned reports whether a file is the user's.
func owned(i fs.FileInfo) bool {
	s, ok := i.Sys().(*syscall.Stat_t)
	return ok && int64(s.Uid) == int64(os.Geteuid())
}
