package pfile

import (
	"cmp"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

// Open is [os.Open].
func (s FS) Open(name string) (*File, error) {
	in := s.instance(name)
	w := in.StartWait(thread(in), perfschema.OpOpen)
	f, err := os.Open(name)
	w.End()
	return opened(f, err, in)
}

// Create is [os.Create].
func (s FS) Create(name string) (*File, error) {
	in := s.instance(name)
	w := in.StartWait(thread(in), perfschema.OpCreate)
	f, err := os.Create(name)
	w.End()
	return opened(f, err, in)
}

// OpenFile is [os.OpenFile]: operation create with [os.O_CREATE], else open.
func (s FS) OpenFile(name string, flag int, perm os.FileMode) (*File, error) {
	op := perfschema.OpOpen
	if flag&os.O_CREATE != 0 {
		op = perfschema.OpCreate
	}
	in := s.instance(name)
	w := in.StartWait(thread(in), op)
	f, err := os.OpenFile(name, flag, perm)
	w.End()
	return opened(f, err, in)
}

var temps atomic.Uint64

// CreateTemp is [os.CreateTemp].
func (s FS) CreateTemp(dir, pattern string) (*File, error) {
	// Its name is only known afterwards: until then the instance has one that
	// no other has.
	in := s.instance(filepath.Join(cmp.Or(dir, os.TempDir()), pattern+"#"+strconv.FormatUint(temps.Add(1), 10)))
	w := in.StartWait(thread(in), perfschema.OpCreate)
	f, err := os.CreateTemp(dir, pattern)
	w.End()
	if err == nil {
		in.Renamed(absolute(f.Name()))
	}
	return opened(f, err, in)
}

// OpenInRoot is [os.OpenInRoot].
func (s FS) OpenInRoot(dir, name string) (*File, error) {
	in := s.instance(filepath.Join(dir, name))
	w := in.StartWait(thread(in), perfschema.OpOpen)
	f, err := os.OpenInRoot(dir, name)
	w.End()
	return opened(f, err, in)
}

// NewFile is [os.NewFile]: nil if fd is no valid descriptor. It is no
// operation.
func (s FS) NewFile(fd uintptr, name string) *File { return s.Wrap(os.NewFile(fd, name)) }

// Wrap makes a File of one that is open already, which the caller then uses in
// its place. A nil f gives nil.
func (s FS) Wrap(f *os.File) *File {
	if f == nil {
		return nil
	}
	out, _ := opened(f, nil, s.instance(f.Name()))
	return out
}
