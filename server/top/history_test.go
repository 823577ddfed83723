package top

import (
	"context"
	"database/sql"
	"strings"
	"testing"
)

// tryHistory makes tables on a server as those of a history are, with known windows, and
// compares what is shown with them.
func tryHistory(t *testing.T, db *sql.DB) {
	for _, q := range []string{
		"CREATE DATABASE history",
		"CREATE TABLE history.events_statements_summary_by_account_by_event_name (WINDOW_START TIMESTAMP(6) NOT NULL DEFAULT 0, WINDOW_END TIMESTAMP(6) NOT NULL DEFAULT 0, COUNT_STAR BIGINT UNSIGNED, SUM_TIMER_WAIT BIGINT UNSIGNED, SUM_ERRORS BIGINT UNSIGNED, SUM_ROWS_SENT BIGINT UNSIGNED, SUM_ROWS_EXAMINED BIGINT UNSIGNED)",
		"CREATE TABLE history.events_statements_summary_by_digest (WINDOW_START TIMESTAMP(6) NOT NULL DEFAULT 0, SCHEMA_NAME VARCHAR(64), DIGEST VARCHAR(64), DIGEST_TEXT LONGTEXT, COUNT_STAR BIGINT UNSIGNED, SUM_TIMER_WAIT BIGINT UNSIGNED, QUANTILE_95 BIGINT UNSIGNED, SUM_ROWS_EXAMINED BIGINT UNSIGNED, SUM_ROWS_SENT BIGINT UNSIGNED, SUM_ERRORS BIGINT UNSIGNED)",
		"CREATE TABLE history.events_errors_summary_global_by_error (WINDOW_START TIMESTAMP(6) NOT NULL DEFAULT 0, ERROR_NUMBER INT, ERROR_NAME VARCHAR(64), SUM_ERROR_RAISED BIGINT UNSIGNED)",
		"SET @last = TIMESTAMP(NOW(), '-00:05:00.25')",
		"INSERT INTO history.events_statements_summary_by_account_by_event_name VALUES (@last, @last + INTERVAL 1 MINUTE, 100, 60000000000000, 2, 10, 500), (@last, @last + INTERVAL 1 MINUTE, 20, 60000000000000, 1, 0, 0)," +
			" (@last - INTERVAL 1 MINUTE, @last, 6, 30000000000000, 0, 0, 0), (@last - INTERVAL 2 HOUR, @last - INTERVAL 119 MINUTE, 1, 1, 1, 1, 1)",
		"INSERT INTO history.events_statements_summary_by_digest VALUES (@last, 'shop', 'aaaa', 'SELECT ?', 100, 60000000000000, 2000000000000, 500, 10, 2), (@last, NULL, NULL, NULL, 20, 70000000000000, NULL, 0, 0, 0), (@last - INTERVAL 1 MINUTE, 'shop', 'bbbb', 'SELECT 2', 6, 1, 1, 0, 0, 0)",
		"INSERT INTO history.events_errors_summary_global_by_error VALUES (@last, 1146, 'ER_NO_SUCH_TABLE', 3), (@last, 1062, 'ER_DUP_ENTRY', 0)",
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	s := newServer(db)
	ctx := context.Background()
	r, err := s.read(ctx, &historyPage, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.rows) != 2 {
		t.Fatalf("the windows are %v", r.rows)
	}
	var shown []string
	for _, c := range r.rows[0].cells[2:] {
		shown = append(shown, c.text)
	}
	if got, want := strings.Join(shown, "|"), "120|2.00|1.00 s|50|3|2.00 min|2.00 "+strings.Repeat("#", busiest); got != want {
		t.Errorf("the last window is %s, want %s", got, want)
	}
	if got := r.rows[1].cells[8].text; got != "0.50 ########" {
		t.Errorf("the window before had at work %q", got)
	}
	var from string
	if err := db.QueryRow("SELECT DATE_FORMAT(CONVERT_TZ(@last, @@session.time_zone, '+00:00'), '%Y-%m-%dT%H:%i:%s.%fZ')").Scan(&from); err != nil || r.rows[0].cells[0].value != from {
		t.Errorf("it began at %v, want %s, %v", r.rows[0].cells[0].value, from, err)
	}
	again, err := s.read(ctx, &historyPage, r)
	if err != nil || again.windowsAt != r.windowsAt || len(again.rows) != 2 || len(again.notes) != 1 {
		t.Errorf("read again at %v it is %v, %v", again.windowsAt, again.rows, err)
	}

	d, err := s.window(ctx, r.rows[0].window)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, p := range d.parts {
		for _, row := range p.rows {
			shown = nil
			for _, c := range row.cells {
				shown = append(shown, c.text)
			}
			lines = append(lines, strings.Join(shown, "|"))
		}
	}
	want := "1.17 min|20|3.50 s|–|–|||all statements whose digests found no room\n1.00 min|100|600 ms|2.00 s|50|2|shop|SELECT ?\n3|1146|ER_NO_SUCH_TABLE"
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("the window has\n%s\nwant\n%s", got, want)
	}
	if key := d.parts[0].rows[1].digest; *key.schema != "shop" || *key.digest != "aaaa" {
		t.Errorf("its statement leads to %v", key)
	}
}
