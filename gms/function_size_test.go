package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// What does not fit into max_allowed_packet is NULL, with a warning, and is not
// made on the way.
func TestResultTooLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("makes results of 64 MiB, one after the other")
	}
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	mustExec(t, c, "SET @m = REPEAT('a', 1000000), @most = @@max_allowed_packet")
	for expression, function := range map[string]string{
		"REPEAT('a', 4e9)":                                   "repeat",
		"REPEAT('a', 4000000000)":                            "repeat",
		"REPEAT('a', 18446744073709551615)":                  "repeat",
		"REPEAT(@m, 9223372036854775807)":                    "repeat",
		"REPEAT('a', @most + 1)":                             "repeat",
		"SPACE(@most + 1)":                                   "space",
		"SPACE(9223372036854775807)":                         "space",
		"LPAD('a', 9223372036854775807, 'b')":                "lpad",
		"RPAD('a', @most + 1, 'b')":                          "rpad",
		"REPLACE(@m, 'a', @m)":                               "replace",
		"REGEXP_REPLACE(@m, 'a', @m)":                        "regexp_replace",
		"REGEXP_REPLACE(@m, 'a+', REPEAT('$0', 1000))":       "regexp_replace",
		"CONCAT(REPEAT('a', @most), 'b')":                    "concat",
		"CONCAT(" + strings.Repeat("@m,", 99) + "@m)":        "concat",
		"CONCAT_WS(@m, " + strings.Repeat("'',", 99) + "'')": "concat_ws",
		"INSERT(REPEAT('a', @most), 1, 0, 'b')":              "insert",
		"EXPORT_SET(0, @m, CONCAT(@m, @m))":                  "export_set",
		"MAKE_SET(18446744073709551615" + strings.Repeat(",@m", 64) + ",@m,@m,@m,@m)": "make_set",
		"HEX(REPEAT('a', @most))":              "hex",
		"TO_BASE64(REPEAT('a', @most))":        "to_base64",
		"QUOTE(REPEAT('\\'', @most DIV 2))":    "quote",
		"CONCAT(UPPER(REPEAT('a', 4e9)), 'b')": "repeat",
	} {
		if got := rows(t, c, "SELECT "+expression+" IS NULL"); got[0][0] != "1" {
			t.Errorf("%.60s: not NULL", expression)
		}
		warnings := rows(t, c, "SHOW WARNINGS")
		want := fmt.Sprintf("Result of %s() was larger than max_allowed_packet (67108864) - truncated", function)
		if len(warnings) == 0 || warnings[0][1] != "1301" || warnings[0][2] != want {
			t.Errorf("%.60s: warnings %q", expression, warnings)
		}
	}
	if got := s.panicsCaught(t, c); got != 0 {
		t.Errorf("%d panics", got)
	}
}

// What fits is as the engine makes it.
func TestResultFits(t *testing.T) {
	racetest.SkipAlone(t)
	c := startServer(t, perfschema.Config{}).connectWith(t, nil)
	mustExec(t, c, "CREATE TABLE t (s VARCHAR(20), b VARBINARY(20), n INT)")
	mustExec(t, c, "INSERT INTO t VALUES ('äb', 'xy', 3), (NULL, NULL, NULL), ('', '', -1)")
	for expression, want := range map[string]string{
		"LENGTH(REPEAT('a', @@max_allowed_packet))": "67108864,67108864,67108864",
		"LENGTH(TO_BASE64(REPEAT('a', 40000000)))":  "54035090,54035090,54035090",
		"LENGTH(QUOTE(REPEAT('a', 40000000)))":      "40000002,40000002,40000002",
		"REPEAT(s, n)":                              "äbäbäb,NULL,",
		"REPEAT(s, 2.5)":                            "äbäbäb,NULL,",
		"REPEAT(s, '2')":                            "äbäb,NULL,",
		"REPEAT(12, 2)":                             "1212,1212,1212",
		"CONCAT('[', SPACE(n), ']')":                "[   ],NULL,[]",
		"LPAD(s, n, 'z')":                           "zäb,NULL,NULL",
		"RPAD('q', n, 'z')":                         "qzz,NULL,NULL",
		"REPLACE(s, 'b', 'long')":                   "älong,NULL,",
		"REPLACE(s, '', 'long')":                    "äb,NULL,",
		"REGEXP_REPLACE(s, '[a-z]', 'x')":           "äx,NULL,",
		"CONCAT(s, n)":                              "äb3,NULL,-1",
		"CONCAT(b, 1, 2.5, s)":                      "xy12.5äb,NULL,12.5",
		"CONCAT_WS('-', s, n, NULL, b)":             "äb-3-xy,,--1-",
		"INSERT('abcd', 2, 2, s)":                   "aäbd,NULL,ad",
		"EXPORT_SET(n, 'Y', 'N', '', 4)":            "YYNN,NULL,YYYY",
		"MAKE_SET(n, 'a', s)":                       "a,äb,NULL,a,",
		"HEX(b)":                                    "7879,NULL,",
		"TO_BASE64(s)":                              "w6Ri,NULL,",
		"QUOTE(s)":                                  "'äb',NULL,''",
	} {
		got := rows(t, c, "SELECT "+expression+" FROM t")
		if text := got[0][0] + "," + got[1][0] + "," + got[2][0]; text != want {
			t.Errorf("%s: %q, want %q", expression, text, want)
		}
	}
}
