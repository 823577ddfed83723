package sqltest_test

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// malformed are texts that are no statement, each a line; behind -> is what MySQL's
// message quotes, and for other errors than 1064 the number.
const malformed = `
;; SELECT 1 -> near ';; SELECT 1'
; SELECT 1 -> near '; SELECT 1'
/* a */ ; SELECT 1 -> near '; SELECT 1'
; -> 1065
; ; ; -> 1065
 -> 1065
SELECT -> near ''
SELEC 1 -> near 'SELEC 1'
SELECT 1 FROM -> near ''
SELECT 'abc -> near ''abc'
SELECT 1 /* x -> near '/* x'
SELECT (1 -> near ''
SELECT 1) -> near ')'
SELECT 1 2 3 -> near '2 3'
SELECT 1 = = 2 -> near '= 2'
SELECT 1 LIMIT -1 -> near '-1'
SELECT 1 LIMIT a -> 1327
SELECT @@ -> near ''
SELECT @@ FROM dual -> near 'FROM dual'
SELECT @@. -> near '.'
SELECT @@global. -> near ''
SELECT @@a.b.c, '@@' -> near '.c, '@@''
SET @@ = 1 ->
SELECT ? -> near '?'
SELECT 1 FROM dual WHERE 1 = ? AND '?' -> near '? AND '?''
SELECT * FROM t LIMIT 1, 2, 3 -> near ', 3'
SELECT 1e -> 1054
SELECT 1.5e -> near '1.5e'
SELECT 1e+ -> near '1e+'
SELECT 9e999 -> 1367
SELECT x'1' -> near 'x'1''
SELECT ALL DISTINCT 1 -> 1221
SELECT * FROM (SELECT 1) -> 1248
SELECT \ -> near '\'
SELECT CAST(1 AS FOO) -> near 'FOO)'
INSERT INTO t (a VALUES (1) -> near 'VALUES (1)'
UPDATE t SET a -> near ''
DELETE t WHERE a = 1 -> near 'WHERE a = 1'
CREATE TABLE t () -> near ')'
CREATE TABLE t (a FOO) -> near 'FOO)'
CREATE PROCEDURE p() BEGIN SELECT 1; -> near ''
CREATE VIEW v AS FOO -> near 'FOO'
ALTER TABLE t FOO -> near 'FOO'
DROP t -> near 't'
GRANT x ON -> near 'ON'
SHOW FOO -> near 'FOO'
SET a = -> near ''
KILL abc -> near 'abc'
FLUSH FOO -> near 'FOO'
START TRANSACTION FOO -> near 'FOO'
PREPARE s FROM 'SELEC' -> near 'SELEC'
PREPARE s FROM '; SELECT 1' -> near '; SELECT 1'
PREPARE s FROM '' -> 1065
PREPARE s FROM 'SELECT 1; SELECT 2' -> near 'SELECT 2'
foo -> near 'foo'
() -> near ')'
`

// No text of the parser is told: whatever cannot be read is MySQL's error of it, be it
// the only statement or the first of several that there may be.
func TestMalformedTexts(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	form := regexp.MustCompile(`(?s)^You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use (near '.*') at line 1$`)
	for _, several := range []string{"false", "true"} {
		db := openWith(t, s.Addr().String(), "multiStatements="+several)
		list := strings.Split(strings.Trim(malformed, "\n"), "\n")
		if several == "false" {
			list = append(list, "SELECT 1; SELECT 2 -> near 'SELECT 2'", "SELECT 1;; SELECT 2 ->", "BEGIN; SELECT 1 -> near 'SELECT 1'")
		}
		for _, line := range list {
			q, want, _ := strings.Cut(line, " ->")
			want = strings.TrimSpace(want)
			var got *mysql.MySQLError
			if _, err := db.Exec(q); !errors.As(err, &got) {
				t.Errorf("%q, several %s: %v", q, several, err)
				continue
			}
			told := ""
			if found := form.FindStringSubmatch(got.Message); found != nil {
				told = found[1]
			}
			switch number := strconv.Itoa(int(got.Number)); {
			case got.Number == 1064 && told != "" && (want == "" || told == want), got.Number != 1064 && number == want:
			default:
				t.Errorf("%q, several %s: %v, want %s", q, several, got, want)
			}
		}
		for _, q := range []string{"-- x", "/* x */", "SELECT 1;;", "SELECT 1; ; ", "SELECT 1 /* ; */;"} {
			if _, err := db.Exec(q); err != nil {
				t.Errorf("%q, several %s: %v", q, several, err)
			}
		}
	}
}
