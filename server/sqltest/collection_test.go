package sqltest_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// TestCollectionsBesideWriters has two sessions collect garbage, one collection upon another, until two
// others have written their rows: a writer that waits for the end of one collection is not caught in the
// next, which would wait for the writer. It is not parallel, as TestWaitsEnd.
func TestCollectionsBesideWriters(t *testing.T) {
	if racetest.Enabled {
		t.Skip("races of Dolt's own")
	}
	const rows = 100
	db := open(t, dial(start(t)))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // that nobody waits for ever
	defer cancel()
	mustExec(t, db, "CREATE DATABASE shop")
	mustExec(t, db, "CREATE TABLE shop.t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(200))")
	written, ended := make(chan error, 2), make(chan struct{})
	for range cap(written) {
		conn, err := db.Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		go func() {
			var err error
			for i := 0; i < rows && err == nil; i++ {
				_, err = conn.ExecContext(ctx, "INSERT INTO shop.t (v) VALUES (REPEAT('x', 150))")
			}
			written <- err
		}()
	}
	collected := make(chan error, 2)
	for range cap(collected) {
		conn, err := db.Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.ExecContext(ctx, "USE shop"); err != nil {
			t.Fatal(err)
		}
		go func() {
			for {
				select {
				case <-ended:
					collected <- nil
					return
				default:
				}
				_, err := conn.ExecContext(ctx, "CALL dolt_gc()")
				if e := new(mysql.MySQLError); err != nil && (!errors.As(err, &e) || e.Number != 1205) { // 1205: another one runs
					collected <- err
					return
				}
			}
		}()
	}
	for range cap(written) {
		if err := <-written; err != nil {
			t.Errorf("writing: %v", err)
		}
	}
	close(ended)
	for range cap(collected) {
		if err := <-collected; err != nil {
			t.Errorf("collecting: %v", err)
		}
	}
	var n int
	if err := db.QueryRow("SELECT COUNT(*) FROM shop.t").Scan(&n); err != nil || n != 2*rows {
		t.Errorf("%d rows, %v", n, err)
	}
}
