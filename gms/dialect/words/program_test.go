package words

import (
	"strings"
	"testing"
)

func TestTextOfProgram(t *testing.T) {
	for _, test := range []struct{ source, statements, handlers string }{
		{"CREATE PROCEDURE p() SELECT 1", "SELECT 1", ""},
		{"create procedure `p`(IN a INT, OUT b DECIMAL(10,2)) SELECT a ;", "SELECT a", ""},
		{"CREATE DEFINER=`root`@`%` PROCEDURE shop.p(a ENUM('(','x')) COMMENT 'it''s; BEGIN' NOT DETERMINISTIC READS SQL DATA SQL SECURITY INVOKER SELECT ';'",
			"SELECT ';'", ""},
		{"CREATE PROCEDURE p() BEGIN DECLARE x INT DEFAULT 1; SET x = 2; SELECT x -- one; two\n , 3; END", "DECLARE x INT DEFAULT 1|SET x = 2|SELECT x -- one; two\n , 3", ""},
		{"CREATE PROCEDURE p() BEGIN IF a > CASE WHEN b THEN 1 ELSE 2 END THEN SELECT 1; ELSEIF b THEN SELECT 2; SELECT 3; ELSE SELECT IF(a, 4, 5); END IF; SELECT 6; END",
			"SELECT 1|SELECT 2|SELECT 3|SELECT IF(a, 4, 5)|SELECT 6", ""},
		{"CREATE PROCEDURE p() CASE a WHEN 1 THEN SELECT CASE WHEN x THEN 1 END; WHEN 2 THEN BEGIN END; ELSE SELECT 3; END CASE", "SELECT CASE WHEN x THEN 1 END|SELECT 3", ""},
		{"CREATE PROCEDURE p() BEGIN l: WHILE x < 5 DO SET x = x + 1; ITERATE l; END WHILE l; m: LOOP LEAVE m; END LOOP; SELECT 1; END", "SET x = x + 1|ITERATE l|LEAVE m|SELECT 1", ""},
		{"CREATE PROCEDURE p() BEGIN REPEAT SET x = 1; SELECT 2; UNTIL x > CASE 1 WHEN 1 THEN 1 END END REPEAT; SELECT 3; END", "SET x = 1|SELECT 2|SET x = 1|SELECT 2|SELECT 3", ""},
		{"CREATE PROCEDURE p() BEGIN DECLARE CONTINUE HANDLER FOR NOT FOUND, SQLSTATE VALUE '42000', 1062 SET done = 1; DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN SELECT 'oops'; ROLLBACK; END; SELECT 1; END",
			"SELECT 1", "SET done = 1|SELECT 'oops'"},
		{"CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW SET NEW.x = 1", "SET NEW.x = 1", ""},
		{"CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW FOLLOWS u BEGIN SET NEW.x = 1; INSERT INTO b VALUES (NEW.x); END", "SET NEW.x = 1|INSERT INTO b VALUES (NEW.x)", ""},
		{"CREATE PROCEDURE p() outer_block: BEGIN BEGIN SELECT `begin`, \"end;\"; END; SELECT 'a\\';'; END outer_block", "SELECT `begin`, \"end;\"|SELECT 'a\\';'", ""},
		{"CREATE PROCEDURE p() BEGIN SET x = f(1, 2), @y = ',', z = (SELECT MAX(a), 2 FROM t); SELECT 1, 2; END",
			strings.Repeat("SET x = f(1, 2), @y = ',', z = (SELECT MAX(a), 2 FROM t)|", 3) + "SELECT 1, 2", ""},
		{"CREATE TABLE t (a INT)", "", ""},
		{"CREATE PROCEDURE p(", "", ""},
		{"", "", ""},
	} {
		p := TextOfProgram(test.source)
		if got := strings.Join(p.Statements, "|"); got != test.statements {
			t.Errorf("%s:\n got %q\nwant %q", test.source, got, test.statements)
		}
		if got := strings.Join(p.Handlers, "|"); got != test.handlers {
			t.Errorf("%s: handlers\n got %q\nwant %q", test.source, got, test.handlers)
		}
	}
}

func FuzzTextOfProgram(f *testing.F) {
	f.Add("CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; ELSE SELECT 2; END IF; END")
	f.Add("CREATE PROCEDURE p() BEGIN REPEAT CASE x WHEN 1 THEN SELECT 1; END CASE; UNTIL y END REPEAT; END")
	f.Add("CREATE TRIGGER t AFTER DELETE ON a FOR EACH ROW BEGIN DECLARE EXIT HANDLER FOR 1,2 SELECT '; END")
	f.Fuzz(func(t *testing.T, source string) {
		if strings.Count(strings.ToUpper(source), "REPEAT") > 4 {
			return // each doubles what is in it
		}
		for _, s := range TextOfProgram(source).Statements {
			if !strings.Contains(source, s) {
				t.Errorf("%q is not in the source", s)
			}
		}
	})
}
