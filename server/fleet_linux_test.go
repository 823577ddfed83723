package server_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/history/clickhouse"
	"github.com/perfschema/perfschema/internal/clickhousetest"
	"github.com/perfschema/perfschema/server"
)

// fleetOf is a ClickHouse with the tables of a fleet.
func fleetOf(t *testing.T) (*clickhousetest.Server, clickhouse.DSN) {
	t.Helper()
	ch := clickhousetest.Start(t)
	dsn, err := clickhouse.ParseDSN("http://" + clickhousetest.User + "@" + ch.Addr + "/fleet")
	if err != nil {
		t.Fatal(err)
	}
	dsn = dsn.WithPassword(clickhousetest.Password)
	c := clickhouse.NewClient(dsn)
	defer c.Close()
	if _, err := clickhouse.Install(t.Context(), c, clickhouse.SchemaOptions{Database: dsn.Database}); err != nil {
		t.Fatal(err)
	}
	return ch, dsn
}

// A server sends its history to a ClickHouse and reads it there in SQL; who may is as for
// the history. The password is shown nowhere, and without ClickHouse all else goes on.
func TestFleet(t *testing.T) {
	ch, dsn := fleetOf(t)
	cfg := server.Config{DataDir: t.TempDir(), History: true, HistoryEventEvery: 1, HistoryClickHouse: dsn}
	s := start(t, cfg)
	db := open(t, s, "root", "")
	exec(t, db, "CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY)", "INSERT INTO d.t VALUES (1), (2)", "SELECT * FROM d.t", "SELECT a + 1 FROM d.t WHERE a = 1")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = start(t, cfg)
	db = open(t, s, "root", "")
	tables := fleetTables(t, db)
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	for _, table := range tables {
		for {
			var kept, sent int
			if err := db.QueryRow(fmt.Sprintf("SELECT (SELECT COUNT(*) FROM history.%s), (SELECT COUNT(*) FROM fleet.%[1]s)", table)).Scan(&kept, &sent); err != nil {
				t.Fatal(table, err)
			}
			if kept == sent {
				break
			}
			select {
			case <-ticks.C:
			case <-t.Context().Done():
				t.Fatal(table, kept, sent)
			}
		}
	}
	sameAnswers(t, db)
	refuseFleet(t, s, db)
	if got := queryInt(t, db, "SELECT COUNT(*) FROM profiling.history_status WHERE FLEET_STATE = 'OK' AND FLEET_WINDOWS_WAITING IS NOT NULL AND FLEET_ROWS_DROPPED = 0 AND FLEET_LAST_FAILURE IS NULL"); got != len(tables) {
		t.Errorf("%d of %d tables are sent", got, len(tables))
	}
	ch.Kill()
	for _, query := range []string{"SELECT COUNT(*) FROM fleet.global_status", "SELECT * FROM fleet.query_profiles ORDER BY WINDOW_START LIMIT 1"} {
		var e *mysql.MySQLError
		if _, err := db.Exec(query); !errors.As(err, &e) || e.Number != 1429 || string(e.SQLState[:]) != "HY000" || strings.Contains(e.Message, "SELECT") {
			t.Errorf("%s: %v", query, err)
		}
	}
	if queryInt(t, db, "SELECT COUNT(*) FROM history.events_statements_summary_by_digest") == 0 {
		t.Error("no history without ClickHouse")
	}
	showsNoPassword(t, db)
}

func fleetTables(t *testing.T, db *sql.DB) (names []string) {
	t.Helper()
	found, err := db.Query("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'fleet' ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	for found.Next() {
		var name string
		if err := found.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if len(names) != 14 {
		t.Fatalf("%q", names)
	}
	return names
}

// sameAnswers asks fleet and history the same.
func sameAnswers(t *testing.T, db *sql.DB) {
	t.Helper()
	var digest string
	if err := db.QueryRow("SELECT DIGEST FROM history.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'SELECT `a` + %'").Scan(&digest); err != nil {
		t.Fatal(err)
	}
	for _, zone := range []string{"+00:00", "+13:00"} {
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.ExecContext(t.Context(), "SET time_zone = '"+zone+"'"); err != nil {
			t.Fatal(err)
		}
		for _, query := range []string{
			"SELECT COUNT(*), SUM(COUNT_STAR), MIN(WINDOW_START), MAX(WINDOW_END), MAX(QUANTILE_99) FROM %s.events_statements_summary_by_digest",
			"SELECT GROUP_CONCAT(COUNT_STAR), MAX(LAST_SEEN), MAX(HISTOGRAM) FROM %s.events_statements_summary_by_digest WHERE DIGEST = '" + strings.ToUpper(digest) + "'",
			"SELECT COUNT(*) FROM %s.events_statements_summary_by_digest WHERE DIGEST IN ('" + digest + "', 'x') AND WINDOW_START > NOW() - INTERVAL 1 HOUR AND SERVER_UUID = @@server_uuid",
			"SELECT COUNT(*), 2, 3 FROM %s.events_statements_summary_by_digest WHERE WINDOW_START < NOW() - INTERVAL 1 HOUR",
			"SELECT SUM(WEIGHT), SUM(profCpu), MAX(endTime), MIN(SQL_TEXT) FROM %s.query_profiles WHERE SERVER_UUID = UPPER(@@server_uuid)",
			"SELECT COUNT(*), SUM(STATE = 'queued'), MIN(SAMPLE_TIME), MAX(SAMPLE_TIME), SUM(ELAPSED), MAX(BLOCKING_THREADS), MAX(DIGEST_TEXT) FROM %s.active_session_history",
			"SELECT STATE, MAX(SAMPLE_TIME), COUNT(*) FROM %s.active_session_history GROUP BY STATE ORDER BY STATE",
			"SELECT SUM(SUM_TIMER_WAIT), MIN(MIN_TIMER_WAIT) FROM %s.events_waits_summary_global_by_event_name WHERE EVENT_NAME LIKE 'wait/%%'",
			"SELECT MAX(VARIABLE_VALUE), COUNT(*) FROM %s.global_status WHERE VARIABLE_NAME = 'QUESTIONS'",
			"SELECT SUM(durationTotal), MAX(CORES_USED), SUM(WALL_CPU) FROM %s.query_profiles_summary_by_digest",
			"SELECT COUNT(*), SUM(a.COUNT_STAR) FROM %s.events_statements_summary_by_digest a JOIN %[1]s.query_profiles_summary_by_digest b USING (WINDOW_START, DIGEST, SCHEMA_NAME)",
		} {
			var answers [2]string
			for i, from := range []string{"history", "fleet"} {
				found, err := conn.QueryContext(t.Context(), fmt.Sprintf(query, from))
				if err != nil {
					t.Fatalf("%s: %v", fmt.Sprintf(query, from), err)
				}
				answers[i] = allText(t, found)
			}
			if answers[0] != answers[1] {
				t.Errorf("%s in %s:\n%s\n%s", query, zone, answers[0], answers[1])
			}
		}
		conn.Close()
	}
}

// allText is a result as text.
func allText(t *testing.T, found *sql.Rows) string {
	t.Helper()
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, into := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	var b strings.Builder
	for found.Next() {
		if err := found.Scan(into...); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%q\n", values)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// refuseFleet tries what an account may not.
func refuseFleet(t *testing.T, s *server.Server, db *sql.DB) {
	t.Helper()
	exec(t, db, "CREATE USER reader@'%'", "GRANT SELECT ON history.* TO reader@'%'")
	reader := open(t, s, "reader", "")
	refused := func(db *sql.DB, number uint16, query string) {
		t.Helper()
		var e *mysql.MySQLError
		if _, err := db.Exec(query); !errors.As(err, &e) || e.Number != number {
			t.Errorf("%s: %v, want %d", query, err, number)
		}
	}
	refused(reader, 1142, "SELECT COUNT(*) FROM fleet.global_status")
	refused(db, 1142, "INSERT INTO fleet.global_status (VARIABLE_NAME) VALUES ('a')")
	refused(db, 1142, "TRUNCATE TABLE fleet.global_status")
	refused(db, 1044, "DROP DATABASE fleet")
	exec(t, db, "GRANT SELECT ON fleet.* TO reader@'%'")
	exec(t, reader, "SELECT COUNT(*) FROM fleet.global_status")
	refused(reader, 1227, "SELECT COUNT(*) FROM fleet.query_profiles")
	refused(reader, 1227, "SELECT * FROM fleet.events_statements_history")
	exec(t, db, "GRANT PROCESS ON *.* TO reader@'%'")
	if queryInt(t, reader, "SELECT COUNT(*) FROM fleet.query_profiles") == 0 {
		t.Error("no profiles")
	}
}

// showsNoPassword looks for the password for ClickHouse in what tells of the server.
func showsNoPassword(t *testing.T, db *sql.DB) {
	t.Helper()
	seen := ""
	for _, query := range []string{
		"SHOW VARIABLES", "SHOW STATUS", "SHOW FULL PROCESSLIST", "SELECT * FROM performance_schema.variables_info", "SELECT * FROM performance_schema.persisted_variables",
		"SELECT * FROM profiling.history_status", "SELECT * FROM performance_schema.error_log", "SELECT * FROM performance_schema.threads", "SELECT * FROM performance_schema.events_statements_history_long",
	} {
		found, err := db.Query(query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		seen += allText(t, found)
	}
	if !strings.Contains(seen, "@127.0.0.1:") || !strings.Contains(seen, "history_clickhouse") {
		t.Error("the variable is not there")
	}
	for _, form := range []string{clickhousetest.Password, url.QueryEscape(clickhousetest.Password), url.PathEscape(clickhousetest.Password)} {
		if i := strings.Index(seen, form); i >= 0 {
			t.Errorf("the password is shown: %s", seen[max(0, i-200):i])
		}
	}
}
