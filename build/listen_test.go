//go:build unix

package build

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/build/attach"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// busy builds the program that waits as often as it can.
func busy(t *testing.T) (dir string) {
	t.Helper()
	text, err := os.ReadFile("testdata/busy/main.go")
	if err != nil {
		t.Fatal(err)
	}
	dir = files(t, map[string]string{"main.go": string(text), "go.mod": goMod})
	must(t, dir, nil, "build", "-o", "program", ".")
	return dir
}

// running starts the program with a variable of its environment, and waits until it is ready. It
// ends when its standard input is closed.
func running(t *testing.T, dir, variable string) (c *exec.Cmd, in io.WriteCloser, said *bufio.Reader) {
	t.Helper()
	c = ready(t, dir, []string{variable}, "./program")
	in, err1 := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	errors, err3 := c.StderrPipe()
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	return c, in, bufio.NewReader(errors)
}

// listening starts a program with an address, and returns the first line that it writes to
// standard error, empty if it writes none before it is ready.
func listening(t *testing.T, dir, address string) (said string, end func() string) {
	t.Helper()
	c, in, lines := running(t, dir, "PERFSCHEMA_LISTEN="+address)
	if strings.HasSuffix(address, ":0") {
		var err error
		if said, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	return said, func() string {
		in.Close()
		rest, _ := io.ReadAll(lines)
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
		return string(rest)
	}
}

// attached reads from a program that listens at an address, into a Schema.
func attached(t *testing.T, address string) (*attach.Program, *perfschema.Schema) {
	t.Helper()
	ps, err := perfschema.New(attach.Config())
	if err != nil {
		t.Fatal(err)
	}
	p, err := attach.Open(t.Context(), address, ps)
	if err != nil {
		t.Fatal(err)
	}
	return p, ps
}

// TestListen reads what a program has recorded while it runs: over TCP and a Unix socket, as text
// and into a Schema. The Schema's sums agree with the program's own.
func TestListen(t *testing.T) {
	dir := busy(t)
	said, end := listening(t, dir, "127.0.0.1:0")
	address, ok := strings.CutPrefix(strings.TrimSpace(said), "perfschema: asked at ")
	if !ok {
		t.Fatalf("it says %q", said)
	}
	for path, want := range map[string]string{"/": "main.main.ping", "/x": "there are / and /told"} {
		answer, err := http.Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, %s", path, err, text)
		}
	}
	for request, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: example.com\r\n\r\n":       "400",
		"GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n":          "200",
		"GET / HTTP/1.1\r\nHost: [::1].example.com\r\n\r\n": "400",
		"GET / HTTP/1.1\r\nHost : example.com\r\n\r\n":      "400",
		"POST / HTTP/1.1\r\n\r\n":                           "400",
		"\r\n\r\n":                                          "400",
	} {
		if got := ask(t, "tcp", address, request); !strings.HasPrefix(got, "HTTP/1.0 "+want) {
			t.Errorf("%q: %.100s", request, got)
		}
	}
	var reasons, instruments uint64
	for unread := uint64(1); unread > 0; { // on a busy machine a P may be writing each time that it is read
		p, ps := attached(t, address)
		reasons, instruments = 0, 0
		for _, table := range p.Tables() {
			for row := range table.Rows(view.Reader{}) {
				switch table.Name {
				case "wait_reasons":
					reasons += row[1].(uint64)
				case "build":
					unread = row[len(row)-1].(uint64)
				}
			}
		}
		for _, stats := range ps.Read().WaitSummary(record.Global, 0).All() {
			for _, s := range stats {
				instruments += s.Count
			}
		}
	}
	// The recorder reads the reasons of a P before its instances, and the program goes on meanwhile.
	if reasons == 0 || instruments < reasons {
		t.Errorf("%d waits by reason, %d by instrument", reasons, instruments)
	}
	if said := end(); said != "" {
		t.Errorf("it says %q", said)
	}

	// A socket that the program's last run has left is in nobody's way; one that is in use is.
	socket := filepath.Join(dir, "s")
	_, end = listening(t, dir, "unix:"+socket)
	if got := ask(t, "unix", socket, "GET / HTTP/1.0\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.0 200") {
		t.Errorf("%.100s", got)
	}
	if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	_, second := listening(t, dir, "unix:"+socket)
	if said := second(); !strings.Contains(said, "address already in use") {
		t.Errorf("a second one says %q", said)
	}
	end()
	_, end = listening(t, dir, "unix:"+socket)
	if said := end(); said != "" {
		t.Errorf("a later one says %q", said)
	}

	_, end = listening(t, dir, "0.0.0.0:6061")
	if said := end(); !strings.Contains(said, `"0.0.0.0:6061" is no address of this machine alone`) {
		t.Errorf("it says %q", said)
	}
}

// TestListenToMany: who is connected and asks nothing is in nobody's way, and may ask later.
func TestListenToMany(t *testing.T) {
	said, end := listening(t, busy(t), "127.0.0.1:0")
	address := strings.TrimPrefix(strings.TrimSpace(said), "perfschema: asked at ")
	const request = "GET / HTTP/1.0\r\n\r\n"
	var idle []net.Conn
	for range 3 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		idle = append(idle, c)
	}
	if got := ask(t, "tcp", address, request); !strings.HasPrefix(got, "HTTP/1.0 200") {
		t.Errorf("%.100s", got)
	}
	for _, c := range idle {
		if _, err := io.WriteString(c, request); err != nil {
			t.Fatal(err)
		}
		if got, err := bufio.NewReader(c).ReadString('\n'); !strings.HasPrefix(got, "HTTP/1.0 200") {
			t.Errorf("later: %q, %v", got, err)
		}
	}
	if said := end(); said != "" {
		t.Errorf("it says %q", said)
	}
}

// TestListenKeepsFiles: a path that is no socket stays what it is.
func TestListenKeepsFiles(t *testing.T) {
	dir := busy(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		"unix:" + file: "address already in use",
		"unix:" + link: "address already in use",
		"unix:" + dir:  "address already in use",
		"unix:":        "unix: has no path",
	} {
		_, end := listening(t, dir, address)
		if said := end(); !strings.Contains(said, want) {
			t.Errorf("%s: it says %q", address, said)
		}
	}
	if text, err := os.ReadFile(link); err != nil || string(text) != "kept" {
		t.Errorf("the file has %q, %v", text, err)
	}
}

// ask sends a request and reads the answer.
func ask(t *testing.T, network, address, request string) string {
	t.Helper()
	c, err := net.Dial(network, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(c)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
