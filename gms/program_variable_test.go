package gms_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestVariablesOfProceduresHaveTheirTypes: what a variable is set to becomes a value of the
// type it is declared with, by SET, INTO, FETCH, DEFAULT and OUT arguments, or is MySQL's
// error; it is NULL then.
func TestVariablesOfProceduresHaveTheirTypes(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE told (n INT AUTO_INCREMENT PRIMARY KEY, what VARCHAR(100), m INT)")
	mustExec(t, c, "CREATE PROCEDURE out_of(OUT n INT) SET n = 7.5")
	for _, test := range []struct{ declared, do, value, want string }{
		{"n INT", "SET n = 2.5", "n", "[[3]]"},
		{"n INT DEFAULT 2.5", "SET @x = 1", "n", "[[3]]"},
		{"n INT", "SET @x = 1", "n IS NULL", "[[1]]"},
		{"n INT", "SET n = ' 12 '", "n", "[[12]]"},
		{"n INT", "SET n = 1e3", "n", "[[1000]]"},
		{"n INT", "SELECT SUM(x) FROM (SELECT 1.5 AS x UNION SELECT 2.5) y INTO n", "n", "[[4]]"},
		{"n DOUBLE", "SELECT SUM(x) FROM (SELECT 1.5 AS x UNION SELECT 2.5) y INTO n", "n / 8", "[[0.5]]"},
		{"n DOUBLE", "SET n = '1.5'", "n + 1", "[[2.5]]"},
		{"n DECIMAL(5,2)", "SET n = 1.239", "n", "[[1.24]]"},
		{"n VARCHAR(3)", "SET n = 12", "CONCAT(n, '|')", "[[12|]]"},
		{"n DATE", "SET n = '2024-01-02 03:04:05'", "n", "[[2024-01-02]]"},
		{"n DATE", "SET n = 20240203", "n", "[[2024-02-03]]"},
		{"n DATETIME(3) DEFAULT '2024-01-02 03:04:05.6789'", "SET @x = 1", "n", "[[2024-01-02 03:04:05.679]]"},
		{"n TIME", "SET n = '1:2:3'", "n", "[[01:02:03]]"},
		{"n YEAR", "SET n = 2024", "n + 1", "[[2025]]"},
		{"n BIT(3)", "SET n = 5", "n + 0", "[[5]]"},
		{"n ENUM('a','b') COLLATE utf8mb4_0900_ai_ci", "SET n = 'B'", "n", "[[b]]"},
		{"n SET('a','b')", "SET n = 'b,a'", "n", "[[a,b]]"},
		{"n BOOLEAN", "SET n = TRUE", "n + 1", "[[2]]"},
		{"n JSON", `SET n = '{"a": [1]}'`, "JSON_EXTRACT(n, '$.a')", "[[[1]]]"},
		{"n TINYINT", "CALL out_of(n)", "n", "[[8]]"},
		{"n INT", "SET n = 1; SET n = 'abc'", "n", "1366 Incorrect integer value: 'abc' for column 'n' at row 1"},
		{"n INT", "SET n = 99999999999", "n", "1264 Out of range value for column 'n' at row 1"},
		{"n TINYINT UNSIGNED", "SET n = -1", "n", "1264 Out of range value for column 'n' at row 1"},
		{"n VARCHAR(3)", "SET n = 'abcd'", "n", "1406 Data too long for column 'n' at row 1"},
		{"n DECIMAL(5,2)", "SET n = 12345.6", "n", "1264 Out of range value for column 'n' at row 1"},
		{"n DATE", "SET n = 'x'", "n", "1292 Incorrect date value: 'x' for column 'n' at row 1"},
		{"n ENUM('a','b')", "SET n = 'c'", "n", "1265 Data truncated for column 'n' at row 1"},
		{"n INT", "SET n = '12abc'", "n", "1265 Data truncated for column 'n' at row 1"},
		{"n INT", "INSERT INTO told (m) VALUES ('12abc')", "n", "1265 Data truncated for column 'm' at row 1"},
		{"n INT", "SET sql_mode = ''; SET n = 99999999999", "n", "[[2147483647]]"},
		{"n VARCHAR(3)", "SET sql_mode = ''; SET n = 'äbcd'", "n", "[[äbc]]"},
		{"n INT", "SET sql_mode = ''; SET n = 'abc'", "n", "[[0]]"},
	} {
		mustExec(t, c, "SET sql_mode = DEFAULT")
		mustExec(t, c, "DELETE FROM told")
		mustExec(t, c, "CREATE PROCEDURE typed() BEGIN DECLARE "+test.declared+"; "+test.do+"; INSERT INTO told (what) SELECT "+test.value+"; END")
		got := ""
		if number, _ := strconv.Atoi(test.want[:min(4, len(test.want))]); number != 0 {
			refused, _, message := errorOf(t, c, "CALL typed()")
			got = fmt.Sprint(refused, " ", message)
		} else {
			mustExec(t, c, "CALL typed()")
			got = fmt.Sprint(rows(t, c, "SELECT what FROM told"))
		}
		if got != test.want {
			t.Errorf("DECLARE %s; %s: %s is %s, want %s", test.declared, test.do, test.value, got, test.want)
		}
		mustExec(t, c, "DROP PROCEDURE typed")
	}
}
