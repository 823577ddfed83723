package sqltest_test

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
)

// specification is the address of a MySQL server that answers instead of ours.
var specification = flag.String("specification", "", "write what the MySQL server at this address answers, as root without a password, to a temporary file")

// A parameterPlace is a place of the grammar that takes a parameter.
type parameterPlace struct{ name, statement string }

// parameterPlaces are statements with one parameter each. Those that change rows run in a
// transaction that is rolled back.
var parameterPlaces = []parameterPlace{
	{"LIMIT", "SELECT n FROM p ORDER BY n LIMIT ?"},
	{"LIMIT without order", "SELECT COUNT(*) FROM (SELECT n FROM p LIMIT ?) d"},
	{"LIMIT of none", "SELECT 1 LIMIT ?"},
	{"OFFSET", "SELECT n FROM p ORDER BY n LIMIT 2 OFFSET ?"},
	{"LIMIT offset, rows", "SELECT n FROM p ORDER BY n LIMIT ?, 2"},
	{"LIMIT of a subquery", "SELECT COUNT(*) FROM (SELECT n FROM p ORDER BY n LIMIT ?) d"},
	{"LIMIT of a scalar", "SELECT (SELECT n FROM p ORDER BY n LIMIT 1 OFFSET ?)"},
	{"LIMIT of UNION", "SELECT 1 UNION SELECT 2 UNION SELECT 3 ORDER BY 1 LIMIT ?"},
	{"OFFSET of UNION", "SELECT 1 UNION SELECT 2 UNION SELECT 3 ORDER BY 1 LIMIT 1 OFFSET ?"},
	{"LIMIT in UNION", "(SELECT n FROM p ORDER BY n LIMIT ?) UNION ALL (SELECT 9)"},
	{"LIMIT of WITH", "WITH c AS (SELECT n FROM p ORDER BY n LIMIT ?) SELECT COUNT(*) FROM c"},
	{"LIMIT of a recursion", "WITH RECURSIVE c AS (SELECT 1 k UNION ALL SELECT k + 1 FROM c WHERE k < 9 LIMIT ?) SELECT COUNT(*) FROM c"},
	{"LIMIT counted", "SELECT SQL_CALC_FOUND_ROWS n FROM p ORDER BY n LIMIT ?"},
	{"LIMIT of UPDATE", "UPDATE p SET v = 'u' ORDER BY n LIMIT ?"},
	{"LIMIT of DELETE", "DELETE FROM p ORDER BY n LIMIT ?"},
	{"LIMIT of INSERT SELECT", "INSERT INTO p (n) SELECT n + 100 FROM p ORDER BY n LIMIT ?"},
	{"LIMIT of GROUP BY", "SELECT v, COUNT(*) FROM p GROUP BY v ORDER BY v LIMIT ?"},
	{"SELECT list", "SELECT ?"},
	{"sum", "SELECT ? + 1"},
	{"WHERE =", "SELECT n FROM p WHERE n = ?"},
	{"WHERE of a text", "SELECT n FROM p WHERE v = ?"},
	{"WHERE of a date", "SELECT n FROM p WHERE d = ?"},
	{"WHERE of a time", "SELECT n FROM p WHERE t = ?"},
	{"WHERE alone", "SELECT n FROM p WHERE ? ORDER BY n"},
	{"IN", "SELECT n FROM p WHERE n IN (2, ?) ORDER BY n"},
	{"NOT IN", "SELECT n FROM p WHERE n NOT IN (2, ?) ORDER BY n"},
	{"BETWEEN", "SELECT n FROM p WHERE n BETWEEN ? AND 3 ORDER BY n"},
	{"row", "SELECT n FROM p WHERE (n, v) = (?, 'a')"},
	{"LIKE", "SELECT n FROM p WHERE v LIKE ? ORDER BY n"},
	{"REGEXP", "SELECT n FROM p WHERE v REGEXP ? ORDER BY n"},
	{"CASE", "SELECT CASE n WHEN ? THEN 'y' ELSE 'n' END FROM p ORDER BY n"},
	{"INTERVAL DAY", "SELECT DATE_ADD('2024-01-31', INTERVAL ? DAY)"},
	{"INTERVAL HOUR_SECOND", "SELECT '2024-01-31' + INTERVAL ? HOUR_SECOND"},
	{"frame ROWS", "SELECT n, SUM(n) OVER (ORDER BY n ROWS ? PRECEDING) FROM p ORDER BY n"},
	{"frame RANGE", "SELECT n, SUM(n) OVER (ORDER BY n RANGE ? PRECEDING) FROM p ORDER BY n"},
	{"frame INTERVAL", "SELECT n, SUM(n) OVER (ORDER BY d RANGE INTERVAL ? DAY PRECEDING) FROM p ORDER BY n"},
	{"NTILE", "SELECT n, NTILE(?) OVER (ORDER BY n) FROM p ORDER BY n"},
	{"LAG", "SELECT n, LAG(n, ?) OVER (ORDER BY n) FROM p ORDER BY n"},
	{"LAG default", "SELECT n, LAG(n, 1, ?) OVER (ORDER BY n) FROM p ORDER BY n"},
	{"NTH_VALUE", "SELECT n, NTH_VALUE(n, ?) OVER (ORDER BY n) FROM p ORDER BY n"},
	{"ORDER BY", "SELECT n FROM p ORDER BY ?, n"},
	{"GROUP BY", "SELECT COUNT(*) FROM p GROUP BY ?"},
	{"HAVING", "SELECT v, COUNT(*) c FROM p GROUP BY v HAVING c > ? ORDER BY v"},
	{"JSON_EXTRACT", `SELECT JSON_EXTRACT('{"a": 1}', ?)`},
	{"JSON_SET", "SELECT JSON_SET('{}', '$.a', ?)"},
	{"JSON_TABLE", "SELECT j.* FROM JSON_TABLE(?, '$[*]' COLUMNS (x INT PATH '$')) j"},
	{"JSON_CONTAINS", "SELECT JSON_CONTAINS('[1]', ?)"},
	{"MEMBER OF", "SELECT ? MEMBER OF ('[1, 3]')"},
	{"ROUND", "SELECT ROUND(1234.567, ?)"},
	{"TRUNCATE", "SELECT TRUNCATE(1234.567, ?)"},
	{"CONVERT", "SELECT CONVERT(?, SIGNED)"},
	{"CAST DATE", "SELECT CAST(? AS DATE)"},
	{"CAST TIME", "SELECT CAST(? AS TIME)"},
	{"CAST JSON", "SELECT CAST(? AS JSON)"},
	{"CAST DECIMAL", "SELECT CAST(? AS DECIMAL(5, 1))"},
	{"CONVERT USING", "SELECT CONVERT(? USING latin1)"},
	{"SUBSTRING", "SELECT SUBSTRING('hello', ?)"},
	{"LEFT", "SELECT LEFT('hello', ?)"},
	{"REPEAT", "SELECT LENGTH(REPEAT('a', ?))"},
	{"SPACE", "SELECT LENGTH(SPACE(?))"},
	{"LPAD", "SELECT LENGTH(LPAD('a', ?, 'b'))"},
	{"INSERT()", "SELECT INSERT('hello', ?, 2, 'x')"},
	{"ELT", "SELECT ELT(?, 'a', 'b', 'c')"},
	{"FIELD", "SELECT FIELD(?, 1, 2, 3)"},
	{"CHAR", "SELECT HEX(CHAR(?))"},
	{"CONCAT_WS", "SELECT CONCAT_WS(?, 'a', 'b')"},
	{"FORMAT", "SELECT FORMAT(1234.5, ?)"},
	{"FORMAT locale", "SELECT FORMAT(1234.5, 1, ?)"},
	{"DATE_FORMAT", "SELECT DATE_FORMAT('2024-01-31', ?)"},
	{"STR_TO_DATE", "SELECT STR_TO_DATE(?, '%Y-%m-%d')"},
	{"MAKEDATE", "SELECT MAKEDATE(2024, ?)"},
	{"MAKETIME", "SELECT MAKETIME(?, 1, 1)"},
	{"SEC_TO_TIME", "SELECT SEC_TO_TIME(?)"},
	{"FROM_DAYS", "SELECT FROM_DAYS(?)"},
	{"FROM_UNIXTIME", "SELECT FROM_UNIXTIME(?) IS NULL"},
	{"PERIOD_ADD", "SELECT PERIOD_ADD(202401, ?)"},
	{"TIMESTAMPADD", "SELECT TIMESTAMPADD(MONTH, ?, '2024-01-31')"},
	{"CONV", "SELECT CONV('a', ?, 10)"},
	{"HEX", "SELECT HEX(?)"},
	{"BIN_TO_UUID", "SELECT BIN_TO_UUID(?)"},
	{"INET_NTOA", "SELECT INET_NTOA(?)"},
	{"SHA2", "SELECT LENGTH(SHA2('a', ?))"},
	{"RANDOM_BYTES", "SELECT LENGTH(RANDOM_BYTES(?))"},
	{"RAND", "SELECT RAND(?) IS NULL"},
	{"POW", "SELECT POW(2, ?)"},
	{"LOG", "SELECT LOG(?)"},
	{"MOD", "SELECT MOD(7, ?)"},
	{"DIV", "SELECT 7 DIV ?"},
	{"shift", "SELECT 1 << ?"},
	{"negated", "SELECT -?"},
	{"inverted", "SELECT ~?"},
	{"REGEXP_SUBSTR", "SELECT REGEXP_SUBSTR('abc', ?)"},
	{"REGEXP_INSTR position", "SELECT REGEXP_INSTR('abcabc', 'b', ?)"},
	{"FIND_IN_SET", "SELECT FIND_IN_SET(?, '1,2,3')"},
	{"MAKE_SET", "SELECT MAKE_SET(?, 'a', 'b')"},
	{"EXPORT_SET", "SELECT EXPORT_SET(5, 'Y', 'N', ',', ?)"},
	{"SUBSTRING_INDEX", "SELECT SUBSTRING_INDEX('a.b.c', '.', ?)"},
	{"SLEEP", "SELECT SLEEP(? * 0)"},
	{"GET_LOCK", "SELECT GET_LOCK('parameter', ?)"},
	{"GET_LOCK name", "SELECT GET_LOCK(?, 0) >= 0"},
	{"RELEASE_LOCK", "SELECT RELEASE_LOCK(?)"},
	{"WEIGHT_STRING", "SELECT HEX(WEIGHT_STRING(?))"},
	{"BENCHMARK", "SELECT BENCHMARK(0 * ?, 1)"},
	{"GROUP_CONCAT", "SELECT GROUP_CONCAT(? ORDER BY n) FROM p"},
	{"SUM", "SELECT SUM(?) FROM p"},
	{"MAX", "SELECT MAX(?) FROM p"},
	{"INSERT number", "INSERT INTO p (n) VALUES (?)"},
	{"INSERT text", "INSERT INTO p (n, v) VALUES (50, ?)"},
	{"INSERT date", "INSERT INTO p (n, d) VALUES (50, ?)"},
	{"INSERT time", "INSERT INTO p (n, t) VALUES (50, ?)"},
	{"INSERT json", "INSERT INTO p (n, j) VALUES (50, ?)"},
	{"INSERT decimal", "INSERT INTO p (n, c) VALUES (50, ?)"},
	{"INSERT enum", "INSERT INTO p (n, e) VALUES (50, ?)"},
	{"INSERT bit", "INSERT INTO p (n, b) VALUES (50, ?)"},
	{"INSERT IGNORE", "INSERT IGNORE INTO p (n) VALUES (?)"},
	{"REPLACE", "REPLACE INTO p (n) VALUES (?)"},
	{"ON DUPLICATE", "INSERT INTO p (n) VALUES (1) ON DUPLICATE KEY UPDATE v = ?"},
	{"ON DUPLICATE number", "INSERT INTO p (n) VALUES (1) ON DUPLICATE KEY UPDATE n = ?"},
	{"UPDATE", "UPDATE p SET c = ? WHERE n = 1"},
	{"UPDATE WHERE", "UPDATE p SET v = 'z' WHERE n = ?"},
	{"DELETE WHERE", "DELETE FROM p WHERE n = ?"},
	{"SET variable", "SET @v = ?"},
	{"SET system variable", "SET SESSION max_join_size = ?"},
	{"SET time zone", "SET SESSION time_zone = ?"},
	{"SET sql_mode", "SET SESSION sql_mode = ?"},
	{"CALL", "CALL limited(?)"},
	{"CALL offset", "CALL skipped(?)"},
	{"function", "SELECT limited_by(?)"},
	{"SHOW LIKE", "SHOW TABLES LIKE ?"},
	{"SHOW WHERE", "SHOW VARIABLES WHERE Variable_name LIKE 'autocommit' AND Variable_name = ?"},
	{"SHOW WARNINGS", "SHOW WARNINGS LIMIT ?"},
	{"KILL", "KILL ?"},
	{"DO", "DO ?"},
	{"VALUES", "VALUES ROW(?)"},
	{"EXPLAIN", "EXPLAIN FORMAT=JSON SELECT n FROM p LIMIT ?"},
}

// placedValues are values of a parameter, as a literal of SQL and as a Go value. Those with a
// literal alone are for EXECUTE.
var placedValues = []struct {
	literal string
	value   any
}{
	{"NULL", nil}, {"0", int64(0)}, {"2", int64(2)}, {"-1", int64(-1)}, {"'3'", "3"}, {"1.5", 1.5}, {"CAST(1.5 AS DECIMAL(5, 1))", nil},
	{"'x'", "x"}, {"''", ""}, {"9223372036854775807", int64(9223372036854775807)}, {"18446744073709551615", uint64(18446744073709551615)},
	{"-9223372036854775808", int64(-9223372036854775808)}, {"1e300", 1e300}, {"DATE'2024-02-29'", time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)},
	{"TIME'-01:02:03'", nil}, {"x'00ff'", []byte{0, 255}}, {"TRUE", true}, {"'[1]'", "[1]"}, {"'-1'", "-1"}, {"'2 '", "2 "}, {"' 2.9'", " 2.9"},
}

// placeTables is what the places use.
var placeTables = []string{
	"DROP DATABASE IF EXISTS parameters", "CREATE DATABASE parameters", "USE parameters",
	"CREATE TABLE p (n INT PRIMARY KEY, v VARCHAR(20) DEFAULT 'a', d DATE, t TIME, j JSON, c DECIMAL(10, 2), e ENUM('a', 'b'), b BIT(3), KEY (v), KEY (d))",
	"INSERT INTO p (n, v, d, t) VALUES (1, 'a', '2024-02-28', '01:00:00'), (2, 'b', '2024-02-29', '-01:02:03'), (3, 'a', '2024-03-01', NULL), (4, '3', NULL, '00:00:03')",
	"CREATE PROCEDURE limited(k BIGINT) SELECT n FROM p ORDER BY n LIMIT k",
	"CREATE PROCEDURE skipped(k BIGINT) BEGIN DECLARE l BIGINT DEFAULT k; SELECT n FROM p ORDER BY n LIMIT 1 OFFSET l; END",
	"CREATE FUNCTION limited_by(k INT) RETURNS INT READS SQL DATA RETURN (SELECT COUNT(*) FROM (SELECT n FROM p LIMIT k) d)",
}

// outcome returns the rows of a statement, or the number and text of its error.
func outcome(rows *sql.Rows, err error) string {
	failed := func(err error) string {
		if e := (*mysql.MySQLError)(nil); errors.As(err, &e) {
			message := strconv.QuoteToASCII(fmt.Sprintf("%.70s", e.Message))
			return fmt.Sprintf("%d %s", e.Number, message[1:len(message)-1])
		}
		return err.Error()
	}
	if err != nil {
		return failed(err)
	}
	defer rows.Close()
	var all []string
	columns, err := rows.Columns()
	if err != nil {
		return err.Error()
	}
	for rows.Next() {
		values := make([]sql.NullString, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err.Error()
		}
		row := make([]string, len(columns))
		for i, v := range values {
			if row[i] = "NULL"; v.Valid {
				row[i] = fmt.Sprintf("%+.40q", v.String)
			}
		}
		all = append(all, strings.Join(row, " "))
	}
	if err := rows.Err(); err != nil {
		return failed(err)
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// No value of a parameter, in any place, panics or rolls a transaction back, by either
// protocol. The golden file has the outcome of each.
func TestParameterPlaces(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of statements of one session")
	}
	address := *specification
	if address == "" {
		address = start(t).Addr().String()
	}
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.Timeout = "tcp", address, "root", 2*time.Minute
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var c *sql.Conn
	run := func(statement string) {
		if _, err := c.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	connect := func() {
		if c, err = db.Conn(t.Context()); err != nil {
			t.Fatal(err)
		}
		run("SET SESSION time_zone = '+00:00'")
	}
	connect()
	for _, s := range placeTables {
		run(s)
	}
	var out strings.Builder
	for _, place := range parameterPlaces {
		fmt.Fprintf(&out, "%s: %s\n", place.name, place.statement)
		var outcomes []string
		values := make(map[string][]string)
		for _, v := range placedValues {
			for _, protocol := range []string{"text", "binary"} {
				if protocol == "binary" && v.value == nil && v.literal != "NULL" {
					continue
				}
				run("USE parameters")
				run("SET @mark = NULL, @v = " + v.literal)
				run("SET SESSION sql_mode = DEFAULT, max_join_size = DEFAULT, time_zone = '+00:00', timestamp = 1709208000") // 2024-02-29 12:00:00: a TIME becomes a date of today
				run("BEGIN")
				run("INSERT INTO p (n, v) VALUES (70, 'mark')")
				var got string
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
				if protocol == "text" {
					if rows, err := c.QueryContext(ctx, "PREPARE s FROM '"+strings.ReplaceAll(place.statement, "'", "''")+"'"); err != nil {
						got = "PREPARE " + outcome(nil, err)
					} else {
						rows.Close()
						got = outcome(c.QueryContext(ctx, "EXECUTE s USING @v"))
					}
				} else {
					got = outcome(c.QueryContext(ctx, place.statement, v.value))
				}
				cancel()
				kept := outcome(c.QueryContext(t.Context(), "SELECT n FROM parameters.p WHERE n = 70 AND v = 'mark'"))
				if strings.Contains(kept, "onnection") || strings.Contains(kept, "1317") {
					got += " ended"
					c.Close()
					connect()
				} else if kept != `["70"]` && !strings.HasPrefix(place.name, "LIMIT of") {
					got += " mark " + kept
				}
				if _, err := c.ExecContext(t.Context(), "ROLLBACK"); err != nil {
					c.Close()
					connect()
				}
				if !slices.Contains(outcomes, got) {
					outcomes = append(outcomes, got)
				}
				values[got] = append(values[got], protocol+" "+v.literal)
			}
		}
		for _, o := range outcomes {
			fmt.Fprintf(&out, "\t%s\n\t\t%s\n", o, strings.Join(values[o], " | "))
		}
	}
	var name, panics string
	if *specification == "" {
		if err := db.QueryRow("SHOW GLOBAL STATUS LIKE 'Panics_caught'").Scan(&name, &panics); err != nil || panics != "0" {
			t.Errorf("Panics_caught is %s: %v", panics, err)
		}
	}
	file := "testdata/parameter_places.txt"
	if *specification != "" {
		file = filepath.Join(os.TempDir(), "parameter_places.txt")
		t.Log("written: ", file)
	}
	if *rewrite || *specification != "" {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("%s differs; look at what changed with -rewrite and git diff:\n%s", file, firstDifference(out.String(), string(want)))
	}
}
