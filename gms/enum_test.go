package gms_test

import (
	"database/sql"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// enumTables makes the tables of testdata/enum-expressions.tsv.
func enumTables(t *testing.T, c *sql.Conn) {
	t.Helper()
	mustExec(t, c, `CREATE TABLE e (id INT PRIMARY KEY, c ENUM('YES','NO') COLLATE utf8mb4_general_ci NOT NULL,
		n ENUM('YES','NO') COLLATE utf8mb4_general_ci, d ENUM('1','0','x') COLLATE utf8mb4_general_ci,
		s SET('a','b','c') COLLATE utf8mb4_general_ci, v VARCHAR(10) COLLATE utf8mb4_general_ci, i INT, KEY(c))`)
	mustExec(t, c, "INSERT INTO e VALUES (1,'YES','NO','1','a,c','YES',1),(2,'NO',NULL,'0','','yes',2),(3,'NO','YES','x','b','1',7)")
	mustExec(t, c, `CREATE TABLE f (id INT PRIMARY KEY, c ENUM('NO','YES') COLLATE utf8mb4_general_ci,
		v VARCHAR(10) COLLATE utf8mb4_general_ci, KEY(c), KEY(v))`)
	mustExec(t, c, "INSERT INTO f VALUES (1,'NO','1'),(2,'YES','YES'),(3,'YES','NO')")
}

func TestEnumsInExpressions(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	enumTables(t, c)
	text, err := os.ReadFile("testdata/enum-expressions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	// Of the setup tables only the one column has such values.
	otherColumn := regexp.MustCompile(`\b(id|n|d|s|v|i)\b|SELECT`)
	own := regexp.MustCompile(`\bc\b`)
	var both int
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		expression, want, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		got, err := tryRows(t.Context(), c, "SELECT "+expression+" FROM e ORDER BY id")
		if err != nil {
			t.Errorf("%s: %v", expression, err)
		} else if joined := joinColumn(got); joined != want {
			t.Errorf("%s gives %s, want %s", expression, joined, want)
		}
		if otherColumn.MatchString(expression) {
			continue
		}
		both++
		of := own.ReplaceAllString(expression, "ENABLED")
		got, err = tryRows(t.Context(), c, "SELECT "+of+` FROM performance_schema.setup_consumers
			WHERE NAME IN ('global_instrumentation', 'events_waits_history') ORDER BY NAME DESC`)
		answers := strings.Split(want, "|")
		if err != nil {
			t.Errorf("%s: %v", of, err)
		} else if joined := joinColumn(got); joined != answers[0]+"|"+answers[1] {
			t.Errorf("%s gives %s, want %s", of, joined, want)
		}
	}
	if both < 100 {
		t.Errorf("only %d expressions were tried on a setup table", both)
	}
}

func joinColumn(rows [][]string) string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r[0]
	}
	return strings.Join(out, "|")
}

// TestEnumsInStatements tries what is no expression: what sorts and groups,
// joins, compares with subqueries, assigns. A statement without rows is only run.
func TestEnumsInStatements(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	enumTables(t, c)
	for _, test := range []struct{ query, want string }{
		// The column itself sorts and groups by its number.
		{"SELECT c FROM e ORDER BY c, id", "[[YES] [NO] [NO]]"},
		{"SELECT c, COUNT(*) FROM e GROUP BY c ORDER BY c", "[[YES 1] [NO 2]]"},
		{"SELECT c, COUNT(*) FROM e GROUP BY c HAVING LEFT(c,1) = 'N'", "[[NO 2]]"},
		{"SELECT DISTINCT c FROM e ORDER BY c DESC", "[[NO] [YES]]"},
		{"SELECT id, RANK() OVER (ORDER BY c) FROM e ORDER BY id", "[[1 1] [2 2] [3 2]]"},
		{"SELECT id, ROW_NUMBER() OVER (PARTITION BY c ORDER BY id) FROM e ORDER BY id", "[[1 1] [2 1] [3 2]]"},
		{"SELECT GROUP_CONCAT(DISTINCT c ORDER BY c SEPARATOR '/') FROM e", "[[YES/NO]]"},
		{"SELECT ENABLED, COUNT(*) > 0 FROM performance_schema.setup_consumers GROUP BY ENABLED ORDER BY ENABLED", "[[YES 1] [NO 1]]"},
		// What is made of it sorts and groups as a string.
		{"SELECT c FROM e ORDER BY UPPER(c), id", "[[NO] [NO] [YES]]"},
		{"SELECT id FROM e ORDER BY IFNULL(n,c), id", "[[1] [2] [3]]"},
		{"SELECT LEFT(c,1) k, COUNT(*) FROM e GROUP BY k ORDER BY k", "[[N 2] [Y 1]]"},
		{"SELECT LEFT(c,1), COUNT(*) FROM e GROUP BY LEFT(c,1) ORDER BY LEFT(c,1)", "[[N 2] [Y 1]]"},
		{"SELECT x, LENGTH(x) FROM (SELECT IFNULL(c,'q') x FROM e) q ORDER BY 1", "[[NO 2] [NO 2] [YES 3]]"},
		{"SELECT REPLACE(x,'Y','y') FROM (SELECT c x FROM e GROUP BY c) q ORDER BY 1", "[[NO] [yES]]"},
		{"WITH q AS (SELECT IF(1,c,'') x FROM e) SELECT x, COUNT(*) FROM q GROUP BY x ORDER BY x", "[[NO 2] [YES 1]]"},
		{"SELECT c FROM e UNION SELECT 'x' ORDER BY 1", "[[NO] [x] [YES]]"},
		{"SELECT c FROM e UNION SELECT n FROM e ORDER BY 1", "[[NULL] [NO] [YES]]"},
		{"SELECT c FROM e UNION ALL SELECT c FROM f ORDER BY 1", "[[NO] [NO] [NO] [YES] [YES] [YES]]"},
		{"SELECT s FROM e UNION SELECT 'zz' ORDER BY 1", "[[] [a,c] [b] [zz]]"},
		// Aggregates: MIN() and MAX() go by the strings, sums by the numbers.
		{"SELECT MIN(c), MAX(c), SUM(c), COUNT(DISTINCT c) FROM e", "[[NO YES 5 2]]"},
		{"SELECT MIN(s), MAX(s) FROM e", "[[ b]]"},
		{"SELECT id, MAX(c) OVER () FROM e ORDER BY id", "[[1 YES] [2 YES] [3 YES]]"},
		{"SELECT id, LAG(c) OVER (ORDER BY id) FROM e ORDER BY id", "[[1 NULL] [2 YES] [3 NO]]"},
		{"SELECT id, LAG(c,1,'none') OVER (ORDER BY id) FROM e ORDER BY id", "[[1 none] [2 YES] [3 NO]]"},
		{"SELECT JSON_ARRAYAGG(c), JSON_OBJECTAGG(id,c) FROM e WHERE id < 3", `[[["YES", "NO"] {"1": "YES", "2": "NO"}]]`},
		// Conditions, with an index on the column.
		{"SELECT id FROM e WHERE c", "[[1] [2] [3]]"},
		{"SELECT id FROM e WHERE c = 'no' ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM e WHERE c = '1'", "[]"},
		{"SELECT id FROM e WHERE c = 'foo'", "[]"},
		{"SELECT id FROM e WHERE c = 1", "[[1]]"},
		{"SELECT id FROM e WHERE c > 'NO'", "[[1]]"},
		{"SELECT id FROM e WHERE c BETWEEN 'A' AND 'P' ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM e WHERE c IN ('NO','zz') ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM e WHERE c LIKE 'Y%'", "[[1]]"},
		{"SELECT id FROM e WHERE c REGEXP '^N' ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM e WHERE c IN (SELECT v FROM f) ORDER BY id", "[[1] [2] [3]]"},
		{"SELECT id FROM e WHERE v IN (SELECT c FROM f) ORDER BY id", "[[1] [2]]"},
		{"SELECT id FROM e WHERE c IN (SELECT c FROM f WHERE id = 1) ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM e WHERE c NOT IN (SELECT v FROM f WHERE v <> 'YES') ORDER BY id", "[[1]]"},
		{"SELECT e.id, f.id FROM e JOIN f ON e.c = f.c ORDER BY 1, 2", "[[1 2] [1 3] [2 1] [3 1]]"},
		{"SELECT e.id, f.id FROM e JOIN f ON e.c = f.v ORDER BY 1, 2", "[[1 2] [2 3] [3 3]]"},
		{"SELECT e.id, f.id FROM e JOIN f ON e.v = f.c ORDER BY 1, 2", "[[1 2] [1 3] [2 2] [2 3]]"},
		{"SELECT a.id, b.id FROM e a JOIN e b USING (c) ORDER BY 1, 2", "[[1 1] [2 2] [2 3] [3 2] [3 3]]"},
		{"SELECT a.NAME FROM performance_schema.setup_consumers a JOIN e ON e.c = a.ENABLED WHERE e.id = 1 AND a.NAME = 'statements_digest'", "[[statements_digest]]"},
		// Variables, other tables' columns, views and triggers.
		{"SET @a = (SELECT c FROM e WHERE id = 1)", ""},
		{"SELECT c INTO @b FROM e WHERE id = 2", ""},
		{"SELECT @a, CONCAT(@b,'!'), @a = 'YES'", "[[YES NO! 1]]"},
		{"CREATE TABLE g (id INT PRIMARY KEY, v VARCHAR(10), c ENUM('NO','YES','z'), i INT, t TEXT)", ""},
		{"INSERT INTO g (id,v,c,i,t) SELECT id,c,c,c,c FROM e", ""},
		{"SELECT * FROM g ORDER BY id", "[[1 YES YES 1 YES] [2 NO NO 2 NO] [3 NO NO 2 NO]]"},
		{"UPDATE g SET v = CONCAT(c,'!') WHERE c REGEXP 'Y'", ""},
		{"UPDATE g SET v = c, c = REPLACE(c,'NO','YES') WHERE id = 2", ""},
		{"UPDATE g SET c = 'z' WHERE c > 'P' AND id = 1", ""},
		{"INSERT INTO g (id,c) VALUES (3,'YES') ON DUPLICATE KEY UPDATE v = CONCAT(VALUES(c),c)", ""},
		{"SELECT id,v,c FROM g ORDER BY id", "[[1 YES! z] [2 NO YES] [3 YESNO NO]]"},
		{"DELETE FROM g WHERE LEFT(c,1) = 'N' OR c > 'YESS'", ""},
		{"SELECT id FROM g ORDER BY id", "[[2]]"},
		{"CREATE VIEW w AS SELECT id, UPPER(c) u, c, IFNULL(n,'') n FROM e", ""},
		{"SELECT CONCAT(u,c,n) FROM w WHERE c REGEXP 'N' ORDER BY id", "[[NONO] [NONOYES]]"},
		{"CREATE TRIGGER tr BEFORE UPDATE ON e FOR EACH ROW INSERT INTO g (id,v,t) VALUES (50,NEW.c,CONCAT(OLD.c,'>',NEW.c))", ""},
		{"UPDATE e SET c = 'NO' WHERE id = 1", ""},
		{"SELECT v, t FROM g WHERE id = 50", "[[NO YES>NO]]"},
		// Ours can still be changed, by an index too.
		{"UPDATE performance_schema.setup_instruments SET ENABLED = 'NO', TIMED = ENABLED WHERE NAME = 'statement/sql/select'", ""},
		{"SELECT ENABLED, TIMED FROM performance_schema.setup_instruments WHERE NAME = 'statement/sql/select'", "[[NO NO]]"},
		{"UPDATE performance_schema.setup_instruments SET ENABLED = IF(ENABLED = 'NO','YES','NO') WHERE NAME LIKE 'statement/sql/select'", ""},
		{"SELECT ENABLED + 0, TIMED FROM performance_schema.setup_instruments WHERE NAME = 'statement/sql/select'", "[[1 NO]]"},
		{"SELECT TABLE_NAME, LEFT(TABLE_TYPE,4), IFNULL(TABLE_TYPE,'') FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'e'", "[[e BASE BASE TABLE]]"},
		{"SELECT COLUMN_TYPE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_NAME = 'setup_consumers' AND COLUMN_NAME = 'ENABLED'", "[[enum('YES','NO')]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got); test.want != "" && text != test.want {
			t.Errorf("%s gives %s, want %s", test.query, text, test.want)
		}
	}
}

// TestEnumIndexes has an index on the column used where it can be.
func TestEnumIndexes(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	enumTables(t, c)
	for query, index := range map[string]bool{
		"SELECT id FROM e WHERE c = 'YES'":         true,
		"SELECT id FROM e WHERE c = 1":             true,
		"SELECT id FROM e WHERE c IN ('YES','NO')": true,
		"SELECT id FROM e WHERE UPPER(c) = 'YES'":  false,
		"SELECT id FROM e WHERE c > 'NO'":          false, // whose order is that of the numbers
	} {
		plan := fmt.Sprint(rows(t, c, "EXPLAIN PLAN "+query))
		if strings.Contains(plan, "IndexedTableAccess") != index {
			t.Errorf("%s: want an index: %v, have %s", query, index, plan)
		}
	}
}
