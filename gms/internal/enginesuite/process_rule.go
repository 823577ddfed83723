package enginesuite

import (
	"testing"

	"github.com/dolthub/go-mysql-server/enginetest"
	"github.com/dolthub/go-mysql-server/enginetest/queries"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// testProcessRules runs statements that the dialect changes by rules of the whole process, where the
// engine's own suites have none: each answer is the bare engine's, and not MySQL's.
func testProcessRules(t *testing.T, h enginetest.Harness) {
	ok := func(n uint64) []sql.Row { return []sql.Row{{types.NewOkResult(int(n))}} }
	for _, script := range []queries.ScriptTest{{
		Name: "REPLACE runs no triggers of DELETE",
		SetUpScript: []string{
			"CREATE TABLE t (id INT PRIMARY KEY, n INT)", "CREATE TABLE seen (what VARCHAR(20))", "INSERT INTO t VALUES (1, 1)",
			"CREATE TRIGGER gone AFTER DELETE ON t FOR EACH ROW INSERT INTO seen VALUES ('deleted')",
			"CREATE TRIGGER come AFTER INSERT ON t FOR EACH ROW INSERT INTO seen VALUES ('inserted')",
		},
		Assertions: []queries.ScriptTestAssertion{
			{Query: "REPLACE INTO t VALUES (1, 2)", Expected: ok(2)},
			{Query: "SELECT what FROM seen", Expected: []sql.Row{{"inserted"}}},
		},
	}, {
		Name: "triggers are read in the current database",
		SetUpScript: []string{
			"CREATE TABLE t (id INT PRIMARY KEY)", "CREATE TABLE seen (id INT)",
			"CREATE TRIGGER come AFTER INSERT ON t FOR EACH ROW INSERT INTO seen VALUES (NEW.id)",
			"CREATE DATABASE elsewhere", "USE elsewhere",
		},
		Assertions: []queries.ScriptTestAssertion{
			{Query: "INSERT INTO mydb.t VALUES (1)", Expected: ok(1)},
			{Query: "SELECT id FROM mydb.seen", Expected: []sql.Row{}},
		},
	}, {
		Name: "numbers of AUTO_INCREMENT and times that an UPDATE sets",
		SetUpScript: []string{
			"CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, n TINYINT)", "INSERT INTO t (n) VALUES (1)", "UPDATE t SET id = 10",
		},
		Assertions: []queries.ScriptTestAssertion{
			{Query: "INSERT INTO t (n) VALUES (2)", SkipResultsCheck: true},
			{Query: "SELECT id FROM t ORDER BY id", Expected: []sql.Row{{int32(2)}, {int32(10)}}},
		},
	}} {
		enginetest.TestScript(t, h, script)
	}
}
