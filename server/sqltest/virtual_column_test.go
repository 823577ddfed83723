package sqltest_test

import (
	"errors"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// Dolt ends the process where it counts changes of a table whose VIRTUAL column stands before a stored one.
// No merge and no function comes to that, and nothing that was committed is lost.
func TestVirtualColumnsBesideMerges(t *testing.T) {
	db := open(t, dial(start(t)))
	mustExec(t, db, "CREATE DATABASE merged")
	a, doA := connectRoot(t, db)
	b, doB := connectRoot(t, db)
	doA("USE merged", "CREATE TABLE v (n INT PRIMARY KEY, d INT AS (n + 1) VIRTUAL, x INT)", "CREATE TABLE o (i INT)",
		"INSERT INTO v (n, x) VALUES (1, 1), (2, 2), (3, 3)", "CALL dolt_commit('-Am', 'begin')")
	doB("USE merged")
	number := func(err error) uint16 {
		var e *mysql.MySQLError
		if errors.As(err, &e) {
			return e.Number
		}
		return 0
	}

	doA("BEGIN", "UPDATE v SET x = 10 WHERE n = 1")
	doB("INSERT INTO o VALUES (1)")
	if _, err := a.ExecContext(t.Context(), "COMMIT"); number(err) != 1213 {
		t.Fatalf("COMMIT beside another: %v", err)
	}
	doA("BEGIN", "UPDATE v SET x = 10 WHERE n = 1", "COMMIT")
	doA("BEGIN", "SELECT * FROM v")
	doB("UPDATE v SET x = 20 WHERE n = 2", "INSERT INTO o VALUES (2)")
	doA("INSERT INTO o VALUES (3)", "COMMIT") // of another table: nothing of v is counted
	var sum, rows int
	if err := b.QueryRowContext(t.Context(), "SELECT (SELECT SUM(x) FROM v), (SELECT COUNT(*) FROM o)").Scan(&sum, &rows); err != nil || sum != 33 || rows != 3 {
		t.Errorf("x adds up to %d, and there are %d rows: %v", sum, rows, err)
	}

	doA("CALL dolt_commit('-Am', 'more')", "CALL dolt_branch('side')", "CALL dolt_checkout('-b', 'beside', 'HEAD~1')", "INSERT INTO o VALUES (4)", "CALL dolt_commit('-am', 'beside')", "CALL dolt_checkout('main')")
	for _, refused := range []string{
		"CALL dolt_revert('HEAD')", "CALL dolt_merge('beside')",
		"SELECT * FROM dolt_diff_stat('HEAD~1', 'HEAD', 'v')", "SELECT * FROM dolt_diff_stat('HEAD~1..HEAD')", "SELECT * FROM dolt_diff_stat('HEAD~1', 'WORKING')",
	} {
		if _, err := a.ExecContext(t.Context(), refused); number(err) != 1235 {
			t.Errorf("%s: %v", refused, err)
		}
	}
	doA("ALTER TABLE v MODIFY COLUMN d INT AS (n + 1) VIRTUAL AFTER x", "CALL dolt_commit('-Am', 'last')", "UPDATE v SET x = 30 WHERE n = 3", "CALL dolt_commit('-Am', 'changed')",
		"SELECT * FROM dolt_diff_stat('HEAD~1', 'HEAD', 'v')", "SELECT * FROM dolt_diff('HEAD~3', 'HEAD', 'v')", "CALL dolt_merge('side')")
	if _, err := a.ExecContext(t.Context(), "SELECT * FROM dolt_diff_stat('HEAD~3', 'HEAD', 'v')"); number(err) != 1235 {
		t.Errorf("a commit of before: %v", err)
	}
}

// A transaction that commits behind another comes to count such a table where it has staged it, where it takes
// conflicts, and where it makes a commit of a branch on which the table has been committed and changed back.
func TestVirtualColumnsBesideCommits(t *testing.T) {
	for _, c := range []struct {
		name               string
		own, others, again []string
	}{
		{"staged", []string{"BEGIN", "CALL dolt_add('v')"}, []string{"INSERT INTO o VALUES (1)"}, []string{"COMMIT"}},
		{"conflicts", []string{"SET dolt_allow_commit_conflicts = 1", "BEGIN", "UPDATE v SET x = 5 WHERE n = 1"}, []string{"INSERT INTO o VALUES (1)"}, []string{"COMMIT"}},
		{"committed", []string{"CALL dolt_commit('-am', 'more')", "BEGIN", "INSERT INTO o VALUES (2)"}, []string{
			"UPDATE v SET x = 50 WHERE n = 2", "CALL dolt_commit('-am', 'others')", "UPDATE v SET x = 2 WHERE n = 2", "CALL dolt_add('v')"}, []string{"CALL dolt_add('o')", "CALL dolt_commit('-m', 'own')"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := open(t, dial(start(t)))
			mustExec(t, db, "CREATE DATABASE merged")
			a, doA := connectRoot(t, db)
			_, doB := connectRoot(t, db)
			doA("USE merged", "CREATE TABLE v (n INT PRIMARY KEY, d INT AS (n + 1) VIRTUAL, x INT)", "CREATE TABLE o (i INT)",
				"INSERT INTO v (n, x) VALUES (1, 1), (2, 2), (3, 3)", "CALL dolt_commit('-Am', 'begin')", "UPDATE v SET x = 9 WHERE n = 3")
			doB("USE merged")
			doA(c.own...)
			doB(c.others...)
			last := len(c.again) - 1
			doA(c.again[:last]...)
			if _, err := a.ExecContext(t.Context(), c.again[last]); errorNumber(err) != 1213 {
				t.Fatalf("%s beside another: %v", c.again[last], err)
			}
			doA("ROLLBACK", "BEGIN")
			doA(c.again...)
		})
	}
}
