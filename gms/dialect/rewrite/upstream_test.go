package rewrite

import (
	"fmt"
	"os"
	"strings"
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
)

// TestUpstream runs the statements of docs/upstream.md on the engine alone. A statement that
// answers as MySQL has been mended there: its rule and its entry can go.
func TestUpstream(t *testing.T) {
	page, err := os.ReadFile("../../../docs/upstream.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name       string
		statements []string
		engine     string // what the engine answers to the last one
		mysql      string
	}{
		{"GROUP_CONCAT of several", []string{"SELECT GROUP_CONCAT(a, b) FROM (SELECT 'x' a, 'y' b) t"}, "x", "xy"},
		{"LIKE with a prefix", []string{"CREATE TABLE t (a VARCHAR(9), KEY (a))", "INSERT INTO t VALUES ('aя')", "SELECT COUNT(*) FROM t WHERE a LIKE 'a%'"}, "0", "1"},
		{"Named window", []string{"CREATE TABLE t (a INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)", "SELECT SUM(a) OVER w FROM t WINDOW w AS (ORDER BY a)"}, "3 3", "1 3"},
		{"Sum of two integers", []string{"SELECT 9223372036854775807 + 1"}, "-9223372036854775808", "error 1690"},
		{"SHOW COLUMNS LIKE", []string{"CREATE TABLE t (abc INT)", "SHOW COLUMNS FROM t LIKE 'ABC'"}, "", "the column"},
		{"SUM of integers", []string{"CREATE TABLE t (a BIGINT)", "INSERT INTO t VALUES (9007199254740993)", "SELECT SUM(a) FROM t"}, "9.007199254740992e+15", "9007199254740993"},
		{"ON UPDATE", []string{"CREATE TABLE t (a INT PRIMARY KEY, b DATETIME DEFAULT '2000-01-01' ON UPDATE CURRENT_TIMESTAMP)", "INSERT INTO t (a) VALUES (1)", "UPDATE t SET a = 1", "SELECT YEAR(b) > 2000 FROM t"}, "true", "0"},
		{"DELETE in another database", []string{"CREATE DATABASE e", "CREATE TABLE e.t (a INT)", "USE nowhere", "DELETE FROM e.t"}, "error: database not found: ", "OK"},
		{"SET NAMES COLLATE", []string{"SET NAMES utf8mb4 COLLATE utf8mb4_bin", "SELECT @@collation_connection"}, "utf8mb4_0900_ai_ci", "utf8mb4_bin"},
		{"CONVERT USING", []string{"SELECT CONVERT('a' USING gbk)"}, "panic", "a"},
		{"LIMIT of a UNION", []string{"(SELECT 1 UNION SELECT 2 ORDER BY 1 DESC LIMIT 1) UNION SELECT 3"}, "1", "2 3"},
		{"ORDER BY of a literal", []string{"SELECT 1 UNION SELECT 2 ORDER BY 1 DESC"}, "1 2", "2 1"},
		{"SHOW WARNINGS", []string{"SELECT CAST('a' AS SIGNED), CAST('b' AS SIGNED)", "SHOW WARNINGS"}, "Warning|1292|Truncated incorrect bigint value: b Warning|1292|Truncated incorrect bigint value: a", "the warning of 'a' first"},
		{"HAVING before windows", []string{"CREATE TABLE t (a INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)", "SELECT a, COUNT(*) OVER () AS n FROM t HAVING a > 1"}, "2|2", "2|1"},
	} {
		if !strings.Contains(string(page), "### "+test.name+"\n") {
			t.Errorf("docs/upstream.md has no entry %q", test.name)
		}
		if got := onEngine(t, test.statements); got != test.engine {
			t.Errorf("%s: the engine answers %q, not %q; MySQL %q", test.name, got, test.engine, test.mysql)
		}
	}
}

// onEngine returns what the last of some statements gives on the engine alone.
func onEngine(t *testing.T, statements []string) (out string) {
	db := memory.NewDatabase("d")
	pro := memory.NewDBProvider(db)
	engine := sqle.NewDefault(pro)
	ctx := sql.NewContext(t.Context(), sql.WithSession(memory.NewSession(sql.NewBaseSession(), pro)))
	ctx.SetCurrentDatabase("d")
	defer func() {
		if v := recover(); v != nil {
			out = "panic"
		}
	}()
	for _, s := range statements {
		if s == "USE nowhere" {
			ctx.SetCurrentDatabase("")
			continue
		}
		_, iter, _, err := engine.Query(ctx, s)
		if err != nil {
			return "error: " + err.Error()
		}
		rows, err := sql.RowIterToRows(ctx, iter)
		if err != nil {
			return "error: " + err.Error()
		}
		var parts []string
		for _, r := range rows {
			var cells []string
			for _, v := range r {
				v, err := sql.UnwrapAny(ctx, v)
				if err != nil {
					t.Fatal(err)
				}
				cells = append(cells, fmt.Sprint(v))
			}
			parts = append(parts, strings.Join(cells, "|"))
		}
		out = strings.Join(parts, " ")
	}
	return out
}
