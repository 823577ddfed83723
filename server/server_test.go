package server_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// start runs a server on a free port until the test ends.
func start(t *testing.T, cfg server.Config) *server.Server {
	t.Helper()
	if cfg.Listen == "" {
		cfg.Listen = "127.0.0.1:0"
	}
	if cfg.DataDir == "" {
		cfg.DataDir = t.TempDir()
	}
	s, err := server.Start(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// open connects as a user; change may set further connection options.
func open(t *testing.T, s *server.Server, user, password string, change ...func(*mysql.Config)) *sql.DB {
	t.Helper()
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.Passwd = "tcp", s.Addr().String(), user, password
	for _, c := range change {
		c(cfg)
	}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

func exec(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func queryInt(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// awaitCount runs a query until its one number is n.
func awaitCount(t *testing.T, db *sql.DB, n int, query string) {
	t.Helper()
	got := queryInt(t, db, query)
	for limit := time.Now().Add(2 * time.Minute); got != n; got = queryInt(t, db, query) {
		if time.Now().After(limit) {
			t.Fatalf("%s: still %d, want %d", query, got, n)
		}
		runtime.Gosched()
	}
}

// number is the error number the server gave.
func number(err error) uint16 {
	var e *mysql.MySQLError
	if errors.As(err, &e) {
		return e.Number
	}
	return 0
}

func TestRestartKeepsWhatWasCommitted(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	db := open(t, s, "root", "")
	exec(t, db,
		"CREATE DATABASE one", "CREATE DATABASE two",
		"CREATE TABLE one.t (id INT PRIMARY KEY, v TEXT)", "INSERT INTO one.t VALUES (1, 'a'), (2, 'b')",
		"CREATE TABLE two.t (id INT PRIMARY KEY)", "INSERT INTO two.t VALUES (7)",
		"CREATE USER ann@'%' IDENTIFIED BY 'secret'", "GRANT SELECT ON one.* TO ann@'%'",
		"DROP DATABASE two", "CREATE DATABASE three")
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("INSERT INTO one.t VALUES (3, 'lost')"); err != nil {
		t.Fatal(err)
	}
	var uuid, again string
	if err := db.QueryRow("SELECT @@server_uuid").Scan(&uuid); err != nil {
		t.Fatal(err)
	}
	exec(t, db, "SET PERSIST long_query_time = 5", "RESET PERSIST", "RESET PERSIST IF EXISTS server_uuid")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	s = start(t, server.Config{DataDir: dir})
	db = open(t, s, "root", "")
	if got := queryInt(t, db, "SELECT COUNT(*) FROM one.t"); got != 2 {
		t.Errorf("one.t holds %d rows, want 2", got)
	}
	if got := queryInt(t, db, "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name IN ('two', 'three')"); got != 1 {
		t.Errorf("%d of the databases two (dropped) and three (new), want 1", got)
	}
	if err := db.QueryRow("SELECT @@server_uuid").Scan(&again); err != nil || again != uuid {
		t.Errorf("server_uuid %s became %s, %v", uuid, again, err)
	}
	ann := open(t, s, "ann", "secret")
	if got := queryInt(t, ann, "SELECT COUNT(*) FROM one.t"); got != 2 {
		t.Errorf("ann sees %d rows, want 2", got)
	}
	if _, err := ann.Exec("INSERT INTO one.t VALUES (9, '')"); number(err) == 0 {
		t.Errorf("ann may insert without the privilege: %v", err)
	}
	if err := open(t, s, "ann", "wrong").Ping(); number(err) != 1045 {
		t.Errorf("a wrong password gives %v, want error 1045", err)
	}
}

func TestPersistedVariables(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	want := map[string]string{
		"profiling": "1", "profiling_history_size": "7", "performance_schema_max_digest_sample_age": "5",
		"profiling_scope": "PROCESS", "profiling_memory_watch": "memory/sql/result:1G",
	}
	db := open(t, s, "root", "")
	for name, value := range want {
		if _, err := strconv.Atoi(value); err != nil {
			value = "'" + value + "'"
		}
		exec(t, db, "SET PERSIST "+name+" = "+value)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = start(t, server.Config{DataDir: dir})
	db = open(t, s, "root", "")
	for name, value := range want {
		var got string
		if err := db.QueryRow("SELECT @@GLOBAL." + name).Scan(&got); err != nil || got != value {
			t.Errorf("%s is %q after a restart, %v; want %q", name, got, err, value)
		}
	}
	if age, ok := s.Schema().VariableValue("performance_schema_max_digest_sample_age"); !ok || age != 5 {
		t.Errorf("the Schema was not told: %d, %v", age, ok)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestFirstSuperusers(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir, User: "admin", Password: "first"})
	for _, user := range []string{"admin", "root"} {
		exec(t, open(t, s, user, "first"), "CREATE DATABASE by_"+user)
		if err := open(t, s, user, "").Ping(); number(err) != 1045 {
			t.Errorf("%s without the password: %v, want error 1045", user, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// The accounts are in the directory; what the options say is for new ones.
	s = start(t, server.Config{DataDir: dir, User: "other", Password: "second"})
	if err := open(t, s, "root", "first").Ping(); err != nil {
		t.Error(err)
	}
	if err := open(t, s, "other", "second").Ping(); number(err) != 1045 {
		t.Errorf("other: %v, want error 1045", err)
	}
}

func TestSeveralServersInOneProcess(t *testing.T) {
	a, b := start(t, server.Config{}), start(t, server.Config{})
	exec(t, open(t, a, "root", ""), "CREATE DATABASE here", "CREATE TABLE here.t (id INT PRIMARY KEY)")
	if got := queryInt(t, open(t, b, "root", ""), "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'here'"); got != 0 {
		t.Error("one server sees the other's database")
	}
}

func TestCloseKillsStatements(t *testing.T) {
	s := start(t, server.Config{})
	db := open(t, s, "root", "")
	failed := make(chan error, 2)
	for _, q := range []string{
		"SELECT SLEEP(100000)",
		"SELECT COUNT(*) FROM information_schema.columns a, information_schema.columns b, information_schema.columns c, information_schema.columns d",
	} {
		go func() {
			_, err := db.Exec(q)
			failed <- err
		}()
	}
	// A connection that never says who it is must not hold up the end.
	silent, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	deadline := time.Now().Add(time.Minute)
	for queryInt(t, db, "SELECT COUNT(*) FROM information_schema.processlist WHERE command = 'Query'") < 3 {
		if time.Now().After(deadline) {
			t.Fatal("the statements do not show up in the process list")
		}
		runtime.Gosched()
	}
	begin := time.Now()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(begin); took > time.Minute { // of the statements that take longer, and of nothing else
		t.Errorf("Close took %v", took)
	}
	for range 2 {
		if err := <-failed; err == nil {
			t.Error("a statement in progress succeeded")
		}
	}
	if err := s.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

func TestStartRefuses(t *testing.T) {
	taken := start(t, server.Config{})
	takenDir := t.TempDir()
	start(t, server.Config{DataDir: takenDir})
	weak := t.TempDir()
	if err := start(t, server.Config{DataDir: weak}).Close(); err != nil {
		t.Fatal(err)
	}
	guest := t.TempDir()
	g := start(t, server.Config{DataDir: guest, Password: "secret"})
	exec(t, open(t, g, "root", "secret"), "CREATE USER guest@localhost", "CREATE ROLE reader", "CREATE USER locked ACCOUNT LOCK")
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	hiding := t.TempDir()
	h := start(t, server.Config{DataDir: hiding})
	exec(t, open(t, h, "root", ""), "CREATE DATABASE own")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(hiding, "own"), filepath.Join(hiding, "profiling")); err != nil {
		t.Fatal(err)
	}
	foreign := t.TempDir()
	for _, name := range []string{".hidden", "ibdata1"} {
		if err := os.WriteFile(filepath.Join(foreign, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fresh := func() string { return filepath.Join(t.TempDir(), "not", "there") }
	tests := []struct {
		name string
		cfg  server.Config
		want error
	}{
		{"port in use", server.Config{Listen: taken.Addr().String()}, server.ErrListen},
		{"no such address", server.Config{Listen: "192.0.2.1:0"}, server.ErrListen},
		{"no port", server.Config{Listen: "127.0.0.1"}, server.ErrListen},
		{"directory in use", server.Config{DataDir: takenDir}, datadir.ErrInUse},
		{"database of the server's own name", server.Config{DataDir: hiding}, datadir.ErrReserved},
		{"directory of something else", server.Config{DataDir: foreign}, datadir.ErrForeign},
		{"memory watch of no instrument", server.Config{MemoryWatch: "memory/sql/none:1M"}, perfschema.ErrMemoryWatch},
		{"directory is a file", server.Config{DataDir: file}, datadir.ErrNotWritable},
		{"directory below a file", server.Config{DataDir: filepath.Join(file, "data")}, datadir.ErrNotWritable},
		{"exposed, new directory", server.Config{Listen: "0.0.0.0:0"}, server.ErrExposed},
		{"exposed, all addresses", server.Config{Listen: ":0"}, server.ErrExposed},
		{"exposed, old directory", server.Config{Listen: "0.0.0.0:0", DataDir: weak, Password: "too late"}, server.ErrExposed},
		{"exposed, an account of no rights", server.Config{Listen: "0.0.0.0:0", DataDir: guest, Password: "too late"}, server.ErrExposed},
		{"exposed, without TLS", server.Config{Listen: "0.0.0.0:0", Password: "secret", NoTLS: true}, server.ErrExposed},
		{"TLS required and off", server.Config{RequireSecureTransport: true, NoTLS: true}, server.ErrTLS},
		{"authority missing", server.Config{TLSCA: file + "x"}, server.ErrTLS},
		{"no authority", server.Config{TLSCA: file}, server.ErrTLS},
		{"certificate without key", server.Config{TLSCert: file}, server.ErrTLS},
		{"key without certificate", server.Config{TLSKey: file}, server.ErrTLS},
		{"certificate missing", server.Config{TLSCert: file + "x", TLSKey: file}, server.ErrTLS},
		{"certificate unreadable", server.Config{TLSCert: file, TLSKey: file}, server.ErrTLS},
	}
	if os.Geteuid() != 0 { // root may write everywhere
		locked := t.TempDir()
		if err := os.Chmod(locked, 0o500); err != nil {
			t.Fatal(err)
		}
		tests = append(tests, struct {
			name string
			cfg  server.Config
			want error
		}{"directory not writable", server.Config{DataDir: locked}, datadir.ErrNotWritable})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.cfg.Listen == "" {
				tt.cfg.Listen = "127.0.0.1:0"
			}
			isFresh := tt.cfg.DataDir == ""
			if isFresh {
				tt.cfg.DataDir = fresh()
			}
			before := contents(t, tt.cfg.DataDir)
			s, err := server.Start(context.Background(), tt.cfg)
			if err == nil {
				s.Close()
				t.Fatal("started")
			}
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v, want one that is %v", err, tt.want)
			}
			if isFresh {
				if _, err := os.Stat(filepath.Dir(tt.cfg.DataDir)); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("something was made: %v", err)
				}
			} else if after := contents(t, tt.cfg.DataDir); after != before {
				t.Errorf("the directory changed:\n%s\nbefore:\n%s", after, before)
			}
		})
	}
}

func TestListenBeyondLoopback(t *testing.T) {
	certFile, keyFile, _ := certificate(t)
	s := start(t, server.Config{Listen: "0.0.0.0:0", Password: "secret", TLSCert: certFile, TLSKey: keyFile})
	_, port, err := net.SplitHostPort(s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, s, "root", "secret", func(c *mysql.Config) { c.Addr = "127.0.0.1:" + port })
	if got := queryInt(t, db, "SELECT COUNT(*) FROM mysql.user WHERE user = 'root' AND host = '%'"); got != 1 {
		t.Errorf("%d accounts root@%%, want 1", got)
	}
}

func TestVersionIsTheSameEverywhere(t *testing.T) {
	s := start(t, server.Config{})
	db := open(t, s, "root", "")
	var version string
	if err := db.QueryRow("SELECT VERSION()").Scan(&version); err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// A packet's header, a protocol version and the server's, ended by a zero.
	want := fmt.Sprintf("\x0a%s\x00", version)
	hello := make([]byte, 4+len(want))
	if _, err := io.ReadFull(conn, hello); err != nil {
		t.Fatal(err)
	}
	if string(hello[4:]) != want {
		t.Errorf("handshake begins %q, want %q", hello[4:], want)
	}
}

func TestTooManyConnections(t *testing.T) {
	s := start(t, server.Config{})
	db := open(t, s, "root", "")
	before := queryInt(t, db, "SELECT @@GLOBAL.max_connections")
	exec(t, db, "CREATE USER ann")
	exec(t, db, "SET GLOBAL max_connections = 3")
	defer exec(t, db, fmt.Sprintf("SET GLOBAL max_connections = %d", before))
	for range 2 {
		conn, err := open(t, s, "root", "").Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	if err := open(t, s, "ann", "").Ping(); number(err) != 1040 {
		t.Errorf("the fourth connection gives %v, want error 1040", err)
	}
	// One place is kept for who can mend it.
	if err := open(t, s, "root", "").Ping(); err != nil {
		t.Errorf("the fourth connection, of an administrator: %v", err)
	}
	if err := open(t, s, "root", "").Ping(); number(err) != 1040 {
		t.Errorf("the fifth connection gives %v, want error 1040", err)
	}
	if err := db.Ping(); err != nil {
		t.Errorf("a connection that was there: %v", err)
	}
}

func TestWorkersRun(t *testing.T) {
	s := start(t, server.Config{})
	db := open(t, s, "root", "")
	for _, variable := range []string{"dolt_stats_paused = 0", "dolt_stats_memory_only = 1", "dolt_auto_gc_enabled = 1", "autocommit = 1"} {
		if queryInt(t, db, "SELECT @@GLOBAL."+variable) != 1 {
			t.Errorf("not so: %s", variable)
		}
	}
	if n := queryInt(t, db, "SELECT @@GLOBAL.dolt_stats_gc_interval"); n != 300_000 {
		t.Errorf("statistics of tables as they were are given up after %d ms", n)
	}
}
