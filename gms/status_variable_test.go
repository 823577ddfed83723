package gms_test

import (
	"database/sql"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// statusOf reads status variables by a query of two columns.
func statusOf(t *testing.T, c *sql.Conn, query string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	for _, r := range rows(t, c, query) {
		out[r[0]] = r[1]
	}
	return out
}

// TestStatusCounts has status variables count what was done, by the server and by
// the session.
func TestStatusCounts(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c, other := s.connect(t, "root", "shop"), s.connect(t, "root", "shop")
	const global, session = "SHOW GLOBAL STATUS", "SHOW SESSION STATUS"
	before, own, others := statusOf(t, c, global), statusOf(t, c, session), statusOf(t, other, session)
	for _, query := range []string{
		"CREATE TABLE t (i INT PRIMARY KEY, j INT)", "INSERT INTO t VALUES (1,1),(2,2),(3,3)",
		"UPDATE t SET j = 5 WHERE i < 3", "DELETE FROM t WHERE i = 1", "SET @a = 1",
		"CREATE TABLE gone (i INT)", "INSERT INTO gone VALUES (1),(2)", "DROP TABLE gone",
		"TRUNCATE TABLE performance_schema.table_io_waits_summary_by_table",
	} {
		mustExec(t, c, query)
	}
	rows(t, c, "SELECT * FROM t ORDER BY j")
	rows(t, c, "SELECT '"+strings.Repeat("x", 1000)+"'")
	after, mine, theirs := statusOf(t, c, global), statusOf(t, c, session), statusOf(t, other, session)
	grown := func(from, to map[string]string, name string) int {
		t.Helper()
		a, err := strconv.Atoi(from[name])
		b, err2 := strconv.Atoi(to[name])
		if err != nil || err2 != nil {
			t.Fatalf("%s: %q, %q", name, from[name], to[name])
		}
		return b - a
	}
	for name, want := range map[string]int{
		"Com_insert": 2, "Com_update": 1, "Com_delete": 1, "Com_select": 2, "Com_create_table": 2, "Com_drop_table": 1,
		"Com_set_option": 1, "Com_truncate": 1, "Sort_rows": 2, "Sort_scan": 1,
	} {
		if got := grown(before, after, name); got != want {
			t.Errorf("%s grew by %d, want %d", name, got, want)
		}
		if got := grown(own, mine, name); got != want {
			t.Errorf("%s of the session grew by %d, want %d", name, got, want)
		}
		if got := grown(others, theirs, name); got != 0 {
			t.Errorf("%s of the other session grew by %d", name, got)
		}
	}
	for name, want := range map[string]int{
		"Handler_write": 5, "Handler_update": 2, "Handler_delete": 1, "Innodb_rows_inserted": 5, "Innodb_rows_updated": 2, "Innodb_rows_deleted": 1,
	} {
		if got := grown(before, after, name); got != want {
			t.Errorf("%s grew by %d, want %d", name, got, want)
		}
	}
	for _, name := range []string{"Questions", "Queries"} {
		if got := grown(own, mine, name); got != 13 { // with one that looked
			t.Errorf("%s of the session grew by %d, want 13", name, got)
		}
	}
	if got := grown(own, mine, "Bytes_received"); got < 1000 {
		t.Errorf("Bytes_received of the session grew by %d", got)
	}
	if got := grown(own, mine, "Bytes_sent"); got < 1000 || grown(before, after, "Bytes_sent") < got {
		t.Errorf("Bytes_sent of the session grew by %d", got)
	}
	mustExec(t, other, "FLUSH STATUS")
	if got := statusOf(t, c, session); got["Com_insert"] != "0" || got["Bytes_received"] >= mine["Bytes_received"] && len(got["Bytes_received"]) >= len(mine["Bytes_received"]) {
		t.Errorf("after FLUSH STATUS: %s inserts, %s bytes", got["Com_insert"], got["Bytes_received"])
	}
	if got := statusOf(t, c, global); grown(after, got, "Com_insert") != 0 {
		t.Errorf("FLUSH STATUS took the server's inserts: %s", got["Com_insert"])
	}
}

// TestStatusCountsPrograms counts what a program's statements did once.
func TestStatusCountsPrograms(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE t (i INT)")
	mustExec(t, c, "INSERT INTO t VALUES (1),(2),(3)")
	mustExec(t, c, "CREATE PROCEDURE p() BEGIN SELECT * FROM t ORDER BY i + 1; SELECT * FROM t; END")
	mustExec(t, c, "FLUSH STATUS")
	mustExec(t, c, "CALL p()")
	got := statusOf(t, c, "SHOW STATUS")
	for name, want := range map[string]string{
		"Com_call_procedure": "1", "Sort_rows": "3", "Sort_scan": "1", "Select_scan": "2", "Queries": "4", "Questions": "2",
	} {
		if got[name] != want {
			t.Errorf("%s is %s, want %s", name, got[name], want)
		}
	}
}

// TestStatusNames compares the names with MySQL's.
func TestStatusNames(t *testing.T) {
	text, err := os.ReadFile("testdata/mysql-global-status.tsv")
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for name := range strings.Lines(string(text)) {
		if !strings.HasPrefix(name, "#") {
			known[strings.TrimSpace(name)] = true
		}
	}
	var written atomic.Bool
	o := gms.Options{Storage: gms.Storage{Log: func() (gms.StorageLog, bool) {
		return gms.StorageLog{Requests: 40, Writes: 3, Syncs: 2, Bytes: 4096}, written.Load()
	}}}
	s := startServerOptions(t, perfschema.Config{}, o, memory.NewDatabase("shop"))
	c := s.connect(t, "root", "")
	if shown := statusOf(t, c, "SHOW GLOBAL STATUS"); shown["Innodb_log_writes"] != "" {
		t.Error("Innodb_log_writes is listed before there is any: who divides by it must not meet 0")
	}
	written.Store(true)
	shown := statusOf(t, c, "SHOW GLOBAL STATUS")
	for name, want := range map[string]string{"Innodb_log_write_requests": "40", "Innodb_log_writes": "3", "Innodb_os_log_fsyncs": "2", "Innodb_os_log_written": "4096"} {
		if shown[name] != want {
			t.Errorf("%s is %q, want %s", name, shown[name], want)
		}
	}
	for name := range shown {
		own := strings.HasPrefix(name, "Profiling_") || strings.HasPrefix(name, "Planning_") || name == "Panics_caught" || name == "Connection_memory_limit_exceeded"
		if !known[name] && !own {
			t.Errorf("MySQL has no status variable %s", name)
		}
	}
	for name := range known {
		// The keys are those of a server that has them, by its Transport.
		if _, ok := shown[name]; !ok && !strings.HasSuffix(name, "sa_public_key") && name != "name" {
			t.Errorf("%s is not shown", name)
		}
	}
	for _, table := range []string{"global_status", "session_status"} {
		for name := range statusOf(t, c, "SELECT * FROM performance_schema."+table) {
			if strings.HasPrefix(name, "Com_") && name != "Com_stmt_reprepare" {
				t.Errorf("%s has %s", table, name)
			}
			if _, ok := shown[name]; !ok && table == "global_status" {
				t.Errorf("%s has %s, which SHOW GLOBAL STATUS has not", table, name)
			}
		}
	}
}

// TestStatusOfConnections has the most connections with their time, and what is open and
// deprecated, counted.
func TestStatusOfConnections(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c, other := s.connect(t, "root", "shop"), s.connect(t, "root", "shop")
		status := statusOf(t, c, "SHOW GLOBAL STATUS")
		at, err := time.ParseInLocation(time.DateTime, status["Max_used_connections_time"], time.Local)
		if status["Max_used_connections"] != "2" || err != nil || time.Since(at) > time.Hour || time.Until(at) > 0 {
			t.Errorf("%s at %q, %v", status["Max_used_connections"], status["Max_used_connections_time"], err)
		}
		for _, q := range []string{"FLUSH TABLES", "FLUSH LOCAL TABLES", "FLUSH TABLES shop.item", "FLUSH STATUS", "FLUSH PRIVILEGES"} {
			mustExec(t, c, q)
		}
		if got := statusOf(t, c, "SHOW GLOBAL STATUS LIKE 'Flush_commands'")["Flush_commands"]; got != "2" {
			t.Errorf("FLUSH TABLES of all was counted %s times", got)
		}
		s.hangUp(t, other)
		await(t, "one connection", func() bool {
			mustExec(t, c, "FLUSH STATUS")
			return statusOf(t, c, "SHOW GLOBAL STATUS LIKE 'Max_used_connections'")["Max_used_connections"] == "1"
		})
		if got := status["Deprecated_use_i_s_processlist_count"] + status["Deprecated_use_i_s_processlist_last_timestamp"]; got != "00" {
			t.Errorf("never used: %s", got)
		}
		_ = rows(t, c, "SELECT ID FROM information_schema.PROCESSLIST")
		if got := rows(t, c, "SHOW WARNINGS"); len(got) != 1 || got[0][1] != "1287" {
			t.Errorf("warns %q", got)
		}
		_ = rows(t, c, "SHOW PROCESSLIST")
		status = statusOf(t, c, "SHOW STATUS")
		last, _ := strconv.ParseInt(status["Deprecated_use_i_s_processlist_last_timestamp"], 10, 64)
		if since := time.Since(time.UnixMicro(last)); status["Deprecated_use_i_s_processlist_count"] != "1" || since < 0 || since > time.Hour {
			t.Errorf("used once: %s, %v ago", status["Deprecated_use_i_s_processlist_count"], since)
		}
		for name, want := range map[string]string{
			"Compression": "OFF", "Last_query_cost": "0.000000", "Ssl_sessions_reused": "0", "Ssl_verify_mode": "0", "Tls_sni_server_name": "",
		} {
			if got, ok := status[name]; !ok || got != want {
				t.Errorf("%s is %q, %t", name, got, ok)
			}
		}
		if _, listed := status["Open_tables"]; listed == cfg.Off {
			t.Errorf("Open_tables is listed: %t, with the Schema off: %t", listed, cfg.Off)
		}
	}
}

// TestStatusOfWhatThereIsNot has the names of MySQL's that tools read, with what is true
// where there is no InnoDB, no cache of tables and no log of changes.
func TestStatusOfWhatThereIsNot(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "")
	for _, query := range []string{"SHOW GLOBAL STATUS", "SELECT * FROM performance_schema.global_status"} {
		status := statusOf(t, c, query)
		for name, want := range map[string]string{
			"Innodb_buffer_pool_dump_status": "Dumping of buffer pool not started", "Innodb_data_reads": "0", "Innodb_page_size": "16384",
			"Innodb_redo_log_enabled": "OFF", "Table_open_cache_misses": "0", "Table_locks_waited": "0", "Ssl_session_cache_mode": "OFF",
			"option_tracker_usage:Binary Log": "0", "Ssl_ctx_verify_mode": "0", "Ssl_session_cache_timeout": "300",
		} {
			if got, ok := status[name]; !ok || got != want {
				t.Errorf("%s: %s is %q, %t, want %q", query, name, got, ok, want)
			}
		}
	}
}

// What is never counted, and by session in MySQL, is in the tables of sessions too, as 0.
func TestNeverOfSession(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	unknown := rows(t, c, "SELECT DISTINCT VARIABLE_NAME FROM performance_schema.status_by_thread WHERE VARIABLE_NAME NOT IN (SELECT VARIABLE_NAME FROM performance_schema.global_status)")
	if len(unknown) != 0 {
		t.Errorf("of sessions alone: %q", unknown)
	}
	for _, table := range []string{"status_by_thread", "status_by_account", "status_by_user", "status_by_host"} {
		got := rows(t, c, "SELECT DISTINCT VARIABLE_VALUE FROM performance_schema."+table+" WHERE VARIABLE_NAME = 'Opened_tables'")
		if len(got) != 1 || got[0][0] != "0" {
			t.Errorf("%s has %q", table, got)
		}
	}
}
