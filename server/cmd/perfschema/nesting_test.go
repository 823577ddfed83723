package main

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// nestings put one part of a statement into another: what stands before it, and
// what stands behind.
var nestings = [][2]string{
	{"~", ""}, {"!", ""}, {"- ", ""}, {"NOT ", ""}, {"BINARY ", ""}, {"(", ")"}, {"(SELECT ", ")"}, {"ABS(", ")"},
	{"CASE WHEN 1 THEN ", " END"}, {"IF(1, ", ", 2)"}, {"INTERVAL ", " DAY + 1"}, {"1 AND ", ""}, {"1 OR ", ""}, {"1 || ", ""},
	{"1+", ""}, {"1 BETWEEN 2 AND ", ""}, {"", " IS NULL"}, {"", " COLLATE utf8mb4_bin"}, {"", "->'$.a'"}, {"'a' ", "'b'"},
	{"1 UNION SELECT ", ""}, {"1,2 UNION SELECT ", ",3"}, {"FOR ", ""}, {"1 IN (2, ", ")"}, {"JSON_ARRAY(", ")"}, {"* FROM (SELECT ", ") x"},
}

// frames are where an expression may stand.
var frames = []string{
	"SELECT %s", "SELECT * FROM t WHERE a = %s", "SELECT 1 FROM t GROUP BY %s", "INSERT INTO t VALUES (%s)", "UPDATE t SET a = %s",
	"DELETE FROM t WHERE %s", "SET @x = %s", "DO %s", "CALL p(%s)", "CREATE VIEW w AS SELECT %s", "CREATE TABLE c (a INT DEFAULT (%s))",
	"CREATE TABLE c (a INT, CHECK (%s))", "CREATE PROCEDURE q() BEGIN SELECT 1; SELECT %s; END", "CREATE PROCEDURE q() WHILE %s DO SELECT 1; END WHILE",
	"CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW SET NEW.a = %s", "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO SELECT %s", "EXPLAIN SELECT %s",
	"EXPLAIN ANALYZE SELECT %s", "WITH r AS (SELECT %s) SELECT * FROM r", "SELECT 1; SELECT %s", "/*! SELECT %s */", "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = %s",
}

func nested(n int, parts ...[2]string) string {
	var before, after []string
	for i := range n {
		p := parts[i%len(parts)]
		before, after = append(before, p[0]), append(after, p[1])
	}
	slices.Reverse(after)
	return strings.Join(before, "") + "1" + strings.Join(after, "")
}

// lives fails the test unless the statement was answered and the process lives.
func (c *child) lives(t *testing.T, db *sql.DB, what string, err error) {
	t.Helper()
	var answer *mysql.MySQLError
	if err != nil && !errors.As(err, &answer) {
		t.Errorf("%s: %v", what, err)
	}
	if err := db.PingContext(t.Context()); err != nil {
		t.Fatalf("%s: the server does not answer: %v; standard error ends %.2000s", what, err, c.stderr.String())
	}
}

func (c *child) openMulti(t *testing.T) *sql.DB {
	t.Helper()
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.MultiStatements, cfg.MaxAllowedPacket = "tcp", c.addr, "root", true, 64<<20
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	for _, s := range []string{"CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY, b TEXT)", "INSERT INTO d.t VALUES (1, 'x')"} {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	_ = db.Close()
	cfg.DBName = "d"
	if connector, err = mysql.NewConnector(cfg); err != nil {
		t.Fatal(err)
	}
	db = sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

// skipShort leaves out what takes minutes under the race detector, which has nothing to
// see in one statement after the other.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("statements of megabytes")
	}
}

// A stack overflow ends a Go process. No statement may come to one, neither
// sent as text nor prepared, wherever it nests and whatever.
func TestNoStatementOverflowsTheStack(t *testing.T) {
	skipShort(t)
	c := serveChild(t)
	db := c.openMulti(t)
	ctx := t.Context()
	try := func(what, text string) {
		_, err := db.ExecContext(ctx, text)
		c.lives(t, db, what, err)
		st, err := db.PrepareContext(ctx, text)
		if err == nil {
			st.Close()
		}
		c.lives(t, db, what+", prepared", err)
	}
	const deep = 100_000
	for _, n := range nestings {
		try(fmt.Sprintf("%q", n), "SELECT "+nested(deep, n))
	}
	for _, f := range frames {
		try(f, fmt.Sprintf(f, nested(deep, [2]string{"NOT ", ""})))
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		parts := make([][2]string, 1+r.IntN(5))
		for i := range parts {
			parts[i] = nestings[r.IntN(len(nestings))]
		}
		f := frames[r.IntN(len(frames))]
		try(fmt.Sprintf("%s of %q", f, parts), fmt.Sprintf(f, nested(deep, parts...)))
	}
	_, err := db.ExecContext(ctx, "PREPARE s FROM '"+"SELECT "+strings.Repeat("~", deep)+"1'")
	c.lives(t, db, "PREPARE", err)
	_, err = db.ExecContext(ctx, "SET @deep = CONCAT('SELECT ', REPEAT('NOT ', 300000), '1'); PREPARE s FROM @deep")
	c.lives(t, db, "PREPARE of a variable", err)
	for _, value := range []string{
		"REPEAT('[', 300000)", "CONCAT(REPEAT('[', 300000), REPEAT(']', 300000))", "CONCAT(REPEAT('{\"a\":', 200000), '1', REPEAT('}', 200000))",
		"CONCAT(REPEAT('(', 300000), 'a', REPEAT(')', 300000))",
		"CONCAT('$', REPEAT('.a', 300000))", "REPEAT('%a', 300000)",
	} {
		for _, f := range []string{"JSON_VALID(%s)", "JSON_EXTRACT(%s, '$.a')", "CAST(%s AS JSON)", "JSON_EXTRACT('{}', %s)", "'a' REGEXP %s", "'a' LIKE %s"} {
			_, err := db.ExecContext(ctx, "SELECT LENGTH("+fmt.Sprintf(f, value)+")")
			c.lives(t, db, fmt.Sprintf(f, value), err)
		}
	}
}

// What statements are made of may nest as well as their texts.
func TestNoDefinitionOverflowsTheStack(t *testing.T) {
	c := serveChild(t)
	db := c.openMulti(t)
	for _, s := range []struct {
		text   string
		number uint16
	}{
		{"CREATE VIEW v AS SELECT 1 AS a", 0},
		{"CREATE OR REPLACE VIEW v AS SELECT * FROM v", 1462},
		{"CREATE VIEW w AS SELECT * FROM v", 0},
		{"CREATE VIEW x AS SELECT 2 AS b WHERE 1 IN (SELECT a FROM d.w)", 0},
		{"CREATE OR REPLACE VIEW v AS SELECT a FROM t WHERE a IN (SELECT b FROM x)", 1462},
		{"SELECT * FROM x", 0},
		{"CREATE OR REPLACE VIEW v AS SELECT 3 AS a", 0},
		{"CREATE PROCEDURE p() CALL p()", 0}, {"CALL p()", 1456},
		{"CREATE PROCEDURE p1() CALL p2()", 0}, {"CREATE PROCEDURE p2() BEGIN CALL p1(); END", 0}, {"CALL p2()", 1456},
		{"CREATE PROCEDURE p3() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION CALL p3(); SIGNAL SQLSTATE '45000'; END", 0}, {"CALL p3()", 1456},
		{"SET max_sp_recursion_depth = 20; CALL p()", 1456},
		{"CREATE TABLE t1 (a INT)", 0}, {"CREATE TABLE t2 (a INT)", 0},
		{"CREATE TRIGGER x1 BEFORE INSERT ON t1 FOR EACH ROW INSERT INTO t2 VALUES (NEW.a)", 0},
		{"CREATE TRIGGER x2 BEFORE INSERT ON t2 FOR EACH ROW INSERT INTO t1 VALUES (NEW.a)", 0},
		{"INSERT INTO t1 VALUES (1)", 1442},
		{"CREATE TABLE t3 (a INT)", 0}, {"CREATE PROCEDURE p4() INSERT INTO t3 VALUES (1)", 0},
		{"CREATE TRIGGER x3 BEFORE INSERT ON t3 FOR EACH ROW CALL p4()", 0}, {"INSERT INTO t3 VALUES (1)", 1456},
		{"WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r", 3636},
	} {
		_, err := db.Exec(s.text)
		c.lives(t, db, s.text, err)
		var e *mysql.MySQLError
		if errors.As(err, &e); e == nil {
			e = new(mysql.MySQLError)
		}
		if e.Number != s.number {
			t.Errorf("%s: %d %s, want %d", s.text, e.Number, e.Message, s.number)
		}
	}
}

// What users have that is long must go on working.
func TestWideStatementsWork(t *testing.T) {
	skipShort(t)
	c := serveChild(t)
	db := c.openMulti(t)
	var rows []string
	for i := range 10_000 {
		rows = append(rows, fmt.Sprintf("(%d, 'it''s \"(((\" -%d')", i+10, i))
	}
	if _, err := db.Exec("INSERT INTO t VALUES " + strings.Join(rows, ", ")); err != nil {
		t.Error(err)
	}
	var when []string
	for i := range 2_000 {
		when = append(when, fmt.Sprintf("WHEN %d THEN 'x'", i))
	}
	if _, err := db.Exec("UPDATE t SET b = CASE a " + strings.Join(when, " ") + " ELSE b END WHERE a < 2000"); err != nil {
		t.Error(err)
	}
	for text, want := range map[string]int{
		"SELECT COUNT(*) FROM t WHERE a IN (" + strings.Repeat("11, ", 100_000) + "12)":            2,
		"SELECT COUNT(*) FROM t WHERE a = 11" + strings.Repeat(" OR a = 12", 10_000):               2,
		"SELECT COUNT(*) FROM t WHERE a = 11" + strings.Repeat(" AND b <> 'z'", 5_000):             1,
		"SELECT COUNT(*) FROM t WHERE " + strings.Repeat("(a = 11 AND b <> 'z') OR ", 5_000) + "0": 1,
	} {
		var got int
		if err := db.QueryRow(text).Scan(&got); err != nil || got != want {
			t.Errorf("%.60s: %d, %v", text, got, err)
		}
	}
}
