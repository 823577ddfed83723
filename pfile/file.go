package pfile

import (
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/perfschema/perfschema"
)

// File is an [os.File] that records its operations: it has the same methods,
// which do the same, on a nil File too. An FS makes it. The os.File in it can
// be handed to who wants one, [os/exec.Cmd] for example; what that does is not
// recorded.
//
// A File that is garbage without having been closed leaves OPEN_COUNT.
type File struct {
	*os.File

	in        *perfschema.FileInstance // nil: nothing is recorded
	closed    atomic.Bool
	forgotten runtime.Cleanup
}

// twin is the os.File, nil for a nil File: os's methods take that.
func (f *File) twin() *os.File {
	if f == nil {
		return nil
	}
	return f.File
}

func (f *File) instance() *perfschema.FileInstance {
	if f == nil {
		return nil
	}
	return f.in
}

// Close is [os.File.Close].
func (f *File) Close() error {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpClose)
	err := f.shut()
	w.End()
	return err
}

// shut closes the file and counts that.
func (f *File) shut() error {
	err := f.twin().Close()
	if f.instance() != nil && f.closed.CompareAndSwap(false, true) {
		f.forgotten.Stop()
		f.in.Closed()
	}
	return err
}

// Seek is [os.File.Seek]: operation tell if it asks where the file is and
// moves nowhere, else seek.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	op := perfschema.OpSeek
	if offset == 0 && whence == io.SeekCurrent {
		op = perfschema.OpTell
	}
	w := f.instance().StartWait(thread(f.instance()), op)
	pos, err := f.twin().Seek(offset, whence)
	w.End()
	return pos, err
}

// Sync is [os.File.Sync].
func (f *File) Sync() error {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpSync)
	err := f.twin().Sync()
	w.End()
	return err
}

// Stat is [os.File.Stat].
func (f *File) Stat() (os.FileInfo, error) {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpFstat)
	st, err := f.twin().Stat()
	w.End()
	return st, err
}

// Truncate is [os.File.Truncate]: operation chsize.
func (f *File) Truncate(size int64) error {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpChsize)
	err := f.twin().Truncate(size)
	w.End()
	return err
}

// The rest is os's own and records nothing.

// Chdir is [os.File.Chdir].
func (f *File) Chdir() error { return f.twin().Chdir() }

// Chmod is [os.File.Chmod].
func (f *File) Chmod(mode os.FileMode) error { return f.twin().Chmod(mode) }

// Chown is [os.File.Chown].
func (f *File) Chown(uid, gid int) error { return f.twin().Chown(uid, gid) }

// Fd is [os.File.Fd].
func (f *File) Fd() uintptr { return f.twin().Fd() }

// Name is [os.File.Name].
func (f *File) Name() string { return f.twin().Name() }

// ReadDir is [os.File.ReadDir].
func (f *File) ReadDir(n int) ([]os.DirEntry, error) { return f.twin().ReadDir(n) }

// Readdir is [os.File.Readdir].
func (f *File) Readdir(n int) ([]os.FileInfo, error) { return f.twin().Readdir(n) }

// Readdirnames is [os.File.Readdirnames].
func (f *File) Readdirnames(n int) ([]string, error) { return f.twin().Readdirnames(n) }

// SetDeadline is [os.File.SetDeadline].
func (f *File) SetDeadline(t time.Time) error { return f.twin().SetDeadline(t) }

// SetReadDeadline is [os.File.SetReadDeadline].
func (f *File) SetReadDeadline(t time.Time) error { return f.twin().SetReadDeadline(t) }

// SetWriteDeadline is [os.File.SetWriteDeadline].
func (f *File) SetWriteDeadline(t time.Time) error { return f.twin().SetWriteDeadline(t) }

// SyscallConn is [os.File.SyscallConn]. What is done through it is not
// recorded.
func (f *File) SyscallConn() (syscall.RawConn, error) { return f.twin().SyscallConn() }
