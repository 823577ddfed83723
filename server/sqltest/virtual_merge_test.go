package sqltest_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// virtualShapes are tables whose VIRTUAL columns stand before stored ones, before or after a change.
var virtualShapes = []struct{ name, create, change string }{
	{"before", "n INT PRIMARY KEY, d INT AS (n + 1) VIRTUAL, x INT", ""},
	{"moved last", "n INT PRIMARY KEY, d INT AS (n + 1) VIRTUAL, x INT", "MODIFY COLUMN d INT AS (n + 1) VIRTUAL AFTER x"},
	{"moved first", "n INT PRIMARY KEY, x INT, d INT AS (n + 1) VIRTUAL", "MODIFY COLUMN d INT AS (n + 1) VIRTUAL FIRST"},
	{"added", "n INT PRIMARY KEY, x INT", "ADD COLUMN d INT AS (n + 1) VIRTUAL AFTER n"},
	{"dropped", "n INT PRIMARY KEY, d INT AS (n + 1) VIRTUAL, x INT", "DROP COLUMN d"},
	{"stored behind", "n INT PRIMARY KEY, x INT, d INT AS (n + 1) VIRTUAL", "ADD COLUMN y INT DEFAULT 7"},
	{"without key", "n INT, d INT AS (n + 1) VIRTUAL, x INT", ""},
}

// virtualReads are what may compare two versions of a table.
var virtualReads = []string{
	"SELECT * FROM dolt_diff_stat('main', 'side')", "SELECT * FROM dolt_diff_stat('side', 'main', 'v')", "SELECT * FROM dolt_diff_stat('main..side')",
	"SELECT * FROM dolt_diff_stat('main...side')", "SELECT * FROM dolt_diff_stat('side...main', 'v')", "SELECT * FROM dolt_diff_stat('WORKING', 'side')", "SELECT * FROM dolt_diff_stat('STAGED', 'side')",
	"SELECT * FROM dolt_diff('main', 'side', 'v')", "SELECT * FROM dolt_diff('main...side', 'v')", "SELECT * FROM dolt_diff_summary('main', 'side')", "SELECT * FROM dolt_schema_diff('main', 'side')",
	"SELECT * FROM dolt_patch('main', 'side')", "SELECT * FROM dolt_log('main..side')", "SELECT * FROM dolt_reflog('side')",
	"SELECT * FROM dolt_preview_merge_conflicts_summary('main', 'side')", "SELECT * FROM dolt_preview_merge_conflicts('main', 'side', 'v')", "SELECT * FROM dolt_branch_status('main', 'side')",
	"SELECT * FROM dolt_diff_v", "SELECT * FROM dolt_history_v", "SELECT * FROM dolt_history_v WHERE n = 2", "SELECT * FROM dolt_commit_diff_v WHERE from_commit = DOLT_HASHOF('main') AND to_commit = DOLT_HASHOF('side')",
	"SELECT * FROM dolt_workspace_v", "SELECT * FROM dolt_diff", "SELECT * FROM dolt_status", "SELECT * FROM dolt_merge_status",
	"SELECT * FROM dolt_conflicts", "SELECT * FROM dolt_conflicts_v", "SELECT * FROM dolt_constraint_violations", "SELECT * FROM dolt_constraint_violations_v", "SELECT * FROM dolt_schema_conflicts",
	"SELECT * FROM v AS OF 'side'", "SELECT DOLT_MERGE_BASE('main', 'side')",
}

// virtualMerges are what may merge them, each with the statements before it. The session is on main, and the
// branch side has the change.
var virtualMerges = [][]string{
	{"CALL dolt_merge('side')"}, {"CALL dolt_merge('side', '--squash')"}, {"CALL dolt_merge('side', '--no-commit')"}, {"CALL dolt_merge('--no-ff', 'side', '-m', 'merged')"},
	{"CALL dolt_cherry_pick('side')"}, {"CALL dolt_checkout('side')", "CALL dolt_revert('HEAD')"},
	{"CALL dolt_merge('rows')", "CALL dolt_merge('side')"}, {"CALL dolt_merge('rows')", "CALL dolt_cherry_pick('side')"}, {"CALL dolt_checkout('side')", "CALL dolt_merge('rows')"},
	{"CALL dolt_checkout('side')", "CALL dolt_rebase('main')"}, {"CALL dolt_checkout('side')", "CALL dolt_rebase('rows')"}, {"CALL dolt_pull('origin', 'side')"}, {"CALL dolt_pull('origin', 'side', '--no-ff')"},
	{"CALL dolt_checkout('side')", "CALL dolt_reset('--soft', 'HEAD~1')", "CALL dolt_verify_constraints()"}, {"CALL dolt_checkout('side')", "CALL dolt_verify_constraints('--all')"},
	{"CALL dolt_checkout('side')", "CALL dolt_reset('--soft', 'HEAD~1')", "CALL dolt_stash('push', 's')", "CALL dolt_checkout('main')", "CALL dolt_stash('apply', 's')"},
	{"CALL dolt_checkout('side')", "CALL dolt_reset('--soft', 'HEAD~1')", "CALL dolt_stash('push', 's')", "CALL dolt_stash('pop', 's')"},
	{"CALL dolt_checkout('side')", "CALL dolt_reset('--soft', 'HEAD~1')", "CALL dolt_stash('push', 's')", "CALL dolt_checkout('rows')", "CALL dolt_stash('pop', 's', 'stash@{0}')"},
	{"CALL dolt_merge('rows')", "SET dolt_allow_commit_conflicts = 1", "CALL dolt_merge('side')", "CALL dolt_conflicts_resolve('--ours', 'v')"},
}

// virtualRows are the rows that the table may have: as it was made, as a branch changed it, and as both did.
var virtualRows = []string{"[1 2 1] [2 3 2] [3 4 3]", "[1 2 11] [2 3 2] [3 4 3]", "[1 2 1] [2 3 102] [4 5 4]", "[1 2 11] [2 3 102] [4 5 4]"}

// Whatever compares or merges versions of a table with VIRTUAL columns has the right rows or is error 1235, and
// the server goes on.
func TestVirtualColumnsInMerges(t *testing.T) {
	racetest.SkipAlone(t)
	db := open(t, dial(start(t)))
	for i, shape := range virtualShapes {
		t.Run(shape.name, func(t *testing.T) {
			root, do := connectRoot(t, db)
			makeVirtual(do, fmt.Sprintf("reads%d", i), t.TempDir(), shape.create, shape.change)
			for _, read := range virtualReads {
				if _, err := numberedRows(t, root, read); err != nil && errorNumber(err) != 1235 {
					t.Errorf("%s: %v", read, err)
				}
			}
			for j, merge := range virtualMerges {
				root, do := connectRoot(t, db)
				makeVirtual(do, fmt.Sprintf("merges%d_%d", i, j), t.TempDir(), shape.create, shape.change)
				for _, s := range merge {
					if _, err := root.ExecContext(t.Context(), s); err != nil && errorNumber(err) != 1235 {
						t.Errorf("%v: %s: %v", merge, s, err)
					}
				}
				rows, err := numberedRows(t, root, "SELECT n, n + 1, x FROM v ORDER BY n")
				if err != nil || !slices.Contains(virtualRows, rows) {
					t.Errorf("%v: the rows are %s: %v", merge, rows, err)
				}
				if wrong, err := numberedRows(t, root, "SELECT d FROM v WHERE d <> n + 1 OR d IS NULL"); errorNumber(err) != 1054 && (err != nil || wrong != "") {
					t.Errorf("%v: the computed values are %s: %v", merge, wrong, err)
				}
			}
		})
	}
}

// makeVirtual makes a database whose branches have different versions of a table: main has only another table
// changed, rows has rows changed, and side has the definition and rows changed.
func makeVirtual(do func(...string), name, remote, create, change string) {
	do("CREATE DATABASE "+name, "USE "+name, "CREATE TABLE v ("+create+")", "CREATE TABLE o (i INT PRIMARY KEY)", "INSERT INTO v (n, x) VALUES (1, 1), (2, 2), (3, 3)", "CALL dolt_commit('-Am', 'begin')",
		"CALL dolt_checkout('-b', 'rows')", "UPDATE v SET x = x + 10 WHERE n = 1", "CALL dolt_commit('-am', 'rows')", "CALL dolt_checkout('main')", "CALL dolt_checkout('-b', 'side')")
	if change != "" {
		do("ALTER TABLE v " + change)
	}
	do("UPDATE v SET x = x + 100 WHERE n = 2", "DELETE FROM v WHERE n = 3", "INSERT INTO v (n, x) VALUES (4, 4)", "CALL dolt_commit('-am', 'side')",
		"CALL dolt_remote('add', 'origin', 'file://"+remote+"')", "CALL dolt_push('origin', 'side')",
		"CALL dolt_checkout('main')", "INSERT INTO o VALUES (1)", "CALL dolt_commit('-am', 'other')")
}

// numberedRows returns the rows of a query as one text.
func numberedRows(t *testing.T, c *sql.Conn, query string) (string, error) {
	t.Helper()
	rows, err := c.QueryContext(t.Context(), query)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return "", err
	}
	var all []string
	for rows.Next() {
		values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return "", err
		}
		texts := make([]string, len(values))
		for i, v := range values {
			texts[i] = v.String
		}
		all = append(all, fmt.Sprint(texts))
	}
	return strings.Join(all, " "), rows.Err()
}
