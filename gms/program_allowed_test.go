package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
)

// inTriggers are bodies, with the number of the error that a trigger gets for them.
var inTriggers = []struct {
	body   string
	number uint16
}{
	{"BEGIN SELECT 1; END", 1415},
	{"BEGIN IF 1 THEN SELECT 1; END IF; END", 1415},
	{"BEGIN IF 0 THEN SET @a = 1; ELSE SELECT 1; END IF; END", 1415},
	{"BEGIN SELECT 1 UNION SELECT 2; END", 1415},
	{"BEGIN SHOW TABLES; END", 1415},
	{"BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SELECT 1; SET @a = 1; END", 1415},
	{"BEGIN COMMIT; END", 1422},
	{"BEGIN ROLLBACK; END", 1422},
	{"BEGIN START TRANSACTION; END", 1422},
	{"BEGIN WHILE 0 DO COMMIT; END WHILE; END", 1422},
	{"BEGIN CREATE TABLE made (i INT); END", 1422},
	{"BEGIN DROP TABLE IF EXISTS made; END", 1422},
	{"BEGIN TRUNCATE log; END", 1422},
	{"BEGIN ALTER TABLE log ADD z INT; END", 1422},
	{"BEGIN CREATE USER u; END", 1422},
	{"BEGIN GRANT SELECT ON *.* TO u; END", 1422},
	{"BEGIN FLUSH TABLES; END", 1336},
	{"BEGIN PREPARE s FROM 'COMMIT'; END", 1336},
	{"BEGIN EXECUTE s; END", 1336},
	{"BEGIN SET autocommit = 0; END", 1445},
	{"BEGIN SET @@autocommit = 0; END", 1445},
	{"BEGIN SET @a = 1, SESSION autocommit = 1; END", 1445},
	{"BEGIN SELECT 1 INTO @a; END", 0},
	{"BEGIN INSERT INTO log (s) VALUES ('x'); SET @autocommit = 1; END", 0},
}

// A trigger gives no result and commits nothing, neither itself nor in a procedure that
// it calls, directly or not. The statement has no effect, and what was done before in
// its transaction can be rolled back.
func TestForbiddenInTriggers(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServerOf(t, cfg, memory.NewDatabase("shop"))
		c := s.connect(t, "root", "shop")
		mustExec(t, c, "CREATE TABLE log (s VARCHAR(50)) ")
		for _, test := range inTriggers {
			mustExec(t, c, "CREATE TABLE t (i INT PRIMARY KEY)")
			if _, err := c.ExecContext(t.Context(), "CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW "+test.body); numberOf(err) != test.number {
				t.Errorf("%v: a trigger that has %s: %v, want %d", cfg.Off, test.body, err, test.number)
			}
			mustExec(t, c, "DROP TRIGGER IF EXISTS tr")
			mustExec(t, c, "CREATE PROCEDURE does() "+test.body)
			mustExec(t, c, "CREATE PROCEDURE calls() BEGIN SET @a = 1; CALL does(); END")
			for _, name := range []string{"does", "calls"} {
				mustExec(t, c, "CREATE TRIGGER tr AFTER INSERT ON t FOR EACH ROW CALL "+name+"()")
				if _, err := c.ExecContext(t.Context(), "INSERT INTO t VALUES (1)"); numberOf(err) != test.number {
					t.Errorf("%v: a trigger calls %s, which has %s: %v, want %d", cfg.Off, name, test.body, err, test.number)
				}
				mustExec(t, c, "DROP TRIGGER tr")
				mustExec(t, c, "DELETE FROM t")
			}
			mustExec(t, c, "DROP PROCEDURE does")
			mustExec(t, c, "DROP PROCEDURE calls")
			mustExec(t, c, "DROP TABLE t")
		}
	}
}
