package browser

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// timeout is that of whatever is waited for.
const timeout = 5 * time.Minute

// need skips a test where a tool is missing, or fails it where all are to be there.
func need(t *testing.T, name, path string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") != "" {
		t.Fatalf("%s is missing: %v", name, err)
	}
	t.Skipf("%s is missing (%s): %v", name, path, err)
}

// demo is a server that runs the demo.
type demo struct{ sql, pages string }

// startDemo starts the built server: bin/perfschema, or PERFSCHEMA_SERVER.
func startDemo(t *testing.T) demo {
	t.Helper()
	binary := os.Getenv("PERFSCHEMA_SERVER")
	if binary == "" {
		binary = filepath.Join("..", "bin", "perfschema")
	}
	_, err := os.Stat(binary)
	need(t, "the built server", binary, err)
	// #nosec G204 -- the binary under test
	c := exec.Command(binary, "serve", "--demo", "--history", "--data-dir", t.TempDir(), "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		_ = c.Wait()
	})
	var d demo
	lines := bufio.NewScanner(out)
	for d.pages == "" && lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), "ready for connections on "); ok {
			d.sql = at
		}
		// A newcomer is told where to look.
		if m := regexp.MustCompile(`in a browser at (http://\S+)`).FindStringSubmatch(lines.Text()); m != nil {
			d.pages = m[1]
		}
	}
	if d.sql == "" || d.pages == "" {
		t.Fatalf("the server does not say where it is: %+v %v", d, lines.Err())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return d
}

// works waits until the shop is what the first page is about: a minute after its tables
// are filled at the latest, that is no longer.
func (d demo) works(t *testing.T) {
	t.Helper()
	d.until(t, "", "An index on orders that begins with what it compares: ordered") // what fills them may lack others
}

// until waits until a page says something.
func (d demo) until(t *testing.T, page, says string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for !strings.Contains(d.get(t, page), says) {
		select {
		case <-ctx.Done():
			t.Fatalf("the page %q does not say %q", page, says)
		case <-tick.C:
		}
	}
}

// get is a page.
func (d demo) get(t *testing.T, page string) string {
	t.Helper()
	answer, err := http.Get(d.pages + page)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// ask asks in SQL, by the client that users have.
func (d demo) ask(t *testing.T, query string) [][]string {
	t.Helper()
	path, err := exec.LookPath("mariadb")
	need(t, "mariadb", path, err)
	host, port, _ := strings.Cut(d.sql, ":")
	// #nosec G204 -- a query of this test
	out, err := exec.Command(path, "--no-defaults", "-h"+host, "-P"+port, "-uroot", "-N", "-B", "-e", query).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", query, err, out)
	}
	var rows [][]string
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}
