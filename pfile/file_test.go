package pfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pfile"
)

// A File has every method of os.File, with the same signature, of its own: none
// is reached past the instrument, and a nil File is as good as a nil os.File.
func TestHasEveryMethod(t *testing.T) {
	twin, ours := reflect.TypeFor[*os.File](), reflect.TypeFor[*pfile.File]()
	for i := range twin.NumMethod() {
		m := twin.Method(i)
		o, ok := ours.MethodByName(m.Name)
		if !ok {
			t.Errorf("no %s", m.Name)
			continue
		}
		if m.Type.NumIn() != o.Type.NumIn() || m.Type.NumOut() != o.Type.NumOut() {
			t.Errorf("%s is a %s, want %s", m.Name, o.Type, m.Type)
		}
		if m.Name == "Name" { // panics for os too
			continue
		}
		args := []reflect.Value{reflect.Zero(ours)}
		for j := 1; j < m.Type.NumIn(); j++ {
			args = append(args, reflect.Zero(m.Type.In(j)))
		}
		out := o.Func.Call(args)
		if err, ok := out[len(out)-1].Interface().(error); ok && !errors.Is(err, os.ErrInvalid) {
			t.Errorf("%s of a nil File: %v", m.Name, err)
		}
	}
}

func TestReadsAndWrites(t *testing.T) {
	both(t, func(t *testing.T, fs pfile.FS, dir string) {
		f, err := fs.OpenFile(filepath.Join(dir, "a"), os.O_RDWR|os.O_CREATE, 0o600)
		must(t, err)
		for _, s := range []string{"hello ", "world"} {
			if n, err := f.WriteString(s); n != len(s) || err != nil {
				t.Fatal(n, err)
			}
		}
		if n, err := f.WriteAt([]byte("W"), 6); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if pos, err := f.Seek(0, io.SeekCurrent); pos != 11 || err != nil {
			t.Error(pos, err)
		}
		if pos, err := f.Seek(-5, io.SeekEnd); pos != 6 || err != nil {
			t.Error(pos, err)
		}
		b := make([]byte, 10)
		if n, err := f.Read(b); n != 5 || err != nil || string(b[:n]) != "World" {
			t.Error(n, err, string(b[:n]))
		}
		if n, err := f.Read(b); n != 0 || err != io.EOF {
			t.Error(n, err)
		}
		if n, err := f.ReadAt(b, 6); n != 5 || err != io.EOF {
			t.Error(n, err)
		}
		must(t, f.Truncate(5))
		must(t, f.Sync())
		if st, err := f.Stat(); err != nil || st.Size() != 5 || st.Name() != "a" {
			t.Error(st, err)
		}
		must(t, f.Close())
		for name, err := range map[string]error{"Close": f.Close(), "Sync": f.Sync()} {
			var pe *os.PathError
			if !errors.Is(err, os.ErrClosed) || !errors.As(err, &pe) || pe.Path != f.Name() {
				t.Errorf("%s after Close: %v", name, err)
			}
		}
	})
}

func TestOneCallIsOneOperation(t *testing.T) {
	f := newFixture(t)
	th := f.bind(t)
	file, err := f.fs.OpenFile(f.path("a"), os.O_RDWR|os.O_CREATE, 0o600)
	must(t, err)
	_, err = file.Write([]byte("12345"))
	must(t, err)
	_, err = file.Seek(0, io.SeekCurrent)
	must(t, err)
	_, err = file.Seek(1, io.SeekStart)
	must(t, err)
	_, err = file.Read(make([]byte, 9))
	must(t, err)
	_, err = file.Stat()
	must(t, err)
	must(t, file.Truncate(2))
	must(t, file.Sync())
	must(t, file.Close())
	want := []string{"create", "write", "tell", "seek", "read", perfschema.OpFstat.String(), "chsize", "sync", "close"}
	if got := ops(th); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, e := range th.WaitsHistory() {
		if e.ObjectName != f.path("a") || e.ObjectType != "FILE" || e.EventName != "wait/io/file/app/data" {
			t.Errorf("%+v", e)
		}
		bytes := map[string]int64{"write": 5, "read": 4}[e.Operation]
		if e.Bytes != bytes || e.HasBytes != (bytes != 0) {
			t.Errorf("%s: %d bytes, %v", e.Operation, e.Bytes, e.HasBytes)
		}
	}
	r, _ := f.row("a")
	if io := r.IO; io.Read.Count != 1 || io.Write.Count != 1 || io.Misc.Count != 7 || io.BytesRead != 4 || io.BytesWritten != 5 {
		t.Errorf("%+v", io)
	}
}

// A pipe's deadlines and its Close end a Read that waits.
func TestPipe(t *testing.T) {
	f := newFixture(t)
	pr, pw, err := os.Pipe()
	must(t, err)
	r, w := f.fs.Wrap(pr), f.fs.Wrap(pw)
	must(t, r.SetReadDeadline(time.Unix(1, 0)))
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	must(t, r.SetReadDeadline(time.Time{}))
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := r.Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
	})
	must(t, r.Close())
	wg.Wait()
	must(t, w.Close())
	if f.fs.Wrap(nil) != nil || f.fs.NewFile(^uintptr(0), "x") != nil {
		t.Error("a File of nothing")
	}
}

// Many goroutines may use one File, as with os.
func TestConcurrentUse(t *testing.T) {
	f := newFixture(t)
	file := f.create(t, "a", "")
	var wg sync.WaitGroup
	const n, size = 8, 100
	for g := range n {
		wg.Go(func() {
			th := f.NewThread(0, perfThread)
			th.Bind()
			defer th.Unbind()
			for i := range 50 {
				b := make([]byte, size)
				if _, err := file.WriteAt(b, int64((g*50+i)*size)); err != nil {
					t.Error(err)
				}
				if _, err := file.ReadAt(b, 0); err != nil && err != io.EOF {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if r, _ := f.row("a"); r.IO.BytesWritten != n*50*size || r.IO.Write.Count != n*50+1 {
		t.Errorf("%+v", r.IO)
	}
}
