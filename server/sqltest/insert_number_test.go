package sqltest_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// The numbers of AUTO_INCREMENT of one INSERT whose rows are listed are consecutive, whatever
// other sessions insert meanwhile and however the statement is sent, and LAST_INSERT_ID() is the
// first of them; no number is given twice, on no branch.
func TestInsertedNumbersAreConsecutive(t *testing.T) {
	const rows = 4
	statements := racetest.Fewer(60)
	s := start(t)
	setup := open(t, dial(s))
	setup.SetMaxOpenConns(1)
	for _, q := range []string{
		"CREATE DATABASE d", "CREATE TABLE d.owner (id INT PRIMARY KEY)", "INSERT INTO d.owner VALUES (1)",
		"CREATE TABLE d.log (id INT PRIMARY KEY AUTO_INCREMENT, n INT)",
		"CREATE TABLE d.plain (id INT PRIMARY KEY AUTO_INCREMENT, w INT, n INT, r INT)",
		"CREATE TABLE d.rich (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, w INT, n INT, r INT, owner INT DEFAULT 1, k VARCHAR(40) AS (CONCAT(w, ' ', n, ' ', r)) STORED UNIQUE, FOREIGN KEY (owner) REFERENCES d.owner (id))",
		"CREATE TABLE d.watched (id INT PRIMARY KEY AUTO_INCREMENT, w INT, n INT, r INT)",
		"CREATE TRIGGER d.t BEFORE INSERT ON d.watched FOR EACH ROW BEGIN INSERT INTO d.log (n) VALUES (NEW.n), (NEW.r); SET NEW.r = NEW.r; END",
		"CREATE PROCEDURE d.put(w INT, n INT) BEGIN INSERT INTO d.plain (w, n, r) VALUES (w, n, 0), (w, n, 1), (w, n, 2), (w, n, 3); SELECT LAST_INSERT_ID(); END",
		"USE d", "CALL dolt_commit('-Am', 'tables')", "CALL dolt_branch('other')",
	} {
		mustExec(t, setup, q)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	list := func(w, n int, id string) string {
		var b strings.Builder
		for r := range rows {
			fmt.Fprintf(&b, "%s(%s%d, %d, %d)", []string{"", ", "}[min(r, 1)], id, w, n, r)
		}
		return b.String()
	}
	type told struct{ first, w, n, step int }
	type writer struct {
		table, before string
		step          int
		insert        func(ctx context.Context, c *sql.Conn, w, n int) (int64, error)
	}
	exec := func(ctx context.Context, c *sql.Conn, query string, args ...any) (int64, error) {
		res, err := c.ExecContext(ctx, query, args...)
		if err != nil {
			return 0, err
		}
		return res.LastInsertId()
	}
	text := func(format, id string) func(ctx context.Context, c *sql.Conn, w, n int) (int64, error) {
		return func(ctx context.Context, c *sql.Conn, w, n int) (int64, error) {
			return exec(ctx, c, fmt.Sprintf(format, list(w, n, id)))
		}
	}
	many := make([]writer, 0, 16)
	for _, table := range []string{"plain", "rich", "watched"} {
		many = append(many,
			writer{table, "", 1, text("INSERT INTO d."+table+" (w, n, r) VALUES %s", "")},
			writer{table, "", 1, text("INSERT INTO d."+table+" (id, w, n, r) VALUES %s", "NULL, ")},
			writer{table, "SET auto_increment_increment = 10, auto_increment_offset = 5", 10, text("INSERT INTO d."+table+" (id, w, n, r) VALUES %s", "DEFAULT, ")},
			writer{table, "", 1, func(ctx context.Context, c *sql.Conn, w, n int) (int64, error) {
				return exec(ctx, c, "INSERT INTO d."+table+" (id, w, n, r) VALUES (?, ?, ?, 0), (0, ?, ?, 1), (NULL, ?, ?, 2), (?, ?, ?, 3)", nil, w, n, w, n, w, n, 0, w, n)
			}})
	}
	many = append(many,
		writer{"rich", "", 1, text("INSERT IGNORE INTO d.rich (w, n, r) VALUES %s", "")},
		writer{"rich", "", 1, text("REPLACE INTO d.rich (w, n, r) VALUES %s", "")},
		writer{"plain", "", 1, text("INSERT INTO d.plain (w, n, r) VALUES %s ON DUPLICATE KEY UPDATE r = 9", "")},
		writer{"plain", "", 1, func(ctx context.Context, c *sql.Conn, w, n int) (first int64, err error) {
			return first, c.QueryRowContext(ctx, "CALL d.put(?, ?)", w, n).Scan(&first)
		}},
		writer{"plain", "USE `d/other`", 1, text("INSERT INTO plain (w, n, r) VALUES %s", "")},
	)
	var mu sync.Mutex
	acknowledged := make(map[string][]told)
	var connections []int64
	var running, disturbing sync.WaitGroup
	var done atomic.Bool
	ended, attempted := make(chan struct{}), make(chan struct{})
	connect := func(before string) (*sql.Conn, int64) {
		conn, err := open(t, dial(s)).Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var id int64
		if err := conn.QueryRowContext(ctx, "SELECT CONNECTION_ID()").Scan(&id); err != nil {
			t.Fatal(err)
		}
		for _, q := range []string{"USE d", before} {
			if q == "" {
				continue
			}
			if _, err := conn.ExecContext(ctx, q); err != nil {
				t.Fatal(err)
			}
		}
		return conn, id
	}
	lost := func(err error) bool {
		var e *mysql.MySQLError
		return errors.As(err, &e) && (e.Number == 1213 || e.Number == 1317)
	}
	for w, k := range many {
		conn, id := connect(k.before)
		connections = append(connections, id)
		running.Go(func() {
			defer conn.Close()
			for n := range statements {
				first, err := k.insert(ctx, conn, w, n)
				select {
				case attempted <- struct{}{}:
				default:
				}
				if err == nil {
					table := k.table
					if strings.HasPrefix(k.before, "USE") {
						table = "`d/other`." + table
					} else {
						table = "d." + table
					}
					mu.Lock()
					acknowledged[table] = append(acknowledged[table], told{int(first), w, n, k.step})
					mu.Unlock()
				} else if !lost(err) {
					t.Errorf("writer %d: %v", w, err)
					return
				}
			}
		})
	}
	for _, q := range []string{
		"INSERT INTO d.%s (w) VALUES (-1)", "INSERT INTO d.%s (w) SELECT -1 UNION ALL SELECT -1 UNION ALL SELECT -1", "INSERT INTO d.%s (id, w) VALUES (NULL, -1)",
	} {
		conn, _ := connect("")
		disturbing.Go(func() {
			defer conn.Close()
			for i := 0; !done.Load(); i++ {
				if _, err := conn.ExecContext(ctx, fmt.Sprintf(q, []string{"plain", "rich", "watched"}[i%3])); err != nil && !lost(err) {
					t.Error(q, err)
					return
				}
			}
		})
	}
	disturbing.Go(func() {
		random := rand.New(rand.NewPCG(1, 3))
		for !done.Load() {
			if _, err := setup.ExecContext(ctx, fmt.Sprintf("KILL QUERY %d", connections[random.IntN(len(connections))])); err != nil {
				t.Error(err)
				return
			}
			for range random.IntN(12) { // statements between two ends
				select {
				case <-attempted:
				case <-ended:
					return
				}
			}
		}
	})
	running.Wait()
	done.Store(true)
	close(ended)
	disturbing.Wait()
	for table, all := range acknowledged {
		rowsOf := make(map[int][3]int)
		r, err := setup.QueryContext(ctx, "SELECT id, w, IFNULL(n, -1), IFNULL(r, -1) FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		for r.Next() {
			var id int
			var row [3]int
			if err := r.Scan(&id, &row[0], &row[1], &row[2]); err != nil {
				t.Fatal(err)
			}
			rowsOf[id] = row
		}
		if err := errors.Join(r.Err(), r.Close()); err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for _, a := range all {
			for i := range rows {
				if rowsOf[a.first+i*a.step] != [3]int{a.w, a.n, i} {
					if wrong++; wrong < 5 {
						t.Errorf("%s, writer %d (%d apart), statement %d, begins with %d: row %d is %v", table, a.w, a.step, a.n, a.first, i, rowsOf[a.first+i*a.step])
					}
					break
				}
			}
		}
		if wrong > 0 {
			t.Errorf("%s: %d of %d statements", table, wrong, len(all))
		}
		if len(all) == 0 {
			t.Errorf("%s: nothing was inserted", table)
		}
	}
	var twice int
	if err := setup.QueryRowContext(ctx, "SELECT COUNT(*) FROM `d/main`.plain m JOIN `d/other`.plain o ON m.id = o.id").Scan(&twice); err != nil || twice > 0 {
		t.Errorf("%d numbers are on both branches, %v", twice, err)
	}
}
