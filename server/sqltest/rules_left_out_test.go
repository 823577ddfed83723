package sqltest_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/perfschema/perfschema/gms/dialect/planshape"
	"github.com/perfschema/perfschema/internal/racetest"
)

// leftOutTables are names of stored tables of every kind, by which their columns n and s, or others,
// are read.
var leftOutTables = []struct{ name, n, s string }{
	{"keyed", "n", "s"}, {"keyless", "n", "s"}, {"pair", "n", "s"}, {"uniquely", "n", "s"}, {"computed", "n", "s"},
	{"checked", "n", "s"}, {"parent", "n", "s"}, {"child", "n", "s"}, {"triggered", "n", "s"}, {"searched", "n", "s"},
	{"passing", "n", "s"}, {"part", "n", "s"}, {"typed", "n", "s"}, {"seen", "n", "s"}, {"keyed AS OF 'HEAD'", "n", "s"},
	{"dolt_log", "commit_order", "message"}, {"dolt_branches", "dirty", "name"}, {"dolt_history_keyed", "n", "s"},
	{"mysql.user", "max_updates", "User"}, {"information_schema.columns", "ORDINAL_POSITION", "COLUMN_NAME"},
	{"information_schema.routines", "CHARACTER_MAXIMUM_LENGTH", "ROUTINE_NAME"},
	{"performance_schema.setup_consumers", "NAME", "ENABLED"}, {"performance_schema.threads", "THREAD_ID", "NAME"},
	{"sys.version", "sys_version", "mysql_version"},
}

// leftOutQueries have each part of a query that a shape has, by itself and with others.
var leftOutQueries = []string{
	"SELECT $n FROM $t", "SELECT * FROM $t", "SELECT $n, $s AS other, 1 FROM $t AS a", "SELECT $n FROM $t WHERE $n = 2",
	"SELECT $n FROM $t WHERE $n = NULL", "SELECT $n FROM $t WHERE $s = 'b'", "SELECT $n FROM $t WHERE 1 = 0", "SELECT $n FROM $t WHERE 1",
	"SELECT $n FROM $t WHERE $n IS NULL", "SELECT $n FROM $t WHERE NOT $n = 2", "SELECT $n FROM $t WHERE NOT ($n = 2 OR $n > 3)",
	"SELECT $n FROM $t WHERE $n BETWEEN 1 AND 2", "SELECT $n FROM $t WHERE $n > 1 AND $n < 3", "SELECT $n FROM $t WHERE $n = 1 OR $s = 'c'",
	"SELECT $n FROM $t WHERE $n IN (1, 3)", "SELECT $n FROM $t WHERE $n NOT IN (1, 3)", "SELECT $n FROM $t WHERE ($n, $s) IN ((1, 'a'), (2, 'b'))",
	"SELECT $n + 1, $n * 2 FROM $t WHERE $n - 1 = 1", "SELECT $n FROM $t ORDER BY $n", "SELECT $n FROM $t ORDER BY $s DESC, $n",
	"SELECT $n FROM $t ORDER BY $n LIMIT 2", "SELECT $n FROM $t ORDER BY $n DESC LIMIT 1, 2", "SELECT $n FROM $t LIMIT 0",
	"SELECT DISTINCT $n FROM $t", "SELECT DISTINCT $s FROM $t ORDER BY $s LIMIT 1", "SELECT COUNT(*) FROM $t", "SELECT COUNT($n), SUM($n), AVG($n) FROM $t",
	"SELECT MIN($n) FROM $t", "SELECT MAX($n) FROM $t", "SELECT MAX($n) FROM $t WHERE $n < 3", "SELECT $s, COUNT(*) FROM $t GROUP BY $s",
	"SELECT $s, MAX($n) AS m FROM $t GROUP BY $s ORDER BY m LIMIT 2", "SELECT $s, MAX($n) AS m FROM $t GROUP BY $s HAVING m > 1",
	"SELECT $s, SUM($n) FROM $t GROUP BY $s WITH ROLLUP", "SELECT $n FROM $t GROUP BY $s", "SELECT COUNT(*) FROM $t ORDER BY COUNT(*)",
	"SELECT $n FROM $t WHERE SUM($n) = 1", "SELECT $n FROM $t ORDER BY SUM($n)", "SELECT $n FROM $t WHERE ($n, $n) = 1", "SELECT $n, ($n, $n) FROM $t",
	"SELECT $n FROM $t LIMIT 1 OFFSET 18446744073709551615", "SELECT $n FROM $t WHERE $s LIKE 'b%'", "SELECT UPPER($s) FROM $t WHERE ABS($n) = 1",
	"SELECT $n FROM $t FOR UPDATE", "SELECT SQL_CALC_FOUND_ROWS $n FROM $t LIMIT 1",
}

// TestRulesLeftOut calls the rules of the engine that queries skip, and finds those that had work.
func TestRulesLeftOut(t *testing.T) {
	racetest.SkipAlone(t)
	c, do := connectRoot(t, open(t, dialSeveral(start(t))))
	do(leftOutSchema)
	var mu sync.Mutex
	var found []error
	called := planshape.Check(func(err error) {
		mu.Lock()
		defer mu.Unlock()
		found = append(found, err)
	})
	t.Cleanup(func() { planshape.Check(nil) })
	answered := 0
	for _, table := range leftOutTables {
		for _, query := range leftOutQueries {
			query = strings.NewReplacer("$t", table.name, "$n", table.n, "$s", table.s).Replace(query)
			for _, transaction := range []string{"", "START TRANSACTION READ ONLY; ", "SET sql_select_limit = 1; "} {
				rows, err := c.QueryContext(t.Context(), transaction+"SELECT 1; "+query)
				if err == nil {
					for rows.Next() || rows.NextResultSet() {
					}
					err = errors.Join(rows.Err(), rows.Close())
				}
				if err == nil {
					answered++
				}
				do("ROLLBACK; SET sql_select_limit = DEFAULT")
			}
			mu.Lock()
			for _, err := range found {
				t.Errorf("%s: %v", query, err)
			}
			found = nil
			mu.Unlock()
		}
	}
	if n := called(); n < 50000 {
		t.Errorf("only %d rules were skipped", n)
	}
	if all := 3 * len(leftOutTables) * len(leftOutQueries); answered < all*8/10 {
		t.Errorf("%d of %d queries are answered", answered, all)
	}
}

var leftOutSchema = fmt.Sprintf(`
CREATE DATABASE shapes; USE shapes;
CREATE TABLE keyed (n INT PRIMARY KEY, s VARCHAR(20), KEY (s));
CREATE TABLE keyless (n INT, s VARCHAR(20));
CREATE TABLE pair (n INT, s VARCHAR(20), PRIMARY KEY (s, n));
CREATE TABLE uniquely (n INT NOT NULL, s VARCHAR(20) NOT NULL, UNIQUE KEY (n, s));
CREATE TABLE computed (n INT PRIMARY KEY, s VARCHAR(20), v INT AS (n + 1) VIRTUAL, w INT AS (n * 2) STORED);
CREATE TABLE checked (n INT PRIMARY KEY DEFAULT (1 + 2), s VARCHAR(20) DEFAULT 'x', CHECK (n > 0));
CREATE TABLE parent (n INT PRIMARY KEY, s VARCHAR(20));
CREATE TABLE child (n INT, s VARCHAR(20), FOREIGN KEY (n) REFERENCES parent (n));
CREATE TABLE triggered (n INT PRIMARY KEY, s VARCHAR(20));
CREATE TRIGGER fires BEFORE INSERT ON triggered FOR EACH ROW SET NEW.s = UPPER(NEW.s);
CREATE TABLE searched (n INT PRIMARY KEY, s TEXT, FULLTEXT KEY (s));
CREATE TEMPORARY TABLE passing (n INT PRIMARY KEY, s VARCHAR(20));
CREATE TABLE part (n INT PRIMARY KEY, s VARCHAR(20)) PARTITION BY HASH (n) PARTITIONS 2;
CREATE TABLE typed (n DECIMAL(10,2), s ENUM('a','b','c'), d DATETIME, j JSON, b BIT(4), e SET('a','b'), KEY (n), KEY (s));
CREATE VIEW seen AS SELECT n, s FROM keyed;
CREATE PROCEDURE p() SELECT 1;
%s
CALL dolt_commit('-Am', 'tables')`, leftOutRows())

func leftOutRows() string {
	var b strings.Builder
	for _, table := range []string{"keyed", "keyless", "pair", "uniquely", "computed", "checked", "parent", "child", "triggered", "searched", "passing", "part", "typed"} {
		fmt.Fprintf(&b, "INSERT INTO %s (n, s) VALUES (1, 'a'), (2, 'b'), (3, 'c');\n", table)
	}
	return b.String()
}
