package pfile

import "github.com/perfschema/perfschema"

// Read is [os.File.Read].
func (f *File) Read(b []byte) (int, error) {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpRead)
	n, err := f.twin().Read(b)
	w.EndBytes(int64(n))
	return n, err
}

// ReadAt is [os.File.ReadAt].
func (f *File) ReadAt(b []byte, off int64) (int, error) {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpRead)
	n, err := f.twin().ReadAt(b, off)
	w.EndBytes(int64(n))
	return n, err
}

// Write is [os.File.Write].
func (f *File) Write(b []byte) (int, error) {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpWrite)
	n, err := f.twin().Write(b)
	w.EndBytes(int64(n))
	return n, err
}

// WriteAt is [os.File.WriteAt].
func (f *File) WriteAt(b []byte, off int64) (int, error) {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpWrite)
	n, err := f.twin().WriteAt(b, off)
	w.EndBytes(int64(n))
	return n, err
}

// WriteString is [os.File.WriteString].
func (f *File) WriteString(s string) (int, error) {
	w := f.instance().StartWait(thread(f.instance()), perfschema.OpWrite)
	n, err := f.twin().WriteString(s)
	w.EndBytes(int64(n))
	return n, err
}
