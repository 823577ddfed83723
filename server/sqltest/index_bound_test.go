package sqltest_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// boundColumns are column types with the values that are stored, and values at and outside the
// bounds of the type.
var boundColumns = []struct {
	typ             string
	stored, compare []string
}{
	{"TIMESTAMP", []string{"'1970-01-02'", "'2024-02-29 10:00:00'", "'2038-01-18'"}, []string{"'9999-12-31'", "'2038-01-19 03:14:08'", "'1969-12-31'", "'1000-01-01'", "TIMESTAMP'9999-12-31 00:00:00'", "DATE'1969-01-01'", "NULL"}},
	{"DATETIME", []string{"'1000-01-01'", "'2024-02-29 10:00:00'", "'9999-12-31'"}, []string{"'0001-01-01'", "'9999-12-31 23:59:59'", "NULL"}},
	{"DATE", []string{"'1000-01-01'", "'2024-02-29'", "'9999-12-31'"}, []string{"'0001-01-01'", "'9999-12-31 23:59:59'", "NULL"}},
	{"TIME", []string{"'-838:59:59'", "'10:00:00'", "'838:59:59'"}, []string{"'-839:00:00'", "'839:00:00'", "NULL"}},
	{"YEAR", []string{"1901", "2024", "2155"}, []string{"1900", "2156", "9999", "-1", "NULL"}},
	{"TINYINT", []string{"-128", "0", "127"}, []string{"-129", "128", "127.5", "1e20", "18446744073709551616", "NULL"}},
	{"INT UNSIGNED", []string{"0", "1", "4294967295"}, []string{"-1", "-0.5", "4294967296", "1e20", "NULL"}},
	{"BIGINT", []string{"-9223372036854775808", "0", "9223372036854775806"}, []string{"18446744073709551615", "18446744073709551616", "NULL"}},
	{"BIGINT", []string{"-9223372036854775808", "9223372036854775806", "9223372036854775807"}, []string{"9223372036854775808", "-9223372036854775809", "9223372036854775807"}},
	{"BIGINT UNSIGNED", []string{"9223372036854775807", "9223372036854775808", "18446744073709551615"}, []string{"9223372036854775807", "-9223372036854775808"}},
	{"DOUBLE", []string{"-1e308", "0.25", "1e308"}, []string{"0.5", "18446744073709551616", "-9223372036854775809", "NULL"}},
	{"DECIMAL(10,2)", []string{"-1.5", "0", "99999999.99"}, []string{"1e308", "-1e308"}},
	{"DECIMAL(4,1)", []string{"-999.9", "1.5", "999.9"}, []string{"999.95", "1000", "-1000", "1e20", "NULL"}},
	{"ENUM('a','b','c')", []string{"'a'", "'b'", "'c'"}, []string{"'d'", "0", "4", "-1", "18446744073709551615", "NULL"}},
	{"SET('a','b','c')", []string{"''", "'a,b'", "'c'"}, []string{"'d'", "8", "-1", "NULL"}},
	{"BIT(4)", []string{"0", "1", "15"}, []string{"16", "255", "-1", "x'ff'", "1e20", "18446744073709551616", "NULL"}},
}

var boundConditions = []string{
	"c = $v", "c <> $v", "c <=> $v", "c < $v", "c <= $v", "c > $v", "c >= $v", "$v > c", "c IN ($v, $w)", "c NOT IN ($v, $w)",
	"c BETWEEN $v AND $w", "c BETWEEN $w AND $v", "c NOT BETWEEN $w AND $v", "NOT (c < $v)", "c > $w OR c = $v", "(c, id) IN (($v, 1), ($w, 2))",
}

// TestIndexBounds compares the rows that an indexed column gives beside a value outside its
// type's range with those of a column without an index.
func TestIndexBounds(t *testing.T) {
	racetest.SkipAlone(t)
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User = "tcp", start(t).Addr().String(), "root"
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r := momentRun{t, c}
	r.must("CREATE DATABASE bounds")
	r.must("USE bounds")
	r.must("SET sql_mode = ''")
	for _, column := range boundColumns {
		for table, key := range map[string]string{"plain": "", "keyed": ", KEY (c)"} {
			r.must("CREATE TABLE " + table + " (id INT PRIMARY KEY, c " + column.typ + " NULL, s INT" + key + ")")
			r.must("INSERT INTO " + table + " (id, c) VALUES (1, " + column.stored[0] + "), (2, " + column.stored[1] + "), (3, " + column.stored[2] + ")")
		}
		for _, v := range column.compare {
			for _, condition := range boundConditions {
				where := " WHERE " + strings.NewReplacer("$v", v, "$w", column.stored[1]).Replace(condition)
				for _, change := range [...]string{"", "UPDATE $t SET s = 1", "DELETE FROM $t"} {
					got := make(map[string]string)
					for _, table := range [...]string{"plain", "keyed"} {
						if change == "" {
							got[table] = outcome(c.QueryContext(t.Context(), "SELECT id FROM "+table+where+" ORDER BY id"))
							continue
						}
						r.must("BEGIN")
						if _, err := c.ExecContext(t.Context(), strings.ReplaceAll(change, "$t", table)+where); err != nil {
							got[table] = err.Error()
						} else {
							got[table] = outcome(c.QueryContext(t.Context(), "SELECT id, s FROM "+table+" ORDER BY id"))
						}
						r.must("ROLLBACK")
					}
					if got["plain"] != got["keyed"] {
						t.Errorf("%s: %s%s: with an index %s, without %s", column.typ, change, where, got["keyed"], got["plain"])
					}
				}
			}
		}
		r.must("DROP TABLE plain, keyed")
	}
}
