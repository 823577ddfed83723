package pfile

import (
	"errors"
	"io"
	"os"

	"github.com/perfschema/perfschema"
)

// Remove is [os.Remove]: operation delete.
func (s FS) Remove(name string) error {
	in := s.instance(name)
	w := in.StartWait(thread(in), perfschema.OpDelete)
	err := os.Remove(name)
	w.End()
	if err != nil {
		in.Abandon()
		return err
	}
	in.Deleted()
	return nil
}

// RemoveAll is [os.RemoveAll]: one operation delete.
func (s FS) RemoveAll(path string) error {
	in := s.instance(path)
	w := in.StartWait(thread(in), perfschema.OpDelete)
	err := os.RemoveAll(path)
	w.End()
	if err != nil {
		in.Abandon()
		return err
	}
	in.Deleted()
	s.below(path, func(in *perfschema.FileInstance, _ string) { in.Deleted() })
	return nil
}

// Rename is [os.Rename]. With a directory, the files in it have new names too.
func (s FS) Rename(oldpath, newpath string) error {
	in := s.instance(oldpath)
	w := in.StartWait(thread(in), perfschema.OpRename)
	err := os.Rename(oldpath, newpath)
	w.End()
	if err == nil {
		in.Renamed(absolute(newpath))
		if st, err := os.Lstat(newpath); err == nil && st.IsDir() {
			to := absolute(newpath) + string(os.PathSeparator)
			s.below(oldpath, func(in *perfschema.FileInstance, rest string) { in.Renamed(to + rest) })
		}
	}
	in.Abandon()
	return err
}

// Stat is [os.Stat].
func (s FS) Stat(name string) (os.FileInfo, error) {
	in := s.instance(name)
	w := in.StartWait(thread(in), perfschema.OpStat)
	st, err := os.Stat(name)
	w.End()
	in.Abandon()
	return st, err
}

// Lstat is [os.Lstat].
func (s FS) Lstat(name string) (os.FileInfo, error) {
	in := s.instance(name)
	w := in.StartWait(thread(in), perfschema.OpStat)
	st, err := os.Lstat(name)
	w.End()
	in.Abandon()
	return st, err
}

// Truncate is [os.Truncate]: operation chsize.
func (s FS) Truncate(name string, size int64) error {
	in := s.instance(name)
	w := in.StartWait(thread(in), perfschema.OpChsize)
	err := os.Truncate(name, size)
	w.End()
	in.Abandon()
	return err
}

// ReadFile is [os.ReadFile]: operations open, read and close.
func (s FS) ReadFile(name string) ([]byte, error) {
	in := s.instance(name)
	w := in.StartWait(thread(in), perfschema.OpOpen)
	twin, err := os.Open(name)
	w.End()
	f, err := opened(twin, err, in)
	if err != nil {
		return nil, err
	}
	w = f.in.StartWait(thread(f.in), perfschema.OpRead)
	data, err := readAll(twin)
	w.EndBytes(int64(len(data)))
	w = f.in.StartWait(thread(f.in), perfschema.OpClose)
	_ = f.shut()
	w.End()
	return data, err
}

// readAll reads to the end. The size of a file is a hint, no more: those in
// /proc say 0.
func readAll(f *os.File) ([]byte, error) {
	size := 512
	if st, err := f.Stat(); err == nil && st.Size() >= int64(size) && st.Size() < 1<<30 {
		size = int(st.Size()) + 1 // room to see the end
	}
	data := make([]byte, 0, size)
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return data, err
		case len(data) == cap(data):
			data = append(data, 0)[:len(data)]
		}
	}
}

// WriteFile is [os.WriteFile]: operations create, write and close.
func (s FS) WriteFile(name string, data []byte, perm os.FileMode) error {
	in := s.instance(name)
	w := in.StartWait(thread(in), perfschema.OpCreate)
	twin, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	w.End()
	f, err := opened(twin, err, in)
	if err != nil {
		return err
	}
	w = f.in.StartWait(thread(f.in), perfschema.OpWrite)
	n, err := twin.Write(data)
	w.EndBytes(int64(n))
	w = f.in.StartWait(thread(f.in), perfschema.OpClose)
	err2 := f.shut()
	w.End()
	if err != nil {
		return err
	}
	return err2
}
