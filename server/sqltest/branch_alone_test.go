package sqltest_test

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"testing"
)

// writers insert rows of their own until they are stopped, and remember those whose INSERT has
// succeeded.
type writers struct {
	group sync.WaitGroup
	stop  context.CancelFunc
	rows  chan string // of each that has succeeded
	acked []string
}

// startWriters starts three. use names the database of an attempt, for one whose database is gone.
func startWriters(t *testing.T, db *sql.DB, use func(attempt int) string) *writers {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	w := &writers{stop: stop, rows: make(chan string)}
	for writer := range 3 {
		c, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		w.group.Go(func() {
			defer c.Close()
			for n := 0; ctx.Err() == nil; n++ {
				if _, err := c.ExecContext(t.Context(), "USE `"+use(n)+"`"); err != nil {
					continue
				}
				if _, err := c.ExecContext(t.Context(), fmt.Sprintf("INSERT INTO t VALUES ('%d-%d')", writer, n)); err != nil {
					continue
				}
				w.rows <- fmt.Sprintf("%d-%d", writer, n) // end reads the last ones
			}
		})
	}
	return w
}

// next waits until some rows more have been written.
func (w *writers) next() {
	for range 5 {
		w.acked = append(w.acked, <-w.rows)
	}
}

// end stops them, and returns the rows of all INSERTs that have succeeded.
func (w *writers) end() []string {
	w.stop()
	ended := make(chan struct{})
	go func() {
		w.group.Wait()
		close(ended)
	}()
	for {
		select {
		case row := <-w.rows:
			w.acked = append(w.acked, row)
		case <-ended:
			return w.acked
		}
	}
}

// connectRoot opens a connection of its own. do runs statements there, which must not fail.
func connectRoot(t *testing.T, db *sql.DB) (root *sql.Conn, do func(statements ...string)) {
	t.Helper()
	root, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return root, func(statements ...string) {
		t.Helper()
		for _, q := range statements {
			if _, err := root.ExecContext(t.Context(), q); err != nil {
				t.Fatalf("%s: %v", q, err)
			}
		}
	}
}

// What is committed while a branch is renamed, or while changes are stashed, is kept.
func TestCommitsBesideMoves(t *testing.T) {
	db := open(t, dial(start(t)))
	mustExec(t, db, "CREATE DATABASE moved")
	root, do := connectRoot(t, db)
	do("USE moved", "CREATE TABLE t (w VARCHAR(20) PRIMARY KEY)", "CALL dolt_commit('-Am', 'begin')", "CALL dolt_branch('a')")
	kept := func(acked []string, databases ...string) {
		t.Helper()
		found := make(map[string]bool)
		for _, name := range databases {
			rows, err := root.QueryContext(t.Context(), "SELECT w FROM `"+name+"`.t")
			if err != nil {
				t.Fatal(err)
			}
			for rows.Next() {
				var row string
				if err := rows.Scan(&row); err != nil {
					t.Fatal(err)
				}
				found[row] = true
			}
			rows.Close()
		}
		lost := 0
		for _, row := range acked {
			if !found[row] {
				lost++
			}
		}
		if lost > 0 {
			t.Errorf("of %d rows that were committed %d are lost", len(acked), lost)
		}
	}

	w := startWriters(t, db, func(n int) string { return []string{"moved/a", "moved/b"}[n%2] })
	for range 10 {
		w.next()
		do("CALL dolt_branch('-m', 'a', 'b')")
		w.next()
		do("CALL dolt_branch('-mf', 'b', 'a')")
	}
	kept(w.end(), "moved/a")

	w = startWriters(t, db, func(int) string { return "moved" })
	for range 10 {
		w.next()
		do("CALL dolt_stash('push', 's')")
		w.next()
		do("CALL dolt_stash('pop', 's')")
	}
	kept(w.end(), "moved")
}

// Of several sessions that give a branch one name at once, one does: the others would empty it of what
// is not committed to it.
func TestBranchesMadeAtOnce(t *testing.T) {
	db := open(t, dial(start(t)))
	mustExec(t, db, "CREATE DATABASE made")
	root, do := connectRoot(t, db)
	do("USE made", "CREATE TABLE t (n INT)", "CALL dolt_commit('-Am', 'begin')", "CALL dolt_branch('home')", "CALL dolt_branch('from')")
	makers := []string{
		"CALL dolt_branch('new')",
		"CALL dolt_branch('new', 'main')",
		"CALL dolt_branch('-c', 'main', 'new')",
		"CALL dolt_branch('-m', 'from', 'new')",
		"CALL dolt_checkout('-b', 'new')",
	}
	sessions := make([]*sql.Conn, len(makers))
	for i := range sessions {
		c, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		sessions[i] = c
	}
	for range 100 {
		for _, c := range sessions {
			if _, err := c.ExecContext(t.Context(), "USE `made/home`"); err != nil {
				t.Fatal(err)
			}
		}
		do("INSERT INTO `made/from`.t VALUES (1)")
		var group sync.WaitGroup
		made, begin := make([]bool, len(makers)), make(chan struct{})
		for i, c := range sessions {
			group.Go(func() {
				<-begin
				_, err := c.ExecContext(t.Context(), makers[i])
				made[i] = err == nil
			})
		}
		close(begin)
		group.Wait()
		count := 0
		for _, ok := range made {
			if ok {
				count++
			}
		}
		if count > 1 {
			t.Fatalf("%d have made the branch: %v", count, made)
		}
		if made[3] {
			var rows int
			if err := root.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM `made/new`.t").Scan(&rows); err != nil || rows != 1 {
				t.Fatalf("the branch that was renamed has %d rows: %v", rows, err)
			}
		} else {
			do("CALL dolt_branch('-D', 'from')")
		}
		do("CALL dolt_branch('-D', 'new')", "CALL dolt_branch('from')")
	}
}
