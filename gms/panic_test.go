package gms_test

import (
	"database/sql"
	"errors"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/memory"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
)

// boom is a function that panics in the middle of a wait, at a row whose
// argument is 13.
type boom struct{ gmssql.Expression }

func (b *boom) String() string                { return "boom(" + b.Expression.String() + ")" }
func (b *boom) Children() []gmssql.Expression { return []gmssql.Expression{b.Expression} }
func (b *boom) Type() gmssql.Type             { return types.Int64 }
func (b *boom) IsNonDeterministic() bool      { return true }
func (b *boom) WithChildren(c ...gmssql.Expression) (gmssql.Expression, error) {
	return &boom{c[0]}, nil
}

func (b *boom) Eval(ctx *gmssql.Context, row gmssql.Row) (any, error) {
	v, err := b.Expression.Eval(ctx, row)
	if n, _, _ := types.Int64.Convert(ctx, v); err == nil && n == int64(13) {
		perfschema.Bound().StartIdle()
		panic("the secret of row 13")
	}
	return v, err
}

// caughtLog is what was logged, at errors.
type caughtLog struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *caughtLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *caughtLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func catchLog(t *testing.T) *caughtLog {
	t.Helper()
	log := new(caughtLog)
	level, out := logrus.GetLevel(), logrus.StandardLogger().Out
	logrus.SetLevel(logrus.ErrorLevel)
	logrus.SetOutput(log)
	t.Cleanup(func() {
		logrus.SetLevel(level)
		logrus.SetOutput(out)
	})
	return log
}

// startBoom starts a server that has the function, and one that panics when a
// statement with it is bound.
func startBoom(t *testing.T) (*testServer, *caughtLog) {
	t.Helper()
	return startBoomWith(t, everythingOn(t))
}

func startBoomWith(t *testing.T, cfg perfschema.Config) (*testServer, *caughtLog) {
	t.Helper()
	s := startServer(t, cfg)
	s.engine.Analyzer.Catalog.RegisterFunction(gmssql.NewEmptyContext(),
		gmssql.Function1{Name: "boom", Fn: func(e gmssql.Expression) gmssql.Expression { return &boom{e} }},
		gmssql.Function0{Name: "boom_when_bound", Fn: func() gmssql.Expression { panic("the secret of the binder") }})
	root := s.connectWith(t, nil)
	mustExec(t, root, "CREATE TABLE t (i INT PRIMARY KEY, j INT)")
	mustExec(t, root, "CREATE TABLE u (i INT PRIMARY KEY)")
	mustExec(t, root, "INSERT INTO t VALUES (1,1),(13,1),(20,2)")
	mustExec(t, root, "CREATE PROCEDURE explodes() BEGIN SELECT boom(13); END")
	mustExec(t, root, "CREATE TABLE v (i INT PRIMARY KEY)")
	mustExec(t, root, "CREATE TRIGGER fuse BEFORE INSERT ON v FOR EACH ROW SET NEW.i = boom(NEW.i)")
	return s, catchLog(t)
}

// A panic ends the statement that it is in, wherever that is: the client gets an
// error without a stack, the log has both, and nothing of the statement stays.
func TestPanicEndsTheStatementAlone(t *testing.T) {
	s, log := startBoom(t)
	c := s.connectWith(t, nil)
	th := s.thread(t, c)
	for i, query := range []string{
		"SELECT boom(13)",
		"SELECT boom_when_bound()",
		"SELECT boom(i) FROM t",
		"SELECT i FROM t WHERE boom(i) > 0",
		"SELECT i FROM t ORDER BY boom(i)",
		"SELECT j, SUM(boom(i)) FROM t GROUP BY j",
		"SELECT SUM(boom(i)) FROM t",
		"SELECT a.i FROM t a JOIN t b ON boom(a.i) = b.j",
		"SELECT i, SUM(boom(i)) OVER (PARTITION BY j) FROM t",
		"SELECT DISTINCT boom(i) FROM t",
		"SELECT 1 UNION ALL SELECT boom(i) FROM t",
		"SELECT (SELECT boom(13))",
		"SELECT i FROM t WHERE i IN (SELECT boom(i) FROM t)",
		"WITH RECURSIVE r AS (SELECT 11 n UNION ALL SELECT boom(n + 1) FROM r WHERE n < 20) SELECT * FROM r",
		"INSERT INTO u SELECT boom(i) FROM t",
		"INSERT INTO v VALUES (1), (13)",
		"UPDATE t SET j = boom(i)",
		"DELETE FROM t WHERE boom(i) > 0",
		"CALL explodes()",
		"SET @a = boom(13)",
		"CREATE TABLE w AS SELECT boom(13)",
		"EXPLAIN ANALYZE SELECT i FROM t WHERE boom(i) > 0",
	} {
		number, state, message := errorOf(t, c, query)
		if number != 1105 || state != "HY000" || strings.ContainsAny(message, "\n") || strings.Contains(message, "secret") {
			t.Errorf("%s: %d (%s) %q", query, number, state, message)
			continue
		}
		if got := s.panicsCaught(t, c); got != uint64(i+1) {
			t.Fatalf("%s: %d panics counted, want %d", query, got, i+1)
		}
		e := last(t, th)
		for _, h := range th.StatementsHistory() {
			if h.Running {
				t.Errorf("%s: still runs: %s", query, h.SQLText)
			}
		}
		if e.Running {
			t.Errorf("%s: still runs", query)
		}
		s.nothingHeld(t, th.ProcesslistID(), query)
		s.nothingWaits(t, th, query)
	}
	if got := rows(t, c, "SELECT COUNT(*) FROM t WHERE j < 3"); got[0][0] != "3" {
		t.Errorf("%v rows in t", got)
	}
	if got := rows(t, c, "SELECT COUNT(*) FROM v"); got[0][0] != "0" {
		t.Errorf("%v rows in v", got)
	}
	if n := strings.Count(log.String(), "panic.go") + strings.Count(log.String(), "panic_test.go"); n < 20 {
		t.Errorf("%d stacks in the log: %s", n, log.String())
	}
}

// A set operation of which the first SELECT has more columns than the second is the
// client's mistake, wherever it stands: it is no panic, and leaves the transaction open.
func TestSetOperationsOfDifferentWidths(t *testing.T) {
	s, log := startBoom(t)
	c := s.connectWith(t, nil)
	th := s.thread(t, c)
	mustExec(t, c, "CREATE TABLE w (i INT, j INT)")
	mustExec(t, c, "CREATE TABLE one (i INT, j INT)")
	mustExec(t, c, "CREATE VIEW narrowed AS SELECT * FROM one UNION SELECT i, j FROM w")
	mustExec(t, c, "CREATE PROCEDURE narrowed() SELECT * FROM one UNION SELECT i, j FROM w")
	mustExec(t, c, "ALTER TABLE one ADD COLUMN k INT")
	mustExec(t, c, "BEGIN")
	mustExec(t, c, "INSERT INTO u VALUES (7)")
	refused := func(query string) {
		t.Helper()
		if number, state, message := errorOf(t, c, query); number != 1222 || state != "21000" || message != "The used SELECT statements have a different number of columns" {
			t.Errorf("%s: %d (%s) %q", query, number, state, message)
		}
		if last(t, th).Running {
			t.Errorf("%s: still runs", query)
		}
		s.nothingHeld(t, th.ProcesslistID(), query)
		s.nothingWaits(t, th, query)
	}
	for _, query := range []string{
		"SELECT 1, 2 UNION SELECT 1",
		"SELECT * FROM w UNION ALL SELECT i FROM w",
		"SELECT * FROM w EXCEPT SELECT 1",
		"SELECT * FROM w INTERSECT SELECT 1",
		"(SELECT * FROM w) UNION (SELECT 1) ORDER BY 1 LIMIT 1",
		"SELECT 1, 2 UNION SELECT 3, 4 UNION SELECT 5",
		"SELECT * FROM (SELECT * FROM w UNION SELECT 1) x",
		"SELECT 1 WHERE EXISTS (SELECT * FROM w UNION SELECT 1)",
		"WITH c AS (SELECT * FROM w UNION SELECT 1) SELECT * FROM c",
		"INSERT INTO w SELECT * FROM w UNION SELECT 1",
		"EXPLAIN SELECT * FROM w UNION SELECT 1",
		"PREPARE p FROM 'SELECT * FROM w UNION SELECT 1'",
		"SELECT * FROM narrowed",
	} {
		refused(query)
	}
	if _, err := c.PrepareContext(t.Context(), "SELECT ?, 2 UNION SELECT 1"); err == nil {
		t.Error("one was prepared")
	}
	mustExec(t, c, "INSERT INTO u VALUES (8)")
	mustExec(t, c, "COMMIT")
	if got := rows(t, c, "SELECT COUNT(*) FROM u"); got[0][0] != "2" {
		t.Errorf("%v rows of the transaction are left", got)
	}
	refused("CALL narrowed()")
	if n := s.panicsCaught(t, c); n != 0 || strings.Contains(log.String(), "panic") {
		t.Errorf("%d panics: %s", n, log.String())
	}
}

// panicsCaught is Panics_caught.
func (s *testServer) panicsCaught(t *testing.T, c *sql.Conn) (n uint64) {
	t.Helper()
	var name string
	if err := c.QueryRowContext(t.Context(), "SHOW GLOBAL STATUS LIKE 'Panics_caught'").Scan(&name, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// nothingWaits checks that no wait of a thread or of its helpers is open, but
// for idle.
func (s *testServer) nothingWaits(t *testing.T, th *perfschema.Thread, after string) {
	t.Helper()
	open := 0
	for _, e := range th.WaitsCurrent() {
		if e.Running {
			open++
		}
	}
	if open > 1 {
		t.Errorf("after %s: %d waits are open", after, open)
	}
}

// Prepared statements, and what another statement of the connection does then.
func TestPanicInPreparedStatement(t *testing.T) {
	s, _ := startBoom(t)
	c := s.connectWith(t, nil)
	p, err := c.PrepareContext(t.Context(), "SELECT boom(?)")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		var n int
		err := p.QueryRowContext(t.Context(), 13).Scan(&n)
		if e := new(mysql.MySQLError); !errors.As(err, &e) || e.Number != 1105 {
			t.Fatal(err)
		}
		if err := p.QueryRowContext(t.Context(), 12).Scan(&n); err != nil || n != 12 {
			t.Fatalf("%d, %v", n, err)
		}
	}
	if _, err := c.PrepareContext(t.Context(), "SELECT boom_when_bound()"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// A transaction in which a statement panics is rolled back, and is no more.
func TestPanicRollsBack(t *testing.T) {
	s, _ := startBoom(t)
	c := s.connectWith(t, nil)
	th := s.thread(t, c)
	mustExec(t, c, "START TRANSACTION")
	mustExec(t, c, "INSERT INTO u VALUES (7)")
	if n, _, _ := errorOf(t, c, "INSERT INTO u SELECT boom(i) FROM t"); n != 1105 {
		t.Fatal(n)
	}
	if tx := th.CurrentTransaction(); tx.Recorded() {
		t.Error("a transaction is open")
	}
	if got := transactions(th); len(got) != 1 || !strings.HasPrefix(got[0], "explicit ROLLED BACK") {
		t.Errorf("%q", got)
	}
}

// A statement that no connection runs, as an event's, panics no further either.
func TestPanicInTheBackground(t *testing.T) {
	s, log := startBoom(t)
	c := s.connectWith(t, nil)
	before := s.panicsCaught(t, c)
	for _, query := range []string{"SELECT boom(i) FROM t", "INSERT INTO u SELECT boom(i) FROM t", "UPDATE t SET j = boom(i)", "CALL explodes()"} {
		base := gmssql.NewBaseSessionWithClientServer("", gmssql.Client{User: "root", Address: "localhost"}, 1<<20)
		ctx := gmssql.NewContext(t.Context(), gmssql.WithSession(memory.NewSession(base, s.engine.Analyzer.Catalog.DbProvider)))
		ctx.SetCurrentDatabase("shop")
		_, iter, _, err := s.engine.Query(ctx, query)
		if err == nil {
			_, err = gmssql.RowIterToRows(ctx, iter)
		}
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", query, err)
		}
	}
	if n := s.panicsCaught(t, c) - before; n != 4 || strings.Count(log.String(), "row 13") != 4 {
		t.Errorf("%d panics counted", n)
	}
}

// A message is no longer than MySQL's, whatever value the engine puts in it.
func TestLongMessage(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	long := strings.Repeat("ä", 1000)
	for query, want := range map[string]uint16{
		"SELECT `" + long + "`":                                        1054,
		"SELECT CAST('" + long + "' AS JSON)":                          0,
		"SELECT * FROM `" + long + "`":                                 1146,
		"SELECT QUOTE(REPEAT('x', 100000)), QUOTE(REPEAT('y', 70000))": 0,
	} {
		number, _, message := errorOf(t, c, query)
		if want != 0 && number != want || len(message) > 511 || !utf8.ValidString(message) {
			t.Errorf("%.20s: %d, %d bytes: %.60s", query, number, len(message), message)
		}
	}
}
