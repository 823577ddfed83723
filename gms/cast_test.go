package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// answered is what a query gives, and what it is warned of.
type answered struct{ query, want, warnings string }

func testAnswers(t *testing.T, tests []answered) {
	t.Helper()
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, test := range tests {
		got, err := tryRows(t.Context(), c, test.query)
		text := ""
		if err != nil {
			text = err.Error()
		} else if len(got) > 0 {
			text = strings.TrimSuffix(fmt.Sprint(got[0])[1:], "]")
		}
		warned := ""
		if err == nil {
			list, err := tryRows(t.Context(), c, "SHOW WARNINGS")
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range list {
				warned += strings.TrimPrefix(strings.TrimSuffix(fmt.Sprint(w)[1:], "]"), "Warning ") + "; "
			}
		}
		if text != test.want || strings.TrimSuffix(warned, "; ") != test.warnings {
			t.Errorf("%s\ngives %s\nwant  %s\nwarns %s\nwant  %s", test.query, text, test.want, strings.TrimSuffix(warned, "; "), test.warnings)
		}
	}
}

func TestCast(t *testing.T) {
	testAnswers(t, []answered{
		{"SELECT CAST('abcdef' AS CHAR(3)), CAST(CONCAT('ab','cdef') AS CHAR(6)), CAST(12345 AS CHAR(2))", "abc abcdef 12", "1292 Truncated incorrect CHAR(3) value: 'abcdef'; 1292 Truncated incorrect CHAR(2) value: '12345'"},
		{"SELECT CAST('äöü' AS CHAR(2)), CONVERT('äöü', CHAR(3)), CAST('x' AS CHAR(0))", "äö äöü ", "1292 Truncated incorrect CHAR(2) value: 'äöü'; 1292 Truncated incorrect CHAR(0) value: 'x'"},
		{"SELECT HEX(CAST('abc' AS BINARY(2))), HEX(CAST('a' AS BINARY(3))), HEX(CAST('a' AS BINARY))", "6162 610000 61", "1292 Truncated incorrect BINARY(2) value: 'abc'"},
		{"SELECT CAST(1.6 AS DECIMAL), CAST(1.45 AS DECIMAL(5,1)), CAST(-1.5e0 AS DECIMAL(3)), CAST('12.345' AS DECIMAL(5,2)), CAST(7 AS DECIMAL(10,3))", "2 1.5 -2 12.35 7.000", ""},
		{"SELECT CAST(123456 AS DECIMAL(5,2)), CAST(-1e80 AS DECIMAL(4,1)) AS n", "999.99 -999.9", "1264 Out of range value for column 'CAST(123456 AS DECIMAL(5,2))' at row 1; 1264 Out of range value for column 'n' at row 1"},
		{"SELECT CAST('1e400' AS DECIMAL(3)) AS a, CAST('-1e99999999999999999999' AS DECIMAL(3,1)) AS b, CAST('1e-500' AS DECIMAL(3,1)) AS c", "999 -99.9 0.0", "1264 Out of range value for column 'a' at row 1; 1264 Out of range value for column 'b' at row 1"},
		{"SELECT CAST('abc' AS DECIMAL(5,2)), CAST('1.5x' AS DECIMAL(5,2)), CAST(' 2.5 ' AS DECIMAL(5,2))", "0.00 1.50 2.50", "1292 Truncated incorrect DECIMAL value: 'abc'; 1292 Truncated incorrect DECIMAL value: '1.5x'"},
		{"SELECT CAST('abc' AS SIGNED), CAST('12x' AS UNSIGNED), CAST('' AS SIGNED)", "0 12 0", "1292 Truncated incorrect INTEGER value: 'abc'; 1292 Truncated incorrect INTEGER value: '12x'; 1292 Truncated incorrect INTEGER value: ''"},
		{"SELECT CAST('-1' AS UNSIGNED), CAST(-1 AS UNSIGNED), CAST('18446744073709551615' AS SIGNED)", "18446744073709551615 18446744073709551615 -1", "1105 Cast to unsigned converted negative integer to its positive complement; 1105 Cast to signed converted positive out-of-range integer to its negative complement"},
		{"SELECT CAST(18446744073709551615 AS SIGNED), CAST(1.5 AS SIGNED), CAST(-2.5 AS SIGNED), CAST(2.5e0 AS SIGNED), CAST(-1.5 AS UNSIGNED)", "-1 2 -3 2 18446744073709551614", ""},
		{"SELECT CAST(99999999999999999999 AS SIGNED), CAST(-99999999999999999999 AS SIGNED), CAST(18446744073709551616 AS UNSIGNED)", "9223372036854775807 -9223372036854775808 18446744073709551615", "1292 Truncated incorrect DECIMAL value: '99999999999999999999'; 1292 Truncated incorrect DECIMAL value: '-99999999999999999999'; 1292 Truncated incorrect DECIMAL value: '18446744073709551616'"},
		{"SELECT CAST('-9223372036854775809' AS SIGNED), CAST('18446744073709551616' AS UNSIGNED)", "-9223372036854775808 18446744073709551615", "1292 Truncated incorrect INTEGER value: '-9223372036854775809'; 1292 Truncated incorrect INTEGER value: '18446744073709551616'"},
		{"SELECT CAST(1e20 AS SIGNED), CAST(-1e20 AS SIGNED), CAST(CAST('2020-01-02' AS DATE) AS SIGNED), CAST(CAST('2020-01-02 03:04:05.6' AS DATETIME(6)) AS UNSIGNED), CAST(CAST('10:11:12' AS TIME) AS SIGNED), CAST(x'41' AS UNSIGNED)", "9223372036854775807 -9223372036854775808 20200102 20200102030406 101112 65", ""},
		{"SELECT CAST(20240115 AS DATE), CAST(20240115102030 AS DATETIME), CAST(240115 AS DATE), CAST(691231 AS DATE), CAST(700101 AS DATE), CAST(20240115 AS DATETIME)", "2024-01-15 2024-01-15 10:20:30 2024-01-15 2069-12-31 1970-01-01 2024-01-15 00:00:00", ""},
		{"SELECT CAST('2024-02-30' AS DATE), CAST('abc' AS DATETIME), CAST(99 AS DATE), CAST(20241301 AS DATETIME)", "NULL NULL NULL NULL", "1292 Incorrect datetime value: '2024-02-30'; 1292 Incorrect datetime value: 'abc'; 1292 Incorrect datetime value: '99'; 1292 Incorrect datetime value: '20241301'"},
		{"SELECT MICROSECOND(CAST('2024-01-15 10:20:30.123789' AS DATETIME(3))), CAST('2024-12-31 23:59:59.5' AS DATETIME), CAST('2024-12-31 23:59:59.5' AS DATE)", "124000 2025-01-01 00:00:00 2024-12-31", ""},
		{"SELECT CAST('9999-12-31 23:59:59.5' AS DATETIME)", "NULL", "1441 Datetime function: datetime field overflow"},
		{"SELECT CAST('2024-01-01x' AS DATE)", "2024-01-01", "1292 Truncated incorrect date value: '2024-01-01x'"},
		{"SELECT CAST('10:20:30' AS TIME), CAST(102030 AS TIME), CAST('-01:02:03' AS TIME), CAST('2 10:11' AS TIME), CAST('11:12' AS TIME), CAST('1112' AS TIME)", "10:20:30 10:20:30 -01:02:03 58:11:00 11:12:00 00:11:12", ""},
		{"SELECT CAST('10:61:00' AS TIME), CAST('x' AS TIME), CAST(199 AS TIME)", "NULL NULL NULL", "1292 Truncated incorrect time value: '10:61:00'; 1292 Truncated incorrect time value: 'x'; 1292 Truncated incorrect time value: '199'"},
		{"SELECT CAST('900:00:00' AS TIME), CAST('838:59:59.5' AS TIME), CAST('838:59:58.5' AS TIME), CAST(8390000 AS TIME)", "838:59:59 838:59:59 838:59:59 NULL", "1292 Truncated incorrect time value: '900:00:00'; 1292 Truncated incorrect time value: '838:59:59.5'; 1292 Truncated incorrect time value: '8390000'"},
		{"SELECT CAST('23:59:59.9' AS TIME), CAST('-10:20:30.5' AS TIME), CAST('2024-02-29 10:11:12' AS TIME), CAST('20240229101112' AS TIME), CAST(TIMESTAMP'2020-01-02 03:04:05' AS TIME)", "24:00:00 -10:20:31 10:11:12 10:11:12 03:04:05", ""},
		{"SELECT CAST('2024-02-29' AS TIME)", "00:20:24", "1292 Truncated incorrect time value: '2024-02-29'"},
		{"SELECT CAST(24 AS YEAR), CAST(75 AS YEAR), CAST('1999' AS YEAR), CAST(2155 AS YEAR), CAST(0 AS YEAR), CAST('0' AS YEAR), CAST(0.5 AS YEAR), CAST(CAST('2024-03-01' AS DATE) AS YEAR)", "2024 1975 1999 2155 0 2000 2001 2024", ""},
		{"SELECT CAST('x' AS YEAR), CAST('-1' AS YEAR), CAST('24x' AS YEAR), CAST('100x' AS YEAR), CAST(2156.5 AS YEAR)", "NULL NULL 2024 NULL NULL", "1525 Incorrect YEAR value: 'x'; 1525 Incorrect YEAR value: '-1'; 1292 Truncated incorrect YEAR value: '24x'; 1292 Truncated incorrect YEAR value: '100x'; 1292 Truncated incorrect YEAR value: '100'; 1292 Truncated incorrect YEAR value: '2157'"},
		{"SELECT CAST('1e400' AS DOUBLE) > 1e308, CAST('abc' AS DOUBLE), CAST('1.5' AS FLOAT), CAST(2 AS REAL)", "1 0 1.5 2", "1292 Truncated incorrect DOUBLE value: '1e400'; 1292 Truncated incorrect DOUBLE value: 'abc'"},
		{"SELECT CAST(NULL AS SIGNED), CAST(NULL AS DECIMAL), CAST(NULL AS CHAR(1)), CAST(NULL AS YEAR), CAST(NULL AS TIME), CAST('[1]' AS JSON)", "NULL NULL NULL NULL NULL [1]", ""},
		{"SELECT CAST(1e300 AS FLOAT)", "Error 1690 (22003): FLOAT value is out of range in 'cast(1e300 as float)'", ""},
		{"SELECT CAST(1 AS DECIMAL(66))", "Error 1426 (42000): Too-big precision 66 specified for '1'. Maximum is 65.", ""},
		{"SELECT CAST(1 AS DECIMAL(40,31))", "Error 1425 (42000): Too big scale 31 specified for column '1'. Maximum is 30.", ""},
		{"SELECT CAST(1 AS DECIMAL(2,3))", "Error 1427 (42000): For float(M,D), double(M,D) or decimal(M,D), M must be >= D (column '1').", ""},
	})
}

// What does not fit ends a statement that changes data, where sql_mode is strict.
// A double as a string has MySQL's digits.
func TestTextsOfDoubles(t *testing.T) {
	testAnswers(t, []answered{
		{"SELECT CONCAT(1e10), CONCAT(1e20), CONCAT(-1e-7), CONCAT(1234567.5e0), CAST(1e20 AS CHAR), CONCAT(CAST(123456789012 AS FLOAT)), LENGTH(1e15)", "10000000000 1e20 -0.0000001 1234567.5 1e20 123457000000 4", ""},
		{"SELECT CAST(1e20 AS CHAR(3)), LEFT(1e16, 2), CAST(0.1e0 AS BINARY)", "1e2 1e 0.1", "1292 Truncated incorrect CHAR(3) value: '1e20'"},
	})
}

func TestCastInChanges(t *testing.T) {
	testAnswers(t, []answered{
		{"CREATE TABLE ct (a INT PRIMARY KEY, d DECIMAL(5,2), g DECIMAL(3,1) AS (CAST(d AS DECIMAL(3,1))) STORED)", "", ""},
		{"INSERT INTO ct (a, d) VALUES (1, CAST(123456 AS DECIMAL(5,2)))", "Error 1264 (22003): Out of range value for column '(null)' at row 1", ""},
		{"INSERT INTO ct (a, d) VALUES (1, CAST('1x' AS SIGNED))", "Error 1292 (22007): Truncated incorrect INTEGER value: '1x'", ""},
		{"INSERT IGNORE INTO ct (a, d) VALUES (1, CAST('1x' AS SIGNED))", "", "1292 Truncated incorrect INTEGER value: '1x'"},
		{"UPDATE ct SET d = 2 WHERE a = CAST('1x' AS SIGNED)", "Error 1292 (22007): Truncated incorrect INTEGER value: '1x'", ""},
		{"UPDATE ct SET d = YEAR(DATE'9999-12-31' + INTERVAL 1 DAY)", "Error 1441 (22008): Datetime function: datetime field overflow", ""},
		{"SELECT d, g, CAST(d AS DECIMAL(3,1)) FROM ct GROUP BY d, g, CAST(d AS DECIMAL(3,1))", "1.00 1.0 1.0", ""},
		{"SET sql_mode = ''", "", ""},
		{"INSERT INTO ct (a, d) VALUES (2, CAST('1x' AS SIGNED))", "", "1292 Truncated incorrect INTEGER value: '1x'"},
	})
}

func TestDateArithmetic(t *testing.T) {
	const overflow = "1441 Datetime function: datetime field overflow"
	testAnswers(t, []answered{
		{"SELECT DATE_ADD('2024-01-15', INTERVAL 1 DAY), DATE_ADD(20240115, INTERVAL 1 DAY), DATE_ADD('2024-01-15', INTERVAL -1 WEEK), DATE_ADD('2024-01-15', INTERVAL 1 QUARTER), DATE_SUB('2024-03-01', INTERVAL 1 DAY)", "2024-01-16 2024-01-16 2024-01-08 2024-04-15 2024-02-29", ""},
		{"SELECT '2024-01-31' + INTERVAL 1 MONTH, DATE_SUB('2024-03-31', INTERVAL 1 MONTH), DATE_ADD(DATE '2024-02-29', INTERVAL 1 YEAR), DATE '2024-01-15' + INTERVAL '1-2' YEAR_MONTH, INTERVAL 1 DAY + '2024-02-28'", "2024-02-29 2024-02-29 2025-02-28 2025-03-15 2024-02-29", ""},
		{"SELECT DATE_ADD('2024-01-15', INTERVAL 1 HOUR), DATE_SUB('2024-01-15 10:00:00', INTERVAL '1:30' HOUR_MINUTE), DATE_ADD('2024-01-15', INTERVAL 1.5 SECOND)", "2024-01-15 01:00:00 2024-01-15 08:30:00 2024-01-15 00:00:01.500000", ""},
		{"SELECT CAST('10:00:00' AS TIME) - INTERVAL 11 HOUR, DATE_ADD(CAST('23:00:00' AS TIME), INTERVAL 2 HOUR), CAST('10:00:00' AS TIME) + INTERVAL 30 MINUTE", "-01:00:00 25:00:00 10:30:00", ""},
		{"SELECT DATE_ADD('9999-12-31', INTERVAL 1 DAY)", "NULL", overflow},
		{"SELECT DATE_ADD('9999-12-15', INTERVAL 1 MONTH)", "NULL", overflow},
		{"SELECT DATE_ADD('2020-01-01', INTERVAL 9223372036854775807 SECOND)", "NULL", overflow},
		{"SELECT DATE_SUB('2020-01-01', INTERVAL 9223372036854775807 MINUTE)", "NULL", overflow},
		{"SELECT DATE_ADD('2020-01-01', INTERVAL 18446744073709551615 YEAR)", "NULL", overflow},
		{"SELECT TIMESTAMPADD(QUARTER, 9223372036854775807, '2020-01-01')", "NULL", overflow},
		{"SELECT ADDDATE('2020-01-01', 99999999999)", "NULL", overflow},
		{"SELECT SUBDATE('2020-01-01', -99999999999)", "NULL", overflow},
		{"SELECT CAST('10:00:00' AS TIME) + INTERVAL 9223372036854775807 HOUR", "NULL", "1441 Datetime function: time field overflow"},
		{"SELECT '2020-01-01' + INTERVAL 10000000000 SECOND, '2020-01-01' + INTERVAL 200000000 MINUTE, '2020-01-01' + INTERVAL -3000000 HOUR, TIMESTAMPADD(MICROSECOND, 9223372036854775807, '0001-01-01')", "2336-11-20 17:46:40 2400-04-06 21:20:00 1677-10-05 00:00:00 NULL", overflow},
		{"SELECT TIMESTAMPADD(MICROSECOND, 250000000000000000, '2020-01-01'), TIMESTAMPADD(DAY, 1, '2020-01-01'), ADDDATE('2020-01-01', 31), SUBDATE('2020-02-01', INTERVAL 1 MONTH)", "9942-03-09 12:26:40 2020-01-02 2020-02-01 2020-01-01", ""},
		{"SELECT '2020-01-01' + INTERVAL '1.5' DAY, '2020-01-01' + INTERVAL '1x' SECOND, '2020-01-01' + INTERVAL 'a' DAY_HOUR, '2020-01-01' + INTERVAL '1 2 3' DAY_HOUR", "2020-01-02 2020-01-01 00:00:01 2020-01-01 00:00:00 NULL", "1292 Truncated incorrect INTEGER value: '1.5'; 1292 Truncated incorrect DECIMAL value: '1x'; 1441 Datetime function: date_add_interval field overflow"},
		{"SELECT 'x' + INTERVAL 1 DAY, NULL + INTERVAL 1 DAY, '2020-01-01' + INTERVAL NULL DAY", "NULL NULL NULL", "1292 Incorrect datetime value: 'x'"},
		{"SELECT DATEDIFF('9999-12-31', '0001-01-01'), DATEDIFF('1600-01-01', '2300-01-01 23:59:59'), DATEDIFF('2020-03-01 00:00:01', '2020-02-28 23:59:59'), DATEDIFF(20200301, NULL)", "3652058 -255670 2 NULL", ""},
		{"SELECT DATEDIFF('2020-02-30', '2020-01-01')", "NULL", "1292 Incorrect datetime value: '2020-02-30'"},
		{"SELECT '2020-01-01x' + INTERVAL 1 DAY", "2020-01-02", "1292 Truncated incorrect date value: '2020-01-01x'"},
		{"SELECT '2020-01-01' + INTERVAL '-1:1' MINUTE_SECOND, '2020-01-01' + INTERVAL '10' MINUTE_SECOND, '2020-01-01' + INTERVAL '1 1.5' DAY_MICROSECOND, '2020-01-01' + INTERVAL '1:1:1.000002' HOUR_MICROSECOND", "2019-12-31 23:58:59 2020-01-01 00:00:10 2020-01-01 00:01:01.500000 2020-01-01 01:01:01.000002", ""},
	})
}
