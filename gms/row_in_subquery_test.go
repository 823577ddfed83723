package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// The answers are MariaDB 10.11's, whose rules are MySQL's.
func TestRowsInSubqueries(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	enumTables(t, c)
	for _, q := range []string{
		"CREATE TABLE v (id INT PRIMARY KEY, c VARCHAR(10), k INT)",
		"INSERT INTO v VALUES (1,'YES',1),(2,'NO',NULL),(3,NULL,3)",
		"CREATE TABLE w (n INT PRIMARY KEY, a INT, b INT)",
		"INSERT INTO w VALUES (1,1,1),(2,1,NULL),(3,NULL,NULL),(4,2,2)",
		"PREPARE p FROM 'SELECT id FROM v WHERE (c,id) IN (SELECT ?,2)'",
		"SET @no = 'NO'",
	} {
		mustExec(t, c, q)
	}
	for _, test := range []struct{ query, want string }{
		// ENUMs of other members are compared as strings.
		{"SELECT id FROM e WHERE (c,id) IN (SELECT c,id FROM f) ORDER BY id", "[]"},
		{"SELECT id FROM e WHERE (c,id) NOT IN (SELECT c,id FROM f) ORDER BY id", "[[1] [2] [3]]"},
		{"SELECT id FROM e WHERE (id,c) IN (SELECT id,c FROM e) ORDER BY id", "[[1] [2] [3]]"},
		{"SELECT id FROM e WHERE (id,c) NOT IN (SELECT id,c FROM e WHERE id=1) ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM e WHERE (id,c) IN (SELECT id,v FROM f) ORDER BY id", "[[3]]"},
		{"SELECT id FROM e WHERE (c,id) IN (SELECT 2,id FROM f) ORDER BY id", "[[2] [3]]"},
		{"SELECT id FROM e WHERE (c,id) IN (SELECT c,id FROM f UNION SELECT 'NO',3) ORDER BY id", "[[3]]"},
		// Strings, outside of WHERE too.
		{"SELECT (c,id) IN (SELECT c,id FROM v) FROM v ORDER BY id", "[[1] [1] [NULL]]"},
		{"SELECT (c,k) IN (SELECT c,k FROM v) FROM v ORDER BY id", "[[1] [NULL] [NULL]]"},
		{"SELECT id FROM v WHERE (c,id) IN (SELECT 'NO',2) OR id = 1 ORDER BY id", "[[1] [2]]"},
		{"SELECT id FROM v WHERE (c,id) IN (SELECT c,MAX(id) FROM v w WHERE w.c = v.c GROUP BY c) ORDER BY id", "[[1] [2]]"},
		{"EXECUTE p USING @no", "[[2]]"},
		// NULLs are equal to nothing.
		{"SELECT (a,b) IN (SELECT a,b FROM w) FROM w ORDER BY n", "[[1] [NULL] [NULL] [1]]"},
		{"SELECT n FROM w WHERE (a,b) IN (SELECT a,b FROM w) ORDER BY n", "[[1] [4]]"},
		{"SELECT n FROM w WHERE (a,b) NOT IN (SELECT a,b FROM w WHERE b = 1) ORDER BY n", "[[4]]"},
		{"SELECT n FROM w WHERE (a,b) NOT IN (SELECT a,b FROM w WHERE a > 9) ORDER BY n", "[[1] [2] [3] [4]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got); text != test.want {
			t.Errorf("%s gives %s, want %s", test.query, text, test.want)
		}
	}
	mustExec(t, c, "UPDATE v SET k = 9 WHERE (c,id) IN (SELECT 'YES',1)")
	mustExec(t, c, "DELETE FROM v WHERE (c,id) IN (SELECT c,id FROM e WHERE id = 2)")
	got, err := tryRows(t.Context(), c, "SELECT * FROM v ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	if text, want := fmt.Sprint(got), "[[1 YES 9] [3 NULL 3]]"; text != want {
		t.Errorf("after changes the table is %s, want %s", text, want)
	}
}
