package sqltest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// changes are statements about a table $t with a column $c, $1 for each of its columns.
var changes = []string{
	"INSERT INTO $t VALUES ($1) ON DUPLICATE KEY UPDATE $c = 1", "INSERT IGNORE INTO $t VALUES ($1) ON DUPLICATE KEY UPDATE $c = 1", "REPLACE INTO $t VALUES ($1)",
	"UPDATE $t SET $c = 1", "UPDATE $t x JOIN t ON t.a = 1 SET x.$c = 1, t.b = 2", "UPDATE t JOIN $t x ON t.a = 1 SET t.b = 1", "EXPLAIN UPDATE $t SET $c = 1",
	"DELETE FROM $t WHERE $c = 'a'", "DELETE x FROM $t x JOIN t ON t.a = 9", "TRUNCATE TABLE $t",
	"CREATE PROCEDURE q() UPDATE $t SET $c = 1", "CALL q()", "DROP PROCEDURE q",
	"CREATE TRIGGER h BEFORE INSERT ON t FOR EACH ROW UPDATE $t SET $c = 1", "INSERT INTO t VALUES (5, 5)", "DROP TRIGGER h",
	"CREATE TRIGGER h BEFORE INSERT ON t FOR EACH ROW BEGIN IF NEW.a = 6 THEN UPDATE $t SET $c = 1; END IF; END", "INSERT INTO t VALUES (6, 6)", "DROP TRIGGER h",
	"ALTER TABLE $t ADD COLUMN z INT", "ALTER TABLE $t MODIFY $c INT", "CREATE INDEX i ON $t ($c)", "CREATE TRIGGER g BEFORE INSERT ON $t FOR EACH ROW SET @a = 1", "DROP TABLE $t",
}

// No statement about one of Dolt's own tables ends in a panic, and what Dolt cannot
// change is refused with MySQL's number.
func TestDoltTablesTakeOrRefuseChanges(t *testing.T) {
	racetest.SkipAlone(t)
	db := open(t, dial(start(t)))
	db.SetMaxOpenConns(1)
	for _, q := range []string{
		// dolt_column_diff fails on the commit that sets the collation of a database to another
		// than the storage's own (docs/statements.md).
		"CREATE DATABASE shop COLLATE utf8mb4_0900_bin", "USE shop", "CREATE TABLE t (a INT PRIMARY KEY, b INT)", "INSERT INTO t VALUES (1, 1)",
		"CREATE VIEW v AS SELECT * FROM t", "CREATE PROCEDURE p() SELECT 1",
	} {
		mustExec(t, db, q)
	}
	names := append(doltdb.GeneratedSystemTableNames(), "dolt_blame_t", doltdb.ColumnDiffTableName, doltdb.DiffTableName, doltdb.DocTableName, doltdb.DoltQueryCatalogTableName,
		doltdb.IgnoreTableName, doltdb.MergeStatusTableName, doltdb.NonlocalTableName, doltdb.ProceduresTableName, doltdb.SchemaConflictsTableName,
		doltdb.SchemasTableName, doltdb.StatisticsTableName, doltdb.TagsTableName, doltdb.TestsTableName)
	for _, prefix := range doltdb.GeneratedSystemTablePrefixes {
		names = append(names, prefix+"t", prefix+doltdb.SchemasTableName, prefix+doltdb.ProceduresTableName)
	}
	want := map[string]uint16{
		"UPDATE dolt_schemas SET `type` = 1": 1288, "UPDATE dolt_schemas x JOIN t ON t.a = 1 SET x.`type` = 1, t.b = 2": 1288, "EXPLAIN UPDATE dolt_schemas SET `type` = 1": 1288,
		"UPDATE dolt_conflicts_dolt_schemas SET `from_root_ish` = 1":                         1288,
		"INSERT IGNORE INTO dolt_docs VALUES (1, 1) ON DUPLICATE KEY UPDATE `doc_name` = 1":  1235,
		"INSERT IGNORE INTO dolt_ignore VALUES (1, 1) ON DUPLICATE KEY UPDATE `pattern` = 1": 1235,
		"UPDATE dolt_procedures SET `name` = 1":                                              1288,
		"INSERT INTO dolt_docs VALUES (1, 1) ON DUPLICATE KEY UPDATE `doc_name` = 1":         0,
	}
	for _, name := range names {
		rows, err := db.Query("SELECT * FROM " + name + " LIMIT 0")
		if err != nil { // one that wants a condition, is switched off, or of conflicts that cannot be
			continue
		}
		columns, err := rows.Columns()
		rows.Close()
		if err != nil {
			t.Fatal(err)
		}
		fill := strings.NewReplacer("$t", name, "$c", "`"+columns[0]+"`", "$1", strings.TrimSuffix(strings.Repeat("1, ", len(columns)), ", "))
		for _, change := range changes {
			q := fill.Replace(change)
			sent := new(mysql.MySQLError)
			if err := drain(t.Context(), db, q); err != nil && !errors.As(err, &sent) {
				t.Fatalf("%s: %v", q, err)
			}
			if number, told := want[q]; strings.Contains(sent.Message, "panic") || strings.HasPrefix(sent.Message, "Internal error") || told && sent.Number != number {
				t.Errorf("%s: %d %s", q, sent.Number, sent.Message)
			}
			delete(want, q)
		}
	}
	if len(want) != 0 {
		t.Errorf("not tried: %v", want)
	}
}
