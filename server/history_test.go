package server_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// A server with a history leaves the files of its last window, and another one goes on
// with them; both tell how it does.
func TestHistory(t *testing.T) {
	dir := t.TempDir()
	files := func() int {
		found, err := filepath.Glob(filepath.Join(dir, ".history", "events_statements_summary_by_digest", "*.parquet"))
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	for round := range 2 {
		s := start(t, server.Config{DataDir: dir, History: true, HistoryEventEvery: 1})
		db := open(t, s, "root", "")
		exec(t, db, "CREATE DATABASE IF NOT EXISTS d")
		exec(t, db, "CREATE TABLE IF NOT EXISTS d.t (a INT PRIMARY KEY)")
		exec(t, db, "SELECT * FROM d.t")
		exec(t, db, fmt.Sprintf("INSERT INTO d.t VALUES (%d)", round))
		exec(t, db, "TRUNCATE performance_schema.table_io_waits_summary_by_table")
		exec(t, db, "TRUNCATE performance_schema.events_statements_summary_by_digest")
		var tables, had int
		if err := db.QueryRow("SELECT COUNT(*), SUM(IF(TABLE_NAME = 'events_statements_summary_by_digest', FILES, 0)) FROM profiling.history_status WHERE STATE = 'OK' AND FAILURES = 0").Scan(&tables, &had); err != nil {
			t.Fatal(err)
		}
		for n := 0; n == 0; { // until a sample has seen a session at work
			exec(t, db, "SELECT COUNT(*) FROM performance_schema.setup_instruments a, performance_schema.setup_instruments b")
			n = queryInt(t, db, "SELECT COUNT(*) FROM profiling.active_session_history")
		}
		if round > 0 {
			if queryInt(t, db, "SELECT COUNT(*) FROM history.active_session_history WHERE DIGEST_TEXT LIKE '%setup_instruments%' AND SAMPLE_TIME < WINDOW_END AND SERVER_NAME IS NOT NULL") == 0 {
				t.Error("the history has no session at work")
			}
			askHistory(t, db)
			refuseHistory(t, s, db)
		}
		if tables != 14 || had != files() || had < round {
			t.Errorf("%d tables, %d files of digests, in round %d", tables, had, round)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if files() <= round {
			t.Errorf("%d files after round %d", files(), round)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, ".history")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory: %v, %v", info, err)
	}
}

// askHistory asks in SQL for what the server before has left.
func askHistory(t *testing.T, db *sql.DB) {
	t.Helper()
	for _, zone := range []string{"+00:00", "+13:00", "SYSTEM"} {
		exec(t, db, "SET time_zone = '"+zone+"'")
		for _, where := range []string{"", " WHERE WINDOW_START > NOW() - INTERVAL 1 HOUR", " WHERE WINDOW_START BETWEEN NOW() - INTERVAL 1 HOUR AND NOW() + INTERVAL 1 SECOND AND WINDOW_END <= NOW() + INTERVAL 1 SECOND"} {
			var n, executions int
			query := "SELECT COUNT(DISTINCT WINDOW_START), SUM(COUNT_STAR) FROM history.events_statements_summary_by_digest" + where
			if err := db.QueryRow(query).Scan(&n, &executions); err != nil {
				t.Fatal(query, err)
			}
			if n == 0 || executions == 0 {
				t.Errorf("%s, in %s: %d windows, %d executions", query, zone, n, executions)
			}
		}
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM history.events_statements_summary_by_digest WHERE WINDOW_START < NOW() - INTERVAL 1 HOUR OR WINDOW_START > NOW() + INTERVAL 1 SECOND").Scan(&n); err != nil || n != 0 {
			t.Errorf("%d rows of another time, %v", n, err)
		}
	}
	var plan [12]sql.NullString
	into := make([]any, len(plan))
	for i := range plan {
		into[i] = &plan[i]
	}
	if err := db.QueryRow("EXPLAIN FORMAT=TRADITIONAL SELECT * FROM history.global_status WHERE WINDOW_START > NOW() - INTERVAL 1 HOUR").Scan(into...); err != nil || plan[4].String != "range" || plan[6].String != "WINDOW_START" {
		t.Errorf("%v, %v", plan, err)
	}
	// In order by the index, and with columns of both sides of a join.
	var ordered int
	if err := db.QueryRow("SELECT COUNT(*) FROM (SELECT WINDOW_START, LAG(WINDOW_START) OVER (ORDER BY WINDOW_START) AS earlier FROM history.events_waits_summary_global_by_event_name) w WHERE earlier > WINDOW_START").Scan(&ordered); err != nil || ordered != 0 {
		t.Errorf("%d rows out of order, %v", ordered, err)
	}
	var inserted int
	if err := db.QueryRow("SELECT SUM(COUNT_INSERT) FROM history.table_io_waits_summary_by_index_usage WHERE OBJECT_SCHEMA = 'd' AND OBJECT_NAME = 't'").Scan(&inserted); err != nil || inserted != 1 {
		t.Errorf("%d rows inserted, %v", inserted, err)
	}
	for _, table := range []string{"events_statements_summary_by_digest", "events_waits_summary_global_by_event_name", "events_errors_summary_global_by_error", "events_statements_summary_by_account_by_event_name", "query_profiles_summary_by_digest", "file_summary_by_event_name", "memory_summary_global_by_event_name", "global_status", "table_io_waits_summary_by_index_usage"} {
		rows, err := db.Query("SELECT * FROM history." + table + " ORDER BY WINDOW_START")
		if err != nil {
			t.Errorf("%s: %v", table, err)
			continue
		}
		n := 0
		for rows.Next() {
			n++
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil || n == 0 && table != "events_errors_summary_global_by_error" {
			t.Errorf("%s: %d rows, %v", table, n, err)
		}
	}
}

// refuseHistory tries what an account may not.
func refuseHistory(t *testing.T, s *server.Server, db *sql.DB) {
	t.Helper()
	exec(t, db, "CREATE USER IF NOT EXISTS reader@'%'")
	exec(t, db, "GRANT SELECT ON performance_schema.* TO reader@'%'")
	reader := open(t, s, "reader", "")
	for _, refused := range []struct {
		db     *sql.DB
		query  string
		number uint16
	}{
		{reader, "SELECT COUNT(*) FROM history.global_status", 1142},
		{db, "INSERT INTO history.global_status (VARIABLE_NAME) VALUES ('a')", 1142},
		{db, "UPDATE history.global_status SET VARIABLE_VALUE = 1", 1142},
		{db, "DELETE FROM history.global_status", 1142},
		{db, "TRUNCATE TABLE history.global_status", 1142},
		{db, "DROP TABLE history.global_status", 1142},
		{db, "ALTER TABLE history.global_status ADD COLUMN a INT", 1044},
		{db, "CREATE TABLE history.t (a INT)", 1044},
		{db, "CREATE VIEW history.v AS SELECT 1", 1044},
		{db, "DROP DATABASE `history`", 1044},
		{db, "CREATE DATABASE `history`", 1044},
	} {
		_, err := refused.db.Exec(refused.query)
		var e *mysql.MySQLError
		if !errors.As(err, &e) || e.Number != refused.number {
			t.Errorf("%s: %v, want %d", refused.query, err, refused.number)
		}
	}
	exec(t, db, "GRANT SELECT ON history.* TO reader@'%'")
	exec(t, reader, "SELECT COUNT(*) FROM history.global_status")
	needProcess(t, db, reader)
}

// needProcess tries to read what tells of others' statements, with SELECT alone and with
// PROCESS.
func needProcess(t *testing.T, db, reader *sql.DB) {
	t.Helper()
	exec(t, db, "CREATE DATABASE IF NOT EXISTS own")
	exec(t, db, "CREATE TABLE IF NOT EXISTS own.held (a INT)")
	exec(t, db, "GRANT ALL ON own.* TO reader@'%'")
	for _, table := range []string{"query_profiles", "query_operators", "events_statements_history", "active_session_history", "query_profiles_summary_by_digest"} {
		for _, query := range []string{
			"SELECT COUNT(*) FROM history." + table, "SELECT * FROM history." + strings.ToUpper(table) + " LIMIT 1", "DESCRIBE history." + table,
			"SELECT 1 FROM (SELECT DIGEST FROM history." + table + ") q", "CREATE TABLE own.t AS SELECT * FROM history." + table,
			"SELECT 1 FROM history.global_status WHERE EXISTS (SELECT 1 FROM history." + table + ")", "SHOW CREATE TABLE history." + table,
			"CREATE VIEW own.v AS SELECT DIGEST FROM history." + table, "EXPLAIN SELECT * FROM history." + table, "TABLE history." + table,
			"WITH q AS (SELECT * FROM history." + table + ") SELECT 1 FROM q", "INSERT INTO own.held SELECT 1 FROM history." + table,
		} {
			_, err := reader.Exec(query)
			var e *mysql.MySQLError
			if !errors.As(err, &e) || e.Number != 1227 {
				t.Errorf("%s: %v, want 1227", query, err)
			}
		}
	}
	conn, err := reader.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), "USE `history`"); err != nil {
		t.Error(err)
	}
	if _, err := conn.ExecContext(t.Context(), "SELECT COUNT(*) FROM query_profiles"); err == nil {
		t.Error("read without its database's name")
	}
	exec(t, db, "GRANT PROCESS ON *.* TO reader@'%'")
	var n int
	if err := reader.QueryRow("SELECT COUNT(*) FROM history.query_profiles").Scan(&n); err != nil || n == 0 {
		t.Errorf("%d profiles, %v", n, err)
	}
	exec(t, db, "REVOKE PROCESS ON *.* FROM reader@'%'")
	if err := reader.QueryRow("SELECT COUNT(*) FROM history.query_profiles").Scan(&n); err == nil {
		t.Error("read after REVOKE")
	}
}

// Statements that fail and slow ones are kept, and no password with them.
func TestHistoryOfEvents(t *testing.T) {
	dir := t.TempDir()
	for round := range 2 {
		s := start(t, server.Config{DataDir: dir, History: true, HistoryEventTime: time.Millisecond, HistoryEventEvery: -1, HistoryEventBuffer: 1000, HistorySync: true})
		db := open(t, s, "root", "")
		if round == 0 {
			if _, err := db.Exec("SELECT * FROM nowhere.at_all"); err == nil {
				t.Error("there is such a table")
			}
			exec(t, db, "CREATE USER secretive@localhost IDENTIFIED BY 'open sesame'")
			if _, err := db.Exec("CREATE USER secretive@localhost IDENTIFIED BY 'open sesame'"); err == nil {
				t.Error("made twice")
			}
			exec(t, db, "DO SLEEP(0.01)")
		} else {
			var failed, slow, secrets, written int
			query := "SELECT SUM(MYSQL_ERRNO != 0), SUM(SQL_TEXT = 'DO SLEEP(0.01)'), SUM(SQL_TEXT LIKE '%sesame%'), SUM(SQL_TEXT LIKE '%<secret>%') FROM history.events_statements_history WHERE WEIGHT = 1"
			if err := db.QueryRow(query).Scan(&failed, &slow, &secrets, &written); err != nil || failed < 2 || slow != 1 || secrets != 0 || written < 1 {
				t.Errorf("%d failed, %d slow, %d with a password, %d without, %v", failed, slow, secrets, written, err)
			}
			query = "SELECT COUNT(*), SUM(SQL_TEXT LIKE '%sesame%') FROM history.query_profiles JOIN history.query_operators ON queryId = QUERY_ID WHERE SQL_TEXT = 'DO SLEEP(0.01)'"
			if err := db.QueryRow(query).Scan(&written, &secrets); err != nil || written == 0 || secrets != 0 {
				t.Errorf("%d nodes of the slow one, %v", written, err)
			}
			var every, slowest, buffer int
			if err := db.QueryRow("SELECT @@history_event_every, @@history_event_time, @@history_event_buffer FROM DUAL WHERE @@history AND @@history_sync").Scan(&every, &slowest, &buffer); err != nil || every != 0 || slowest != 1 || buffer != 1000 {
				t.Errorf("%d, %d, %d, %v", every, slowest, buffer, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A server does not hide a database of the user's behind its history.
func TestHistoryHidesNothing(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	exec(t, open(t, s, "root", ""), "CREATE DATABASE `history`")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err := server.Start(t.Context(), server.Config{DataDir: dir, Listen: "127.0.0.1:0", History: true}); err == nil {
		s.Close()
		t.Error("started")
	} else if !errors.Is(err, datadir.ErrReserved) {
		t.Error(err)
	}
	start(t, server.Config{DataDir: dir})
}
