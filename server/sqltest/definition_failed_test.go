package sqltest_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// failing are definitions that fail once some of their work is done.
var failing = []string{
	"DROP TABLE d, e", "RENAME TABLE d TO d2, e TO g", "DROP VIEW v, nothing", "CREATE UNIQUE INDEX u ON g (i)",
	"CREATE TABLE h (i INT PRIMARY KEY) SELECT i FROM g",
	"ALTER TABLE g ADD k INT, ADD UNIQUE (j)", "ALTER TABLE g ADD INDEX a (i), ADD UNIQUE u (j)", "ALTER TABLE g DROP j, ADD CHECK (i < 0)",
	"ALTER TABLE g ADD FOREIGN KEY (i) REFERENCES d (i), ADD FOREIGN KEY (j) REFERENCES nothing (i)",
	"ALTER TABLE d MODIFY i VARCHAR(1), ADD CHECK (i < 0)", "ALTER TABLE g RENAME COLUMN j TO jj, ADD UNIQUE (i)", "ALTER TABLE g RENAME TO gg, ADD UNIQUE (i)",
}

// A definition that fails leaves nothing of what it has done, neither for its session nor for others once that
// commits, whether or not the session has autocommit, and however the definition is sent. What the transaction
// had before is committed by a definition that stands alone, and is kept in a procedure.
func TestFailedDefinitionsLeaveNothing(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	db, other := open(t, dial(s)), open(t, dial(s))
	db.SetMaxOpenConns(1)
	for _, begin := range []string{"SET autocommit = 1", "SET autocommit = 0", "START TRANSACTION"} {
		for _, way := range []string{"text", "EXECUTE", "COM_STMT_EXECUTE", "procedure", "EXECUTE in a procedure", "EXECUTE of a called procedure"} {
			for _, q := range failing {
				for _, prepare := range []string{
					"SET autocommit = 1", "DROP DATABASE IF EXISTS shop", "CREATE DATABASE shop", "USE shop", "CREATE TABLE d (i INT PRIMARY KEY)", "CREATE TABLE e (i INT PRIMARY KEY)",
					"CREATE TABLE f (i INT PRIMARY KEY, FOREIGN KEY (i) REFERENCES e (i))", "CREATE TABLE g (i INT, j INT)", "CREATE VIEW v AS SELECT 1",
					"INSERT INTO d VALUES (1)", "INSERT INTO e VALUES (1)", "INSERT INTO g VALUES (1, 1), (1, 1)",
					"CREATE PROCEDURE p() BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @failed = 1; " + q + "; END",
					"CREATE PROCEDURE executes() BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @failed = 1; PREPARE s FROM '" + q + "'; EXECUTE s; END",
					"CREATE PROCEDURE inner_executes() BEGIN PREPARE s FROM '" + q + "'; EXECUTE s; END",
					"CREATE PROCEDURE calls() BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @failed = 1; CALL inner_executes(); END",
				} {
					mustExec(t, db, prepare)
				}
				before := definitions(t, db)
				mustExec(t, db, begin)
				mustExec(t, db, "INSERT INTO d VALUES (7)")
				var failed bool
				switch way {
				case "text":
					failed = drain(t.Context(), db, q) != nil
				case "EXECUTE":
					_, err := db.Exec("PREPARE s FROM '" + q + "'")
					if err == nil {
						_, err = db.Exec("EXECUTE s")
					}
					failed = err != nil
				case "COM_STMT_EXECUTE":
					st, err := db.Prepare(q)
					if err == nil {
						_, err = st.Exec()
						st.Close()
					}
					failed = err != nil
				default:
					mustExec(t, db, "SET @failed = 0")
					mustExec(t, db, "CALL "+map[string]string{"procedure": "p()", "EXECUTE in a procedure": "executes()", "EXECUTE of a called procedure": "calls()"}[way])
					if err := db.QueryRow("SELECT @failed").Scan(&failed); err != nil {
						t.Fatal(err)
					}
				}
				name := fmt.Sprintf("%s, %s of %s", begin, way, q)
				if !failed {
					t.Errorf("%s: has not failed", name)
				}
				if left := definitions(t, db); left != before {
					t.Errorf("%s: the session sees\n%s\nwant\n%s", name, left, before)
				}
				mustExec(t, db, "COMMIT")
				if left := definitions(t, other); left != before {
					t.Errorf("%s: others see\n%s\nwant\n%s", name, left, before)
				}
				var n int
				if err := other.QueryRow("SELECT COUNT(*) FROM shop.d WHERE i = 7").Scan(&n); err != nil || n != 1 {
					t.Errorf("%s: %d rows of before, %v", name, n, err)
				}
			}
		}
	}
}

// A definition of a temporary table that fails leaves the transaction as it was.
func TestFailedTemporaryDefinitions(t *testing.T) {
	racetest.SkipAlone(t)
	db := open(t, dial(start(t)))
	db.SetMaxOpenConns(1)
	for _, q := range []string{"CREATE DATABASE shop", "USE shop", "CREATE TABLE d (i INT PRIMARY KEY)", "CREATE TABLE g (i INT)", "INSERT INTO g VALUES (1), (1)"} {
		mustExec(t, db, q)
	}
	n := 0
	for _, begin := range []string{"SET autocommit = 0", "START TRANSACTION"} {
		for _, q := range []string{"CREATE TEMPORARY TABLE m (i INT PRIMARY KEY) SELECT i FROM g", "DROP TEMPORARY TABLE nothing", "CREATE TEMPORARY TABLE m (i INT, i INT)"} {
			for _, end := range []string{"COMMIT", "ROLLBACK"} {
				mustExec(t, db, begin)
				mustExec(t, db, "INSERT INTO d VALUES (100)")
				if drain(t.Context(), db, q) == nil {
					t.Errorf("%s: has not failed", q)
				}
				mustExec(t, db, end)
				if err := db.QueryRow("SELECT COUNT(*) FROM d").Scan(&n); err != nil || n != strings.Count(end, "COMMIT") {
					t.Errorf("%s, %s, %s: %d rows, %v", begin, q, end, n, err)
				}
				mustExec(t, db, "SET autocommit = 1")
				mustExec(t, db, "DELETE FROM d")
			}
		}
	}
}

// definitions are those of the tables and views of shop, as a session sees them.
func definitions(t *testing.T, db *sql.DB) string {
	t.Helper()
	rows, err := db.Query("SHOW TABLES FROM shop")
	if err != nil {
		t.Fatal(err)
	}
	var names, all []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		var definition string
		if name == "v" {
			definition = name
		} else if err := db.QueryRow("SHOW CREATE TABLE shop."+name).Scan(&name, &definition); err != nil {
			t.Fatal(err)
		}
		all = append(all, definition)
	}
	return strings.Join(all, "\n")
}
