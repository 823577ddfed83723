package pfile

import (
	"io"
	"syscall"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/move"
)

// ReadFrom is [os.File.ReadFrom]. Where the kernel can copy, from another file
// or a socket, it is one write of all bytes, and one read of the other if that
// is a stand-in too. Else every Write is one, and reading r is no part of it.
func (f *File) ReadFrom(r io.Reader) (n int64, err error) {
	if f.twin() == nil {
		return f.twin().ReadFrom(r)
	}
	src, end, ok := move.From(r)
	if !ok && !inKernel(r) {
		return io.Copy(writer{f}, r)
	}
	if ok {
		r = src
		defer func() { end(n) }()
	}
	w := f.in.StartWait(thread(f.in), perfschema.OpWrite) // within the read, if there is one
	defer func() { w.EndBytes(n) }()                      // r may panic
	return f.File.ReadFrom(r)
}

// WriteTo is [os.File.WriteTo]. Where the kernel can copy, to a socket, it is
// one read of all bytes, and one send of the other if that is a stand-in too.
// Else every Read is one, and writing to w is no part of it.
func (f *File) WriteTo(w io.Writer) (n int64, err error) {
	if f.twin() == nil {
		return f.twin().WriteTo(w)
	}
	if sink, ok := w.(move.Sink); ok {
		twin, end := sink.MoveTo(move.Key{})
		defer func() { end(n) }()
		w = twin
	} else if _, ok := w.(syscall.Conn); !ok {
		return io.Copy(w, reader{f})
	}
	read := f.in.StartWait(thread(f.in), perfschema.OpRead) // within the write, if there is one
	defer func() { read.EndBytes(n) }()                     // w may panic
	return f.File.WriteTo(w)
}

// inKernel says whether the kernel may know r, or what r limits.
func inKernel(r io.Reader) bool {
	if l, ok := r.(*io.LimitedReader); ok {
		r = l.R
	}
	_, ok := r.(syscall.Conn)
	return ok
}

// MoveFrom is for package pnet.
func (f *File) MoveFrom(move.Key) (twin io.Reader, end func(n int64)) {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpRead)
	return f.twin(), func(n int64) { w.EndBytes(n) }
}

// MoveTo is for package pnet.
func (f *File) MoveTo(move.Key) (twin io.Writer, end func(n int64)) {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpWrite)
	return f.twin(), func(n int64) { w.EndBytes(n) }
}

// writer is a File for io.Copy to write to and reader one to read from: without
// the methods that would lead back here.
type (
	writer struct{ f *File }
	reader struct{ f *File }
)

func (w writer) Write(b []byte) (int, error)       { return w.f.Write(b) }
func (w writer) WriteString(s string) (int, error) { return w.f.WriteString(s) }

func (r reader) Read(b []byte) (int, error)                   { return r.f.Read(b) }
func (r reader) SyscallConn() (syscall.RawConn, error)        { return r.f.SyscallConn() }
func (r reader) MoveFrom(k move.Key) (io.Reader, func(int64)) { return r.f.MoveFrom(k) }
