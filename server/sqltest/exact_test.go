package sqltest_test

import (
	"database/sql"
	"fmt"
	"sync"
	"testing"
)

// open connects as root.
func open(t *testing.T, d func(user, password string) (*sql.DB, error)) *sql.DB {
	t.Helper()
	db, err := d("root", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// 10,000 executions of one statement from 8 connections count 10,000, in every
// table that counts them and over both protocols.
func TestCountsAreExact(t *testing.T) {
	s := start(t)
	db := open(t, dial(s))
	mustExec(t, db, "CREATE DATABASE exact")
	mustExec(t, db, "CREATE TABLE exact.t (a INT PRIMARY KEY, b INT)")
	mustExec(t, db, "INSERT INTO exact.t VALUES (1,1),(2,2),(3,3),(4,4)")
	mustExec(t, db, "TRUNCATE TABLE performance_schema.events_statements_summary_global_by_event_name")
	const connections, each = 8, 1250
	var wg sync.WaitGroup
	for c := range connections {
		wg.Go(func() {
			conn := open(t, dial(s))
			conn.SetMaxOpenConns(1)
			var prepared *sql.Stmt
			if c%2 == 0 {
				var err error
				if prepared, err = conn.Prepare("SELECT b FROM exact.t WHERE a = ?"); err != nil {
					t.Error(err)
					return
				}
				defer prepared.Close()
			}
			for i := range each {
				var b int
				var err error
				if prepared != nil {
					err = prepared.QueryRow(i%4 + 1).Scan(&b)
				} else {
					err = conn.QueryRow(fmt.Sprintf("SELECT b FROM exact.t WHERE a = %d", i%4+1)).Scan(&b)
				}
				if err != nil || b != i%4+1 {
					t.Errorf("got %d: %v", b, err)
					return
				}
			}
		})
	}
	wg.Wait()
	const where = " WHERE DIGEST_TEXT IN ('SELECT `b` FROM `exact` . `t` WHERE `a` = ?', 'EXECUTE SELECT `b` FROM `exact` . `t` WHERE `a` = ?')"
	var count, sent, examined int
	query := "SELECT SUM(COUNT_STAR), SUM(SUM_ROWS_SENT), SUM(SUM_ROWS_EXAMINED) FROM performance_schema.events_statements_summary_by_digest" + where
	if err := db.QueryRow(query).Scan(&count, &sent, &examined); err != nil {
		t.Fatal(err)
	}
	// Preparing is no execution.
	if count != connections*each || sent != count || examined != count {
		t.Errorf("by digest: %d executions, %d rows sent, %d examined; want %d of each", count, sent, examined, connections*each)
	}
	for i, table := range []string{"global", "by_account", "by_user", "by_host"} {
		var n int
		err := db.QueryRow("SELECT SUM(COUNT_STAR) FROM performance_schema.events_statements_summary_" + table +
			"_by_event_name WHERE EVENT_NAME IN ('statement/sql/select', 'statement/com/Execute')").Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		// The digest query counts too, and those of the tables before.
		if n != count+1+i {
			t.Errorf("%s counts %d, want %d", table, n, count+1+i)
		}
	}
}

func mustExec(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	if _, err := db.Exec(query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}
