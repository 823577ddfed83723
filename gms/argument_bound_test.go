package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// No function fails inside when an argument is a number of any size, or of a type that it
// does not expect. Each is called with each, at each place.
func TestFunctionsTakeExtremeArguments(t *testing.T) {
	if testing.Short() {
		t.Skip("calls 40,000 functions, one after the other")
	}
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	extremes := []string{
		"NULL", "0", "-1", "2147483648", "-2147483648", "9223372036854775807", "-9223372036854775808",
		"CAST(18446744073709551615 AS UNSIGNED)", "1e308", "-1e300", "'1e400'", "'x'", "''", "1.5",
		strings.Repeat("9", 65), "DATE'2020-01-02'", "TIME'10:11:12.5'", "TIMESTAMP'2020-01-02 03:04:05.5'", "NOW()", "CURDATE()", "JSON_ARRAY(1)", "X'00ff'", "POINT(1, 2)", "CAST(2020 AS YEAR)", "B'101'",
		"'2020-01-02 03:04:05'",
	}
	functions := map[string]int{ // by how many arguments they take
		"ABS": 1, "SIGN": 1, "SQRT": 1, "SIN": 1, "ACOS": 1, "DEGREES": 1, "LN": 1, "LOG2": 1, "LOG10": 1, "BIT_COUNT": 1, "BIT_LENGTH": 1, "QUOTE": 1,
		"TO_DAYS": 1, "TO_SECONDS": 1, "TIME_TO_SEC": 1, "UNIX_TIMESTAMP": 1, "YEAR": 1, "HOUR": 1, "LAST_DAY": 1, "ASCII": 1, "ORD": 1, "TO_BASE64": 1, "FROM_BASE64": 1, "JSON_TYPE": 1, "JSON_LENGTH": 1, "JSON_QUOTE": 1, "SUM": 1, "AVG": 1, "MAX": 1, "BIT_OR": 1, "STD": 1, "GROUP_CONCAT": 1, "COUNT": 1, "JSON_ARRAYAGG": 1,
		"CEIL": 1, "FLOOR": 1, "EXP": 1, "HEX": 1, "UNHEX": 1, "BIN": 1, "OCT": 1, "SPACE": 1, "CHAR": 1,
		"FROM_UNIXTIME": 1, "FROM_DAYS": 1, "SEC_TO_TIME": 1, "INET_NTOA": 1, "INET_ATON": 1, "INET6_ATON": 1,
		"INET6_NTOA": 1, "IS_IPV4": 1, "IS_IPV6": 1, "RAND": 1, "CRC32": 1, "MD5": 1, "SOUNDEX": 1,
		"ROUND": 2, "TRUNCATE": 2, "FORMAT": 2, "POW": 2, "MOD": 2, "LOG": 2, "LEFT": 2, "RIGHT": 2, "REPEAT": 2,
		"MAKEDATE": 2, "STR_TO_DATE": 2, "DATE_FORMAT": 2, "TIME_FORMAT": 2, "ADDTIME": 2, "TIMEDIFF": 2, "DATEDIFF": 2,
		"INSTR": 2, "ATAN2": 2, "PERIOD_ADD": 2, "PERIOD_DIFF": 2, "TIMESTAMP": 2, "SUBTIME": 2, "IFNULL": 2, "GREATEST": 2, "LEAST": 2, "COALESCE": 2, "CONCAT_WS": 2, "FIELD": 2, "FIND_IN_SET": 2, "ELT": 2, "SHA2": 2, "WEEK": 2, "STRCMP": 2, "NULLIF": 2,
		"CONV": 3, "LPAD": 3, "RPAD": 3, "SUBSTRING": 3, "SUBSTR": 3, "MID": 3, "SUBSTRING_INDEX": 3, "MAKETIME": 3,
		"EXPORT_SET": 3, "MAKE_SET": 3, "LOCATE": 3, "REPLACE": 3,
	}
	call := func(args ...string) {
		query := "SELECT " + args[0] + "(" + strings.Join(args[1:], ", ") + ")"
		if _, err := tryRows(t.Context(), c, query); err != nil && strings.Contains(err.Error(), "Internal error") {
			t.Errorf("%s: %v", query, err)
		}
	}
	for name, count := range functions {
		for _, a := range extremes {
			switch count {
			case 1:
				call(name, a)
			case 2:
				for _, b := range extremes {
					call(name, a, b)
				}
			case 3:
				for _, b := range extremes {
					call(name, "'abc'", a, b)
				}
			}
		}
	}
	for _, a := range extremes {
		for _, b := range extremes {
			call("INSERT", "'abc'", a, b, "'x'")
			call("SUBSTRING", "'abc' FROM "+a+" FOR "+b)
			call("LOCATE", "'a'", "'abc'", b)
			call("FORMAT", "1e20", a, b)
		}
	}
}

// The answers are MariaDB 10.11's but for FORMAT(), whose decimals are 30 at most in MySQL.
func TestExtremeArgumentsAreBounded(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	const max65 = "99999999999999999999999999999999999999999999999999999999999999999"
	for _, test := range []struct{ query, want string }{
		{"FORMAT(1e22, 2), FORMAT(-1e23, 0), FORMAT(1.5, 1e300), FORMAT(1.5, -9223372036854775808)", "10,000,000,000,000,000,000,000.00 -100,000,000,000,000,000,000,000 1.500000000000000000000000000000 2"},
		{"FORMAT(12345678901234567890.125, 2), FORMAT(18446744073709551615, 1), FORMAT(-9223372036854775808, 0)", "12,345,678,901,234,567,890.13 18,446,744,073,709,551,615.0 -9,223,372,036,854,775,808"},
		{"FORMAT(1e20, 1, 'de_DE'), FORMAT(1234567.5, 1, 5), FORMAT(1234567.5, 1, 'de_DE'), FORMAT(1e20, 1, NULL)", "100.000.000.000.000.000.000,0 1,234,567.5 1.234.567,5 100,000,000,000,000,000,000.0"},
		{"LENGTH(FORMAT(1e308, 1000000000)), LENGTH(FORMAT('1e400', 1)), LEFT(FORMAT('1e400', 1), 11), FORMAT(" + max65 + ", 0)", "442 413 179,769,313 99,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999"},
		{"FORMAT(1.005, 2), FORMAT(0.001, 2), FORMAT(1234, 0), FORMAT('12345.678', 1), FORMAT(NULL, 1), FORMAT(1, NULL)", "1.01 0.00 1,234 12,345.7 NULL NULL"},
		{"ROUND(1e300, -2147483648), TRUNCATE(1e300, -400), ROUND(1e300, 9223372036854775807) = 1e300, ROUND(-1e300) = -1e300", "0 0 1 1"},
		{"ROUND(1e300, -299) = 1e300, ROUND(1.5e300, -300) = 2e300, TRUNCATE(-1.99e300, -300) = -1e300, ROUND('1e400', 1) > 1e308", "1 1 1 1"},
		{"ROUND(" + max65 + ", 2) = " + max65 + ", ROUND(1.5e0), ROUND(-1.25, 1), ROUND('2.7'), TRUNCATE(1.99e0, 1)", "1 2 -1.3 3 1.9"},
		{"LOCATE('b', 'abc', -1), LOCATE('b', 'abc', -2147483648), LOCATE('b', 'abc', 2), LOCATE('', 'abc', -1), LOCATE('b', 'abc', 9223372036854775807)", "0 0 2 0 0"},
		{"SUBSTRING('abc', 2, 9223372036854775807), SUBSTR('abc', -2, 9223372036854775807), MID('abc', 2, CAST(18446744073709551615 AS UNSIGNED))", "bc bc bc"},
		{"SUBSTRING('abc', 2, 1e300), SUBSTRING('abc', 9223372036854775807, 9223372036854775807), SUBSTRING('abc' FROM 2 FOR 9223372036854775807)", "bc  bc"},
		{"INSERT('abc', 2, 9223372036854775807, 'x'), INSERT('abc', 2, CAST(18446744073709551615 AS UNSIGNED), 'x'), INSERT('abc', 9223372036854775807, 9223372036854775807, 'x')", "ax ax abc"},
		{"ROUND(DATE'2020-01-02'), ROUND(DATE'2020-01-02', -2), TRUNCATE(TIMESTAMP'2020-01-02 03:04:05', -4), ROUND(TIME'10:11:12.5'), ROUND(JSON_EXTRACT('{\"a\": 2.567}', '$.a'), 2)", "20200102 20200100 20200102030000 101113 2.57"},
		{"ROUND(1.567, 18446744073709551615) = 1.567, ROUND(1.567, 9223372036854775807) = 1.567, ROUND(1.567, 1), ROUND(1.567, -1), ROUND(1.567), TRUNCATE(1.567, 18446744073709551615), TRUNCATE(-1.567, 2)", "1 1 1.6 0 2 1.567 -1.56"},
		{"FORMAT(1e20, 0, X'00ff'), UNIX_TIMESTAMP(X'00ff'), HEX(INET6_ATON(X'3132372E302E302E31'))", "100,000,000,000,000,000,000 0 7F000001"},
		{"INET6_ATON(1), INET6_ATON(1.5), HEX(INET6_ATON('::1')), RAND(NULL) = RAND(0)", "NULL NULL 00000000000000000000000000000001 1"},
	} {
		got, err := tryRows(t.Context(), c, "SELECT "+test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got[0]); text != "["+test.want+"]" {
			t.Errorf("%s\ngives %s\nwant  [%s]", test.query, text, test.want)
		}
	}
}
