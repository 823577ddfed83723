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
		analyzed string // operators, rows and loops
	}{
		{"SELECT /*+ LOOKUP_JOIN(a,b) JOIN_ORDER(a,b) */ a.id FROM a JOIN b ON a.b = b.id", 50 + 20, "a NULL 51, b PRIMARY 20", "Project 20 1, LookupJoin 20 1, Table 50 1, IndexedTableAccess 20 50"},
		{"SELECT /*+ LOOKUP_JOIN(a,b) JOIN_ORDER(a,b) */ a.id FROM a LEFT JOIN b ON a.b = b.id", 50 + 20, "a NULL 51, b PRIMARY 20", "Project 50 1, LeftOuterLookupJoin 50 1, Table 50 1, IndexedTableAccess 20 50"},
		{"SELECT /*+ MERGE_JOIN(a,b) */ a.id FROM a JOIN b ON a.id = b.id", 40 + 40 + 1, "a PRIMARY 41, b PRIMARY 40", "Project 40 1, MergeJoin 40 1, IndexedTableAccess 41 1, IndexedTableAccess 40 1"},
		{"SELECT COUNT(n) FROM a", 50, "a NULL 50", "Project 1 1, GroupBy 1 1, Table 50 1"},
		{"SELECT COUNT(id) FROM b WHERE id < 7", 7, "b PRIMARY 7", "Project 1 1, GroupBy 1 1, IndexedTableAccess 7 1"},
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
		if got := analyzed(t, c, test.sql); got != test.analyzed {
			t.Errorf("%s: %q, want %q", test.sql, got, test.analyzed)
		}
	}
}

// analyzed gives the operators of an EXPLAIN ANALYZE with their rows and loops.
func analyzed(t *testing.T, c *sql.Conn, query string) string {
	t.Helper()
	rows, err := c.QueryContext(context.Background(), "EXPLAIN ANALYZE "+query)
	if err != nil {
		t.Fatalf("EXPLAIN ANALYZE %s: %v", query, err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var name string
		var n, loops sql.NullInt64
		var self, total sql.NullFloat64
		if err := rows.Scan(&name, &n, &loops, &self, &total); err != nil {
			t.Fatal(err)
		}
		name, _, _ = strings.Cut(strings.TrimSpace(name), "(")
		if !n.Valid {
			out = append(out, name)
			continue
		}
		if !self.Valid || !total.Valid || self.Float64 > total.Float64 {
			t.Errorf("%s: %s took %v of %v", query, name, self, total)
		}
		out = append(out, fmt.Sprintf("%s %d %d", name, n.Int64, loops.Int64))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, ", ")
}
