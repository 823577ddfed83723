package sqltest_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"testing"
	"time"
)

// Temporary tables of one name in two sessions are two, and what a session leaves
// behind of its own ends with it.
func TestTemporaryTablesAreTheirSessions(t *testing.T) {
	s := start(t)
	root := open(t, dial(s))
	mustExec(t, root, "CREATE DATABASE shop")
	session := func() *sql.DB {
		db := open(t, dial(s))
		db.SetMaxOpenConns(1)
		mustExec(t, db, "USE shop")
		return db
	}
	inserted := func() (counts []int) {
		rows, err := root.Query("SELECT COUNT_INSERT FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_TYPE = 'TEMPORARY TABLE' ORDER BY COUNT_INSERT")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var n int
			if err := rows.Scan(&n); err != nil {
				t.Fatal(err)
			}
			counts = append(counts, n)
		}
		return counts
	}
	want := func(what string, counts ...int) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		got := inserted()
		for ; !slices.Equal(got, counts) && ctx.Err() == nil; got = inserted() { // a client leaves without waiting for the server
		}
		if !slices.Equal(got, counts) {
			t.Errorf("%s: %v rows inserted, by table, want %v", what, got, counts)
		}
	}

	ann, joe := session(), session()
	for _, db := range []*sql.DB{ann, joe} {
		mustExec(t, db, "CREATE TEMPORARY TABLE scratch (id INT PRIMARY KEY)")
	}
	mustExec(t, ann, "INSERT INTO scratch VALUES (1)")
	mustExec(t, joe, "INSERT INTO scratch VALUES (1), (2), (3)")
	want("two sessions", 1, 3)
	mustExec(t, ann, "DROP TABLE scratch")
	want("one has dropped its own", 3)
	mustExec(t, joe, "INSERT INTO scratch VALUES (4)")
	want("the other goes on", 4)
	mustExec(t, ann, "CREATE TEMPORARY TABLE scratch (id INT PRIMARY KEY)")
	mustExec(t, ann, "INSERT INTO scratch VALUES (1), (2)")
	want("a new one of the same name", 2, 4)
	joe.Close()
	want("its session has ended", 2)
	ann.Close()
	want("both have ended")

	for range 20 {
		db := session()
		for i := range 3 {
			mustExec(t, db, fmt.Sprintf("CREATE TEMPORARY TABLE t%d (id INT PRIMARY KEY, KEY (id))", i))
			mustExec(t, db, fmt.Sprintf("INSERT INTO t%d SELECT 1", i))
		}
		db.Close()
	}
	want("many have ended")
}
