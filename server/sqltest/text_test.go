package sqltest_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

func openWith(t *testing.T, address, option string) *sql.DB {
	t.Helper()
	db, err := sql.Open("mysql", "root@tcp("+address+")/?"+option)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// What a text means is what it means to MySQL: as a query, as one of several, where it is
// prepared by either way, and in what is stored.
func TestTextsAreReadAsByMySQL(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	db := openWith(t, s.Addr().String(), "multiStatements=true")
	mustExec(t, db, "CREATE DATABASE shop")
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	value := func(query string, args ...any) string {
		var v sql.NullString
		err := conn.QueryRowContext(ctx, query, args...).Scan(&v)
		var e *mysql.MySQLError
		switch {
		case errors.As(err, &e):
			return fmt.Sprint(e.Number)
		case err != nil:
			return err.Error()
		}
		return v.String
	}
	exec := func(query string) {
		t.Helper()
		if _, err := conn.ExecContext(ctx, query); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	exec("USE shop")
	for _, c := range []struct{ mode, text, want string }{
		{"", "SELECT 1--1", "2"},
		{"", "SELECT 5 -- 1\n + 2", "7"},
		{"", "SELECT 4//2", "1064"},
		{"", "SELECT 1 /*!99999 + 1 */", "1"},
		{"", "SELECT 1 /*!90704 + 1 */", "2"},
		{"", "SELECT 1 /*!080034 + 1 */", "2"},
		{"", "SELECT 1 /*!100000 + 1 */", "1"},
		{"", "SELECT 1 /*M! + 1 */", "1"},
		{"", "SELECT 1 /*M!100100 + 1 */", "1"},
		{"", "SELECT 1 /*! + 1 -- */\n + 1 */", "3"},
		{"", "SELECT 1 /*! + 1", "1064"},
		{"", `SELECT 'a\'b'`, "a'b"},
		{"NO_BACKSLASH_ESCAPES", `SELECT 'a\'`, `a\`},
		{"NO_BACKSLASH_ESCAPES", `SELECT 'a\''b\n'`, `a\'b\n`},
		{"NO_BACKSLASH_ESCAPES", `SELECT "\"`, `\`},
		{"NO_BACKSLASH_ESCAPES,ANSI_QUOTES", `SELECT '\' AS "\"`, `\`},
	} {
		exec("SET sql_mode = '" + c.mode + "'")
		if got := value(c.text); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.mode, c.text, got, c.want)
		}
		if c.want == "1064" {
			if _, err := conn.PrepareContext(ctx, c.text); !strings.Contains(fmt.Sprint(err), "Error 1064") {
				t.Errorf("%s prepared: %v", c.text, err)
			}
			continue
		}
		st, err := conn.PrepareContext(ctx, c.text+";")
		if err != nil {
			t.Errorf("%s prepared: %v", c.text, err)
			continue
		}
		var got string
		if err := st.QueryRow().Scan(&got); err != nil || got != c.want {
			t.Errorf("%s prepared: %s, %v, want %s", c.text, got, err, c.want)
		}
		st.Close()
		quote := strings.NewReplacer("'", "''")
		if c.mode == "" {
			quote = strings.NewReplacer("'", "''", `\`, `\\`)
		}
		exec("PREPARE s FROM '" + quote.Replace(c.text) + "'")
		if got := value("EXECUTE s"); got != c.want {
			t.Errorf("%s by PREPARE: %s, want %s", c.text, got, c.want)
		}
		exec("CREATE PROCEDURE p() " + c.text)
		if got := value("CALL p()"); got != c.want {
			t.Errorf("%s in a procedure: %s, want %s", c.text, got, c.want)
		}
		exec("SET sql_mode = ''")
		if got := value("CALL p()"); got != c.want {
			t.Errorf("%s in a procedure, later: %s, want %s", c.text, got, c.want)
		}
		exec("DROP PROCEDURE p")
	}
	exec("SET sql_mode = 'NO_BACKSLASH_ESCAPES'")
	rows, err := conn.QueryContext(ctx, `SELECT '\'; SET sql_mode = ''; SELECT '\''; SELECT 1--1; `)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for more := true; more; more = rows.NextResultSet() {
		for rows.Next() {
			var v string
			if err := rows.Scan(&v); err != nil {
				t.Fatal(err)
			}
			got = append(got, v)
		}
	}
	if strings.Join(got, "|") != `\|'|2` || rows.Err() != nil {
		t.Errorf("several statements: %q, %v", got, rows.Err())
	}
}

// Clients that quote by themselves learn how to.
func TestClientsAreToldOfEscapes(t *testing.T) {
	s := start(t)
	c := rawConnect(t, s.Addr().String(), false)
	c.take()
	for _, q := range []struct{ text, want string }{
		{"SET sql_mode = 'NO_BACKSLASH_ESCAPES'", "ok 0x202"},
		{`SELECT '\'`, "end 0x202"},
		{"SET sql_mode = 'nosuch'", "error 1231"},
		{"BEGIN", "ok 0x203"},
		{"SET GLOBAL sql_mode = ''; SET sql_mode = ''; SELECT 1", "ok 0x20b, ok 0xb, end 0x3"},
		{"SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'", "ok 0x3"},
	} {
		if got := c.query(q.text); got != q.want {
			t.Errorf("%s: %s, want %s", q.text, got, q.want)
		}
	}
	if got := rawConnect(t, s.Addr().String(), false).take(); got != "greeting 0x202, ok 0x202" {
		t.Errorf("a new session: %s", got)
	}
	c.command(0x1f) // COM_RESET_CONNECTION
	c.ok(c.read())
	if got := c.take() + ", " + c.query(`SELECT '\'`); got != "ok 0x202, end 0x202" {
		t.Errorf("a session that begins anew: %s", got)
	}
	db := openWith(t, s.Addr().String(), "interpolateParams=true")
	const text = `' OR \' -- `
	var got string
	if err := db.QueryRow("SELECT ?", text).Scan(&got); err != nil || got != text {
		t.Errorf("a text by a driver that quotes it: %q, %v", got, err)
	}
}

// What is prepared fails with the errors of a query.
func TestPrepareFails(t *testing.T) {
	s := start(t)
	c := rawConnect(t, s.Addr().String(), false)
	c.take()
	for text, want := range map[string]string{
		"SELECT FROM": "error 1064", "SELECT": "error 1064", "nonsense": "error 1064", "SELECT nosuch": "error 1054", "SELECT 1; SELECT 2": "error 1064",
		"SELECT " + strings.Repeat("~", 1_000_000) + "1": "error 1436",
		"SELECT ?" + strings.Repeat(",?", 65_535):        "error 1390",
	} {
		c.command(0x16, []byte(text)...)
		if p := c.read(); p[0] != 0xff {
			t.Fatalf("%.40s: %q", text, p)
		} else if c.ok(p); c.take() != want {
			t.Errorf("%.40s: %q, want %s", text, p, want)
		}
	}
	// Two commands at once, one of which fails.
	for _, text := range []string{"SELECT FROM", "SELECT 111"} {
		c.sequence = 0
		packet := append([]byte{byte(len(text) + 1), 0, 0, 0, 0x16}, text...)
		if _, err := c.conn.Write(packet); err != nil {
			t.Fatal(err)
		}
	}
	c.sequence = 1
	if p := c.read(); p[0] != 0xff {
		t.Errorf("the first of two: %q", p)
	}
	c.sequence = 1
	p := c.read()
	if p[0] != 0 {
		t.Fatalf("the second of two: %q", p)
	}
	if column := c.read(); !bytes.Contains(column, []byte("111")) {
		t.Errorf("the second's column: %q", column)
	}
}

// More tables than can be joined are refused before they are planned, which took a
// minute for as many as these.
func TestFarTooManyTables(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	c := rawConnect(t, s.Addr().String(), false)
	c.take()
	for _, between := range []string{", ", " JOIN "} {
		var list strings.Builder
		for i := range 20_000 {
			if i > 0 {
				list.WriteString(between)
			}
			fmt.Fprintf(&list, "(SELECT 1) d%d", i)
		}
		for _, text := range []string{"SELECT 1 FROM %s", "SELECT (SELECT 1 FROM %s)", "WITH c AS (SELECT 1) SELECT 1 FROM %s"} {
			if got := c.query(fmt.Sprintf(text, list.String())); got != "error 1116" {
				t.Errorf("%s, %s: %s", text, between, got)
			}
		}
	}
	if got := c.query("INSERT INTO nosuch.t VALUES (1)" + strings.Repeat(", (1)", 2000)); got != "error 1049" {
		t.Errorf("rows: %s", got)
	}
}

// What a statement may list is counted before it is planned, which for as many as these
// took longer than anybody waits, and could not be ended.
func TestFarTooMany(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	c := rawConnect(t, s.Addr().String(), false)
	c.take()
	list := func(item string, between string, n int) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteString(between)
			}
			b.WriteString(strings.ReplaceAll(item, "#", strconv.Itoa(i)))
		}
		return b.String()
	}
	const n = 5000
	for _, q := range []string{"CREATE DATABASE shop", "USE shop", "CREATE TABLE t (a INT PRIMARY KEY, b INT)"} {
		if got := c.query(q); strings.HasPrefix(got, "error") {
			t.Fatalf("%s: %s", q, got)
		}
	}
	for _, x := range []struct{ text, want string }{
		{"SELECT * FROM (SELECT " + list("1 c#", ", ", n) + ") d", "error 1117"},
		{"SELECT " + list("SUM(a + #)", ", ", n) + " FROM t", "error 1117"},
		{"SELECT " + list("ROW_NUMBER() OVER (ORDER BY a + #)", ", ", n) + " FROM t", "error 1117"},
		{"SELECT 1 FROM t GROUP BY " + list("a + #", ", ", n), "error 1117"},
		{"CREATE TABLE u (" + list("c# INT", ", ", n) + ")", "error 1117"},
		{"ALTER TABLE t " + list("ADD COLUMN c# INT", ", ", n), "error 1117"},
		{"CREATE TABLE u (a INT, " + list("KEY k# (a)", ", ", n) + ")", "error 1069"},
		{"ALTER TABLE t " + list("ADD INDEX k# (b)", ", ", n), "error 1069"},
		{"CREATE TABLE u (a INT, " + list("KEY k# (a)", ", ", 65) + ")", "error 1069"},
	} {
		if got := c.query(x.text); got != x.want {
			t.Errorf("%.60s...: %s", x.text, got)
		}
	}
	if got := c.query("SELECT CONCAT(" + list("'a'", ", ", 5000) + ")"); strings.HasPrefix(got, "error") {
		t.Errorf("arguments: %s", got)
	}
}
