package sqlserver_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/sqlserver"
	"github.com/perfschema/perfschema/phttp"
	"github.com/perfschema/perfschema/sampler"
)

// program is one with a Schema that has served some requests.
func program(t *testing.T) (*perfschema.Schema, http.Handler) {
	t.Helper()
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "order") })
	h := phttp.Handler(ps, mux)
	for range 3 {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/orders/17", nil))
	}
	return ps, h
}

// serve starts a server that ends with the test.
func serve(t *testing.T, ps *perfschema.Schema, opts ...sqlserver.Option) (addr string) {
	t.Helper()
	s, err := sqlserver.New(ps, opts...)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, sqlserver.ErrServerClosed) {
			t.Errorf("Serve: %v", err)
		}
	})
	return l.Addr().String()
}

func open(t *testing.T, addr, user, password string, change func(*mysql.Config)) *sql.DB {
	t.Helper()
	c := mysql.NewConfig()
	c.Net, c.Addr, c.User, c.Passwd = "tcp", addr, user, password
	if change != nil {
		change(c)
	}
	connector, err := mysql.NewConnector(c)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

// query is the first row of a statement, columns as texts.
func query(t *testing.T, db *sql.DB, text string) (row []string) {
	t.Helper()
	rows, err := db.Query(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values := make([]any, len(columns))
	for i := range values {
		values[i] = new(sql.NullString)
	}
	if rows.Next() {
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			row = append(row, v.(*sql.NullString).String)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return row
}

// number is MySQL's of an error.
func number(err error) uint16 {
	var e *mysql.MySQLError
	errors.As(err, &e)
	if e == nil {
		return 0
	}
	return e.Number
}

// TestServe: anybody may look on loopback, and what the program did is there alone.
func TestServe(t *testing.T) {
	ps, h := program(t)
	db := open(t, serve(t, ps), "anybody", "", nil)
	const requests = `SELECT COUNT(*), SUM(COUNT_STAR), MIN(SUM_TIMER_WAIT) > 0
		FROM performance_schema.events_statements_summary_global_by_event_name WHERE COUNT_STAR > 0`
	for range 3 {
		if got := fmt.Sprint(query(t, db, requests)); got != "[1 3 1]" {
			t.Errorf("statements: %s", got)
		}
	}
	for text, want := range map[string]string{
		"SELECT DIGEST_TEXT, COUNT_STAR FROM performance_schema.events_statements_summary_by_digest":                                                "[GET /orders/{id} 3]",
		"SELECT COUNT(*) FROM performance_schema.events_stages_summary_global_by_event_name WHERE EVENT_NAME LIKE 'stage/sql/%' AND COUNT_STAR > 0": "[0]",
		"SELECT INSTRUMENTED, PROCESSLIST_USER FROM performance_schema.threads WHERE NAME = 'thread/sql/one_connection'":                            "[NO anybody]",
		"SELECT COUNT(*) > 50 FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'performance_schema'":                                             "[1]",
		"SELECT COUNT(*) FROM profiling.profiler_status":                                                                                            "[0]",
	} {
		if got := fmt.Sprint(query(t, db, text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	// What is set takes effect with the next event.
	if _, err := db.Exec("UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME LIKE 'statement/http/%'"); err != nil {
		t.Error(err)
	}
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/orders/17", nil))
	if got := fmt.Sprint(query(t, db, requests)); got != "[1 3 1]" {
		t.Errorf("statements of a disabled class: %s", got)
	}
	if _, err := db.Exec("TRUNCATE performance_schema.events_statements_summary_global_by_event_name"); err != nil {
		t.Error(err)
	}
	// Who wants to see this server's own statements as well says so.
	if _, err := db.Exec("UPDATE performance_schema.threads SET INSTRUMENTED = 'YES' WHERE PROCESSLIST_ID = CONNECTION_ID()"); err != nil {
		t.Error(err)
	}
}

// TestReadOnly: nothing but what MySQL's tables are there for is changed, and nothing outside is
// reached.
func TestReadOnly(t *testing.T) {
	ps, _ := program(t)
	addr := serve(t, ps)
	db := open(t, addr, "anybody", "", nil)
	for text, want := range map[string]uint16{
		"CREATE DATABASE shop":                                1044,
		"CREATE TABLE performance_schema.t (a INT)":           1044,
		"CREATE TEMPORARY TABLE profiling.t (a INT)":          1044,
		"DROP TABLE performance_schema.threads":               1142,
		"DROP DATABASE performance_schema":                    1044,
		"UPDATE performance_schema.threads SET NAME = 'x'":    1683,
		"DELETE FROM performance_schema.setup_instruments":    1142,
		"SELECT * FROM mysql.user":                            1142,
		"SELECT 1 INTO OUTFILE '/nowhere/x'":                  1227,
		"SET GLOBAL max_connections = 3":                      1227,
		"SET GLOBAL performance_schema_max_digest_sample_age": 1064,
		"CREATE USER joe":                                     1227,
		"GRANT ALL ON *.* TO ''@'%'":                          1045,
		"ALTER USER ''@'%' IDENTIFIED BY 'x'":                 1290,
		"CALL memory_inout_add_readonly(1, 2)":                1370,
	} {
		_, err := db.Exec(text)
		if got := number(err); got != want {
			t.Errorf("%s: %v, want error %d", text, err, want)
		}
	}
	if err := open(t, addr, "somebody", "", nil).Ping(); err != nil {
		t.Errorf("the account has changed: %v", err)
	}
	if got := query(t, db, "SELECT LOAD_FILE('/etc/passwd') IS NULL"); got[0] != "1" {
		t.Error("a file was read")
	}
}

// TestAccount: a password is asked for, with TLS and without.
func TestAccount(t *testing.T) {
	ps, _ := program(t)
	web := httptest.NewTLSServer(nil) // for its certificate
	defer web.Close()
	roots := x509.NewCertPool()
	roots.AddCert(web.Certificate())
	for name, opts := range map[string][]sqlserver.Option{
		"plain": nil,
		"TLS":   {sqlserver.TLS(&tls.Config{Certificates: web.TLS.Certificates})},
	} {
		t.Run(name, func(t *testing.T) {
			addr := serve(t, ps, append(opts, sqlserver.Account("joe", "secret"), sqlserver.Account("ann", "other"))...)
			secure := func(c *mysql.Config) {
				if opts != nil {
					c.TLS = &tls.Config{RootCAs: roots, ServerName: "example.com"}
				}
			}
			if got := fmt.Sprint(query(t, open(t, addr, "joe", "secret", secure), "SELECT CURRENT_USER(), COUNT(*) > 0 FROM performance_schema.threads")); got != "[joe@% 1]" {
				t.Error(got)
			}
			for _, wrong := range [][2]string{{"joe", "other"}, {"joe", ""}, {"root", ""}, {"", ""}} {
				if err := open(t, addr, wrong[0], wrong[1], secure).Ping(); number(err) != 1045 {
					t.Errorf("%s with the password %q: %v", wrong[0], wrong[1], err)
				}
			}
		})
	}
	if _, err := sqlserver.New(ps, sqlserver.Account("", "x")); err == nil {
		t.Error("an account without a name")
	}
}

// TestExposed: what other machines reach wants a password and TLS.
func TestExposed(t *testing.T) {
	ps, _ := program(t)
	secure := sqlserver.TLS(&tls.Config{})
	for name, opts := range map[string][]sqlserver.Option{
		"open":        {secure},
		"no password": {secure, sqlserver.Account("ann", "x"), sqlserver.Account("joe", "")},
		"no TLS":      {sqlserver.Account("joe", "secret")},
	} {
		if err := sqlserver.ListenAndServe(ps, "0.0.0.0:0", opts...); !errors.Is(err, sqlserver.ErrExposed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestQuiet: clients that come, err and go are no news in the program's log.
func TestQuiet(t *testing.T) {
	ps, _ := program(t)
	var lines counter
	out := logrus.StandardLogger().Out
	logrus.SetOutput(&lines)
	defer logrus.SetOutput(out)
	t.Run("client", func(t *testing.T) { // with the server it has ended when this has
		db := open(t, serve(t, ps), "anybody", "", nil)
		if _, err := db.Exec("SELECT * FROM nowhere.t"); err == nil {
			t.Error("no error")
		}
		db.Close()
	})
	if n := lines.Load(); n != 0 {
		t.Errorf("%d bytes of log", n)
	}
}

type counter struct{ atomic.Int64 }

func (c *counter) Write(p []byte) (int, error) { c.Add(int64(len(p))); return len(p), nil }

// TestIdle: a Server that has not served has no goroutine, and Shutdown ends what runs.
func TestIdle(t *testing.T) {
	ps, _ := program(t)
	before := runtime.NumGoroutine()
	s, err := sqlserver.New(ps)
	if err != nil {
		t.Fatal(err)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines more", n-before)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	db := open(t, l.Addr().String(), "anybody", "", nil)
	query(t, db, "SELECT 1")
	slow := make(chan error)
	go func() { _, err := db.Exec("SELECT SLEEP(1000)"); slow <- err }()
	for query(t, db, "SELECT COUNT(*) FROM performance_schema.processlist WHERE INFO LIKE 'SELECT SLEEP%'")[0] != "1" {
		runtime.Gosched()
	}
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if err := <-slow; err == nil {
		t.Error("what ran was not ended")
	}
	if err := <-served; !errors.Is(err, sqlserver.ErrServerClosed) {
		t.Error(err)
	}
	db.Close()
	if err := s.Serve(l); !errors.Is(err, sqlserver.ErrServerClosed) {
		t.Error(err)
	}
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	unserved, err := sqlserver.New(ps)
	if err != nil {
		t.Fatal(err)
	}
	if err := unserved.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestOff: tables of a Schema that records nothing are there, and empty.
func TestOff(t *testing.T) {
	off, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, ps := range []*perfschema.Schema{nil, off} {
		db := open(t, serve(t, ps), "anybody", "", nil)
		if got := query(t, db, "SELECT COUNT(*) FROM performance_schema.threads"); got[0] != "0" {
			t.Errorf("%s threads", got[0])
		}
	}
}

// TestProfiler: the database profiling says where requests spend their time.
func TestProfiler(t *testing.T) {
	ps, _ := program(t)
	db := open(t, serve(t, ps, sqlserver.Profiler(sampler.Options{})), "anybody", "", nil)
	if got := query(t, db, "SELECT COUNT(*) FROM profiling.profiler_status"); got[0] != "1" {
		t.Errorf("%s rows", got[0])
	}
	for _, with := range []bool{false, true} {
		var opts []sqlserver.Option
		if with {
			opts = append(opts, sqlserver.Profiler(sampler.Options{}))
		}
		ps, _ := program(t)
		s, err := sqlserver.New(ps, opts...)
		if err != nil {
			t.Fatal(err)
		}
		if (s.Profiler() != nil) != with || (s.ActiveSessions() != nil) != with {
			t.Errorf("with a profiler: %v; it has %v and %v", with, s.Profiler(), s.ActiveSessions())
		}
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	}
}
