package server

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// Joins that Dolt fuses, and counts, have exact ROWS_EXAMINED, their tables have
// each its own part of them, and they are still fused.
func TestFusedRowsAreCounted(t *testing.T) {
	s, err := Start(t.Context(), Config{Listen: "127.0.0.1:0", DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User = "tcp", s.Addr().String(), "root"
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	values := func(n int, row func(i int) string) string {
		rows := make([]string, n)
		for i := range rows {
			rows[i] = row(i)
		}
		return strings.Join(rows, ",")
	}
	for _, q := range []string{
		"CREATE DATABASE shop", "USE shop",
		"CREATE TABLE a (id INT PRIMARY KEY, b INT, n INT)",
		"CREATE TABLE b (id INT PRIMARY KEY, n INT)",
		"INSERT INTO a VALUES " + values(50, func(i int) string { return fmt.Sprintf("(%d,%d,NULL)", i, i*2) }),
		"INSERT INTO b VALUES " + values(40, func(i int) string { return fmt.Sprintf("(%d,%d)", i, i) }),
	} {
		if _, err := c.ExecContext(context.Background(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	for _, test := range []struct {
		sql      string
		examined uint64
		fetched  string
	}{
		{"SELECT /*+ LOOKUP_JOIN(a,b) JOIN_ORDER(a,b) */ a.id FROM a JOIN b ON a.b = b.id", 50 + 20, "a NULL 50, b PRIMARY 20"},
		{"SELECT /*+ LOOKUP_JOIN(a,b) JOIN_ORDER(a,b) */ a.id FROM a LEFT JOIN b ON a.b = b.id", 50 + 20, "a NULL 50, b PRIMARY 20"},
		{"SELECT /*+ MERGE_JOIN(a,b) */ a.id FROM a JOIN b ON a.id = b.id", 40 + 40 + 1, "a PRIMARY 41, b PRIMARY 40"},
		{"SELECT COUNT(n) FROM a", 50, "a NULL 50"},
		{"SELECT COUNT(id) FROM b WHERE id < 7", 7, "b PRIMARY 7"},
	} {
		if _, err := c.ExecContext(context.Background(), "TRUNCATE performance_schema.table_io_waits_summary_by_index_usage"); err != nil {
			t.Fatal(err)
		}
		rows, err := c.QueryContext(context.Background(), test.sql)
		if err != nil {
			t.Fatalf("%s: %v", test.sql, err)
		}
		for rows.Next() {
		}
		rows.Close()
		var examined uint64
		err = c.QueryRowContext(context.Background(), `SELECT ROWS_EXAMINED FROM performance_schema.events_statements_history
			WHERE THREAD_ID = ps_current_thread_id() ORDER BY EVENT_ID DESC LIMIT 1`).Scan(&examined)
		if err != nil {
			t.Fatal(err)
		}
		if examined != test.examined {
			t.Errorf("%s: %d rows examined, want %d", test.sql, examined, test.examined)
		}
		var fetched string
		var timed bool
		err = c.QueryRowContext(context.Background(), `SELECT GROUP_CONCAT(CONCAT(OBJECT_NAME, ' ', COALESCE(INDEX_NAME, 'NULL'), ' ', COUNT_FETCH)
				ORDER BY OBJECT_NAME, INDEX_NAME SEPARATOR ', '), MIN(SUM_TIMER_FETCH) > 0
			FROM performance_schema.table_io_waits_summary_by_index_usage WHERE COUNT_FETCH > 0`).Scan(&fetched, &timed)
		if err != nil {
			t.Fatal(err)
		}
		if fetched != test.fetched || !timed {
			t.Errorf("%s: fetched %q (timed %v), want %q", test.sql, fetched, timed, test.fetched)
		}
	}
}
