package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// quantifieds are comparisons with all or any rows of a subquery, and operators that the
// engine's grammar lacks, with MySQL's answers.
var quantifieds = []struct{ query, want string }{
	{"SELECT a FROM t WHERE a > ALL (SELECT b FROM u WHERE b < 3)", "[[3]]"},
	{"SELECT a FROM t WHERE a >= ANY (SELECT b FROM u) ORDER BY a", "[[2] [3]]"},
	{"SELECT a FROM t WHERE a < SOME (SELECT b FROM u) ORDER BY a", "[[1] [2]]"},
	{"SELECT a FROM t WHERE a <> ANY (SELECT b FROM u) ORDER BY a", "[[1] [2] [3]]"},
	{"SELECT a FROM t WHERE a <> SOME (SELECT b FROM u WHERE b = 2) ORDER BY a", "[[1] [3]]"},
	{"SELECT a FROM t WHERE a != ALL (SELECT b FROM u)", "[[1]]"},
	{"SELECT a FROM t WHERE a = ALL (SELECT b FROM u)", "[]"},
	{"SELECT a FROM t WHERE a = ANY (SELECT b FROM u) ORDER BY a", "[[2] [3]]"},
	{"SELECT a FROM t WHERE a > ALL (SELECT b FROM u WHERE 0) ORDER BY a", "[[NULL] [1] [2] [3]]"},
	{"SELECT a FROM t WHERE a > ANY (SELECT b FROM u WHERE 0)", "[]"},
	{"SELECT a, a > ALL (SELECT a FROM t), a > ANY (SELECT a FROM t), a <= ALL (SELECT a FROM t), a = ALL (SELECT a FROM t), a <> ANY (SELECT a FROM t) FROM t ORDER BY a",
		"[[NULL NULL NULL NULL NULL NULL] [1 0 NULL NULL 0 1] [2 0 1 0 0 1] [3 0 1 0 0 1]]"},
	{"SELECT 1 > ALL (SELECT NULL), NULL > ALL (SELECT 1 WHERE FALSE), NULL > ANY (SELECT 1 WHERE FALSE)", "[[NULL 1 0]]"},
	{"SELECT NOT 3 > ALL (SELECT b FROM u), (3 >= ALL (SELECT b FROM u)) + 1", "[[1 2]]"},
	{"SELECT a FROM t WHERE NOT a > ANY (SELECT b FROM u) ORDER BY a", "[[1] [2]]"},
	{"SELECT a, (SELECT COUNT(*) FROM u WHERE b > ALL (SELECT x.a FROM t x WHERE x.a = t.a)) n FROM t ORDER BY a", "[[NULL 2] [1 2] [2 1] [3 0]]"},
	{"SELECT a FROM t o WHERE a >= ALL (SELECT b FROM u WHERE u.b <= o.a) ORDER BY a", "[[NULL] [1] [2] [3]]"},
	{"SELECT 'Y' > ALL (SELECT c FROM u), 'z' > ALL (SELECT c FROM u)", "[[0 1]]"},
	{"SELECT '3' >= ALL (SELECT b FROM u), 'b' = ANY (SELECT k FROM e), 'b' <> ANY (SELECT k FROM e), 'a' < ANY (SELECT k FROM e)", "[[1 1 1 1]]"},
	{"SELECT COUNT(*) FROM e WHERE k >= ALL (SELECT k FROM e)", "[[1]]"},
	{"SELECT 3 > ALL (SELECT b FROM u UNION SELECT 1), 3 >= ALL (WITH q AS (SELECT 3 AS z) SELECT z FROM q), 3 > ALL (SELECT MAX(b) - 1 FROM u GROUP BY c)", "[[0 1 1]]"},
	{"SELECT 1 > ALL (SELECT b FROM u WHERE b > ANY (SELECT a FROM t))", "[[0]]"},
	{"SELECT (1,2) = ANY (SELECT 1,2), (1,2) <> ALL (SELECT 1,2)", "[[1 0]]"},
	{"SELECT SUM(a) FROM t HAVING SUM(a) > ALL (SELECT b FROM u)", "[[6]]"},
	{"SELECT N'text', n'a''b', CHARSET(N'x'), 'a' = N'a'", "[[text a'b utf8mb3 1]]"},
	{"SELECT N 'x' FROM (SELECT 1 n) t", "[[1]]"},
	{"SELECT ROW(1,2) = ROW(1,2), (1,2) = ROW(1,3), ROW(1,2) IN (ROW(1,2), (3,4))", "[[1 0 1]]"},
}

// TestQuantifieds tries them as statements, prepared, in views and in programs, with the
// Schema on and off.
func TestQuantifieds(t *testing.T) {
	racetest.SkipAlone(t)
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c := s.connect(t, "root", "shop")
		for _, q := range []string{
			"SET NAMES utf8mb4", "CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1),(2),(3),(NULL)",
			"CREATE TABLE u (b INT, c VARCHAR(10) COLLATE utf8mb4_0900_ai_ci)", "INSERT INTO u VALUES (2,'x'),(3,'y')",
			"CREATE TABLE e (k ENUM('b','a'))", "INSERT INTO e VALUES ('b'),('a')",
		} {
			mustExec(t, c, q)
		}
		for i, test := range quantifieds {
			if got := fmt.Sprint(rows(t, c, test.query)); got != test.want {
				t.Errorf("%s gives %s, want %s", test.query, got, test.want)
			}
			mustExec(t, c, "PREPARE p FROM \""+test.query+"\"")
			for range 2 {
				if got := fmt.Sprint(rows(t, c, "EXECUTE p")); got != test.want {
					t.Errorf("%s gives %s when it is prepared, want %s", test.query, got, test.want)
				}
			}
			rows(t, c, "EXPLAIN "+test.query)
			rows(t, c, "EXPLAIN FORMAT=JSON "+test.query)
			mustExec(t, c, fmt.Sprintf("CREATE PROCEDURE p%d() %s", i, test.query))
			if got := fmt.Sprint(rows(t, c, fmt.Sprintf("CALL p%d()", i))); got != test.want {
				t.Errorf("a procedure of %s gives %s, want %s", test.query, got, test.want)
			}
		}
		mustExec(t, c, "CREATE VIEW v AS SELECT a FROM t WHERE a > ALL (SELECT b FROM u WHERE b < 3)")
		if got := fmt.Sprint(rows(t, c, "SELECT * FROM v")); got != "[[3]]" {
			t.Errorf("the view gives %s", got)
		}
		mustExec(t, c, "CREATE VIEW w AS SELECT a, COUNT(*), 1 MEMBER OF ('[1]') m FROM t GROUP BY a WITH ROLLUP")
		for _, view := range []string{"v", "w"} {
			made := rows(t, c, "SHOW CREATE VIEW "+view)[0][1]
			if strings.Contains(made, "`>") || strings.Contains(made, "rollup`") || strings.Contains(made, "`member") || strings.Contains(made, "`sounds") {
				t.Errorf("the view is shown as %s", made)
			}
			before := fmt.Sprint(rows(t, c, "SELECT * FROM "+view))
			mustExec(t, c, "DROP VIEW "+view)
			mustExec(t, c, made)
			if after := fmt.Sprint(rows(t, c, "SELECT * FROM "+view)); after != before {
				t.Errorf("%s gives %s, and %s when it is made again", made, before, after)
			}
		}
		mustExec(t, c, "UPDATE t SET a = 9 WHERE a >= ANY (SELECT b FROM u)")
		mustExec(t, c, "DELETE FROM t WHERE a > ALL (SELECT b FROM u)")
		if got := fmt.Sprint(rows(t, c, "SELECT a FROM t ORDER BY a")); got != "[[NULL] [1]]" {
			t.Errorf("what is left is %s", got)
		}
		wantErrors(t, c, map[string]uint16{
			"SELECT (1,2) > ALL (SELECT 1,2)": 1241, "SELECT 1 > ALL (SELECT 1,2)": 1241, "SELECT 1 > ALL (1,2)": 1064,
			"SELECT 1 > ALL (SELECT 1": 1064, "SELECT 1 <=> ALL (SELECT 1)": 1064, "SELECT ROW(1)": 1064,
			"SELECT `> all`(1, 2)": 1241, "SELECT 1 > ALL (SELECT nothing FROM u)": 1054,
		})
	}
}

// TestNamesOfRespelled has columns without a name be called as the client has written them.
func TestNamesOfRespelled(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, expression := range []string{
		"1 = any (SELECT 1)", "1 > some (SELECT 2)", "N'x' = 'x'", "row(1, 2) = (1, 2)", "JSON_VALUE('[1]', '$[0]' RETURNING SIGNED)", "@a := 1 + 2", "1 MEMBER OF ('[1]')",
	} {
		r, err := c.QueryContext(t.Context(), "SELECT "+expression+", "+expression+" FROM dual")
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if names, err := r.Columns(); err != nil || len(names) != 2 || names[0] != expression || names[1] != expression {
			t.Errorf("%s: columns %q, %v", expression, names, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}
