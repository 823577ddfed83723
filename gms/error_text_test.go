package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// syntax is MySQL's message of a text that cannot be read.
func syntax(near string, line int) string {
	return fmt.Sprintf("You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '%s' at line %d", near, line)
}

// TestErrorTexts compares messages with MySQL's, as clients and as MESSAGE_TEXT have
// them.
func TestErrorTexts(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE t (i INT PRIMARY KEY, j INT NOT NULL)")
	mustExec(t, c, "INSERT INTO t VALUES (1,1),(2,2)")
	mustExec(t, c, "CREATE TABLE u (i INT PRIMARY KEY, k VARCHAR(5), UNIQUE (k))")
	mustExec(t, c, "INSERT INTO u VALUES (1, 'a-b')")
	mustExec(t, c, "CREATE TABLE w (id INT PRIMARY KEY, doc JSON, b BIGINT, d DOUBLE)")
	mustExec(t, c, "INSERT INTO w VALUES (1, '1', -9223372036854775808, 1e308)")
	mustExec(t, c, "CREATE PROCEDURE p() SELECT 1")
	mustExec(t, c, "CREATE PROCEDURE write_twice() BEGIN INSERT INTO t VALUES (1, 5); END")
	mustExec(t, c, "CREATE PROCEDURE read_nothing() BEGIN SELECT i FROM t WHERE nosuch = 1; END")
	for _, test := range []struct {
		query  string
		number uint16
		state  string
		text   string
	}{
		{"SELECT * FROM nowhere", 1146, "42S02", "Table 'shop.nowhere' doesn't exist"},
		{"SELECT * FROM `performance_schema`.nowhere", 1146, "42S02", "Table 'performance_schema.nowhere' doesn't exist"},
		{"INSERT INTO performance_schema.nowhere VALUES (1)", 1146, "42S02", "Table 'performance_schema.nowhere' doesn't exist"},
		{"REPLACE INTO performance_schema.nowhere VALUES (1)", 1146, "42S02", "Table 'performance_schema.nowhere' doesn't exist"},
		{"UPDATE performance_schema.nowhere SET a = 1", 1146, "42S02", "Table 'performance_schema.nowhere' doesn't exist"},
		{"DELETE FROM performance_schema.nowhere", 1146, "42S02", "Table 'performance_schema.nowhere' doesn't exist"},
		{"TRUNCATE TABLE performance_schema.nowhere", 1146, "42S02", "Table 'performance_schema.nowhere' doesn't exist"},
		{"DROP TABLE performance_schema.nowhere", 1051, "42S02", "Unknown table 'performance_schema.nowhere'"},
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
		{"SELECT PS_CURRENT_THREAD_ID(1)", 1582, "42000", "Incorrect parameter count in the call to native function 'PS_CURRENT_THREAD_ID'"},
		{"SELECT JSON_EXTRACT('{\"a\":1', '$.a')", 3141, "22032", "Invalid JSON text in argument 1 to function json_extract: \"Missing a comma or '}' after an object member.\" at position 6."},
		{"SELECT JSON_EXTRACT('{}', 'a')", 3143, "42000", "Invalid JSON path expression. The error is around character position 1."},
		{"SELECT JSON_SET('{}', '$.*', 1)", 3149, "42000", "In this situation, path expressions may not contain the * and ** tokens or an array range."},
		{"SELECT JSON_REMOVE('{}', '$')", 3153, "42000", "The path expression '$' is not allowed in this context."},
		{"SELECT JSON_CONTAINS_PATH('{}', 'any', '$.a')", 3154, "42000", "The oneOrAll argument to json_contains_path may take these values: 'one' or 'all'."},
		{"SELECT JSON_ARRAY_INSERT('[1]', '$.a', 1)", 3165, "42000", "A path expression is not a path to a cell in an array."},
		{"SELECT JSON_UNQUOTE(1)", 3064, "HY000", "Incorrect type for argument 1 in function json_unquote."},
		{"SELECT CAST('x' AS JSON)", 3141, "22032", "Invalid JSON text in argument 1 to function cast_as_json: \"Invalid value.\" at position 0."},
		{"SELECT * FROM JSON_TABLE('x', '$' COLUMNS (a INT PATH '$.a')) x", 3141, "22032", "Invalid JSON text in argument 1 to function json_table: \"Invalid value.\" at position 0."},
		{"INSERT INTO w VALUES (3, '{', 0, 0)", 3140, "22032", "Invalid JSON text: \"Missing a name for object member.\" at position 1 in value for column 'w.doc'."},
		{"UPDATE w SET doc = 'x'", 3140, "22032", "Invalid JSON text: \"Invalid value.\" at position 0 in value for column 'w.doc'."},
		{"SELECT 'a' REGEXP '['", 3696, "HY000", "The regular expression contains an unclosed bracket expression."},
		{"SELECT 'a' REGEXP '('", 3691, "HY000", "Mismatched parenthesis in regular expression."},
		{"SELECT 'a' REGEXP '*'", 3688, "HY000", "Syntax error in regular expression on line 1, character 1."},
		{"SELECT 'a' REGEXP 'a{2,1}'", 3693, "HY000", "The maximum is less than the minimum in a {min,max} interval."},
		{"SELECT 'a' REGEXP '[b-a]'", 3697, "HY000", "The regular expression contains an [x-y] character range where x comes after y."},
		{"SELECT 'a' REGEXP '\\\\'", 3689, "HY000", "Unrecognized escape sequence in regular expression."},
		{"SELECT 'a' REGEXP ''", 3685, "HY000", "Illegal argument to regular expression."},
		{"SELECT REGEXP_INSTR('a', 'a', 3)", 3686, "HY000", "Index out of bounds in regular expression search."},
		{"SELECT REGEXP_SUBSTR('a', 'a', 0)", 3686, "HY000", "Index out of bounds in regular expression search."},
		{"SELECT -b FROM w WHERE id = 1", 1690, "22003", "BIGINT value is out of range in '-(`shop`.`w`.`b`)'"},
		{"SELECT x.d * 10 FROM w x WHERE id = 1", 1690, "22003", "DOUBLE value is out of range in '(`shop`.`x`.`d` * 10)'"},
		{"SELECT 9223372036854775807 DIV 0.1", 1690, "22003", "BIGINT value is out of range in '(9223372036854775807 DIV 0.1)'"},
		{"SELECT COT(0)", 1690, "22003", "DOUBLE value is out of range in 'cot(0)'"},
		{"SELECT RANDOM_BYTES(0)", 1690, "22003", "length value is out of range in 'random_bytes'"},
		{"SELECT nosuch FROM t", 1054, "42S22", "Unknown column 'nosuch' in 'field list'"},
		{"SELECT INTERVAL(i, 1, 2), nosuch FROM t", 1054, "42S22", "Unknown column 'nosuch' in 'field list'"}, // respelled for the parser
		{"SELECT t.nosuch FROM t", 1054, "42S22", "Unknown column 't.nosuch' in 'field list'"},
		{"SELECT x.i FROM t", 1054, "42S22", "Unknown column 'x.i' in 'field list'"},
		{"SELECT x.* FROM t", 1051, "42S02", "Unknown table 'x'"},
		{"SELECT i FROM t WHERE nosuch = 1", 1054, "42S22", "Unknown column 'nosuch' in 'where clause'"},
		{"SELECT i k FROM t WHERE k = 1", 1054, "42S22", "Unknown column 'k' in 'where clause'"},
		{"SELECT * FROM t ORDER BY nosuch", 1054, "42S22", "Unknown column 'nosuch' in 'order clause'"},
		{"SELECT * FROM t ORDER BY 5", 1054, "42S22", "Unknown column '5' in 'order clause'"},
		{"SELECT COUNT(*) FROM t GROUP BY nosuch", 1054, "42S22", "Unknown column 'nosuch' in 'group statement'"},
		{"SELECT i FROM t GROUP BY 2", 1054, "42S22", "Unknown column '2' in 'group statement'"},
		{"SELECT i FROM t GROUP BY 0", 1054, "42S22", "Unknown column '0' in 'group statement'"},
		{"SELECT * FROM (SELECT i, j FROM t GROUP BY 1, 0) x", 1054, "42S22", "Unknown column '0' in 'group statement'"},
		{"SELECT i FROM t HAVING nosuch = 1", 1054, "42S22", "Unknown column 'nosuch' in 'having clause'"},
		{"SELECT t.i FROM t JOIN u ON t.i = u.nosuch", 1054, "42S22", "Unknown column 'u.nosuch' in 'on clause'"},
		{"SELECT SUM(i) OVER (PARTITION BY nosuch) FROM t", 1054, "42S22", "Unknown column 'nosuch' in 'window partition by'"},
		{"SELECT k FROM (SELECT k FROM u WHERE k = 1) x WHERE 1 ORDER BY j", 1054, "42S22", "Unknown column 'j' in 'order clause'"},
		{"SELECT j FROM t JOIN (SELECT i FROM u WHERE j = 1) d", 1054, "42S22", "Unknown column 'j' in 'where clause'"},
		{"SELECT i FROM t WHERE i IN (SELECT MAX(nosuch) FROM u)", 1054, "42S22", "Unknown column 'nosuch' in 'field list'"},
		{"INSERT INTO t (nosuch) VALUES (1)", 1054, "42S22", "Unknown column 'nosuch' in 'field list'"},
		{"UPDATE t SET nosuch = 1", 1054, "42S22", "Unknown column 'nosuch' in 'field list'"},
		{"DELETE FROM t WHERE nosuch = 1", 1054, "42S22", "Unknown column 'nosuch' in 'where clause'"},
		{"ALTER TABLE t MODIFY nosuch INT", 1054, "42S22", "Unknown column 'nosuch' in 't'"},
		{"ALTER TABLE t DROP COLUMN nosuch", 1091, "42000", "Can't DROP 'nosuch'; check that column/key exists"},
		{"ALTER TABLE t ADD COLUMN i INT", 1060, "42S21", "Duplicate column name 'i'"},
		{"SELECT i FROM t, u", 1052, "23000", "Column 'i' in field list is ambiguous"},
		{"SELECT t.i FROM t JOIN u ON t.i = u.i WHERE i = 1", 1052, "23000", "Column 'i' in where clause is ambiguous"},
		{"SELECT k FROM t JOIN u ON i = k", 1052, "23000", "Column 'i' in on clause is ambiguous"},
		{"INSERT INTO t VALUES (1, 1)", 1062, "23000", "Duplicate entry '1' for key 't.PRIMARY'"},
		{"UPDATE t SET i = 1 WHERE i = 2", 1062, "23000", "Duplicate entry '1' for key 't.PRIMARY'"},
		{"INSERT INTO u VALUES (3, 'a-b')", 1062, "23000", "Duplicate entry 'a-b' for key 'u.k'"},
		{"INSERT INTO t VALUES (7, 7), (8, 'abc')", 1366, "HY000", "Incorrect integer value: 'abc' for column 'j' at row 2"},
		{"INSERT INTO t VALUES (7, '7abc')", 1265, "01000", "Data truncated for column 'j' at row 1"},
		{"UPDATE t SET j = 'abc'", 1366, "HY000", "Incorrect integer value: 'abc' for column 'j' at row 1"},
		{"INSERT INTO t VALUES (99999999999, 1)", 1264, "22003", "Out of range value for column 'i' at row 1"},
		{"INSERT INTO u VALUES (9, 'much too long')", 1406, "22001", "Data too long for column 'k' at row 1"},
		{"INSERT INTO t VALUES (7, 7), (8)", 1136, "21S01", "Column count doesn't match value count at row 2"},
		{"SELECT i FROM t UNION SELECT i, j FROM t", 1222, "21000", "The used SELECT statements have a different number of columns"},
		{"SELECT i, j FROM t UNION SELECT i FROM t", 1222, "21000", "The used SELECT statements have a different number of columns"},
		{"SELECT COUNT(*), i FROM t GROUP BY j", 1055, "42000", "Expression #2 of SELECT list is not in GROUP BY clause and contains nonaggregated column 'shop.t.i' which is not functionally dependent on columns in GROUP BY clause; this is incompatible with sql_mode=only_full_group_by"},
		{"SELECT * FROM (SELECT 1)", 1248, "42000", "Every derived table must have its own alias"},
		{"SET nosuch = 1", 1193, "HY000", "Unknown system variable 'nosuch'"},
		{"SELECT @@global.nosuch", 1193, "HY000", "Unknown system variable 'nosuch'"},
		{"SET sql_mode = 'nosuch'", 1231, "42000", "Variable 'sql_mode' can't be set to the value of 'nosuch'"},
		{"SET sql_mode = NULL", 1231, "42000", "Variable 'sql_mode' can't be set to the value of 'NULL'"},
		{"SET autocommit = NULL", 1231, "42000", "Variable 'autocommit' can't be set to the value of 'NULL'"},
		{"SET GLOBAL log_output = NULL", 1231, "42000", "Variable 'log_output' can't be set to the value of 'NULL'"},
		{"SET time_zone = NULL", 1231, "42000", "Variable 'time_zone' can't be set to the value of 'NULL'"},
		{"SET time_zone = 'nowhere'", 1298, "HY000", "Unknown or incorrect time zone: 'nowhere'"},
		{"SET GLOBAL max_connections = NULL", 1232, "42000", "Incorrect argument type to variable 'max_connections'"},
		{"SET GLOBAL max_connections = 'x', @a = 1", 1232, "42000", "Incorrect argument type to variable 'max_connections'"},
		{"SET GLOBAL max_connections = 1.5", 1232, "42000", "Incorrect argument type to variable 'max_connections'"},
		{"SET long_query_time = NULL", 1232, "42000", "Incorrect argument type to variable 'long_query_time'"},
		{"SET long_query_time = 'x'", 1232, "42000", "Incorrect argument type to variable 'long_query_time'"},
		{"DROP DATABASE nosuch", 1008, "HY000", "Can't drop database 'nosuch'; database doesn't exist"},
		{"DELETE x FROM t", 1109, "42S02", "Unknown table 'x' in MULTI DELETE"},
		{"SELEC 1", 1064, "42000", syntax("SELEC 1", 1)},
		{"SELECT 1 FROM", 1064, "42000", syntax("", 1)},
		{"SELECT\n1 FRM t\nWHERE ", 1064, "42000", syntax("t\nWHERE", 2)},
		{"SELECT * FROM t a b c", 1064, "42000", syntax("b c", 1)},
		{"SELECT i FROM t WHERE i = = 1", 1064, "42000", syntax("= 1", 1)},
		{"SELECT 'a b", 1064, "42000", syntax("'a b", 1)},
		{"SELECT i,, " + strings.Repeat("x", 90), 1064, "42000", syntax(", "+strings.Repeat("x", 78), 1)},
		{"PREPARE s FROM 'SELEC 1'", 1064, "42000", syntax("SELEC 1", 1)},
		{"CALL write_twice()", 1062, "23000", "Duplicate entry '1' for key 't.PRIMARY'"},
		{"CALL read_nothing()", 1054, "42S22", "Unknown column 'nosuch' in 'where clause'"},
		{"SELECT UPPER()", 1582, "42000", "Incorrect parameter count in the call to native function 'UPPER'"},
	} {
		number, state, text := errorOf(t, c, test.query)
		if number != test.number || state != test.state || text != test.text {
			t.Errorf("%s: %d (%s) %s\nwant %d (%s) %s", test.query, number, state, text, test.number, test.state, test.text)
			continue
		}
		got := fmt.Sprint(rows(t, c, `SELECT MYSQL_ERRNO, RETURNED_SQLSTATE, MESSAGE_TEXT FROM performance_schema.events_statements_history
			WHERE THREAD_ID = PS_CURRENT_THREAD_ID() ORDER BY EVENT_ID DESC LIMIT 1`))
		if len(text) > 128 {
			text = text[:128] // what the column has room for
		}
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
