package digest

import (
	"bytes"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPeer compares digest texts with those of a MariaDB server, for statements
// where its older rules are the same: spacing, keywords, reduction of values.
func TestPeer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	for _, tool := range []string{"mariadbd", "mariadb", "mariadb-install-db"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	query := startPeer(t)
	statements, err := os.ReadFile("testdata/peer.sql")
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(string(statements)), "\n")
	query("create database d; create table d.t (a int, b int, c int); create table d.u like d.t")
	query("use d;\n" + strings.Join(list, ";\n") + ";")
	rows := query("select hex(sql_text), hex(digest_text) from performance_schema.events_statements_history_long where digest_text is not null")

	theirs := map[string]string{}
	for row := range strings.Lines(rows) {
		sql, text, _ := strings.Cut(strings.TrimSpace(row), "\t")
		theirs[unhex(t, sql)] = strings.TrimSpace(unhex(t, text))
	}
	for _, sql := range list {
		want, ok := theirs[sql]
		if !ok {
			t.Errorf("the peer has no digest of %s", sql)
			continue
		}
		if got := textOf(sql, 0, 1024); got != want {
			t.Errorf("%s\n got %s\npeer %s", sql, got, want)
		}
	}
}

func unhex(t *testing.T, s string) string {
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// startPeer starts a server of the test's own, reachable by socket only, and
// returns a function that runs statements on it.
func startPeer(t *testing.T) func(sql string) string {
	// A socket's path must be short, which t.TempDir is not.
	dir, err := os.MkdirTemp("", "peer")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	// The server refuses to run as root unless told to.
	options := []string{"--no-defaults", "--datadir=" + filepath.Join(dir, "data")}
	if os.Geteuid() == 0 {
		options = append(options, "--user=root")
	}
	install := exec.Command("mariadb-install-db", append(options, "--auth-root-authentication-method=normal", "--skip-test-db")...)
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var log bytes.Buffer
	server := exec.Command("mariadbd", append(options, "--socket="+socket, "--skip-networking",
		"--innodb-buffer-pool-size=8M", "--performance-schema=ON",
		"--performance-schema-consumer-events-statements-current=ON",
		"--performance-schema-consumer-events-statements-history-long=ON",
		"--performance-schema-events-statements-history-long-size=1000")...)
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := make(chan struct{})
	go func() {
		_ = server.Wait()
		close(stopped)
	}()
	t.Cleanup(func() {
		_ = server.Process.Kill() // its data are thrown away
		<-stopped
	})

	client := func(args ...string) *exec.Cmd {
		return exec.Command("mariadb", append([]string{"--no-defaults", "-uroot", "-S" + socket, "-NB", "--force", "--comments"}, args...)...)
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(2 * time.Minute); client("-eselect 1").Run() != nil; {
		select {
		case <-tick.C:
		case <-stopped:
			t.Fatalf("the server stopped: %s", log.String())
		case <-deadline:
			t.Fatal("the server does not answer")
		}
	}
	return func(sql string) string {
		c := client()
		c.Stdin = strings.NewReader(sql)
		out, err := c.Output()
		if err != nil {
			// Some statements of the list are meant to fail at run time.
			t.Logf("%v", err)
		}
		return string(out)
	}
}
