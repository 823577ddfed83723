package sqltest_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// Sessions insert, each in its own way, and are killed, while others define the tables anew
// again and again: no number of AUTO_INCREMENT is given twice, no row is lost that a
// client was told of, nobody waits for ever, and nobody is told of anything but kills and
// deadlocks.
func TestDefinitionsBesideChanges(t *testing.T) {
	for name, records := range map[string]perfschema.Config{"on": {}, "off": {Off: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defineBesideChanges(t, records)
		})
	}
}

func defineBesideChanges(t *testing.T, records perfschema.Config) {
	const writers = 4
	s := startRecording(t, records)
	setup := open(t, dial(s))
	setup.SetMaxOpenConns(1)
	for _, q := range []string{
		"CREATE DATABASE d", "CREATE TABLE d.item (id INT PRIMARY KEY AUTO_INCREMENT, writer INT, n INT)",
		"CREATE TABLE d.short (id INT PRIMARY KEY AUTO_INCREMENT, n INT)", "CREATE TABLE d.gone (id INT PRIMARY KEY AUTO_INCREMENT, n INT)",
		"CREATE PROCEDURE d.put(w INT, v INT) INSERT INTO d.item (writer, n) VALUES (w, v)",
	} {
		mustExec(t, setup, q)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // that nobody waits for ever
	defer cancel()
	allowed := func(err error, more ...uint16) bool {
		var e *mysql.MySQLError
		if !errors.As(err, &e) {
			return false
		}
		for _, number := range append(more, 1317, 1213) { // killed, and a transaction that has lost
			if e.Number == number {
				return true
			}
		}
		return false
	}
	session := func() (*sql.Conn, int64) {
		conn, err := open(t, dial(s)).Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var id int64
		if err := conn.QueryRowContext(ctx, "SELECT CONNECTION_ID()").Scan(&id); err != nil {
			t.Fatal(err)
		}
		return conn, id
	}
	var ids []int64
	var told [writers]map[int]bool
	var done atomic.Bool
	var running, defining sync.WaitGroup
	for w := range writers {
		conn, id := session()
		ids = append(ids, id)
		told[w] = make(map[int]bool)
		running.Go(func() {
			defer conn.Close()
			for n := 0; !done.Load(); n++ {
				var err error
				switch n % 4 {
				case 0:
					_, err = conn.ExecContext(ctx, fmt.Sprintf("INSERT INTO d.item (writer, n) VALUES (%d, %d)", w, n))
				case 1:
					_, err = conn.ExecContext(ctx, "INSERT INTO d.item (writer, n) VALUES (?, ?)", w, n)
				case 2:
					_, err = conn.ExecContext(ctx, "CALL d.put(?, ?)", w, n)
				case 3:
					if _, err = conn.ExecContext(ctx, "START TRANSACTION"); err == nil {
						if _, err = conn.ExecContext(ctx, "INSERT INTO d.item (writer, n) VALUES (?, ?)", w, n); err == nil {
							_, err = conn.ExecContext(ctx, "COMMIT")
						}
						for ended := err == nil; !ended; { // a ROLLBACK may be killed, too
							_, failed := conn.ExecContext(ctx, "ROLLBACK")
							ended = failed == nil || !allowed(failed)
						}
					}
				}
				if err == nil {
					told[w][n] = true
				} else if !allowed(err) {
					t.Errorf("writer %d, change %d: %v", w, n, err)
					return
				}
				for _, q := range []string{"INSERT INTO d.short (n) VALUES (1)", "INSERT INTO d.gone (n) VALUES (1)"} {
					if _, err := conn.ExecContext(ctx, q); err != nil && !allowed(err, 1146, 1412) {
						t.Errorf("writer %d: %s: %v", w, q, err)
						return
					}
				}
			}
		})
	}
	for i, statements := range [][]string{
		{"ALTER TABLE d.item ADD COLUMN more INT", "CREATE INDEX i ON d.item (n)", "ALTER TABLE d.item MODIFY COLUMN n BIGINT",
			"ALTER TABLE d.item DROP COLUMN more", "DROP INDEX i ON d.item", "ALTER TABLE d.item MODIFY COLUMN n INT"},
		{"TRUNCATE d.short", "RENAME TABLE d.short TO d.other", "RENAME TABLE d.other TO d.short", "DROP TABLE d.gone",
			"CREATE TABLE d.gone (id INT PRIMARY KEY AUTO_INCREMENT, n INT)"},
	} {
		conn, id := session()
		ids = append(ids, id)
		defining.Go(func() {
			defer conn.Close()
			for range 6 {
				for _, q := range statements {
					var err error
					for range 20 {
						if _, err = conn.ExecContext(ctx, q); err == nil || !allowed(err) {
							break
						}
					}
					if err != nil { // one that was killed may have been done
						var e *mysql.MySQLError
						if errors.As(err, &e) && (e.Number == 1060 || e.Number == 1061 || e.Number == 1091 || e.Number == 1050 || e.Number == 1051 || e.Number == 1146) {
							continue
						}
						t.Errorf("definer %d: %s: %v", i, q, err)
						return
					}
				}
			}
		})
	}
	killing := make(chan struct{})
	go func() {
		defer close(killing)
		random := rand.New(rand.NewPCG(1, 2))
		for !done.Load() {
			time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
			if _, err := setup.ExecContext(ctx, fmt.Sprintf("KILL QUERY %d", ids[random.IntN(len(ids))])); err != nil {
				t.Errorf("kill: %v", err)
				return
			}
		}
	}()
	defining.Wait()
	done.Store(true)
	running.Wait()
	<-killing
	if ctx.Err() != nil {
		t.Fatal("somebody waits")
	}
	for w := range writers {
		seen := make(map[int]int)
		rows, err := setup.QueryContext(ctx, "SELECT n FROM d.item WHERE writer = ?", w)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var n int
			if err := rows.Scan(&n); err != nil {
				t.Fatal(err)
			}
			seen[n]++
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		var lost []int
		for n := range told[w] {
			if seen[n] == 0 {
				lost = append(lost, n)
			}
		}
		if len(lost) > 0 || len(told[w]) == 0 {
			t.Errorf("writer %d: of %d rows these are lost: %v", w, len(told[w]), lost)
		}
		for n, times := range seen {
			if times > 1 {
				t.Errorf("writer %d: row %d is there %d times", w, n, times)
			}
		}
	}
	var left int
	if err := setup.QueryRowContext(ctx, "SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE OBJECT_SCHEMA = 'd'").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d locks are left, %v", left, err)
	}
}
