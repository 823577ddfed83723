package server_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/server"
)

// socketPath is a path short enough for a socket: those of t.TempDir need not be.
func socketPath(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "socket")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "s")
}

func bySocket(path string) func(*mysql.Config) {
	return func(c *mysql.Config) { c.Net, c.Addr = "unix", path }
}

// TestSocket has clients of this machine log in by the socket file, with passwords and
// without TLS, beside those by TCP, and shows them as MySQL does.
func TestSocket(t *testing.T) {
	path := socketPath(t)
	s := start(t, server.Config{Socket: path, RequireSecureTransport: true})
	if at, err := os.Stat(path); err != nil || at.Mode().Perm() != 0o777 {
		t.Fatalf("%v: %v", at, err)
	}
	root := open(t, s, "root", "", bySocket(path))
	exec(t, root, "CREATE USER ann@localhost IDENTIFIED BY 'secret'", "GRANT SELECT, PROCESS ON *.* TO ann@localhost")
	if err := open(t, s, "ann", "wrong", bySocket(path)).Ping(); number(err) != 1045 {
		t.Errorf("a wrong password: %v", err)
	}
	if err := open(t, s, "ann", "secret").Ping(); number(err) != 3159 {
		t.Errorf("TCP without TLS: %v", err)
	}
	// A client that is refused has its error before the server has closed the connection.
	awaitCount(t, root, 1, "SELECT COUNT(*) FROM performance_schema.socket_instances WHERE EVENT_NAME LIKE '%client_connection'")
	ann := open(t, s, "ann", "secret", bySocket(path))
	for query, want := range map[string]string{
		"SELECT CURRENT_USER(), @@socket": "ann@localhost " + path,
		"SELECT PROCESSLIST_HOST, CONNECTION_TYPE FROM performance_schema.threads WHERE PROCESSLIST_ID = CONNECTION_ID()":           "localhost Socket",
		"SELECT USER, HOST FROM performance_schema.processlist WHERE ID = CONNECTION_ID()":                                          "ann localhost",
		"SELECT USER, HOST FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()":                                          "ann localhost",
		"SELECT EVENT_NAME, COUNT(*) FROM performance_schema.socket_instances WHERE EVENT_NAME LIKE '%unix%' GROUP BY 1":            "wait/io/socket/sql/server_unix_socket 1",
		"SELECT COUNT(*), MAX(IP) FROM performance_schema.socket_instances WHERE EVENT_NAME LIKE '%client_connection' AND PORT = 0": "2 ",
	} {
		var a, b string
		if err := ann.QueryRow(query).Scan(&a, &b); err != nil || a+" "+b != want {
			t.Errorf("%s: %s %s, %v; want %s", query, a, b, err, want)
		}
	}
	var n int
	if err := open(t, s, "root", "", func(c *mysql.Config) { c.TLSConfig = "skip-verify" }).QueryRow("SELECT COUNT(*) FROM performance_schema.threads WHERE CONNECTION_TYPE = 'Socket'").Scan(&n); err != nil || n != 2 {
		t.Errorf("by TCP with TLS there are %d by the socket, %v", n, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket is left: %v", err)
	}
}

// TestSocketClientsEnd has a statement end whose client by the socket is gone, and one that
// is killed.
func TestSocketClientsEnd(t *testing.T) {
	path := socketPath(t)
	s := start(t, server.Config{Socket: path})
	root := open(t, s, "root", "")
	c, err := open(t, s, "root", "", bySocket(path)).Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var id int
	if err := c.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := c.ExecContext(t.Context(), "SELECT SLEEP(1000)")
		ended <- err
	}()
	running := fmt.Sprintf("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = %d AND STATE = 'User sleep'", id)
	for queryInt(t, root, running) == 0 {
	}
	exec(t, root, fmt.Sprintf("KILL %d", id))
	if err := <-ended; err == nil {
		t.Error("a client that was killed has its answer")
	}
	for queryInt(t, root, fmt.Sprintf("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = %d", id)) != 0 {
	}
}

// TestSocketPath refuses what is no place for a socket, and takes over what a server has
// left behind that was killed.
func TestSocketPath(t *testing.T) {
	path := socketPath(t)
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{
		path:                            "another program listens there",
		file:                            "no socket",
		"/" + strings.Repeat("a", 103):  "104 bytes",
		filepath.Join(file, "s"):        "not a directory",
		filepath.Join(path+"none", "s"): "no such file",
	} {
		_, err := server.Start(context.Background(), server.Config{Listen: "127.0.0.1:0", DataDir: t.TempDir(), Socket: at})
		if !errors.Is(err, server.ErrListen) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--socket") {
			t.Errorf("%s: %v", at, err)
		}
	}
	if b, err := os.ReadFile(file); string(b) != "kept" {
		t.Errorf("the file: %s, %v", b, err)
	}
	left.Close()
	s := start(t, server.Config{Socket: path})
	var one int
	if err := open(t, s, "root", "", bySocket(path)).QueryRow("SELECT 1").Scan(&one); err != nil {
		t.Error(err)
	}
	exec(t, open(t, s, "root", ""), "SELECT 1")
}
