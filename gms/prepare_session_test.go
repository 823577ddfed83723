package gms_test

import (
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// preparedRows are the rows of prepared_statements_instances, name and text
// and executions.
func (s *testServer) preparedRows() string {
	var out []string
	for _, p := range s.schema.Read().PreparedStatements() {
		out = append(out, fmt.Sprintf("%s|%s|%d", p.Name, p.Text, p.Execute.Timer.Count))
	}
	return strings.Join(out, "\n")
}

func (s *testServer) wantPrepared(t *testing.T, when, want string) {
	t.Helper()
	if got := s.preparedRows(); got != want {
		t.Errorf("%s:\n got %q\nwant %q", when, got, want)
	}
}

func prepare(t *testing.T, c *sql.Conn, query string) *sql.Stmt {
	t.Helper()
	p, err := c.PrepareContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPreparedByProtocol(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	one := prepare(t, c, "SELECT name FROM product WHERE id = ?")
	prepared := last(t, th)
	two := prepare(t, c, "SELECT ?")
	if _, err := c.PrepareContext(t.Context(), "SELECT * FROM nowhere"); err == nil {
		t.Error("prepared")
	}
	if _, err := c.PrepareContext(t.Context(), "SELEC"); err == nil {
		t.Error("prepared")
	}
	for i := range 3 {
		var name string
		if err := one.QueryRowContext(t.Context(), i+1).Scan(&name); err != nil {
			t.Fatal(err)
		}
	}
	s.wantPrepared(t, "executed", "|SELECT name FROM product WHERE id = ?|3\n|SELECT ?|0")
	rows := s.schema.Read().PreparedStatements()
	if r := rows[0]; r.ThreadID != th.ID() || r.EventID != prepared.EventID || r.Prepare != prepared.TimerWait || r.ID == rows[1].ID ||
		r.Execute.Counters.RowsSent != 3 || r.Execute.Counters.RowsExamined != 3 || r.Execute.Timer.Sum == 0 {
		t.Errorf("%+v", r)
	}
	one.Close()
	var n int
	if err := two.QueryRowContext(t.Context(), 5).Scan(&n); err != nil || n != 5 {
		t.Errorf("%d, %v", n, err)
	}
	s.wantPrepared(t, "closed", "|SELECT ?|1")
	s.hangUp(t, c)
	watch := s.connectWith(t, nil)
	for s.schema.Read().ThreadByID(th.ID()) != nil {
		rowsOf(t, watch, "SELECT SLEEP(0.001)")
	}
	s.wantPrepared(t, "disconnected", "")
}

// rowsOf runs a query for its effect.
func rowsOf(t *testing.T, c *sql.Conn, query string) {
	t.Helper()
	if _, err := tryRows(t.Context(), c, query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// A statement that is closed over TLS is gone by the next command.
func TestPreparedOverTLS(t *testing.T) {
	s := startTLSServer(t, &tls.Config{})
	c := s.connectWith(t, func(cfg *mysql.Config) { cfg.TLSConfig = "skip-verify" })
	one, two := prepare(t, c, "SELECT 1"), prepare(t, c, "SELECT 2")
	s.wantPrepared(t, "prepared", "|SELECT 1|0\n|SELECT 2|0")
	one.Close()
	rowsOf(t, c, "SELECT 3")
	s.wantPrepared(t, "closed", "|SELECT 2|0")
	two.Close()
	prepare(t, c, "SELECT 4")
	s.wantPrepared(t, "closed before the next one", "|SELECT 4|0")
}

func TestPreparedByName(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	prepare(t, c, "SELECT 1")
	for _, step := range []struct{ sql, want string }{
		{"PREPARE a FROM 'SELECT name FROM product WHERE id = ?'", "a|SELECT name FROM product WHERE id = ?|0"},
		{"SET @id = 2, @text = 'SELECT 5'", ""},
		{"EXECUTE a USING @id", "a|SELECT name FROM product WHERE id = ?|1"},
		{"PREPARE b FROM @text", "a|SELECT name FROM product WHERE id = ?|1\nb|SELECT 5|0"},
		{"EXECUTE b", "a|SELECT name FROM product WHERE id = ?|1\nb|SELECT 5|1"},
		{"PREPARE a FROM 'SELECT 6'", "b|SELECT 5|1\na|SELECT 6|0"},
		{"DEALLOCATE PREPARE b", "a|SELECT 6|0"},
	} {
		rowsOf(t, c, step.sql)
		if step.want != "" {
			s.wantPrepared(t, step.sql, "|SELECT 1|0\n"+step.want)
		}
	}
	for _, failing := range []string{"PREPARE c FROM 'SELEC'", "EXECUTE nobody", "DEALLOCATE PREPARE nobody"} {
		if _, err := tryRows(t.Context(), c, failing); err == nil {
			t.Errorf("%s: no error", failing)
		}
		s.wantPrepared(t, failing, "|SELECT 1|0\na|SELECT 6|0")
	}
	// Both kinds have numbers of one row, and a client may go on using its own.
	ids := map[uint64]bool{}
	for _, p := range s.schema.Read().PreparedStatements() {
		ids[p.ID] = true
	}
	if len(ids) != 2 {
		t.Errorf("numbers %v", ids)
	}
	var n int
	if err := prepare(t, c, "SELECT 7").QueryRowContext(t.Context()).Scan(&n); err != nil || n != 7 {
		t.Errorf("%d, %v", n, err)
	}
}

// What is not recorded has no row; what was prepared before still closes.
func TestPreparedFollowTheSetup(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	th := s.thread(t, c)
	one := prepare(t, c, "SELECT 1")
	th.SetInstrumented(false)
	two := prepare(t, c, "SELECT 2")
	for _, p := range []*sql.Stmt{one, two} {
		var n int
		if err := p.QueryRowContext(t.Context()).Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	s.wantPrepared(t, "not instrumented", "|SELECT 1|0")
	one.Close()
	two.Close()
	rowsOf(t, c, "SELECT 3")
	s.wantPrepared(t, "closed", "")
}

// What MySQL does not prepare is an error, and no panic.
func TestUnpreparedStatements(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "PREPARE s FROM 'SELECT 1'")
	for _, query := range []string{"EXECUTE s", "PREPARE q FROM 'SELECT 1'", "DEALLOCATE PREPARE s", "DROP PREPARE s", "CREATE PROCEDURE p() SELECT 1", "USE shop", "UNLOCK TABLES"} {
		if number, state, message := errorOf(t, c, "PREPARE r FROM '"+strings.ReplaceAll(query, "'", "''")+"'"); number != 1295 || state != "HY000" {
			t.Errorf("%s: %d (%s) %s", query, number, state, message)
		}
		mustExec(t, c, "SET @q = '"+strings.ReplaceAll(query, "'", "''")+"'")
		if number, _, message := errorOf(t, c, "PREPARE r FROM @q"); number != 1295 {
			t.Errorf("%s in a variable: %d %s", query, number, message)
		}
		_, err := c.PrepareContext(t.Context(), query)
		var e *mysql.MySQLError
		if !errors.As(err, &e) || e.Number != 1295 {
			t.Errorf("%s by the protocol: %v", query, err)
		}
	}
	if number, _, message := errorOf(t, c, "PREPARE r FROM 'PREPARE q FROM ?'"); number != 1064 {
		t.Errorf("a mistake in it: %d %s", number, message)
	}
	if got := rows(t, c, "EXECUTE s"); got[0][0] != "1" {
		t.Error(got)
	}
	if n := s.panicsCaught(t, c); n != 0 {
		t.Errorf("%d panics", n)
	}
}

// TestPreparedByNameIsRecordedByItsText has the events of PREPARE and EXECUTE tell
// of the prepared statement, as MySQL's do.
func TestPreparedByNameIsRecordedByItsText(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, query := range []string{
		"SET @text = 'select ? + 2'", "SET @one = 1", "PREPARE a FROM 'select 1+1'", "PREPARE b FROM @text",
		"EXECUTE a", "EXECUTE b USING @one",
	} {
		mustExec(t, c, query)
	}
	if _, err := tryRows(t.Context(), c, "PREPARE d FROM 'select from'"); err == nil {
		t.Error("a broken text was prepared")
	}
	got := fmt.Sprint(rows(t, c, `SELECT EVENT_NAME, SQL_TEXT, DIGEST_TEXT FROM performance_schema.events_statements_history
		WHERE EVENT_NAME LIKE '%prepare_sql' OR EVENT_NAME LIKE '%execute_sql' ORDER BY EVENT_ID`))
	want := "[[statement/sql/prepare_sql select 1+1 PREPARE SELECT ? + ?]" +
		" [statement/sql/prepare_sql select ? + 2 PREPARE SELECT ? + ?]" +
		" [statement/sql/execute_sql select 1+1 EXECUTE SELECT ? + ?]" +
		" [statement/sql/execute_sql select ? + 2 EXECUTE SELECT ? + ?]" +
		" [statement/sql/prepare_sql PREPARE d FROM 'select from' PREPARE `d` FROM ?]]"
	if got != want {
		t.Errorf("recorded %s\nwant %s", got, want)
	}
	got = fmt.Sprint(rows(t, c, `SELECT DIGEST_TEXT, COUNT_STAR FROM performance_schema.events_statements_summary_by_digest
		WHERE DIGEST_TEXT LIKE 'EXECUTE%' OR DIGEST_TEXT LIKE 'PREPARE SELECT%' ORDER BY DIGEST_TEXT`))
	if want := "[[EXECUTE SELECT ? + ? 2] [PREPARE SELECT ? + ? 2]]"; got != want {
		t.Errorf("digests %s, want %s", got, want)
	}
}

// A text that the client has prepared before is a statement of its kind when it comes as a
// query, open or closed: the engine does not parse it a second time.
func TestQueryOfPreparedText(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "performance_schema")
	const query = "SELECT 17 + 4"
	counted := func() string {
		return rows(t, c, "SHOW SESSION STATUS LIKE 'Com_select'")[0][1]
	}
	check := func(when string) {
		t.Helper()
		before, _ := strconv.Atoi(counted())
		rows(t, c, query)
		got := rows(t, c, "SELECT EVENT_NAME, DIGEST IS NOT NULL, DIGEST_TEXT, SQL_TEXT FROM events_statements_history WHERE THREAD_ID = PS_CURRENT_THREAD_ID() ORDER BY EVENT_ID DESC LIMIT 1")
		if want := "[[statement/sql/select 1 SELECT ? + ? SELECT 17 + 4]]"; fmt.Sprint(got) != want {
			t.Errorf("%s: %s, want %s", when, got, want)
		}
		if after, _ := strconv.Atoi(counted()); after != before+2 {
			t.Errorf("%s: Com_select went from %d to %d, want 2 more", when, before, after)
		}
	}
	check("not prepared")
	st, err := c.PrepareContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.ExecContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("prepared")
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	check("closed")
}
