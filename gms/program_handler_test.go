package gms_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// handled are bodies of procedures, with what CALL gives on MySQL: the rows of the
// last SELECT that it runs, or the error.
var handled = []struct{ name, body, rows, err string }{
	{"EXIT with SELECT", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'caught'; INSERT INTO t VALUES (1, 1); SELECT 'no'; END", "caught", ""},
	{"CONTINUE with SELECT", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SELECT 'caught'; INSERT INTO t VALUES (1, 1); SET @went_on = 1; END", "caught", ""},
	{"CONTINUE goes on", "BEGIN DECLARE v INT DEFAULT 0; DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SELECT 'caught'; INSERT INTO t VALUES (1, 1); SET v = 5; SELECT v; END", "5", ""},
	{"EXIT with INSERT", "BEGIN DECLARE v INT; BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION INSERT INTO t VALUES (50, 1); INSERT INTO t VALUES (1, 1); END; SELECT COUNT(*) FROM t WHERE id = 50; END", "1", ""},
	{"EXIT with CALL", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION CALL gives(); INSERT INTO t VALUES (1, 1); END", "given", ""},
	{"EXIT with a block", "BEGIN DECLARE v INT DEFAULT 1; DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN SET v = v + 1; SET v = v * 10; SELECT v; END; SELECT * FROM missing; END", "20", ""},
	{"an empty block", "BEGIN DECLARE v INT DEFAULT 1; DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; SELECT * FROM missing; SELECT v; END", "1", ""},
	{"IF in a handler", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN IF @none IS NULL THEN SELECT 'null'; ELSE SELECT 'set'; END IF; END; SELECT * FROM missing; END", "null", ""},
	{"a loop in a handler", "BEGIN DECLARE v INT DEFAULT 0; DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN l: LOOP SET v = v + 1; IF v < 3 THEN ITERATE l; END IF; LEAVE l; END LOOP; SELECT v; END; SELECT * FROM missing; END", "3", ""},

	{"a block is left, its handler with it", "BEGIN BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SET @in = 1; SIGNAL SQLSTATE '45000'; END; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'second'; END", "", "1644 second"},
	{"a block is left by LEAVE, its handler with it", "BEGIN l: BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @in = 1; LEAVE l; END; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'second'; END", "", "1644 second"},
	{"the inner handler", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'outer'; BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'inner'; SIGNAL SQLSTATE '45000'; END; END", "inner", ""},
	{"the outer handler for NOT FOUND", "BEGIN DECLARE v INT; DECLARE EXIT HANDLER FOR NOT FOUND SELECT 'outer'; BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'inner'; SELECT id INTO v FROM t WHERE id = 99; END; END", "outer", ""},
	{"the handler's block ends, and no other", "BEGIN DECLARE v INT DEFAULT 0; BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SET v = 1; BEGIN BEGIN SIGNAL SQLSTATE '45000'; END; SET v = 7; END; SET v = 8; END; SELECT v; END", "1", ""},
	{"a handler sees the variables of its block", "BEGIN DECLARE v INT DEFAULT 1; DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET v = v + 1; BEGIN DECLARE v INT DEFAULT 10; SIGNAL SQLSTATE '45000'; END; SELECT v; END", "2", ""},

	{"a handler fails", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION INSERT INTO t VALUES (1, 1); SIGNAL SQLSTATE '45000'; END", "", "1062"},
	{"a handler fails with SELECT", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SELECT * FROM missing; SIGNAL SQLSTATE '45000'; SELECT 'no'; END", "", "1146"},
	{"a handler signals", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SIGNAL SQLSTATE '45001' SET MESSAGE_TEXT = 'of the handler', MYSQL_ERRNO = 3000; INSERT INTO t VALUES (1, 1); END", "", "3000 of the handler"},
	{"an outer handler for a handler's error", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'outer'; BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION INSERT INTO t VALUES (1, 1); SIGNAL SQLSTATE '45000'; SELECT 'no'; END; SELECT 'no'; END", "outer", ""},
	{"an outer CONTINUE handler for a handler's error", "BEGIN DECLARE v INT DEFAULT 0; DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET v = v + 1; BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN INSERT INTO t VALUES (1, 1); SET v = v + 10; END; SIGNAL SQLSTATE '45000'; SET v = v + 100; END; SELECT v; END", "111", ""},
	{"a handler in a handler", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'inside'; SELECT * FROM missing; END; SIGNAL SQLSTATE '45000'; END", "inside", ""},

	{"a number", "BEGIN DECLARE EXIT HANDLER FOR 1062 SELECT 'duplicate'; INSERT INTO t VALUES (1, 1); END", "duplicate", ""},
	{"another number", "BEGIN DECLARE EXIT HANDLER FOR 1146 SELECT 'no'; INSERT INTO t VALUES (1, 1); END", "", "1062"},
	{"a SQLSTATE", "BEGIN DECLARE EXIT HANDLER FOR SQLSTATE '23000' SELECT 'duplicate'; INSERT INTO t VALUES (1, 1); END", "duplicate", ""},
	{"another SQLSTATE", "BEGIN DECLARE EXIT HANDLER FOR SQLSTATE '42000' SELECT 'no'; INSERT INTO t VALUES (1, 1); END", "", "1062"},
	{"a number goes before a SQLSTATE, that before a class", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'class'; DECLARE EXIT HANDLER FOR SQLSTATE '23000' SELECT 'state'; DECLARE EXIT HANDLER FOR 1062 SELECT 'number'; INSERT INTO t VALUES (1, 1); END", "number", ""},
	{"several conditions", "BEGIN DECLARE EXIT HANDLER FOR 1146, SQLSTATE '23000', NOT FOUND SELECT 'one of them'; INSERT INTO t VALUES (1, 1); END", "one of them", ""},
	{"a condition by its name", "BEGIN DECLARE taken CONDITION FOR 1062; DECLARE EXIT HANDLER FOR taken SELECT 'taken'; INSERT INTO t VALUES (1, 1); END", "taken", ""},
	{"a condition of a SQLSTATE by its name", "BEGIN DECLARE taken CONDITION FOR SQLSTATE '23000'; DECLARE EXIT HANDLER FOR taken SELECT 'taken'; INSERT INTO t VALUES (1, 1); END", "taken", ""},
	{"a number in a block of a handler", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN DECLARE EXIT HANDLER FOR 1062 SELECT 'inside'; INSERT INTO t VALUES (1, 1); END; SIGNAL SQLSTATE '45000'; END", "inside", ""},

	{"SELECT INTO without a row", "BEGIN DECLARE v INT DEFAULT 7; SELECT id INTO v FROM t WHERE id = 99; SELECT v; END", "7", ""},
	{"SELECT INTO without a row, handled", "BEGIN DECLARE v INT DEFAULT 7; DECLARE CONTINUE HANDLER FOR NOT FOUND SET v = 8; SELECT id INTO v FROM t WHERE id = 99; SELECT v; END", "8", ""},
	{"SELECT INTO without a row is no exception", "BEGIN DECLARE v INT DEFAULT 7; DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'no'; SELECT id INTO v FROM t WHERE id = 99; SELECT v; END", "7", ""},
	{"SELECT INTO with two rows", "BEGIN DECLARE v INT; SELECT id INTO v FROM t WHERE id < 3; SELECT 'no'; END", "", "1172"},
	{"SELECT INTO with two rows, handled", "BEGIN DECLARE v INT; DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'many'; SELECT id INTO v FROM t WHERE id < 3; END", "many", ""},
	{"SELECT INTO in a loop", "BEGIN DECLARE i, v, s INT DEFAULT 0; WHILE i < 3 DO SET i = i + 1; SELECT n INTO v FROM t WHERE id = i; SET s = s + v; END WHILE; SELECT s; END", "60", ""},
	{"SELECT INTO a variable of the session", "BEGIN SELECT n INTO @n FROM t WHERE id = 2; SELECT @n; END", "20", ""},

	{"a failing condition of IF", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @h = 1; IF (SELECT id FROM t WHERE id < 3) THEN SELECT 'then'; ELSE SELECT 'else'; END IF; SELECT 'after'; END", "after", ""},
	{"a failing condition of WHILE", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @h = 1; WHILE (SELECT id FROM t WHERE id < 3) DO SELECT 'in'; END WHILE; SELECT 'after'; END", "after", ""},
	{"a failing condition of REPEAT", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @h = 1; REPEAT SET @i = 1; UNTIL (SELECT id FROM t WHERE id < 3) END REPEAT; SELECT 'after'; END", "after", ""},
	{"CASE without a case", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @h = 1; CASE 3 WHEN 1 THEN SELECT 'one'; END CASE; SELECT 'after'; END", "after", ""},
	{"a loop that fails each time", "BEGIN DECLARE i, f INT DEFAULT 0; DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET f = f + 1; REPEAT SET i = i + 1; INSERT INTO t VALUES (1, 1); UNTIL i >= 4 END REPEAT; SELECT f; END", "4", ""},
	{"EXIT out of a loop", "BEGIN DECLARE i INT DEFAULT 0; BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SET @h = 1; l: LOOP SET i = i + 1; IF i = 3 THEN SIGNAL SQLSTATE '45000'; END IF; END LOOP; END; SELECT i; END", "3", ""},
	{"EXIT within a loop", "BEGIN DECLARE i, f INT DEFAULT 0; WHILE i < 3 DO SET i = i + 1; BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SET f = f + 1; INSERT INTO t VALUES (1, 1); SET f = 100; END; END WHILE; SELECT f; END", "3", ""},

	{"a cursor's end, with SELECT", "BEGIN DECLARE v INT; DECLARE c CURSOR FOR SELECT id FROM t WHERE id < 3; DECLARE EXIT HANDLER FOR NOT FOUND SELECT v; OPEN c; LOOP FETCH c INTO v; END LOOP; END", "2", ""},
	{"a cursor's end, the second of two handlers", "BEGIN DECLARE v INT; DECLARE c CURSOR FOR SELECT id FROM t WHERE id < 3; DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'no'; DECLARE EXIT HANDLER FOR NOT FOUND SELECT v; OPEN c; LOOP FETCH c INTO v; END LOOP; END", "2", ""},
	{"a cursor's end, not handled", "BEGIN DECLARE v INT; DECLARE c CURSOR FOR SELECT id FROM t WHERE id > 90; OPEN c; FETCH c INTO v; SELECT 'no'; END", "", "1329"},
	{"a cursor in each round", "BEGIN DECLARE i, s INT DEFAULT 0; WHILE i < 3 DO SET i = i + 1; BEGIN DECLARE v INT; DECLARE c CURSOR FOR SELECT n FROM t WHERE id = i; OPEN c; FETCH c INTO v; SET s = s + v; END; END WHILE; SELECT s; END", "60", ""},

	{"RESIGNAL", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN SET @h = 1; RESIGNAL; END; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'again'; END", "", "1644 again"},
	{"RESIGNAL of something else", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION RESIGNAL SET MESSAGE_TEXT = 'other'; INSERT INTO t VALUES (1, 1); END", "", "1062 other"},
	{"RESIGNAL without a handler", "BEGIN RESIGNAL; END", "", "1645"},
	{"SIGNAL of a warning", "BEGIN SIGNAL SQLSTATE '01000'; SELECT 'after'; END", "after", ""},
	{"SIGNAL of NOT FOUND", "BEGIN DECLARE EXIT HANDLER FOR NOT FOUND SELECT 'found'; SIGNAL SQLSTATE '02000'; END", "found", ""},
	{"SIGNAL with a variable", "BEGIN DECLARE v VARCHAR(20) DEFAULT 'told'; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = v; END", "", "1644 told"},
	{"a warning", "BEGIN DECLARE CONTINUE HANDLER FOR SQLWARNING SET @h = 1; SET @h = 0; SELECT '12abc' + 0 INTO @v; SELECT @h; END", "1", ""},
	{"EXIT for a warning", "BEGIN DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'warned'; SELECT '12abc' + 0 INTO @v; SELECT 'no'; END", "warned", ""},
	{"a warning's number goes before its class", "BEGIN DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'class'; DECLARE EXIT HANDLER FOR 1292 SELECT 'number'; SELECT '12abc' + 0 INTO @v; END", "number", ""},
	{"a warning's SQLSTATE", "BEGIN DECLARE EXIT HANDLER FOR SQLSTATE '22007' SELECT 'state'; SELECT '12abc' + 0 INTO @v; SELECT 'no'; END", "state", ""},
	{"another warning's number", "BEGIN DECLARE EXIT HANDLER FOR 1365 SELECT 'no'; SELECT '12abc' + 0 INTO @v; SELECT 'after'; END", "after", ""},
	{"a warning is no exception", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'no'; SELECT '12abc' + 0 INTO @v; SELECT 'after'; END", "after", ""},
	{"a warning that is signalled", "BEGIN DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'warned'; SIGNAL SQLSTATE '01234'; SELECT 'no'; END", "warned", ""},
	{"SELECT INTO without a row is a warning", "BEGIN DECLARE v INT; DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'warned'; SELECT id INTO v FROM t WHERE id = 99; SELECT 'no'; END", "warned", ""},
	{"a cursor's end is none", "BEGIN DECLARE v INT; DECLARE c CURSOR FOR SELECT id FROM t WHERE id > 90; DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'no'; OPEN c; FETCH c INTO v; SELECT 'no'; END", "", "1329"},
	{"INSERT IGNORE, by class", "BEGIN DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'ignored'; INSERT IGNORE INTO t VALUES (1, 1); SELECT 'no'; END", "ignored", ""},
	{"INSERT IGNORE, by number", "BEGIN DECLARE EXIT HANDLER FOR 1062 SELECT 'ignored'; INSERT IGNORE INTO t VALUES (1, 1); SELECT 'no'; END", "ignored", ""},
	{"a note is no warning", "BEGIN DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'no'; DROP TABLE IF EXISTS nowhere; SELECT 'after'; END", "after", ""},
	{"a note by its number", "BEGIN DECLARE EXIT HANDLER FOR 1051 SELECT 'note'; DROP TABLE IF EXISTS nowhere; SELECT 'no'; END", "note", ""},
	{"warnings of before", "BEGIN SELECT '12abc' + 0 INTO @v; BEGIN DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'no'; SET @x = 1; SELECT 'after'; END; END", "after", ""},
	{"the outer handler for a warning", "BEGIN DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'outer'; BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'no'; SELECT '12abc' + 0 INTO @v; SELECT 'no'; END; SELECT 'no'; END", "outer", ""},
	{"a condition that warns", "BEGIN DECLARE CONTINUE HANDLER FOR SQLWARNING SET @h = 9; IF '12abc' + 0 THEN SELECT 'then'; ELSE SELECT 'else'; END IF; SELECT @h; END", "9", ""},
	{"a loop that warns each time", "BEGIN DECLARE i, f INT DEFAULT 0; DECLARE CONTINUE HANDLER FOR SQLWARNING SET f = f + 1; WHILE i < 3 DO SET i = i + 1; SELECT '12abc' + 0 INTO @v; END WHILE; SELECT f; END", "3", ""},
	{"a handler that warns", "BEGIN DECLARE f INT DEFAULT 0; DECLARE CONTINUE HANDLER FOR SQLWARNING BEGIN SET f = f + 1; SELECT 'x1' + 0 INTO @v; END; SELECT '12abc' + 0 INTO @v; SELECT f; END", "1", ""},
	{"RESIGNAL of a warning", "BEGIN DECLARE CONTINUE HANDLER FOR SQLWARNING RESIGNAL; SELECT '12abc' + 0 INTO @v; SELECT 'after'; END", "after", ""},
	{"RESIGNAL of a changed warning", "BEGIN DECLARE CONTINUE HANDLER FOR SQLWARNING RESIGNAL SET MESSAGE_TEXT = 'other'; SELECT '12abc' + 0 INTO @v; SELECT 'after'; END", "after", ""},
	{"RESIGNAL of a warning as an error", "BEGIN DECLARE CONTINUE HANDLER FOR SQLWARNING RESIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'raised'; SELECT '12abc' + 0 INTO @v; SELECT 'no'; END", "", "1644 raised"},
	{"a warning of what is called", "BEGIN DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'called'; CALL warns(); SELECT 'no'; END", "called", ""},
	{"an error whose SQLSTATE is a warning's", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 'error'; DECLARE EXIT HANDLER FOR SQLWARNING SELECT 'warning'; INSERT INTO e VALUES ('c'); END", "warning", ""},
	{"a cursor that warns", "BEGIN DECLARE v INT; DECLARE c CURSOR FOR SELECT '12abc' + id FROM t; DECLARE CONTINUE HANDLER FOR SQLWARNING SET @h = 3; SET @h = 0; OPEN c; FETCH c INTO v; SELECT @h; END", "3", ""},
	{"LEAVE", "BEGIN l: BEGIN SET @q = 1; LEAVE l; SET @q = 2; END; SELECT @q; END", "1", ""},
	{"INOUT in a loop", "BEGIN DECLARE i INT DEFAULT 0; WHILE i < 3 DO CALL adds(i); END WHILE; SELECT i; END", "3", ""},
}

func handlerServer(t *testing.T, cfg perfschema.Config) *testServer {
	t.Helper()
	s := startServer(t, cfg)
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE t (id INT PRIMARY KEY, n INT)")
	mustExec(t, c, "INSERT INTO t VALUES (1, 10), (2, 20), (3, 30)")
	mustExec(t, c, "CREATE PROCEDURE gives() SELECT 'given'")
	mustExec(t, c, "CREATE TABLE e (v ENUM('a', 'b'))")
	mustExec(t, c, "CREATE PROCEDURE warns() SELECT '12abc' + 0 INTO @v")
	mustExec(t, c, "CREATE PROCEDURE adds(INOUT x INT) SET x = x + 1")
	return s
}

// A condition that is declared by a number cannot be raised.
func TestNumbersAreNotSignalled(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	if number, _, _ := errorOf(t, c, "CREATE PROCEDURE p() BEGIN DECLARE Taken CONDITION FOR 1062; SIGNAL taken; END"); number == 0 {
		t.Error("is not refused")
	}
}

// Handlers of procedures run as in MySQL, wherever they stand and whatever fails.
func TestHandlers(t *testing.T) {
	s := handlerServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	for n, test := range handled {
		t.Run(test.name, func(t *testing.T) {
			name := fmt.Sprintf("p%d", n)
			mustExec(t, c, "CREATE PROCEDURE "+name+"() "+test.body)
			mustExec(t, c, "DELETE FROM t WHERE id > 3")
			for range 2 {
				got, err := tryRows(t.Context(), c, "CALL "+name+"()")
				mustExec(t, c, "DELETE FROM t WHERE id > 3")
				number, message, _ := strings.Cut(test.err, " ")
				var e *mysql.MySQLError
				switch {
				case test.err == "" && err != nil:
					t.Fatal(err)
				case test.err == "":
					if len(got) != 1 || len(got[0]) != 1 || got[0][0] != test.rows {
						t.Fatalf("%v, not %s", got, test.rows)
					}
				case !errors.As(err, &e) || fmt.Sprint(e.Number) != number || message != "" && e.Message != message:
					t.Fatalf("%v, %v", got, err)
				}
			}
			s.nothingHeld(t, id, test.name)
		})
	}
}

// endless are bodies that do not end, and handle every error.
var endless = map[string]string{
	"SLEEP":            "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; WHILE 1 DO SELECT SLEEP(1); END WHILE; END",
	"SET":              "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; WHILE 1 DO SET @a = 1; END WHILE; END",
	"an empty WHILE":   "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; WHILE 1 DO BEGIN END; END WHILE; END",
	"an empty REPEAT":  "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; REPEAT BEGIN END; UNTIL 0 END REPEAT; END",
	"an empty LOOP":    "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; l: LOOP ITERATE l; END LOOP; END",
	"a failing INSERT": "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SELECT 1; WHILE 1 DO INSERT INTO t VALUES (1, 1); END WHILE; END",
	"in a handler":     "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN LOOP BEGIN END; END LOOP; END; SIGNAL SQLSTATE '45000'; END",
	"an EXIT handler":  "BEGIN LOOP BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN END; SELECT SLEEP(1); END; END LOOP; END",
	"a called one":     "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; WHILE 1 DO CALL endless(); END WHILE; END",
	"a cursor":         "BEGIN DECLARE v INT; DECLARE c CURSOR FOR SELECT SLEEP(1) FROM t; DECLARE CONTINUE HANDLER FOR NOT FOUND BEGIN END; BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; OPEN c; LOOP FETCH c INTO v; END LOOP; END; END",
}

// No handler keeps a procedure from being ended: by KILL, by its client who leaves.
func TestEndlessProcedures(t *testing.T) {
	for mode, cfg := range map[string]perfschema.Config{"on": {}, "off": {Off: true}} {
		s := handlerServer(t, cfg)
		watch := s.connect(t, "root", "shop")
		mustExec(t, watch, "CREATE PROCEDURE endless() "+endless["an empty LOOP"])
		running := func(id string) bool {
			return rows(t, watch, "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE 'CALL %' AND ID = "+id)[0][0] != "0"
		}
		procedures := make(map[string]string)
		for name, body := range endless { // before any runs: the database in memory has no lock for them
			procedures[name] = fmt.Sprintf("e%d", len(procedures))
			mustExec(t, watch, "CREATE PROCEDURE "+procedures[name]+"() "+body)
		}
		for name, procedure := range procedures {
			for _, how := range []string{"KILL QUERY ", "KILL ", "leaves"} {
				if how == "leaves" && name != "an empty LOOP" {
					continue // who has left is looked for twice a second
				}
				t.Run(mode+"/"+name+"/"+strings.TrimSpace(how), func(t *testing.T) {
					c := s.connect(t, "root", "shop")
					id := rows(t, c, "SELECT CONNECTION_ID()")[0][0]
					ctx, leave := context.WithCancel(t.Context())
					defer leave()
					done := s.start(ctx, c, "CALL "+procedure+"()")
					await(t, "the procedure runs", func() bool { return len(done) > 0 || running(id) })
					if how == "leaves" {
						leave() // the driver closes the connection
					} else {
						mustExec(t, watch, how+id)
					}
					got := <-done
					var e *mysql.MySQLError
					if got.err == nil || how == "KILL QUERY " && (!errors.As(got.err, &e) || e.Number != 1317) {
						t.Errorf("%v, %v", got.rows, got.err)
					}
					if how == "leaves" {
						await(t, "the procedure ends", func() bool { return !running(id) })
					}
				})
			}
		}
	}
}
