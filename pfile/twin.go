package pfile

import (
	"os"
	"time"
)

// What follows is package os's own and records nothing; it is here so that a
// program can say fs. where it said os.

// Chmod is [os.Chmod].
func (FS) Chmod(name string, mode os.FileMode) error { return os.Chmod(name, mode) }

// Chown is [os.Chown].
func (FS) Chown(name string, uid, gid int) error { return os.Chown(name, uid, gid) }

// Lchown is [os.Lchown].
func (FS) Lchown(name string, uid, gid int) error { return os.Lchown(name, uid, gid) }

// Chtimes is [os.Chtimes].
func (FS) Chtimes(name string, atime, mtime time.Time) error { return os.Chtimes(name, atime, mtime) }

// Mkdir is [os.Mkdir].
func (FS) Mkdir(name string, perm os.FileMode) error { return os.Mkdir(name, perm) }

// MkdirAll is [os.MkdirAll].
func (FS) MkdirAll(path string, perm os.FileMode) error { return os.MkdirAll(path, perm) }

// MkdirTemp is [os.MkdirTemp].
func (FS) MkdirTemp(dir, pattern string) (string, error) { return os.MkdirTemp(dir, pattern) }

// ReadDir is [os.ReadDir].
func (FS) ReadDir(name string) ([]os.DirEntry, error) { return os.ReadDir(name) }

// Link is [os.Link].
func (FS) Link(oldname, newname string) error { return os.Link(oldname, newname) }

// Symlink is [os.Symlink].
func (FS) Symlink(oldname, newname string) error { return os.Symlink(oldname, newname) }

// Readlink is [os.Readlink].
func (FS) Readlink(name string) (string, error) { return os.Readlink(name) }
