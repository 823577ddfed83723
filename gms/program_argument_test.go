package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestProceduresOfTriggersTakeTheRow: a trigger hands its row to procedures whose parameters
// have the names of the columns, of other columns, and of variables.
func TestProceduresOfTriggersTakeTheRow(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, query := range []string{
		"CREATE TABLE src (id INT PRIMARY KEY, name VARCHAR(20))",
		"CREATE TABLE log (what VARCHAR(20), id INT, name VARCHAR(20))",
		"CREATE PROCEDURE note(what VARCHAR(20), id INT, name VARCHAR(20)) INSERT INTO log VALUES (what, id, name)",
		"CREATE PROCEDURE swap(name VARCHAR(20), id VARCHAR(20)) CALL note('swapped', name, id)",
		"CREATE TRIGGER made BEFORE INSERT ON src FOR EACH ROW CALL note('made', NEW.id, NEW.name)",
		"CREATE TRIGGER changed AFTER UPDATE ON src FOR EACH ROW BEGIN IF NEW.id > 1 THEN CALL swap(OLD.id, NEW.name); ELSE CALL note('one', new.id + 0, OLD.name); END IF; END",
		"CREATE TRIGGER gone BEFORE DELETE ON src FOR EACH ROW CALL note('gone', OLD.id, OLD.name)",
		"INSERT INTO src VALUES (1, 'a'), (2, 'b')",
		"CALL note('called', 7, 'g')", // who leaves parameters of these names behind
		"UPDATE src SET name = UPPER(name)",
		"DELETE FROM src WHERE id = 2",
	} {
		mustExec(t, c, query)
	}
	const want = "[[called 7 g] [gone 2 B] [made 1 a] [made 2 b] [one 1 a] [swapped 2 B]]"
	if got := fmt.Sprint(rows(t, c, "SELECT * FROM log ORDER BY what, id")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestProceduresCallOneAnother: what a procedure passes and gets back has nothing to do with
// the names and types that the parameters of others have.
func TestProceduresCallOneAnother(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, query := range []string{
		"CREATE TABLE log (at INT AUTO_INCREMENT PRIMARY KEY, what TEXT)",
		"CREATE PROCEDURE note(a INT, b INT) INSERT INTO log (what) VALUES (CONCAT(a, ' ', b))",
		"CREATE PROCEDURE swap(a INT, b INT) BEGIN CALL note(b, a); CALL note(a, b); END",
		"CREATE PROCEDURE words(a VARCHAR(20), b TEXT) INSERT INTO log (what) VALUES (CONCAT(a, ' ', b))",
		"CREATE PROCEDURE changes(a INT) SET a = 99",
		"CREATE PROCEDURE keeps(b VARCHAR(20)) BEGIN DECLARE v VARCHAR(20) DEFAULT '7 up'; CALL changes(8); CALL changes(b + 0); CALL words(v, b); END",
		"CREATE PROCEDURE keeps_variable(b INT) BEGIN DECLARE v INT DEFAULT 1; CALL changes(v); CALL changes(b); CALL note(v, b); END",
		"CREATE PROCEDURE doubles(INOUT a INT, OUT b INT) BEGIN SET a = a * 2; SET b = a + 1; END",
		"CREATE PROCEDURE doubled(b INT) BEGIN DECLARE a, v INT DEFAULT 5; CALL doubles(b, v); CALL note(b, v); CALL doubles(v, b); CALL note(v, b); END",
		"CREATE PROCEDURE nothing(OUT a INT) BEGIN DECLARE n INT DEFAULT 4; CALL changes(n); END",
		"CREATE PROCEDURE gets_nothing() BEGIN DECLARE v INT DEFAULT 3; CALL nothing(v); INSERT INTO log (what) VALUES (v IS NULL); END",
		"CREATE PROCEDURE down(n INT, OUT sum INT) BEGIN DECLARE below INT; IF n = 0 THEN SET sum = 0; ELSE CALL down(n - 1, below); SET sum = below + n; END IF; END",
		"CREATE PROCEDURE fails(INOUT a INT) BEGIN SET a = 42; SELECT nosuch; END",
		"CREATE PROCEDURE handles(a INT) BEGIN DECLARE CONTINUE HANDLER FOR 1054 BEGIN END; CALL fails(a); CALL note(a, 0); CALL note(nosuch, 1); END",
		"CREATE PROCEDURE kinds(a FLOAT, b DECIMAL(10,3), d DATE, e DATETIME(2), f TIME) BEGIN DECLARE v FLOAT DEFAULT 1.5; CALL more_kinds(f, a, b, d, e, v); END",
		"CREATE PROCEDURE more_kinds(e TIME, f FLOAT, a DECIMAL(10,3), b DATE, d DATETIME(2), g DOUBLE) INSERT INTO log (what) VALUES (CONCAT_WS('|', e, f, a, b, d, g))",
		"SET max_sp_recursion_depth = 20",
	} {
		mustExec(t, c, query)
	}
	for _, test := range []struct{ call, want string }{
		{"CALL swap(1, 2)", "[[2 1] [1 2]]"},
		{"CALL note(3, 4)", "[[3 4]]"}, // what is passed refers to nothing any more
		{"CALL words('x', 'y')", "[[x y]]"},
		{"CALL note(5, 6)", "[[5 6]]"},
		{"CALL keeps('9')", "[[7 up 9]]"},
		{"CALL keeps_variable(2)", "[[1 2]]"},
		{"CALL doubled(3)", "[[6 7] [14 15]]"},
		{"CALL gets_nothing()", "[[1]]"},
		{"CALL handles(1)", "[[1 0]]"},
		{"CALL kinds(1.5, 2.25, '2024-02-29', '2024-02-29 10:11:12.25', '10:11:12')", "[[10:11:12|1.5|2.250|2024-02-29|2024-02-29 10:11:12.25|1.5]]"},
	} {
		mustExec(t, c, "DELETE FROM log")
		mustExec(t, c, test.call)
		if got := fmt.Sprint(rows(t, c, "SELECT what FROM log ORDER BY at")); got != test.want {
			t.Errorf("%s: %s, want %s", test.call, got, test.want)
		}
	}
	mustExec(t, c, "CALL down(10, @sum)")
	if got := fmt.Sprint(rows(t, c, "SELECT @sum")); got != "[[55]]" {
		t.Errorf("the sum is %s", got)
	}
	if number, _, message := errorOf(t, c, "CALL note(a, b)"); number != 1054 {
		t.Errorf("names there are not: %d %s", number, message)
	}
}

// TestProceduresKeepParametersBesideTriggers: what a statement of a procedure fires leaves
// the procedure's parameters alone, and what those refer to.
func TestProceduresKeepParametersBesideTriggers(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, query := range []string{
		"CREATE TABLE src (id INT PRIMARY KEY)",
		"CREATE TABLE log (what VARCHAR(20), id INT)",
		"CREATE PROCEDURE note(what VARCHAR(20), id INT) BEGIN INSERT INTO log VALUES (what, id); SET id = -1; END",
		"CREATE PROCEDURE twice(id INT) BEGIN CALL note('first', id); CALL note('second', id); END",
		"CREATE TRIGGER made BEFORE INSERT ON src FOR EACH ROW CALL twice(NEW.id * 10)",
		"CREATE PROCEDURE make(what VARCHAR(20), INOUT id INT) BEGIN INSERT INTO src VALUES (id + 1); INSERT INTO log VALUES (what, id); SET id = id + 100; END",
		"CREATE PROCEDURE make_two(OUT id INT) BEGIN DECLARE n INT DEFAULT 5; CALL make('made', n); CALL make('again', n); SET id = n; END",
		"CALL make_two(@n)",
	} {
		mustExec(t, c, query)
	}
	for query, want := range map[string]string{
		"SELECT @n":                           "[[205]]",
		"SELECT id FROM src ORDER BY id":      "[[6] [106]]",
		"SELECT * FROM log ORDER BY id, what": "[[made 5] [first 60] [second 60] [again 105] [first 1060] [second 1060]]",
	} {
		if got := fmt.Sprint(rows(t, c, query)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
