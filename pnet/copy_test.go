package pnet_test

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pfile"
)

const size = 300_000

// sent runs send with a connection whose other end reads all, and returns how
// much that was.
func sent(t *testing.T, f *fixture, network string, send func(c net.Conn)) int {
	a, b := f.pair(t, network)
	got := make(chan int)
	go func() {
		n, _ := io.Copy(io.Discard, struct{ io.Reader }{b})
		got <- int(n)
	}()
	send(a)
	must(t, a.Close())
	return <-got
}

// A File on its way to a socket is one read and one send, whoever copies.
func TestSendsFiles(t *testing.T) {
	f := newFixture(t)
	key := f.RegisterFile("app", perfschema.Info{Name: "data"})
	fs := pfile.New(f.Schema, key)
	name := filepath.Join(t.TempDir(), "a")
	must(t, os.WriteFile(name, make([]byte, size), 0o600))
	copyAll := func(dst net.Conn, src *pfile.File) (int64, error) { return io.Copy(dst, src) }
	for what, c := range map[string]struct {
		network string
		send    func(dst net.Conn, src *pfile.File) (int64, error)
		bytes   int
	}{
		"Copy":         {"tcp", copyAll, size},
		"Copy to unix": {"unix", copyAll, size},
		"CopyN":        {"tcp", func(dst net.Conn, src *pfile.File) (int64, error) { return io.CopyN(dst, src, 1000) }, 1000},
	} {
		src, err := fs.Open(name)
		must(t, err)
		th := f.NewThread(0, perfschema.ThreadOptions{})
		n := sent(t, f, c.network, func(dst net.Conn) {
			th.Bind()
			defer th.Unbind()
			if n, err := c.send(dst, src); n != int64(c.bytes) || err != nil {
				t.Errorf("%s: %d, %v", what, n, err)
			}
		})
		if n != c.bytes {
			t.Errorf("%s: %d bytes arrived", what, n)
		}
		h := th.WaitsHistory()
		if got := ops(th); got != "send read" && got != "read send" || h[0].Bytes != int64(c.bytes) || h[1].Bytes != int64(c.bytes) {
			t.Errorf("%s: %+v", what, h)
		}
		must(t, src.Close())
	}
	// A file that is no stand-in.
	th := f.NewThread(0, perfschema.ThreadOptions{})
	n := sent(t, f, "tcp", func(dst net.Conn) {
		twin, err := os.Open(name)
		must(t, err)
		defer twin.Close()
		th.Bind()
		defer th.Unbind()
		_, err = io.Copy(dst, twin)
		must(t, err)
	})
	if h := th.WaitsHistory(); n != size || len(h) != 1 || h[0].Bytes != size {
		t.Errorf("%d: %+v", n, h)
	}
}

// And back: from a socket to a File, to a socket, to others.
func TestReceives(t *testing.T) {
	f := newFixture(t)
	key := f.RegisterFile("app", perfschema.Info{Name: "data"})
	fs := pfile.New(f.Schema, key)
	for _, from := range []string{"tcp", "unix"} {
		for _, to := range []string{"file", "os.File", "tcp", "unix", "net.TCPConn", "builder"} {
			a, src := f.pair(t, from)
			go func() {
				_, _ = a.Write(make([]byte, size))
				_ = a.Close()
			}()
			var dst io.Writer
			want := "send recv"
			switch to {
			case "file", "os.File":
				file, err := fs.Create(filepath.Join(t.TempDir(), "a"))
				must(t, err)
				defer file.Close()
				if dst, want = file, "write recv"; to == "os.File" {
					dst, want = file.File, "recv"
				}
			case "tcp", "unix":
				c, other := f.pair(t, to)
				go func() { _, _ = io.Copy(io.Discard, struct{ io.Reader }{other}) }()
				dst = c
			case "net.TCPConn":
				c, other := f.pair(t, "tcp")
				go func() { _, _ = io.Copy(io.Discard, struct{ io.Reader }{other}) }()
				dst, want = c.(interface{ NetConn() net.Conn }).NetConn(), "recv"
			case "builder":
				dst, want = new(strings.Builder), ""
			}
			th := f.NewThread(0, perfschema.ThreadOptions{})
			th.Bind()
			n, err := io.Copy(dst, src)
			th.Unbind()
			if n != size || err != nil {
				t.Errorf("%s to %s: %d, %v", from, to, n, err)
			}
			for _, e := range th.WaitsCurrent() {
				if e.Running {
					t.Errorf("%s to %s: %s goes on", from, to, e.Operation)
				}
			}
			// A Unix connection has no WriteTo, so not all is one operation.
			var received int64
			for _, r := range f.find("client") {
				if r.FD == fd(t, src) {
					received = r.IO.BytesRead
				}
			}
			seen := from == "tcp" || to == "file" || to == "tcp"
			if seen && received != size {
				t.Errorf("%s to %s: %d bytes received", from, to, received)
			}
			if from == "tcp" && want != "" && sorted(ops(th)) != sorted(want) {
				t.Errorf("%s to %s: %s, want %s", from, to, ops(th), want)
			}
			_ = src.Close()
		}
	}
}

// Reading from elsewhere is no part of sending.
func TestReadFromOthers(t *testing.T) {
	f := newFixture(t)
	th := f.NewThread(0, perfschema.ThreadOptions{})
	n := sent(t, f, "tcp", func(dst net.Conn) {
		th.Bind()
		defer th.Unbind()
		n, err := dst.(io.ReaderFrom).ReadFrom(io.LimitReader(readerFunc(func(b []byte) (int, error) {
			for _, e := range th.WaitsCurrent() {
				if e.Running {
					t.Errorf("%s runs while the reader does", e.Operation)
				}
			}
			return len(b), nil
		}), size))
		if n != size || err != nil {
			t.Error(n, err)
		}
	})
	if n != size {
		t.Error(n)
	}
}

func sorted(ops string) string {
	f := strings.Fields(ops)
	slices.Sort(f)
	return strings.Join(f, " ")
}

type readerFunc func([]byte) (int, error)

func (r readerFunc) Read(b []byte) (int, error) { return r(b) }
