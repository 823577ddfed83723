package gms_test

import (
	"context"
	"database/sql"
	"strconv"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
)

// statusGrowth is by how much status variables grow while something is done. Reading
// them counts as what it is: one SHOW STATUS.
func statusGrowth(t *testing.T, read func() map[string]string, do func()) func(string) int {
	t.Helper()
	before := read()
	do()
	after := read()
	return func(name string) int {
		t.Helper()
		a, err := strconv.Atoi(before[name])
		b, err2 := strconv.Atoi(after[name])
		if err != nil || err2 != nil {
			t.Errorf("%s: %q, %q", name, before[name], after[name])
		}
		return b - a
	}
}

// Statements count by their kind whoever runs them, and whatever is done to the
// summaries of statements and to their instruments.
func TestSessionCounts(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, query := range []string{
		"CREATE TABLE t (i INT PRIMARY KEY, j INT)", "CREATE TABLE log (i INT)",
		"CREATE TRIGGER note AFTER INSERT ON t FOR EACH ROW INSERT INTO log VALUES (NEW.i)",
		"CREATE PROCEDURE p() BEGIN INSERT INTO t VALUES (10, 1); UPDATE t SET j = 2; UPDATE t SET j = 3; DELETE FROM t WHERE i = 10; END",
	} {
		mustExec(t, c, query)
	}
	for name, test := range map[string]struct {
		do   func()
		want map[string]int
	}{
		"TRUNCATE": {func() {
			mustExec(t, c, "INSERT INTO t VALUES (1, 1)")
			mustExec(t, c, "TRUNCATE performance_schema.events_statements_summary_global_by_event_name")
		}, map[string]int{"Com_insert": 2, "Com_truncate": 1, "Questions": 3, "Queries": 4}},
		"disabled": {func() {
			mustExec(t, c, "UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME LIKE 'statement/%'")
			rows(t, c, "SELECT * FROM t")
			mustExec(t, c, "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES' WHERE NAME LIKE 'statement/%'")
		}, map[string]int{"Com_select": 1, "Com_update": 2, "Questions": 4}},
		"program": {func() { mustExec(t, c, "CALL p()") },
			map[string]int{"Com_call_procedure": 1, "Com_insert": 2, "Com_update": 2, "Com_delete": 1, "Questions": 2, "Queries": 7}},
		"prepared": {func() {
			st, err := c.PrepareContext(context.Background(), "SELECT j FROM t WHERE i = ?")
			if err != nil {
				t.Fatal(err)
			}
			for i := range 3 {
				r, err := st.Query(i)
				if err != nil {
					t.Fatal(err)
				}
				r.Close()
			}
			st.Close()
		}, map[string]int{"Com_stmt_prepare": 1, "Com_stmt_execute": 3, "Com_select": 3, "Questions": 4}},
		"PREPARE": {func() {
			mustExec(t, c, "PREPARE s FROM 'INSERT INTO log SELECT 1'")
			mustExec(t, c, "EXECUTE s")
			mustExec(t, c, "EXECUTE s")
			mustExec(t, c, "DEALLOCATE PREPARE s")
		}, map[string]int{
			"Com_prepare_sql": 1, "Com_execute_sql": 2, "Com_dealloc_sql": 1, "Com_stmt_prepare": 1, "Com_stmt_execute": 2, "Com_stmt_close": 1,
			"Com_insert_select": 2, "Questions": 5,
		}},
		"failed": {func() {
			for _, query := range []string{"SELEC 1", "SELECT * FROM nowhere"} {
				if _, err := c.ExecContext(context.Background(), query); err == nil {
					t.Errorf("%s succeeds", query)
				}
			}
		}, map[string]int{"Com_select": 1, "Questions": 3}},
		"slow": {func() {
			mustExec(t, c, "SET long_query_time = 0")
			rows(t, c, "SELECT 1")
			rows(t, c, "SELECT 1")
			mustExec(t, c, "SET long_query_time = 1000")
			rows(t, c, "SELECT 1")
		}, map[string]int{"Slow_queries": 3}}, // the first SET ran with 10, the second with 0
	} {
		t.Run(name, func(t *testing.T) {
			for _, scope := range []string{"SHOW SESSION STATUS", "SHOW GLOBAL STATUS"} {
				if name == "TRUNCATE" {
					mustExec(t, c, "DELETE FROM t")
				}
				grown := statusGrowth(t, func() map[string]string { return statusOf(t, c, scope) }, test.do)
				for variable, want := range test.want {
					if got := grown(variable); got != want {
						t.Errorf("%s: %s grew by %d, want %d", scope, variable, got, want)
					}
				}
			}
		})
	}
}

// What sessions have counted stays with the server when they end, and is seen once
// while they come and go.
func TestSessionCountsOfEndedSessions(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	const workers, rounds = 4, 12
	before := statusOf(t, c, "SHOW GLOBAL STATUS")
	var work sync.WaitGroup
	for range workers {
		work.Go(func() {
			for range rounds {
				other, err := sql.Open("mysql", "root@tcp("+s.addr+")/shop")
				if err == nil {
					_, err = other.Exec("SET @a = 1")
					other.Close()
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { work.Wait(); close(done) }()
	last := 0
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		n, _ := strconv.Atoi(statusOf(t, c, "SHOW GLOBAL STATUS")["Com_set_option"])
		if n < last {
			t.Fatalf("Com_set_option fell from %d to %d", last, n)
		}
		last = n
	}
	first, _ := strconv.Atoi(before["Com_set_option"])
	if last-first != workers*rounds {
		t.Errorf("Com_set_option grew by %d, want %d", last-first, workers*rounds)
	}
}
