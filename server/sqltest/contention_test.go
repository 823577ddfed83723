package sqltest_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// What sessions that change the same rows at once are told is what there is: nothing that
// one of them was told of is lost, and statements that commit by themselves fail for nothing
// but what another has done before.
func TestContendedRows(t *testing.T) {
	for name, records := range map[string]perfschema.Config{"on": {}, "off": {Off: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			contend(t, records)
		})
	}
}

func contend(t *testing.T, records perfschema.Config) {
	const sessions, rounds = 4, 60
	s := startRecording(t, records)
	setup := open(t, dial(s))
	for _, q := range []string{
		"CREATE DATABASE d", "CREATE TABLE d.counter (id INT PRIMARY KEY, n INT)", "CREATE TABLE d.line (text VARCHAR(10))",
		"CREATE TABLE d.name (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(10) UNIQUE)", "CREATE TABLE d.watched (id INT PRIMARY KEY, n INT)",
		"CREATE TABLE d.note (n INT)", "CREATE TRIGGER d.noting AFTER UPDATE ON d.watched FOR EACH ROW INSERT INTO d.note VALUES (1)",
		"INSERT INTO d.counter VALUES (1, 0), (2, 0), (3, 0)", "INSERT INTO d.watched VALUES (1, 0)",
	} {
		mustExec(t, setup, q)
	}
	// By each of these, how many were told that it was done.
	var alone, prepared, transactions, lines, names, watched atomic.Int64
	var running sync.WaitGroup
	for i := range sessions {
		db := open(t, dial(s))
		db.SetMaxOpenConns(1)
		running.Go(func() {
			do := func(told *atomic.Int64, allowed uint16, query string, args ...any) {
				_, err := db.Exec(query, args...)
				var e *mysql.MySQLError
				switch {
				case err == nil:
					told.Add(1)
				case !errors.As(err, &e) || e.Number != allowed:
					t.Errorf("session %d: %s: %v", i, query, err)
				}
			}
			for round := range rounds {
				do(&alone, 0, "UPDATE d.counter SET n = n + 1 WHERE id = 1")
				do(&prepared, 0, "UPDATE d.counter SET n = n + ? WHERE id = 2", 1)
				do(&lines, 0, "INSERT INTO d.line VALUES ('same')")
				do(&names, 1062, fmt.Sprintf("INSERT INTO d.name (name) VALUES ('name %d')", round))
				do(&watched, 1213, "UPDATE d.watched SET n = n + 1") // what a trigger does is not done twice
				tx, err := db.Begin()
				if err != nil {
					t.Error(err)
					return
				}
				if _, err = tx.Exec("UPDATE d.counter SET n = n + 1 WHERE id = 3"); err == nil {
					err = tx.Commit()
				}
				var e *mysql.MySQLError
				switch {
				case err == nil:
					transactions.Add(1)
				case !errors.As(err, &e) || e.Number != 1213:
					t.Errorf("session %d: a transaction: %v", i, err)
				}
			}
		})
	}
	running.Wait()
	for query, want := range map[string]int64{
		"SELECT n FROM d.counter WHERE id = 1": alone.Load(), "SELECT n FROM d.counter WHERE id = 2": prepared.Load(), "SELECT n FROM d.counter WHERE id = 3": transactions.Load(),
		"SELECT COUNT(*) FROM d.line": lines.Load(), "SELECT COUNT(*) FROM d.name": names.Load(),
		"SELECT n FROM d.watched": watched.Load(), "SELECT COUNT(*) FROM d.note": watched.Load(),
	} {
		var n int64
		if err := setup.QueryRow(query).Scan(&n); err != nil || n != want {
			t.Errorf("%s: %d, and %d were told so: %v", query, n, want, err)
		}
	}
	if all := int64(sessions * rounds); alone.Load() != all || prepared.Load() != all || lines.Load() != all || names.Load() != rounds {
		t.Errorf("done: %d, %d, %d and %d, want %d of each, and %d names", alone.Load(), prepared.Load(), lines.Load(), names.Load(), all, rounds)
	}
	if records.Off {
		return
	}
	// Run again, it is the statement that it was.
	var count, failed, affected int64
	if err := setup.QueryRow("SELECT COUNT_STAR, SUM_ERRORS, SUM_ROWS_AFFECTED FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT LIKE 'INSERT INTO `d` . `line` %'").Scan(&count, &failed, &affected); err != nil || count != lines.Load() || failed != 0 || affected != count {
		t.Errorf("%d statements recorded, %d failed, %d rows; want %d, 0 and as many: %v", count, failed, affected, lines.Load(), err)
	}
}
