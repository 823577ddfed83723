package sqltest_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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

// A statement that runs again keeps others from committing for a moment and no longer, whatever
// it does meanwhile: here it sleeps as long as a row says that another session has written.
func TestRunningAgainKeepsNobodyWaiting(t *testing.T) {
	s := start(t)
	db := open(t, dial(s))
	for _, q := range []string{
		"CREATE DATABASE d", "CREATE TABLE d.counter (id INT PRIMARY KEY, n INT, pause DOUBLE)", "CREATE TABLE d.other (id INT PRIMARY KEY AUTO_INCREMENT)",
		"INSERT INTO d.counter VALUES (1, 0, 0.5)",
	} {
		mustExec(t, db, q)
	}
	asleep, wake := context.WithCancel(t.Context())
	defer wake()
	ended := make(chan error, 1)
	go func() {
		_, err := db.ExecContext(asleep, "UPDATE d.counter SET n = n + 1 WHERE id = 1 AND SLEEP(pause) = 0")
		ended <- err
	}()
	until := func(query string) {
		t.Helper()
		for done := 0; done == 0; {
			if err := db.QueryRowContext(t.Context(), query).Scan(&done); err != nil {
				t.Fatal(err)
			}
		}
	}
	const sleeps = "SELECT COUNT(*) FROM performance_schema.processlist WHERE INFO LIKE 'UPDATE d.counter SET n%' AND STATE = 'User sleep'"
	until(sleeps)
	mustExec(t, db, "UPDATE d.counter SET n = 10, pause = 100000 WHERE id = 1")
	until("SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Handler_rollback'") // it has lost
	until(sleeps)
	soon, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if _, err := db.ExecContext(soon, "INSERT INTO d.other VALUES ()"); err != nil {
		t.Fatalf("others could not commit: %v", err)
	}
	select {
	case err := <-ended:
		t.Fatalf("the statement was to sleep on: %v", err)
	default:
	}
}
