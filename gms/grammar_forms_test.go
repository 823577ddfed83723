package gms_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// form is a statement that the engine refuses, and what must come back.
type form struct {
	statement string
	number    uint16 // of the error, 0 without one
	rows      string // the columns of a row parted by |, the rows by a line; * stands for anything
}

// forms are statements that tools send and that the engine's grammar or planner lacks.
var forms = []form{
	{"CREATE FUNCTION IF NOT EXISTS shop.f1() RETURNS INT DETERMINISTIC RETURN 1", 0, ""},
	{"ALTER FUNCTION shop.f1 COMMENT 'one'", 0, ""},
	{"SELECT shop.f1()", 0, "1"},
	{"CREATE AGGREGATE FUNCTION f1 RETURNS INTEGER SONAME 'udf.so'", 1235, ""},
	{"DROP FUNCTION IF EXISTS shop.f1", 0, ""},
	{"DROP FUNCTION shop.f1", 1305, ""},
	{"ANALYZE TABLE nothing", 0, "shop.nothing|analyze|Error|Table 'shop.nothing' doesn't exist\nshop.nothing|analyze|status|Operation failed"},
	{"ANALYZE TABLE item", 0, "shop.item|analyze|status|OK"},
	{"ANALYZE NO_WRITE_TO_BINLOG TABLE shop.item, `item`", 0, "shop.item|analyze|status|OK\nshop.item|analyze|status|OK"},
	{"ANALYZE LOCAL TABLES item", 0, "shop.item|analyze|status|OK"},
	{"ANALYZE TABLES item, nothing", 0, "shop.item|analyze|status|OK\nshop.nothing|analyze|Error|Table 'shop.nothing' doesn't exist\nshop.nothing|analyze|status|Operation failed"},
	{"ANALYZE LOCAL item", 1064, ""},
	{"ANALYZE TABLES item nonsense", 1064, ""},
	{"ANALYZE LOCAL TABLE performance_schema.threads", 1142, ""},
	{"ANALYZE TABLE nothing, item", 0, "shop.nothing|analyze|Error|Table 'shop.nothing' doesn't exist\nshop.nothing|analyze|status|Operation failed\nshop.item|analyze|status|OK"},
	{"ANALYZE TABLE nowhere.item", 1049, ""},
	{"ANALYZE TABLE performance_schema.nothing", 1142, ""},
	{"ANALYZE TABLE sys.nothing", 0, "sys.nothing|analyze|Error|Table 'sys.nothing' doesn't exist\nsys.nothing|analyze|status|Operation failed"},
	{"SHOW ERRORS", 0, ""},
	{"SHOW ERRORS LIMIT 1, 2", 0, ""},
	{"SHOW COUNT(*) ERRORS", 0, "0"},
	{"SHOW COUNT(*) WARNINGS", 0, "0"},
	{"FLUSH LOGS", 0, ""},
	{"FLUSH NO_WRITE_TO_BINLOG TABLES", 0, ""},
	{"FLUSH LOCAL TABLES item WITH READ LOCK", 0, ""},
	{"FLUSH TABLES item FOR EXPORT", 1031, ""},
	{"FLUSH USER_RESOURCES", 0, ""},
	{"FLUSH BINARY LOGS, ERROR LOGS, GENERAL LOGS, RELAY LOGS FOR CHANNEL 'a', SLOW LOGS, STATUS, PRIVILEGES", 0, ""},
	{"FLUSH LOCAL PRIVILEGES", 0, ""},
	{"FLUSH nonsense", 1064, ""},
	{"FLUSH LOGS, nonsense", 1064, ""},
	{"DO 1", 0, ""},
	{"DO SLEEP(0), @a = 1", 0, ""},
	{"DO 1 FROM item", 1064, ""},
	{"DO *", 1064, ""},
	{"DO", 1064, ""},
	{"DO (SELECT id FROM item)", 0, ""},
	{"DO (SELECT nothing FROM item)", 1054, ""},
	{"SHOW ENGINE INNODB STATUS", 0, "InnoDB||*"},
	{"SHOW ENGINE INNODB MUTEX", 0, ""},
	{"SHOW ENGINE NDB STATUS", 1286, ""},
	{"SHOW REPLICA STATUS FOR CHANNEL 'c'", 3074, ""},
	{"SET character_set_results = binary", 0, ""},
	{"SET character_set_results = utf8mb4", 0, ""},
	{"SELECT * FROM information_schema.nothing", 1109, ""},
	{"SELECT CONCAT(LEFT(CAST('2026-01-02 03:04:05' AS DATETIME), 7), RIGHT(SEC_TO_TIME(50), 2))", 0, "2026-0150"},
	{"SHOW BINLOG EVENTS", 0, ""},
	{"SHOW BINLOG EVENTS IN 'binlog.000001' FROM 4 LIMIT 0, 10", 0, ""},
	{"SHOW RELAYLOG EVENTS FOR CHANNEL ''", 0, ""},
	{"SHOW REPLICAS", 0, ""},
	{"SHOW OPEN TABLES", 0, ""},
	{"SHOW OPEN TABLES FROM shop", 0, ""},
	{"SHOW OPEN TABLES WHERE In_use > 0", 0, ""},
	{"SHOW OPEN TABLES LIKE 'it%';", 0, ""},
	{"SHOW OPEN TABLES WHERE 1) UNION SELECT (1", 1064, ""},
	{"SHOW OPEN TABLES WHERE 1 -- ", 0, ""},
	{"SHOW EXTENDED INDEX FROM item", 0, "item|0|PRIMARY|1|id|*|*|*|*|*|*|*|*|*|*"},
	{"SHOW CREATE USER CURRENT_USER()", 0, "CREATE USER `root`@`localhost` IDENTIFIED WITH*"},
	{"SHOW CREATE USER 'root'@'localhost'", 0, "CREATE USER `root`@`localhost` IDENTIFIED WITH*"},
	{"SHOW CREATE USER root@localhost", 0, "CREATE USER `root`@`localhost` IDENTIFIED WITH*"},
	{"SHOW CREATE USER nobody", 1396, ""},
	{"SHOW CREATE FUNCTION f", 1305, ""},
	{"SHOW STORAGE ENGINES", 0, "InnoDB|*|*|*|*|*"},
	{"CHECK TABLE shop.item", 0, "shop.item|check|status|OK"},
	{"CHECK TABLE item, nothing EXTENDED FOR UPGRADE", 0, "shop.item|check|status|OK\nshop.nothing|check|Error|Table 'shop.nothing' doesn't exist\nshop.nothing|check|status|Operation failed"},
	{"CHECK TABLE nowhere.item", 0, "nowhere.item|check|Error|*\nnowhere.item|check|status|Operation failed"},
	{"CHECK TABLE mysql.user", 0, "mysql.user|check|status|OK"},
	{"ANALYZE TABLE mysql.user", 0, "mysql.user|analyze|note|*"},
	{"OPTIMIZE TABLE `shop`.`item`", 0, "shop.item|optimize|note|The storage engine for the table doesn't support optimize"},
	{"OPTIMIZE LOCAL TABLES item", 0, "shop.item|optimize|note|*"},
	{"REPAIR NO_WRITE_TO_BINLOG TABLE item QUICK", 0, "shop.item|repair|note|*"},
	{"CHECKSUM TABLE shop.item, nothing", 0, "shop.item|*\nshop.nothing|NULL"},
	{"CHECKSUM TABLE item QUICK", 0, "shop.item|NULL"},
	{"CHECK TABLE item nonsense", 1064, ""},
	{"OPTIMIZE item", 1064, ""},
	{"SET ROLE NONE", 0, ""},
	{"SET ROLE ALL", 0, ""},
	{"SET ROLE DEFAULT", 0, ""},
	{"SET ROLE clerk", 3530, ""},
	{"SET DEFAULT ROLE NONE", 1064, ""},
	{"SELECT id FROM item FOR SHARE", 0, "1"},
	{"SELECT id FROM item FOR SHARE OF item NOWAIT", 0, "1"},
	{"XA START 'x1'", 1235, ""},
	{"XA END 'x1'", 1235, ""},
	{"XA ROLLBACK 'x1'", 1235, ""},
	{"XA RECOVER", 0, ""},
	{"XA RECOVER CONVERT XID", 0, ""},
	{"SHOW EVENTS FROM performance_schema", 0, ""},
	{"SHOW EVENTS FROM performance_schema LIKE 'x'", 0, ""},
	{"HELP 'SELECT'", 0, ""},
	{"HELP", 1064, ""},
	{"GET DIAGNOSTICS @n = NUMBER, @m = ROW_COUNT", 0, ""},
	{"GET DIAGNOSTICS CONDITION 1 @n = MYSQL_ERRNO", 1758, ""},
	{"GET STACKED DIAGNOSTICS @n = NUMBER", 3021, ""},
	{"GET DIAGNOSTICS @n = NONSENSE", 1064, ""},
	{"LOCK INSTANCE FOR BACKUP", 0, ""},
	{"UNLOCK INSTANCE", 0, ""},
	{"PURGE BINARY LOGS BEFORE '2000-01-01'", 0, ""},
	{"ALTER INSTANCE RELOAD TLS", 1235, ""},
	{"SELECT id FROM item USE INDEX (PRIMARY) LIMIT 1", 0, "1"},
	{"SELECT id FROM item USE INDEX FOR ORDER BY (PRIMARY)", 0, "1"},
	{"SELECT 1 AS now, 2 plan, 3 AS std, 4 AS substr, 5 AS group_concat, 6 AS a$b", 0, "1|2|3|4|5|6"},
	{"SELECT s.now FROM (SELECT 7 AS now) s ORDER BY now", 0, "7"},
	{`SELECT JSON_VALUE('{"a":1}', '$.a' RETURNING SIGNED)`, 0, "1"},
	{"/* a */ DO /* b */ 1 # c", 0, ""},
	{"SELECT 1 nonsense nonsense", 1064, ""},
	{"SELECT BENCHMARK(3, 1 + 1), BENCHMARK(NULL, 1), BENCHMARK(-1, 1)", 0, "0|NULL|NULL"},
	{"SELECT BENCHMARK(1)", 1582, ""},
	{"SELECT BENCHMARK(1, nothing)", 1054, ""},
	{"SELECT INTERVAL(3, 1, 2, 5), INTERVAL(NULL, 1), INTERVAL(2.5, 1, 2, 3), INTERVAL(0, 1), DATE_ADD('2020-01-01', INTERVAL (1) DAY)", 0, "2|-1|2|0|2020-01-02"},
	{"SELECT INTERVAL(1)", 1064, ""},
	{"SELECT PERIOD_DIFF(202001, 202002), PERIOD_ADD(202001, -1), PERIOD_ADD(9912, 2)", 0, "-1|201912|200002"},
	{"SELECT PERIOD_ADD(202013, 1)", 1210, ""},
	{"SELECT SEC_TO_TIME(3661), SEC_TO_TIME(-1), SEC_TO_TIME(99999999), SEC_TO_TIME(NULL)", 0, "01:01:01|-00:00:01|838:59:59|NULL"},
	{"SELECT SESSION_USER() = USER(), SYSTEM_USER() = USER()", 0, "1|1"},
	{"SELECT ~1, ~-1, ~0, ~NULL, ~5 & 7, ~'3', 5 & ~1, ~id FROM item", 0, "18446744073709551614|0|18446744073709551615|NULL|2|18446744073709551612|4|18446744073709551614"},
	{"SELECT 1 MEMBER OF ('[1,2]'), 3 MEMBER OF('[1, 2]'), 'a' MEMBER OF ('[\"a\"]'), NULL MEMBER OF ('[1]'), 'a' MEMBER OF ('\"a\"'), 1 MEMBER OF (NULL)", 0, "1|0|1|NULL|1|NULL"},
	{"SELECT id FROM item WHERE id MEMBER OF (CONCAT('[', id, ']')) AND ~id > 5", 0, "1"},
	{"SELECT 1 MEMBER OF ('[1'", 1064, ""},
	{"SELECT @r := @r + 1 AS n, name FROM item, (SELECT @r := 4) r", 0, "5|nut"},
	{"SELECT 18446744073709551610 & 7, id & 18446744073709551615, 5 ^ 18446744073709551615, '12' & ~8, 2.5 | ~0, NULL & ~1, (~id) >> 60, id | (~id) FROM item", 0,
		"2|1|18446744073709551610|4|18446744073709551615|NULL|15|18446744073709551615"},
	{"SELECT (@a := 3) + 1, IF(1, @b := 2, 3)", 0, "4|2"},
	{"SELECT @@version := 1", 1064, ""},
	{"SELECT @@global.validate_password.length, @@validate_password.length", 0, "8|8"},
	{"SELECT @@global.validate_password.length.more", 1064, ""},
	{"SELECT @@validate_password.length.more", 1064, ""},
	{"PREPARE s FROM @none", 1064, ""}, // a number
	{"PREPARE s FROM @nobody", 1064, ""},
	{"SET @text = ''", 0, ""},
	{"PREPARE s FROM @text", 1065, ""},
	{"EXPLAIN FORMAT=TRADITIONAL SELECT ~id FROM item WHERE 1 MEMBER OF ('[1]')", 0, "1|SIMPLE|*"},
	{"EXPLAIN FORMAT=JSON SELECT 1 AS now", 0, "{*"},
	{"ANALYZE TABLE item UPDATE HISTOGRAM ON name WITH 10 BUCKETS", 1235, ""},
}

func TestForms(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE item (id INT PRIMARY KEY, name TEXT)")
	mustExec(t, c, "INSERT INTO item VALUES (1, 'nut')")
	for _, f := range forms {
		mustExec(t, c, "SET @none = 1") // no warnings are left
		if number, _, message := errorOf(t, c, f.statement); number != f.number {
			t.Errorf("%s: %d %s, want %d", f.statement, number, message, f.number)
			continue
		}
		if f.number != 0 {
			continue
		}
		var lines []string
		for _, row := range rows(t, c, f.statement) {
			lines = append(lines, strings.Join(row, "|"))
		}
		if got := strings.Join(lines, "\n"); !like(got, f.rows) {
			t.Errorf("%s:\n%s\nwant\n%s", f.statement, got, f.rows)
		}
	}
}

// like compares a text with a pattern in which * stands for anything.
func like(text, pattern string) bool {
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	for i, part := range parts[1:] {
		if i == len(parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return rest == ""
}

// What tells of the statement before leaves what it tells.
func TestDiagnosticsOfStatements(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "DROP TABLE IF EXISTS nothing")
	for _, want := range []struct{ query, rows string }{
		{"SHOW COUNT(*) WARNINGS", "1"}, {"SHOW COUNT(*) ERRORS", "0"}, {"SHOW ERRORS", ""}, {"SHOW COUNT(*) WARNINGS", "1"},
		{"GET DIAGNOSTICS @n = NUMBER", ""}, {"GET DIAGNOSTICS CONDITION 1 @e = MYSQL_ERRNO, @m = MESSAGE_TEXT", ""},
		{"SELECT @n, @e, @m", "1|1051|*nothing*"},
	} {
		var lines []string
		for _, row := range rows(t, c, want.query) {
			lines = append(lines, strings.Join(row, "|"))
		}
		if got := strings.Join(lines, "\n"); !like(got, want.rows) {
			t.Errorf("%s: %q, want %q", want.query, got, want.rows)
		}
	}
}

// The error in which a statement ended is told by those after it, alone.
func TestDiagnosticsOfFailures(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE item (id INT PRIMARY KEY)")
	mustExec(t, c, "INSERT INTO item VALUES (1)")
	for query, want := range map[string]string{
		"SELECT * FROM nowhere": "Error|1146|*nowhere*", "SELEC 1": "Error|1064|*", "INSERT INTO item VALUES (1)": "Error|1062|*PRIMARY*",
		"SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'own'": "Error|1644|own", "SELECT (SELECT 1 UNION SELECT 2)": "Error|1242|*",
	} {
		for _, before := range []string{"DROP TABLE IF EXISTS nothing", "SELECT * FROM elsewhere", "SET @a = 1"} {
			_, _, _ = errorOf(t, c, before)
			if number, _, _ := errorOf(t, c, query); number == 0 {
				t.Fatalf("%s: no error", query)
			}
			for _, show := range []string{"SHOW ERRORS", "SHOW WARNINGS", "SHOW ERRORS"} {
				got := rows(t, c, show)
				if len(got) != 1 || !like(strings.Join(got[0], "|"), want) {
					t.Errorf("%s; %s; %s: %q, want %s", before, query, show, got, want)
				}
			}
			mustExec(t, c, "GET DIAGNOSTICS @n = NUMBER")
			mustExec(t, c, "SELECT 1")
			if got := rows(t, c, "SHOW ERRORS"); len(got) != 0 {
				t.Errorf("%s, and then another: %q", query, got)
			}
		}
	}
	e, err := s.run(t, s.thread(t, c), c, "SELECT 1")
	if err != nil || e.Counters.Warnings != 0 {
		t.Errorf("a statement after one that failed has %d warnings, %v", e.Counters.Warnings, err)
	}
}

// Each of these statements asks for the rights that MySQL asks for, and shows no
// password.
func TestFormsAskForRights(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE TABLE item (id INT PRIMARY KEY)", "CREATE TABLE other (id INT PRIMARY KEY)", "CREATE USER reader@localhost", "CREATE USER hidden@localhost IDENTIFIED BY 'deep'",
		"GRANT SELECT ON shop.other TO reader@localhost",
	} {
		mustExec(t, root, q)
	}
	c := s.connect(t, "reader", "shop")
	for statement, want := range map[string]uint16{
		"CHECK TABLE shop.item": 1142, "CHECK TABLE shop.other": 0, "CHECK TABLE other, item": 1142, "CHECKSUM TABLE item": 1142,
		"CHECKSUM TABLE item QUICK": 1142, "OPTIMIZE TABLE other": 1142, "REPAIR TABLE other": 1142, "ANALYZE TABLE mysql.user": 1142,
		"ANALYZE TABLE other": 1142, "ANALYZE LOCAL TABLE item": 1142, "ANALYZE TABLES other, item": 1142,
		"CHECK TABLE mysql.user": 1142, "CHECKSUM TABLE mysql.user": 1142, "CHECK TABLE information_schema.tables": 1044,
		"OPTIMIZE TABLE performance_schema.threads": 1142,
		"DO (SELECT id FROM item)":                  1142, "/*!DO (SELECT id FROM item)*/": 1142, "DO (SELECT id FROM other)": 0,
		"SHOW CREATE USER hidden@localhost": 1044, "SHOW CREATE USER root@localhost": 1044, "SHOW CREATE USER": 1064,
		"SHOW ENGINE INNODB STATUS": 1227, "SHOW ENGINE INNODB MUTEX": 1227, "SHOW BINLOG EVENTS": 1227, "SHOW REPLICAS": 1227,
		"SHOW EVENTS FROM performance_schema": 1044,
		"FLUSH LOGS":                          1227, "FLUSH LOCAL TABLES": 1227, "FLUSH STATUS, LOGS": 1227, "FLUSH TABLES item FOR EXPORT": 1227, "FLUSH LOCAL PRIVILEGES": 1227,
		"XA RECOVER": 1227, "LOCK INSTANCE FOR BACKUP": 1227, "UNLOCK INSTANCE": 1227, "RESET PERSIST": 1227,
		"PURGE BINARY LOGS BEFORE '2000-01-01'": 1227, "SELECT id FROM item FOR SHARE": 1142, "SELECT id AS now FROM item": 1142,
		"SET PASSWORD FOR root@localhost = 'x'": 1227, "SET PASSWORD FOR 'hidden'@'localhost' = ''": 1227,
		"SHOW OPEN TABLES WHERE (SELECT COUNT(*) FROM item) = 0": 1142,
	} {
		if number, _, message := errorOf(t, c, statement); number != want {
			t.Errorf("%s: %d %s, want %d", statement, number, message, want)
		}
	}
	mustExec(t, root, "GRANT FLUSH_TABLES ON *.* TO reader@localhost")
	mustExec(t, root, "GRANT FLUSH_STATUS ON *.* TO reader@localhost")
	for statement, want := range map[string]uint16{"FLUSH LOCAL TABLES": 0, "FLUSH STATUS": 0, "FLUSH STATUS, LOGS": 1227, "FLUSH LOCAL TABLES item WITH READ LOCK": 1142} {
		if number, _, message := errorOf(t, c, statement); number != want {
			t.Errorf("%s: %d %s, want %d", statement, number, message, want)
		}
	}
	mustExec(t, c, "SET PASSWORD = 'Fathom'")
	mustExec(t, c, "SET PASSWORD FOR CURRENT_USER() = 'Fathom'")
	mustExec(t, c, "ALTER USER CURRENT_USER() IDENTIFIED BY 'Fathom'")
	if got := rows(t, c, "SHOW CREATE USER CURRENT_USER()"); !strings.Contains(got[0][0], "AS <secret>") {
		t.Errorf("own account: %q", got)
	}
	if got := rows(t, root, "SHOW CREATE USER reader@localhost"); strings.Contains(got[0][0], "<secret>") {
		t.Errorf("to who may read it: %q", got)
	}
	for _, table := range []string{"events_statements_history", "events_statements_current"} {
		for _, row := range rows(t, root, "SELECT SQL_TEXT, DIGEST_TEXT FROM performance_schema."+table) {
			if strings.Contains(strings.Join(row, " "), "Fathom") || strings.Contains(strings.Join(row, " "), "deep") {
				t.Errorf("%s: %q", table, row)
			}
		}
	}
}

// TestHeadOfStorageStatus has the number between the time and the words that tools look for.
func TestHeadOfStorageStatus(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "shop")
	head := regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \d+ INNODB MONITOR OUTPUT$`)
	if got := rows(t, c, "SHOW ENGINE INNODB STATUS"); !head.MatchString(got[0][2]) {
		t.Errorf("the head is otherwise: %q", got[0][2])
	}
}
