package sqltest_test

import (
	"database/sql"
	"fmt"
	"sync"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// Several sessions check out a branch that only a remote has, which makes it: what one of them has committed
// to it no other empties.
func TestRemoteBranchMadeAtOnce(t *testing.T) {
	racetest.SkipAlone(t)
	db := open(t, dial(start(t)))
	mustExec(t, db, "CREATE DATABASE made")
	root, do := connectRoot(t, db)
	do("USE made", "CREATE TABLE t (n INT PRIMARY KEY)", "CALL dolt_commit('-Am', 'begin')", "CALL dolt_branch('new')",
		"CALL dolt_remote('add', 'origin', 'file://"+t.TempDir()+"')", "CALL dolt_push('origin', 'new')", "CALL dolt_fetch('origin')", "CALL dolt_branch('-D', 'new')")
	sessions := make([]*sql.Conn, 4)
	for i := range sessions {
		c, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		sessions[i] = c
	}
	for range 60 {
		var group sync.WaitGroup
		written, begin := make([]bool, len(sessions)), make(chan struct{})
		for i, c := range sessions {
			if _, err := c.ExecContext(t.Context(), "USE `made/main`"); err != nil {
				t.Fatal(err)
			}
			group.Go(func() {
				<-begin
				if _, err := c.ExecContext(t.Context(), "CALL dolt_checkout('new')"); err != nil {
					t.Error(err)
					return
				}
				_, err := c.ExecContext(t.Context(), fmt.Sprintf("INSERT INTO t VALUES (%d)", i))
				if written[i] = err == nil; err != nil {
					t.Error(err)
				}
			})
		}
		close(begin)
		group.Wait()
		want := 0
		for _, ok := range written {
			if ok {
				want++
			}
		}
		var rows int
		if err := root.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM `made/new`.t").Scan(&rows); err != nil || rows != want {
			t.Fatalf("of %d rows that were committed to the branch %d are there: %v", want, rows, err)
		}
		do("CALL dolt_branch('-D', 'new')")
	}
}
