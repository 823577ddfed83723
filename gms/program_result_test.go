package gms_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"reflect"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// several are bodies of procedures, with the results that MySQL gives, and the error
// behind them.
var several = []struct{ name, body, results, err string }{
	{"two", "BEGIN SELECT 1; SELECT id, n FROM t WHERE id < 3; END", "1; 1 10 2 20", ""},
	{"an empty one", "BEGIN SELECT id FROM t WHERE id > 90; SELECT 2; END", "; 2", ""},
	{"one, and a change", "BEGIN SELECT 1; UPDATE t SET n = n; END", "1", ""},
	{"none", "BEGIN UPDATE t SET n = n; END", "", ""},
	{"of a procedure within", "BEGIN SELECT 1; CALL gives(); SELECT 3; END", "1; given; 3", ""},
	{"of a loop", "BEGIN DECLARE i INT DEFAULT 0; WHILE i < 4 DO SET i = i + 1; SELECT i; END WHILE; END", "1; 2; 3; 4", ""},
	{"of a handler", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SELECT 'caught'; SELECT 1; INSERT INTO t VALUES (1, 1); SELECT 2; END", "1; caught; 2", ""},
	{"SHOW", "BEGIN SHOW TABLES LIKE 't'; SELECT 2; END", "t; 2", ""},
	{"UNION", "BEGIN SELECT 1 UNION SELECT 2; SELECT 3; END", "1 2; 3", ""},
	{"a prepared statement", "BEGIN PREPARE s FROM 'SELECT 1, 2'; EXECUTE s; SELECT 3; END", "1 2; 3", ""},
	{"INTO is no result", "BEGIN SELECT 1; SELECT 2 INTO @two; SELECT @two; END", "1; 2", ""},
	{"NULL and texts", "BEGIN SELECT NULL, 'a', '', 1.50; SELECT REPEAT('x', 300); END", "NULL a  1.50; " + strings.Repeat("x", 300), ""},

	{"an error after one", "BEGIN SELECT 1; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'late'; SELECT 2; END", "1", "1644 late"},
	{"an error before one", "BEGIN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'soon'; SELECT 2; END", "", "1644 soon"},
	{"an error amid the first", "BEGIN SELECT 1 + (SELECT id FROM t WHERE id < i) FROM (SELECT 2 AS i UNION ALL SELECT 3) AS two; SELECT 2; END", "2", "1242"},
	{"an error amid the second", "BEGIN SELECT 1; SELECT 1 + (SELECT id FROM t WHERE id < i) FROM (SELECT 2 AS i UNION ALL SELECT 3) AS two; SELECT 2; END", "1; 2", "1242"},
	{"a handled error amid one", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SELECT 'caught'; SELECT 1 + (SELECT id FROM t WHERE id < i) FROM (SELECT 2 AS i UNION ALL SELECT 3) AS two; SELECT 2; END", "2; caught; 2", ""},
	{"a handled error amid the last", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @caught = 1; SELECT 1; SELECT 1 + (SELECT id FROM t WHERE id < i) FROM (SELECT 2 AS i UNION ALL SELECT 3) AS two; END", "1; 2", ""},
	{"many", "BEGIN DECLARE i INT DEFAULT 0; WHILE i < 600 DO SET i = i + 1; SELECT i; END WHILE; END", strings.TrimSuffix(numbersTo(600), "; "), ""},
}

func numbersTo(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d; ", i+1)
	}
	return b.String()
}

// resultText is the values of results, which are separated by semicolons.
func resultText(all [][][]string) string {
	var parts []string
	for _, result := range all {
		var values []string
		for _, row := range result {
			values = append(values, row...)
		}
		parts = append(parts, strings.Join(values, " "))
	}
	return strings.Join(parts, "; ")
}

// CALL gives the results of all SELECTs of a procedure, and goes on after errors:
// prepared or as a text, before another statement, with the Schema off, with TLS.
func TestResultsOfCall(t *testing.T) {
	racetest.SkipAlone(t)
	for mode, cfg := range map[string]perfschema.Config{"on": {}, "off": {Off: true}} {
		s := handlerServer(t, cfg)
		c := s.connectWith(t, func(c *mysql.Config) { c.MultiStatements = true })
		plain := s.connect(t, "root", "shop")
		for n, test := range several {
			name := fmt.Sprintf("p%d", n)
			mustExec(t, plain, "CREATE PROCEDURE "+name+"(IN a INT) "+test.body)
			check := func(how string, c *sql.Conn, query, more string, args ...any) {
				t.Helper()
				all, err := tryResults(t.Context(), c, query, args...)
				want := test.results
				switch {
				case test.err != "":
				case want == "":
					want = strings.TrimPrefix(more, "; ")
				default:
					want += more
				}
				if got := resultText(all); got != want {
					t.Errorf("%s, %s, %s: %s, not %s", mode, test.name, how, got, want)
				}
				number, message, _ := strings.Cut(test.err, " ")
				var e *mysql.MySQLError
				errors.As(err, &e)
				if test.err == "" && err != nil || test.err != "" && (e == nil || fmt.Sprint(e.Number) != number || message != "" && e.Message != message) {
					t.Errorf("%s, %s, %s: %v, not %s", mode, test.name, how, err, test.err)
				}
				if got := rows(t, c, "SELECT 'next'"); len(got) != 1 || got[0][0] != "next" {
					t.Errorf("%s, %s, %s: then %v", mode, test.name, how, got)
				}
			}
			check("text", plain, "CALL "+name+"(1)", "")
			check("prepared", plain, "CALL "+name+"(?)", "", 1)
			check("several", c, "CALL "+name+"(1); SELECT 'more'; CALL gives()", "; more; given")
		}
	}
}

// The columns of a procedure's result are as those of the SELECT itself, but that none is
// flagged NOT NULL.
func TestColumnsOfCall(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE t (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, d DECIMAL(12, 3) NOT NULL, s VARCHAR(70), b VARBINARY(9), at DATETIME(3), e ENUM('a', 'b'), j JSON, f DOUBLE, bits BIT(7))")
	mustExec(t, c, "INSERT INTO t VALUES (1, 1.5, 's', 'b', '2026-01-02 03:04:05.678', 'b', '{}', 1.5, 5)")
	for n, query := range []string{"SELECT * FROM t", "SELECT id AS number, d + 1, UPPER(s), COUNT(*), 'text', `at`, NOW() > at FROM t GROUP BY id", "SELECT x.e, -1, NULL FROM t AS x"} {
		name := fmt.Sprintf("p%d", n)
		mustExec(t, c, "CREATE PROCEDURE "+name+"() BEGIN SELECT 0; "+query+"; END")
		type column struct {
			name, kind       string
			length           int64
			nullable         bool
			precision, scale int64
			scan             string
		}
		columns := func(query string, skip bool, args ...any) (out []column, values [][]string) {
			r, err := c.QueryContext(t.Context(), query, args...)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if skip && !r.NextResultSet() {
				t.Fatal(r.Err())
			}
			kinds, err := r.ColumnTypes()
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range kinds {
				c := column{name: k.Name(), kind: k.DatabaseTypeName(), scan: fmt.Sprint(k.ScanType())}
				c.length, _ = k.Length()
				c.nullable, _ = k.Nullable()
				c.precision, c.scale, _ = k.DecimalSize()
				out = append(out, c)
			}
			values, err = resultRows(r)
			if err != nil {
				t.Fatal(err)
			}
			return out, values
		}
		want, values := columns(query, false)
		got, called := columns("CALL "+name+"()", true)
		for i := range want { // of the columns of a CALL nothing is proved
			if i < len(got) && got[i].nullable {
				want[i].nullable, want[i].scan = true, got[i].scan
			}
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(called, values) {
			t.Errorf("%s:\n%+v %v, not\n%+v %v", query, got, called, want, values)
		}
	}
}

// A client that does not take the rows of a procedure has it wait: little is held, and
// KILL ends it.
func TestResultsOfCallWait(t *testing.T) {
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), 100_000, nil})
	c, other := s.connect(t, "root", "shop"), s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	mustExec(t, c, "CREATE PROCEDURE huge() BEGIN SELECT 1; SELECT id, pad, REPEAT(pad, 40) FROM made.wide; SELECT 'no'; END")
	r, err := c.QueryContext(t.Context(), "CALL huge()")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for r.Next() {
			if columns, _ := r.Columns(); len(columns) == 3 {
				break
			}
		}
		if columns, _ := r.Columns(); len(columns) != 3 && !r.NextResultSet() {
			t.Fatal(r.Err())
		}
	}
	if held := s.memoryOf(t, id)[callClass].CurrentBytes(); held != 0 {
		t.Errorf("%d bytes of rows are kept", held)
	}
	if m := s.memoryOf(t, id)["memory/sql/result"]; m != nil && m.HighBytes > 1<<20 {
		t.Errorf("%d bytes are ready to be sent", m.HighBytes)
	}
	s.killHalted(t, other, id, r)
	if got := rows(t, c, "SELECT 'next'"); len(got) != 1 || got[0][0] != "next" {
		t.Errorf("then %v", got)
	}
}

// A CALL has no cursor, though a client asks for one: its results are sent.
func TestResultsOfCallWithoutCursor(t *testing.T) {
	s := handlerServer(t, perfschema.Config{})
	var raw net.Conn
	mysql.RegisterDialContext(t.Name(), func(ctx context.Context, addr string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
		raw = c
		return c, err
	})
	defer mysql.DeregisterDialContext(t.Name())
	c := s.connectWith(t, func(cfg *mysql.Config) { cfg.Net = t.Name() })
	mustExec(t, c, "CREATE PROCEDURE two() BEGIN SELECT id FROM t; SELECT 2; END")
	w := &wire{t: t, conn: raw}
	prepared := w.command(0x16, []byte("/* as text */ CALL two()"))
	if columns := prepared[5]; columns != 0 {
		t.Errorf("%d columns are told of", columns)
	}
	for range 2 {
		w.command(0x17, prepared[1:5], []byte{1, 1, 0, 0, 0})
		for _, rows := range []int{3, 1} {
			w.until(0xfe) // the columns
			if end, n := w.until(0xfe); n != rows || end[3]&8 == 0 {
				t.Errorf("%d rows, not %d; the result ends in %x", n, rows, end)
			}
		}
		if ok := w.packet(); ok[0] != 0 || ok[3]&8 != 0 {
			t.Errorf("CALL ends in %x", ok)
		}
	}
}

// A client that takes one result only is told so by a procedure that has some, before it
// runs.
func TestResultsOfCallForOneResult(t *testing.T) {
	s := handlerServer(t, perfschema.Config{})
	mysql.RegisterDialContext(t.Name(), func(ctx context.Context, addr string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
		return &oneResult{Conn: c}, err
	})
	defer mysql.DeregisterDialContext(t.Name())
	mustExec(t, s.connect(t, "root", "shop"), "CREATE PROCEDURE changes() BEGIN DELETE FROM t WHERE id = 1; SELECT 1; END")
	c := s.connectWith(t, func(cfg *mysql.Config) { cfg.Net = t.Name() })
	if number, state, message := errorOf(t, c, "CALL changes()"); number != 1312 || state != "0A000" || message != "PROCEDURE shop.changes can't return a result set in the given context" {
		t.Errorf("%d (%s) %s", number, state, message)
	}
	if got := rows(t, c, "SELECT COUNT(*) FROM t"); got[0][0] != "3" {
		t.Errorf("%v rows are left", got)
	}
	mustExec(t, c, "SET @a = 1")
	mustExec(t, c, "CALL adds(@a)")
}

// oneResult takes CLIENT_MULTI_RESULTS out of the first packet that is sent.
type oneResult struct {
	net.Conn
	begun bool
}

func (c *oneResult) Write(b []byte) (int, error) {
	if !c.begun {
		c.begun = true
		b = append([]byte(nil), b...)
		b[4+2] &^= 1 << 1
	}
	return c.Conn.Write(b)
}
