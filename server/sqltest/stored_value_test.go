package sqltest_test

import (
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql/expression/function"

	"github.com/perfschema/perfschema/internal/racetest"
)

// inside matches what the storage holds a value by, as no answer, error or warning may show it.
var inside = regexp.MustCompile(`0x[0-9a-f]{7,}|%!s|&\{|\{\{|\bval\.|\btree\.|TextStorage|ByteArray|"Addr"|unable to cast [&t]|Internal error`)

// untried are functions that wait, or take a lock.
var untried = map[string]bool{
	"sleep": true, "get_lock": true, "benchmark": true, "release_all_locks": true, "load_file": true,
}

// TestStoredValues calls every function and operator with a TEXT, a BLOB, a document and a geometry of a row, of which the
// storage gives a handle: none takes the handle for the value, or prints it.
func TestStoredValues(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	conn := open(t, dial(s))
	conn.SetMaxOpenConns(1)
	for _, q := range []string{
		"CREATE DATABASE app", "USE app",
		"CREATE TABLE t (i INT PRIMARY KEY, tx TEXT, bl BLOB, js JSON, g GEOMETRY)",
		"INSERT INTO t VALUES (1, '5', '5', '5', POINT(1,2)), (2, '7x', '7x', '\"7x\"', ST_GEOMFROMTEXT('LINESTRING(0 0,1 1)')), (3, '[1]', '[1]', '[1]', POINT(3,4)), (4, NULL, NULL, NULL, NULL)",
	} {
		if _, err := conn.ExecContext(t.Context(), q); err != nil {
			t.Fatal(q, err)
		}
	}
	try := func(query string) {
		t.Helper()
		got := plainRows(t.Context(), conn, query)
		if inside.MatchString(got) {
			t.Errorf("%s: %.200q", query, got)
		}
		if got := plainRows(t.Context(), conn, "SHOW WARNINGS"); inside.MatchString(got) {
			t.Errorf("%s warns %.200q", query, got)
		}
	}
	for _, column := range []string{"tx", "bl", "js", "g"} {
		for _, f := range function.BuiltIns {
			name := f.FunctionName()
			if untried[name] || strings.Contains(name, "vec") || name == "distance" { // of vectors, which name Go's types
				continue
			}
			for _, args := range []string{"X", "X, 1", "1, X", "X, X", "X, 1, 1", "1, X, 1", "1, 1, X", "X, X, X", "X, X, X, X", "'a', X", "X, '$'", "X, '$', X"} {
				try(fmt.Sprintf("SELECT %s(%s) FROM t", name, strings.ReplaceAll(args, "X", column)))
			}
		}
		for _, use := range []string{
			"X + 1", "-X", "X DIV 2", "X % 2", "X / 2", "X | 1", "~X", "X << 1", "NOT X", "X AND 1", "X OR 0", "X XOR 1", "X IS TRUE", "X IS NOT FALSE",
			"X = 1", "X <=> 1.5", "X < DATE'2024-01-01'", "X IN (1, 2)", "X IN ('a', 1)", "X BETWEEN 1 AND 2", "1 BETWEEN X AND 2", "X LIKE 'a'", "X REGEXP 'a'",
			"CASE X WHEN 1 THEN 2 END", "CASE WHEN X THEN 1 END", "X IN (SELECT i FROM t)", "X = ANY (SELECT i FROM t)", "(X, 1) = (1, 1)", "(SELECT X) + 1",
			"CAST(X AS SIGNED)", "CAST(X AS UNSIGNED)", "CAST(X AS DECIMAL(5,2))", "CAST(X AS DOUBLE)", "CAST(X AS DATE)", "CAST(X AS DATETIME)", "CAST(X AS TIME)",
			"CAST(X AS YEAR)", "CAST(X AS CHAR)", "CAST(X AS BINARY)", "CAST(X AS JSON)", "BINARY X", "CONVERT(X USING utf8mb4)",
			"DATE_ADD(X, INTERVAL 1 DAY)", "DATE_ADD('2024-01-01', INTERVAL X DAY)", "DATE_ADD('2024-01-01', INTERVAL X DAY_HOUR)", "DATE_ADD('2024-01-01', INTERVAL X SECOND)",
			"EXTRACT(YEAR FROM X)", "@a := X", "TRIM(LEADING X FROM X)", "POSITION(X IN X)", "TIMESTAMPDIFF(DAY, X, X)", "INTERVAL(X, 1)", "CHAR(X USING utf8mb4)",
			"SUM(X) OVER ()", "LAG(X, 1, X) OVER (ORDER BY i)", "MAX(X)", "SUM(X)", "GROUP_CONCAT(X ORDER BY X)", "COUNT(DISTINCT X)",
		} {
			try("SELECT " + strings.ReplaceAll(use, "X", column) + " FROM t")
		}
		for _, query := range []string{
			"SELECT i FROM t WHERE X", "SELECT i FROM t WHERE NOT X", "SELECT i FROM t ORDER BY X + 0", "SELECT i FROM t ORDER BY X", "SELECT COUNT(*) FROM t GROUP BY X",
			"SELECT a.i FROM t a JOIN t b ON a.i = b.X", "SELECT a.i FROM t a JOIN t b ON a.X = b.X", "SELECT i FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE b.i = a.X)",
			"SELECT i FROM t WHERE i = (SELECT X FROM t LIMIT 1)", "SELECT i FROM t WHERE i IN (SELECT X FROM t)", "SELECT X FROM t UNION SELECT i FROM t",
			"SELECT i, X z FROM t HAVING z", "SET @x = (SELECT X FROM t LIMIT 1)", "SET sql_select_limit = (SELECT X FROM t LIMIT 1)", "SET sql_select_limit = DEFAULT",
			"INSERT INTO t (i) SELECT X FROM t WHERE i < 3", "UPDATE t SET i = X WHERE i = 2", "UPDATE t SET tx = X", "UPDATE t SET js = X", "UPDATE t SET g = X",
		} {
			tx, err := conn.BeginTx(t.Context(), &sql.TxOptions{})
			if err != nil {
				t.Fatal(err)
			}
			query = strings.ReplaceAll(query, "X", column)
			if _, err := tx.ExecContext(t.Context(), query); err != nil && inside.MatchString(err.Error()) {
				t.Errorf("%s: %.200q", query, err)
			}
			if err := tx.Rollback(); err != nil {
				t.Fatal(query, err)
			}
		}
	}
}
