package sqltest_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// branchDefinitions are statements that change tables, of which the server amends or splits many.
// @ stands before the name of each table, for the name of its database.
var branchDefinitions = []string{
	"RENAME TABLE @t TO @t2",
	"RENAME TABLE @t TO @T",
	"RENAME TABLE @t TO @x, @u TO @t, @x TO @u",
	"ALTER TABLE @t RENAME TO @t2",
	"ALTER TABLE @t ADD COLUMN w INT, RENAME TO @t2",
	"ALTER TABLE @t ADD COLUMN id INT", // fails
	"ALTER TABLE @t ADD COLUMN w INT, ADD INDEX (w)",
	"ALTER TABLE @t MODIFY v BIGINT",
	"ALTER TABLE @t DROP COLUMN v",
	"ALTER TABLE @t AUTO_INCREMENT = 50",
	"ALTER TABLE @t ENGINE = InnoDB",
	"CREATE TABLE @t (a INT)", // fails
	"CREATE TABLE IF NOT EXISTS @t (a INT)",
	"CREATE TABLE IF NOT EXISTS @n (a INT)",
	"CREATE TABLE @n LIKE @t",
	"CREATE TABLE @n SELECT * FROM @t",
	"CREATE OR REPLACE VIEW @w AS SELECT * FROM @t",
	"CREATE VIEW @w2 AS SELECT 2",
	"DROP VIEW @w",
	"CREATE INDEX i ON @t (v)",
	"OPTIMIZE TABLE @t",
	"ANALYZE TABLE @t",
	"CHECK TABLE @t",
	"TRUNCATE TABLE @t",
	"DELETE FROM @t",
	"UPDATE @t SET v = v + 1",
	"REPLACE INTO @t VALUES (1, 7)",
	"INSERT INTO @t VALUES (1, 7) ON DUPLICATE KEY UPDATE v = 8",
	"INSERT INTO @t (v) VALUES (5), (6)",
	"CREATE TRIGGER @tr BEFORE INSERT ON @t FOR EACH ROW SET NEW.v = 3",
	"DROP TRIGGER @g",
	"DROP TABLE @t",
	"DROP TABLE IF EXISTS @t, @n, @u",
	"LOCK TABLES @t WRITE; INSERT INTO @t (v) VALUES (5); UNLOCK TABLES",
}

// What a session on another branch defines, it defines there, however it has come there: by
// dolt_checkout, by USE, or by the names of the tables. It stays there, and the branch that it
// came from stays as it is.
func TestDefinitionsOfBranches(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	db := open(t, dial(s))
	type place struct{ name, enter, prefix string }
	places := []place{
		{"checkout", "USE shop; CALL dolt_checkout('side')", ""},
		{"USE", "USE `shop/side`", ""},
		{"names", "USE shop", "`shop/side`."},
		{"names from elsewhere", "USE mysql", "`shop/side`."},
		{"checkout and name", "USE shop; CALL dolt_checkout('side')", "shop."},
	}
	ctx := context.Background()
	exec := func(t *testing.T, c *sql.Conn, statements string) (failed error) {
		t.Helper()
		for _, q := range strings.Split(statements, "; ") {
			if _, err := c.ExecContext(ctx, q); err != nil {
				failed = fmt.Errorf("%s: %w", q, err)
			}
		}
		return failed
	}
	one := func(t *testing.T, c *sql.Conn, query string) (value string) {
		t.Helper()
		if err := c.QueryRowContext(ctx, query).Scan(&value); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return value
	}
	look, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	const setUp = "CREATE DATABASE shop; USE shop; CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, v INT); CREATE TABLE u (id INT PRIMARY KEY); " +
		"INSERT INTO t VALUES (1, 1), (2, 2); CREATE VIEW w AS SELECT 1; CREATE TRIGGER g AFTER DELETE ON t FOR EACH ROW SET @a = 1; CALL dolt_commit('-Am', 'made'); CALL dolt_branch('side')"
	if err := exec(t, look, setUp); err != nil {
		t.Fatal(err)
	}
	root := func(t *testing.T, branch string) string {
		t.Helper()
		if err := exec(t, look, "USE `shop/"+branch+"`"); err != nil {
			t.Fatal(err)
		}
		return one(t, look, "SELECT dolt_hashof_db('WORKING')")
	}
	main, side := root(t, "main"), root(t, "side")
	changes := map[string]bool{} // what a statement does, wherever the session is
	for _, p := range places {
		t.Run(p.name, func(t *testing.T) {
			for _, autocommit := range []int{1, 0} {
				for _, statement := range branchDefinitions {
					c, err := db.Conn(ctx)
					if err != nil {
						t.Fatal(err)
					}
					if err := exec(t, c, p.enter); err != nil {
						t.Fatal(err)
					}
					const at = "SELECT CONCAT_WS(' ', DATABASE(), active_branch())"
					place := one(t, c, at)
					err = exec(t, c, fmt.Sprintf("SET autocommit = %d; ", autocommit)+strings.ReplaceAll(statement, "@", p.prefix)+"; COMMIT")
					if now := one(t, c, at); now != place {
						t.Errorf("%s (%v): the session is at %q, was at %q", statement, err, now, place)
					}
					if now := root(t, "main"); now != main {
						t.Fatalf("%s (%v): main has changed", statement, err)
					}
					changed := root(t, "side") != side
					if does, ok := changes[statement]; ok && does != changed {
						t.Errorf("%s (%v): changes its branch: %v, and %v elsewhere", statement, err, changed, does)
					}
					changes[statement] = changed
					if err := exec(t, c, "SET autocommit = 1; USE mysql"); err != nil {
						t.Fatal(err)
					}
					_ = c.Close()
					if err := exec(t, look, "CALL dolt_reset('--hard'); CALL dolt_clean()"); err != nil {
						t.Fatal(err)
					}
					if now := root(t, "side"); now != side {
						t.Fatalf("%s: side cannot be set back", statement)
					}
				}
			}
		})
	}
	for _, statement := range branchDefinitions {
		keeps := slices.ContainsFunc([]string{"ADD COLUMN id", "ENGINE =", "CREATE TABLE @t", "EXISTS @t (", "OPTIMIZE", "ANALYZE", "CHECK"}, func(part string) bool {
			return strings.Contains(statement, part)
		})
		if changes[statement] == keeps {
			t.Errorf("%s changes its branch: %v", statement, changes[statement])
		}
	}
}

// Other sessions may make and drop any number of databases: what a session has not committed is
// kept, and it stays on its branch.
func TestBranchBesideManyDatabases(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	db := open(t, dial(s))
	ctx := context.Background()
	c, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		"CREATE DATABASE shop", "USE shop", "CREATE TABLE t (id INT PRIMARY KEY)", "CALL dolt_commit('-Am', 'made')", "CALL dolt_checkout('-b', 'side')",
		"START TRANSACTION", "INSERT INTO t VALUES (1)",
	} {
		if _, err := c.ExecContext(ctx, q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	for range 129 { // more than a session is told of one by one
		mustExec(t, db, "CREATE DATABASE other")
		mustExec(t, db, "DROP DATABASE other")
	}
	for _, q := range []string{"SAVEPOINT s", "ROLLBACK TO s", "COMMIT"} {
		if _, err := c.ExecContext(ctx, q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	var branch string
	var rows int
	if err := c.QueryRowContext(ctx, "SELECT active_branch(), COUNT(*) FROM t").Scan(&branch, &rows); err != nil || branch != "side" || rows != 1 {
		t.Errorf("the session is on %q with %d rows: %v", branch, rows, err)
	}
	if err := db.QueryRow("SELECT COUNT(*) FROM `shop/side`.t").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows are committed: %v", rows, err)
	}
}
