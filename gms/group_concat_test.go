package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// GROUP_CONCAT() of several expressions is of them all, wherever it stands.
func TestGroupConcatOfSeveral(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE TABLE g (id INT PRIMARY KEY, k INT, a INT, b VARCHAR(5))",
		"INSERT INTO g VALUES (1,1,1,'x'),(2,1,2,'y'),(3,1,3,NULL),(4,2,1,'z'),(5,2,1,'z')",
		"CREATE VIEW v AS SELECT k, GROUP_CONCAT(k,':',a ORDER BY id) AS t FROM g GROUP BY k",
		"CREATE PROCEDURE p() SELECT GROUP_CONCAT(a,'.',b ORDER BY id) FROM g",
		"PREPARE s FROM 'SELECT GROUP_CONCAT(a,?,b ORDER BY id) FROM g'",
		"SET @plus = '+'",
	} {
		mustExec(t, c, q)
	}
	for _, test := range []struct{ query, want string }{
		{"SELECT GROUP_CONCAT(a,'-',b ORDER BY id) FROM g", "[[1-x,2-y,1-z,1-z]]"},
		{"SELECT Group_Concat(a ORDER BY id) FROM g", "[[1,2,3,1,1]]"},
		{"SELECT k, GROUP_CONCAT(DISTINCT a, b ORDER BY 2 DESC, 1 SEPARATOR ';') FROM g GROUP BY k ORDER BY k", "[[1 2y;1x] [2 1z]]"},
		{"SELECT (SELECT GROUP_CONCAT(a,b ORDER BY id) FROM g WHERE k = 2)", "[[1z,1z]]"},
		{"SELECT group_concat_of FROM (SELECT GROUP_CONCAT(a,b ORDER BY id) AS group_concat_of FROM g) d", "[[1x,2y,1z,1z]]"},
		{"SELECT * FROM v ORDER BY k", "[[1 1:1,1:2,1:3] [2 2:1,2:1]]"},
		{"CALL p()", "[[1.x,2.y,1.z,1.z]]"},
		{"EXECUTE s USING @plus", "[[1+x,2+y,1+z,1+z]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if text := fmt.Sprint(got); text != test.want {
			t.Errorf("%s gives %s, want %s", test.query, text, test.want)
		}
	}
}
