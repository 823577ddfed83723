package gms_test

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// A query of nothing but the name of a prepared statement is a mistake as any other, and
// no name reaches what the client protocol has prepared.
func TestNamesOfPreparedStatementsAreNoQueries(t *testing.T) {
	for _, records := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, records)
		c := s.connect(t, "root", "shop")
		mustExec(t, c, "PREPARE `Some name` FROM 'SELECT 11'")
		mustExec(t, c, "PREPARE p FROM 'SELECT ?'")
		prepare(t, c, "SELECT 12")
		for _, query := range []string{"Some name", "`Some name`", "some name;", "p", "P", "\x00p", "\x00p;", "\x00p;;", "\x00some name; ", "p -- ", "EXECUTE `SELECT 12`", "DEALLOCATE PREPARE `SELECT 12`"} {
			if number, _, message := errorOf(t, c, query); number != 1064 && number != 1243 {
				t.Errorf("%q: %d %s", query, number, message)
			}
		}
		mustExec(t, c, "SET @a = 13")
		for query, want := range map[string]string{"EXECUTE `some NAME`": "11", "EXECUTE P USING @a": "13"} {
			if got := rows(t, c, query); len(got) != 1 || got[0][0] != want {
				t.Errorf("%s: %q", query, got)
			}
		}
		mustExec(t, c, "DROP PREPARE P")
		for query, want := range map[string]string{
			"EXECUTE P":          "Unknown prepared statement handler (P) given to EXECUTE",
			"DROP PREPARE Other": "Unknown prepared statement handler (Other) given to DEALLOCATE PREPARE",
		} {
			if number, _, message := errorOf(t, c, query); number != 1243 || message != want {
				t.Errorf("%s: %d %q", query, number, message)
			}
		}
	}
}

// The server's connections prepare no more than max_prepared_stmt_count statements, and
// what they close, by whatever way, counts no more.
func TestPreparedCount(t *testing.T) {
	for _, records := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, records)
		c, other := s.connectWith(t, nil), s.connectWith(t, nil)
		most := func(n string) {
			t.Helper()
			mustExec(t, other, "SET GLOBAL max_prepared_stmt_count = "+n)
		}
		t.Cleanup(func() {
			_ = sql.SystemVariables.SetGlobal(sql.NewEmptyContext(), "max_prepared_stmt_count", int64(16382))
		})
		count := func(when, want string) {
			t.Helper()
			if got := rows(t, other, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'"); len(got) != 1 || got[0][1] != want {
				t.Errorf("%s: %q, want %s", when, got, want)
			}
		}
		refused := func(when string, err error) {
			t.Helper()
			if numberOf(err) != 1461 || !strings.Contains(err.Error(), "Can't create more than max_prepared_stmt_count statements (current value: ") {
				t.Errorf("%s: %v", when, err)
			}
		}
		most("0")
		_, err := c.PrepareContext(t.Context(), "SELECT 1")
		refused("none by the protocol", err)
		_, err = c.ExecContext(t.Context(), "PREPARE a FROM 'SELECT 1'")
		refused("none by name", err)
		count("none", "0")
		most("3")
		if _, err := c.PrepareContext(t.Context(), "SELEC"); numberOf(err) != 1064 {
			t.Error(err)
		}
		if _, err := c.ExecContext(t.Context(), "PREPARE a FROM 'SELEC'"); numberOf(err) != 1064 {
			t.Error(err)
		}
		count("failed", "0")
		st := prepare(t, c, "SELECT 1")
		mustExec(t, c, "PREPARE a FROM 'SELECT 1'")
		mustExec(t, c, "PREPARE B FROM 'SELECT 1'")
		count("three", "3")
		_, err = other.PrepareContext(t.Context(), "SELECT 1")
		refused("a fourth of another connection", err)
		_, err = c.ExecContext(t.Context(), "PREPARE c FROM 'SELECT 1'")
		refused("a fourth by name", err)
		mustExec(t, c, "PREPARE A FROM 'SELECT 2'") // in the place of the other
		mustExec(t, c, "DEALLOCATE PREPARE b")
		count("one given up", "2")
		st.Close()
		mustExec(t, c, "DO 1")
		count("one closed", "1")
		mustExec(t, c, "CREATE PROCEDURE prepares() BEGIN PREPARE p FROM 'SELECT 1'; DEALLOCATE PREPARE p; PREPARE q FROM 'SELECT 1'; PREPARE r FROM 'SELECT 1'; END")
		mustExec(t, c, "CALL prepares()")
		count("a procedure's", "3")
		_, err = c.ExecContext(t.Context(), "CALL prepares()")
		refused("a procedure's fourth", err)
		s.hangUp(t, c)
		await(t, "what a client that has left had prepared counts no more", func() bool {
			return rows(t, other, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")[0][1] == "0"
		})
	}
}
