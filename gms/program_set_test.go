package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// SETs of procedures, with what they leave or the error, as in MySQL.
var programSets = []struct {
	body, left string
	number     uint16
}{
	{"BEGIN SET @a = 1, @b = @a + 1; SET @c = 3; END", "1 2 3", 0},
	{"SET @a = 1, @b = 2", "1 2 NULL", 0},
	{"BEGIN DECLARE x, y INT DEFAULT 1; SET x = 5, y = x + 1, @a = y, @b = x; END", "6 5 NULL", 0},
	{"BEGIN DECLARE x, y INT DEFAULT 1; IF x THEN SET x = 3, y = 4; ELSE SET x = 7, y = 8; END IF; SET @a = x, @b = y; END", "3 4 NULL", 0},
	{"BEGIN DECLARE x, y INT DEFAULT 1; IF NOT x THEN SET x = 3, y = 4; ELSEIF x = 2 THEN SET x = 5; ELSE SET x = 7, y = 8; END IF; SET @a = x, @b = y; END", "7 8 NULL", 0},
	{"BEGIN DECLARE x, y INT DEFAULT 1; CASE x WHEN 1 THEN SET x = 3, y = 4; ELSE SET x = 7, y = 8; END CASE; SET @a = x, @b = y; END", "3 4 NULL", 0},
	{"BEGIN DECLARE x, y INT DEFAULT 1; WHILE x < 4 DO SET x = x + 1, y = y * 2; END WHILE; SET @a = x, @b = y; END", "4 8 NULL", 0},
	{"BEGIN DECLARE x, y INT DEFAULT 1; REPEAT SET x = x + 1, y = y * 2; UNTIL x > 3 END REPEAT; SET @a = x, @b = y; END", "4 8 NULL", 0},
	{"BEGIN DECLARE x, y INT DEFAULT 1; l: LOOP SET x = x + 1, y = y * 2; IF x > 3 THEN LEAVE l; END IF; END LOOP; SET @a = x, @b = y; END", "4 8 NULL", 0},
	{"BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @a = 1, @b = 2; SELECT * FROM nosuch; SET @c = 3; END", "1 2 3", 0},
	{"BEGIN DECLARE EXIT HANDLER FOR 1146 BEGIN SET @a = 1, @b = 2; END; SELECT * FROM nosuch; SET @c = 3; END", "1 2 NULL", 0},
	{"BEGIN SET max_join_size = 5000; SET @a = @@max_join_size; END", "5000 NULL NULL", 0},
	{"BEGIN SET max_join_size = 5001, sql_mode = 'ANSI', @b = @@sql_mode; SET @a = @@max_join_size; SET sql_mode = DEFAULT; END", "5001 REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ONLY_FULL_GROUP_BY,ANSI NULL", 0},
	{"BEGIN DECLARE max_join_size INT; SET max_join_size = 7; SELECT max_join_size INTO @a; END", "7 NULL NULL", 0},
	{"BEGIN SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE; SET @a = @@transaction_isolation; SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; END", "READ-COMMITTED NULL NULL", 0},
	{"BEGIN SET NAMES utf8mb4, @a = 1; END", "1 NULL NULL", 0},
	{"BEGIN SET @a = 1, nosuch = 2; END", "1 NULL NULL", 1193},
	{"SET nosuch = 2", "", 1193},
	{"BEGIN CASE 1 WHEN 2 THEN SET @a = 1, @b = 2; END CASE; END", "", 1339},
	{"BEGIN CASE 1 WHEN 2 THEN SET @a = 1; ELSE BEGIN END; END CASE; END", "NULL NULL NULL", 0},
	{"SET max_connections = 2, @a = 1", "", 1229},
	{"BEGIN SET @a = 1, sql_mode = 'nonsense', @b = 2; END", "1 NULL NULL", 1231}, // as many statements as variables, as in MySQL
	{"BEGIN SET @a = 1, @b = (SELECT id FROM nosuch), @c = 3; END", "1 NULL NULL", 1146},
}

// A procedure may set several variables in one SET, wherever a statement may stand, and
// those of the session without saying so.
func TestSetsOfProcedures(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c := s.connect(t, "root", "shop")
		for n, test := range programSets {
			name := fmt.Sprintf("sets%d", n)
			mustExec(t, c, "SET @a = NULL, @b = NULL, @c = NULL")
			_, err := c.ExecContext(t.Context(), "CREATE PROCEDURE "+name+"() "+test.body)
			if err == nil {
				_, err = c.ExecContext(t.Context(), "CALL "+name+"()")
			}
			if numberOf(err) != test.number {
				t.Errorf("%s: %v, want %d", test.body, err, test.number)
			}
			if test.left == "" {
				continue
			}
			got := rows(t, c, "SELECT @a, @b, @c")[0]
			if left := fmt.Sprint(got[0], " ", got[1], " ", got[2]); left != test.left {
				t.Errorf("%s leaves %s, not %s", test.body, left, test.left)
			}
		}
	}
}
