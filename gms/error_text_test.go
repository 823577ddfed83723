package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestErrorTexts compares messages with MySQL's, as clients and as MESSAGE_TEXT have
// them.
func TestErrorTexts(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE t (i INT PRIMARY KEY, j INT NOT NULL)")
	mustExec(t, c, "INSERT INTO t VALUES (1,1),(2,2)")
	mustExec(t, c, "CREATE PROCEDURE p() SELECT 1")
	for _, test := range []struct {
		query  string
		number uint16
		state  string
		text   string
	}{
		{"SELECT * FROM nowhere", 1146, "42S02", "Table 'shop.nowhere' doesn't exist"},
		{"SELECT * FROM `performance_schema`.nowhere", 1146, "42S02", "Table 'performance_schema.nowhere' doesn't exist"},
		{"SELECT * FROM performance_schema.nowhere FOR UPDATE", 1146, "42S02", "Table 'performance_schema.nowhere' doesn't exist"},
		{"INSERT INTO nowhere VALUES (1)", 1146, "42S02", "Table 'shop.nowhere' doesn't exist"},
		{"DROP TABLE nowhere", 1051, "42S02", "Unknown table 'shop.nowhere'"},
		{"CREATE TABLE t (i INT)", 1050, "42S01", "Table 't' already exists"},
		{"USE nowhere", 1049, "42000", "Unknown database 'nowhere'"},
		{"SELECT * FROM nowhere.t", 1049, "42000", "Unknown database 'nowhere'"},
		{"CREATE DATABASE shop", 1007, "HY000", "Can't create database 'shop'; database exists"},
		{"SELECT * FROM t, t", 1066, "42000", "Not unique table/alias: 't'"},
		{"SELECT (SELECT i FROM t)", 1242, "21000", "Subquery returns more than 1 row"},
		{"SELECT (SELECT 1, 2)", 1241, "21000", "Operand should contain 1 column(s)"},
		{"INSERT INTO t VALUES (3, NULL)", 1048, "23000", "Column 'j' cannot be null"},
		{"INSERT INTO t VALUES (3)", 1136, "21S01", "Column count doesn't match value count at row 1"},
		{"SELECT nothing()", 1305, "42000", "FUNCTION shop.nothing does not exist"},
		{"CALL nothing()", 1305, "42000", "PROCEDURE shop.nothing does not exist"},
		{"CREATE PROCEDURE p() SELECT 1", 1304, "42000", "PROCEDURE p already exists"},
		{"DROP TRIGGER nothing", 1360, "HY000", "Trigger does not exist"},
		{"SELECT PS_CURRENT_THREAD_ID(1)", 1582, "42000", "Incorrect parameter count in the call to native function 'ps_current_thread_id'"},
		{"SELECT UPPER()", 1582, "42000", "Incorrect parameter count in the call to native function 'upper'"},
	} {
		number, state, text := errorOf(t, c, test.query)
		if number != test.number || state != test.state || text != test.text {
			t.Errorf("%s: %d (%s) %s\nwant %d (%s) %s", test.query, number, state, text, test.number, test.state, test.text)
			continue
		}
		got := fmt.Sprint(rows(t, c, `SELECT MYSQL_ERRNO, RETURNED_SQLSTATE, MESSAGE_TEXT FROM performance_schema.events_statements_history
			WHERE THREAD_ID = PS_CURRENT_THREAD_ID() ORDER BY EVENT_ID DESC LIMIT 1`))
		if want := fmt.Sprintf("[[%d %s %s]]", number, state, text); got != want {
			t.Errorf("%s is recorded as %s, want %s", test.query, got, want)
		}
	}
	if got := fmt.Sprint(rows(t, c, "SELECT FORMAT_BYTES('foo'), FORMAT_BYTES('12abc')")); got != "[[   0 bytes   12 bytes]]" {
		t.Errorf("FORMAT_BYTES of no number: %s", got)
	}
	if got := rows(t, c, "SHOW WARNINGS"); len(got) != 2 || got[0][1] != "1292" {
		t.Errorf("warnings: %v", got)
	}
}
