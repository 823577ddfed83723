package pfile_test

import (
	"bytes"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

const size = 300_000

// What the kernel copies is one operation of each file, and the bytes are right.
func TestCopyBetweenFiles(t *testing.T) {
	content := strings.Repeat("0123456789", size/10)
	for name, copyTo := range map[string]struct {
		do    func(dst, src io.ReadWriter) (int64, error)
		bytes int64
	}{
		"Copy":  {func(dst, src io.ReadWriter) (int64, error) { return io.Copy(dst, src) }, size},
		"CopyN": {func(dst, src io.ReadWriter) (int64, error) { return io.CopyN(dst, src, 1000) }, 1000},
		"ReadFrom": {func(dst, src io.ReadWriter) (int64, error) {
			return dst.(io.ReaderFrom).ReadFrom(struct{ io.Reader }{src})
		}, size},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			src, dst := f.create(t, "src", content), f.create(t, "dst", "")
			_, err := src.Seek(0, io.SeekStart)
			must(t, err)
			th := f.bind(t)
			n, err := copyTo.do(dst, src)
			if n != copyTo.bytes || err != nil {
				t.Fatal(n, err)
			}
			got, err := os.ReadFile(f.path("dst"))
			must(t, err)
			if string(got) != content[:n] {
				t.Error("the copy differs")
			}
			s, _ := f.row("src")
			d, _ := f.row("dst")
			if s.IO.BytesRead != n || d.IO.BytesWritten != n {
				t.Errorf("read %d, wrote %d of %d bytes", s.IO.BytesRead, d.IO.BytesWritten, n)
			}
			got2 := ops(th)
			slices.Sort(got2)
			if want := []string{"read", "write"}; name != "ReadFrom" && !slices.Equal(got2, want) {
				t.Errorf("%v, want %v: not in the kernel", got2, want)
			}
			for _, w := range th.WaitsCurrent() {
				if w.Running {
					t.Errorf("%s goes on", w.Operation)
				}
			}
		})
	}
}

// With a file that is no stand-in, in both directions.
func TestCopyWithTwin(t *testing.T) {
	f := newFixture(t)
	must(t, os.WriteFile(f.path("twin"), make([]byte, size), 0o600))
	twin, err := os.OpenFile(f.path("twin"), os.O_RDWR, 0)
	must(t, err)
	defer twin.Close()
	file := f.create(t, "a", "")
	th := f.bind(t)
	n, err := io.Copy(file, twin)
	if n != size || err != nil || !slices.Equal(ops(th), []string{"write"}) {
		t.Error(n, err, ops(th))
	}
	_, err = file.Seek(0, io.SeekStart)
	must(t, err)
	n, err = io.Copy(twin, file)
	if n != size || err != nil || !slices.Equal(ops(th), []string{"write", "seek", "read"}) {
		t.Error(n, err, ops(th))
	}
}

// sendfile, and splice back.
func TestCopyWithSocket(t *testing.T) {
	f := newFixture(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	dialed, err := net.Dial("tcp", l.Addr().String())
	must(t, err)
	defer dialed.Close()
	accepted, err := l.Accept()
	must(t, err)

	src, dst := f.create(t, "src", strings.Repeat("x", size)), f.create(t, "dst", "")
	_, err = src.Seek(0, io.SeekStart)
	must(t, err)
	done := make(chan error)
	go func() {
		_, err := io.Copy(dialed, src)
		_ = dialed.(*net.TCPConn).CloseWrite()
		done <- err
	}()
	th := f.bind(t)
	n, err := io.Copy(dst, accepted)
	must(t, <-done)
	if n != size || err != nil || !slices.Equal(ops(th), []string{"write"}) {
		t.Error(n, err, ops(th))
	}
	if s, _ := f.row("src"); s.IO.Read.Count != 1 || s.IO.BytesRead != size {
		t.Errorf("%+v", s.IO)
	}
}

// Neither the time a foreign reader takes nor its bytes are the file's: its
// reads lie between the writes, not in one.
func TestCopyWithOthers(t *testing.T) {
	f := newFixture(t)
	file := f.create(t, "a", "")
	th := f.bind(t)
	n, err := file.ReadFrom(readerFunc(func(b []byte) (int, error) {
		for _, w := range th.WaitsCurrent() {
			if w.Running {
				t.Errorf("%s runs while the reader does", w.Operation)
			}
		}
		if len(ops(th)) == 3 {
			return 0, io.EOF
		}
		return len(b), nil
	}))
	if r, _ := f.row("a"); err != nil || r.IO.BytesWritten != n || r.IO.Write.Count != 4 {
		t.Error(n, err, r.IO)
	}
	_, err = file.Seek(0, io.SeekStart)
	must(t, err)
	var b bytes.Buffer
	m, err := file.WriteTo(&b)
	if r, _ := f.row("a"); err != nil || m != n || r.IO.BytesRead != n {
		t.Error(m, err, r.IO)
	}
	if n, err := io.Copy(io.Discard, file); n != 0 || err != nil {
		t.Error(n, err)
	}
	must(t, file.Close())
	if _, err := io.Copy(file, strings.NewReader("x")); err == nil {
		t.Error("copied to a closed file")
	}
}

type readerFunc func([]byte) (int, error)

func (r readerFunc) Read(b []byte) (int, error) { return r(b) }

func TestAllocatesNothing(t *testing.T) {
	f := newFixture(t)
	file := f.create(t, "a", strings.Repeat("x", 100))
	th := f.bind(t)
	b := make([]byte, 10)
	run := func() {
		_, _ = file.WriteAt(b, 0)
		_, _ = file.ReadAt(b, 5)
		_, _ = file.Seek(0, io.SeekStart)
		_, _ = file.Read(b)
		_, _ = file.Write(b)
		_ = file.Truncate(100)
	}
	for _, on := range []bool{true, false} {
		for _, c := range f.Read().ClassesOf(perfschema.KindFile) {
			c.SetEnabled(on)
		}
		if n := testing.AllocsPerRun(200, run); n != 0 {
			t.Errorf("%v allocations, enabled: %v", n, on)
		}
	}
	_ = th
}

func BenchmarkReadAt(b *testing.B) {
	f := newFixture(b)
	for _, c := range perfschema.Consumers() {
		f.SetConsumer(c, c == perfschema.ConsumerGlobalInstrumentation || c == perfschema.ConsumerThreadInstrumentation)
	}
	file := f.create(b, "a", strings.Repeat("x", 4096))
	f.bind(b)
	buf := make([]byte, 512)
	for name, read := range map[string]func([]byte, int64) (int, error){"twin": file.File.ReadAt, "recorded": file.ReadAt} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = read(buf, 0)
			}
		})
	}
}
