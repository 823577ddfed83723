package server_test

import (
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/prometheus"
	"github.com/perfschema/perfschema/server"
)

// scrape reads what the server's /metrics gives, by name and labels as they are written.
func scrape(t *testing.T, s *server.Server) map[string]float64 {
	t.Helper()
	answer, err := http.Get("http://" + s.HTTPAddr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v: %s", answer.Status, err, body)
	}
	out := make(map[string]float64)
	for _, line := range strings.Split(string(body), "\n") {
		if i := strings.LastIndexByte(line, ' '); i > 0 && line[0] != '#' {
			var v float64
			if _, err := fmt.Sscan(line[i+1:], &v); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			out[line[:i]] = v
		}
	}
	return out
}

// TestMetrics compares /metrics with what SQL says just before and just after: what
// grows meanwhile lies between the two.
func TestMetrics(t *testing.T) {
	s := start(t, server.Config{HTTP: "127.0.0.1:0"})
	db := open(t, s, "root", "")
	db.SetMaxOpenConns(1)
	for _, q := range []string{"CREATE DATABASE shop", "USE shop", "CREATE TABLE t (a INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (2), (3)", "SELECT * FROM t", "SELECT * FROM t"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	if _, err := db.Exec("INSERT INTO t VALUES (1)"); err == nil {
		t.Error("a duplicate was taken")
	}
	before := figures(t, db)
	got := scrape(t, s)
	after := figures(t, db)
	for key, low := range before {
		if v, ok := got[key]; !ok || v < low || v > after[key] {
			t.Errorf("%s is %v (%v); in SQL %v before and %v after", key, v, ok, low, after[key])
		}
	}
	if len(before) < 50 {
		t.Errorf("only %d figures compared", len(before))
	}
	sum := 0.0
	for _, kind := range []string{"exact", "sampled", "runtime", "system", "unexplained"} {
		sum += got[`perfschema_process_memory_bytes{kind="`+kind+`"}`]
	}
	if sum < 1<<20 {
		t.Errorf("the process has %v bytes", sum)
	}
	declared := make(map[string]bool)
	for _, m := range prometheus.Metrics() {
		declared[m.Name] = true
	}
	for key := range got {
		name, _, _ := strings.Cut(key, "{")
		if !declared[name] && !strings.HasPrefix(name, "go_") && !strings.HasPrefix(name, "process_") {
			t.Errorf("%s is not declared", name)
		}
	}
}

// figures are what SQL says, by the names of metrics.
func figures(t *testing.T, db *sql.DB) map[string]float64 {
	t.Helper()
	out := make(map[string]float64)
	for _, q := range []string{
		`SELECT CONCAT('mysql_perf_schema_events_statements_total{digest="', DIGEST, '",digest_text="', DIGEST_TEXT, '",schema="', SCHEMA_NAME, '"}'), COUNT_STAR
			FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT IN ('SELECT * FROM ` + "`t`" + `', 'INSERT INTO ` + "`t`" + ` VALUES (?)')`,
		`SELECT CONCAT('mysql_perf_schema_events_statements_errors_total{digest="', DIGEST, '",digest_text="', DIGEST_TEXT, '",schema="', SCHEMA_NAME, '"}'), SUM_ERRORS
			FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT IN ('INSERT INTO ` + "`t`" + ` VALUES (?)')`,
		`SELECT CONCAT('mysql_perf_schema_events_waits_total{event_name="', EVENT_NAME, '"}'), COUNT_STAR FROM performance_schema.events_waits_summary_global_by_event_name`,
		`SELECT CONCAT('mysql_perf_schema_file_events_total{event_name="', EVENT_NAME, '",mode="read"}'), COUNT_READ FROM performance_schema.file_summary_by_event_name`,
		`SELECT CONCAT('mysql_perf_schema_file_events_bytes_total{event_name="', EVENT_NAME, '",mode="write"}'), SUM_NUMBER_OF_BYTES_WRITE FROM performance_schema.file_summary_by_event_name`,
		`SELECT CONCAT('mysql_perf_schema_memory_events_alloc_bytes_total{event_name="', SUBSTR(EVENT_NAME, 8), '"}'), SUM_NUMBER_OF_BYTES_ALLOC
			FROM performance_schema.memory_summary_global_by_event_name WHERE COUNT_ALLOC > 0`,
		`SELECT CONCAT('perfschema_errors_raised_total{name="', ERROR_NAME, '",number="', ERROR_NUMBER, '"}'), SUM_ERROR_RAISED
			FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NUMBER = 1062`,
	} {
		rows, err := db.Query(q)
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		n := 0
		for ; rows.Next(); n++ {
			var key string
			var v float64
			if err := rows.Scan(&key, &v); err != nil {
				t.Fatal(err)
			}
			out[key] = v
		}
		if err := rows.Err(); err != nil || n == 0 {
			t.Errorf("%d rows, %v: %s", n, err, q)
		}
		rows.Close()
	}
	return out
}

// TestHTTPExposed: other machines get nothing without an account and TLS.
func TestHTTPExposed(t *testing.T) {
	for _, test := range []struct {
		cfg  server.Config
		want error
	}{
		{server.Config{HTTP: "0.0.0.0:0"}, server.ErrExposed},
		{server.Config{HTTP: ":0"}, server.ErrExposed},
		{server.Config{HTTP: "0.0.0.0:0", HTTPUser: "joe"}, server.ErrExposed},
		{server.Config{HTTP: "127.0.0.1:0", HTTPPassword: "secret"}, server.ErrExposed},
		{server.Config{HTTP: "0.0.0.0:0", HTTPUser: "joe", HTTPPassword: "secret", NoTLS: true}, server.ErrExposed},
		{server.Config{HTTPUser: "joe", HTTPPassword: "secret"}, server.ErrListen},
		{server.Config{HTTP: "nowhere"}, server.ErrListen},
	} {
		test.cfg.Listen, test.cfg.DataDir = "127.0.0.1:0", t.TempDir()
		s, err := server.Start(t.Context(), test.cfg)
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, test.want) || strings.Contains(fmt.Sprint(err), "secret") {
			t.Errorf("%+v: %v, want %v", test.cfg, err, test.want)
		}
		if left, err := os.ReadDir(test.cfg.DataDir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
	s := start(t, server.Config{HTTP: "0.0.0.0:0", HTTPUser: "joe", HTTPPassword: "secret"})
	_, port, _ := strings.Cut(strings.TrimPrefix(s.HTTPAddr().String(), "[::]"), ":")
	c := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // it is its own
	defer c.CloseIdleConnections()
	for password, want := range map[string]int{"secret": http.StatusOK, "wrong": http.StatusUnauthorized} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://127.0.0.1:"+port+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth("joe", password)
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("with %s: %s", password, answer.Status)
		}
	}
}
