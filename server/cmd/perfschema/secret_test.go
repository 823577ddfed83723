package main

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// secretMark stands where statements have a secret. Nothing else has it.
const secretMark = "Mk7Zq9Xv"

// secretStatements have a secret each, some in a place where there may be none.
var secretStatements = []string{
	"CREATE USER m1 IDENTIFIED BY 'MARK'", "create user 'm2'@'%' identified by \"MARK\"", "CREATE USER m3 IDENTIFIED WITH mysql_native_password BY 'MARK'",
	"CREATE USER m4 IDENTIFIED WITH caching_sha2_password AS 'MARK'", "CREATE USER m5 IDENTIFIED BY PASSWORD 'MARK'", "CREATE USER m6 IDENTIFIED BY MARK", "CREATE USER m7 IDENTIFIED 'MARK'",
	"CREATE USER m8 IDENTIFIED BY 'a' 'MARK'", "CREATE USER m9 IDENTIFIED BY `MARK`", "CREATE USR m10 IDENTIFIED BY 'MARK'", "CRAETE USER m11 IDENTIFIED BY 'MARK'", "CREATE USER m12 IDENTIFIED BY 'MARK",
	"CREATE USER m13 /* IDENTIFIED BY 'MARK' */ IDENTIFIED BY 'x'", "/*!50001 CREATE USER m14 IDENTIFIED BY 'MARK' */", "CREATE USER m15 /*!50001 IDENTIFIED BY 'MARK' */", "CREATE USER m16 IDENTIFIED BY 'x' # old: MARK",
	"CREATE USER m1 IDENTIFIED BY 'MARK'", "CREATE USER m17 IDENTIFIED BY 'x', m18 IDENTIFIED BY 'MARK'", "CREATE USER m19 IDENTIFIED BY 'x' REQUIRE NONE MARK", "  (CREATE USER m20 IDENTIFIED BY 'MARK')",
	"ALTER USER m1 IDENTIFIED BY 'MARK'", "ALTER USER nobody IDENTIFIED BY 'MARK'", "ALTER USER m1 IDENTIFIED BY 'x' REPLACE 'MARK'", "ALTER USER m1 PASSWORD 'MARK'", "ALTER USER m1 IDENTIFIED BY 'MARK' MARK",
	"SET PASSWORD FOR m1 = 'MARK'", "SET PASSWORD FOR 'm1'@'%' = 'MARK'", "SET PASSWORD FOR nobody = 'MARK'", "SET PASSWORD FOR m1 = PASSWORD('MARK')", "SET PASSWORD 'MARK'", "SET PASSWORD = MARK",
	"GRANT ALL ON *.* TO m1 IDENTIFIED BY 'MARK'", "GRANT SELECT ON d.t TO m1 IDENTIFIED BY PASSWORD '*MARK'", "GARNT ALL ON *.* TO m1 IDENTIFIED BY 'MARK'",
	"CHANGE REPLICATION SOURCE TO SOURCE_HOST='h', SOURCE_USER='u', SOURCE_PASSWORD='MARK'", "CHANGE MASTER TO MASTER_PASSWORD = 'MARK'", "CHANGE REPLICATION SOURCE TO SOURCE_PASWORD='MARK'", "START REPLICA USER='u' PASSWORD='MARK'",
	"CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (USER 'u', PASSWORD 'MARK')", "CALL dolt_remote('add', 'origin', 'https://u:MARK@127.0.0.1:1/a/b')", "CALL dolt_remote('add', 'origin', 'http://u:MARK@127.0.0.1:1/a/b', 'c', 'd', 'e')",
	"CALL dolt_clone('http://u:MARK@127.0.0.1:1/a/b', 'cloned')", "CALL dolt_backup('add', 'b', 'aws://[t:b]/d', '--aws-creds-file', '/MARK')", "CALL dolt_backup('sync-url', 'http://127.0.0.1:1/a?sig=MARK')", "CALL dolt_push('--password', 'MARK')",
	"CALL nothing('--password', 'MARK')", "PREPARE s FROM 'CREATE USER m21 IDENTIFIED BY \"MARK\"'", "PREPARE s FROM \"SET PASSWORD FOR m1 = 'MARK'\"", "PREPARE s FROM 'CREATE USR u IDENTIFIED BY \"MARK\"'",
	"SET @s = \"CREATE USER m22 IDENTIFIED BY 'MARK'\"; PREPARE s FROM @s; EXECUTE s; DEALLOCATE PREPARE s", "SELECT \"create user u identified by 'MARK'\" INTO @s", "SELECT @s := 'SET PASSWORD = \"MARK\"'",
	"SET @my_password = 'MARK'", "SET @my_secret = CONCAT('MARK', SLEEP(0.3))", "EXPLAIN CREATE USER u IDENTIFIED BY 'MARK'", "SELECT 1; CREATE USER m23 IDENTIFIED BY 'MARK'; SELECT 2", "SELECT 1; CREATE USR m23 IDENTIFIED BY 'MARK'", "SELECT SLEEP(0.3); ALTER USER m1 IDENTIFIED BY 'MARK'",
	"CREATE PROCEDURE d.p1() BEGIN SELECT 1; ALTER USER m1 IDENTIFIED BY 'MARK'; END; CALL d.p1(); DROP PROCEDURE d.p1", "CREATE PROCEDURE d.p2() SET PASSWORD FOR m1 = 'MARK'; CALL d.p2(); DROP PROCEDURE d.p2",
	"CREATE PROCEDURE d.p3() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION ALTER USER nobody IDENTIFIED BY 'MARK'; CREATE USER m1 IDENTIFIED BY 'MARK'; END; CALL d.p3(); DROP PROCEDURE d.p3", "DROP PROCEDURE d.p3",
	"CREATE PROCEDURE d.p4() BEGIN PREPARE s FROM 'ALTER USER m1 IDENTIFIED BY \"MARK\"'; EXECUTE s; END; CALL d.p4(); DROP PROCEDURE d.p4", "CREATE PROCEDURE d.p5() BEGN ALTER USER m1 IDENTIFIED BY 'MARK'; END",
	"IDENTIFIED BY 'MARK'", "m1 IDENTIFIED BY 'MARK'; SELECT 1",
}

// Nothing that keeps the text of a statement keeps a secret: no table, no SHOW
// statement, no process list while it runs, and not the log.
func TestSecretsAreKeptNowhere(t *testing.T) {
	racetest.SkipAlone(t)
	c := serveChild(t)
	db := c.openMulti(t)
	for _, q := range []string{
		"UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'", "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES'",
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var watching sync.WaitGroup
	watching.Go(func() {
		for ctx.Err() == nil {
			for _, q := range []string{
				"SHOW FULL PROCESSLIST", "SELECT * FROM information_schema.PROCESSLIST", "SELECT * FROM performance_schema.processlist", "SELECT * FROM performance_schema.threads",
				"SELECT * FROM performance_schema.events_statements_current", "SELECT * FROM performance_schema.prepared_statements_instances",
			} {
				findSecret(t, ctx, db, q)
			}
		}
	})
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	run := func(q string) {
		r, err := conn.QueryContext(t.Context(), q)
		if err == nil {
			for more := true; more; more = r.NextResultSet() {
				for r.Next() {
				}
			}
			err = errors.Join(r.Err(), r.Close())
		}
		var answer *mysql.MySQLError
		if err != nil && !errors.As(err, &answer) {
			t.Fatalf("%s: %v", q, err)
		}
	}
	run("SET profiling = 1, profiling_history_size = 100")
	for _, s := range secretStatements {
		s = strings.ReplaceAll(s, "MARK", secretMark)
		run(s)
		run("SHOW PROFILES")
		findSecretOn(t, t.Context(), conn, "SHOW PROFILES")
		findSecretOn(t, t.Context(), conn, "SELECT * FROM performance_schema.events_statements_history")
		if st, err := conn.PrepareContext(t.Context(), s); err == nil {
			_, _ = st.ExecContext(t.Context())
			findSecretOn(t, t.Context(), conn, "SELECT * FROM performance_schema.prepared_statements_instances")
			st.Close()
		}
		findSecretOn(t, t.Context(), conn, "SELECT * FROM performance_schema.events_statements_history")
	}
	cancel()
	watching.Wait()
	// mysql.user has what accounts log in by, as they were given it with AS.
	tables, err := db.Query("SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA IN ('performance_schema', 'profiling', 'information_schema', 'mysql', 'sys') AND CONCAT(TABLE_SCHEMA, '.', TABLE_NAME) <> 'mysql.user'")
	if err != nil {
		t.Fatal(err)
	}
	var queries []string
	for tables.Next() {
		var schema, table string
		if err := tables.Scan(&schema, &table); err != nil {
			t.Fatal(err)
		}
		queries = append(queries, "SELECT * FROM `"+schema+"`.`"+table+"`")
	}
	tables.Close()
	if len(queries) < 100 {
		t.Fatalf("%d tables", len(queries))
	}
	for _, q := range append(queries, "SHOW ENGINE PERFORMANCE_SCHEMA STATUS", "SHOW GRANTS FOR m1", "SHOW CREATE USER m1", "SHOW VARIABLES", "SHOW FULL PROCESSLIST") {
		findSecret(t, t.Context(), db, q)
	}
	// What is kept of them is there all the same.
	var n int
	if err := db.QueryRow("SELECT COUNT(*) FROM performance_schema.events_statements_history_long WHERE SQL_TEXT LIKE '%<secret>%'").Scan(&n); err != nil || n < 30 {
		t.Errorf("%d statements are kept without their secrets: %v", n, err)
	}
	conn.Close()
	db.Close()
	c.stop(t, syscall.SIGTERM)
	if log := c.stderr.String(); strings.Contains(log, secretMark) {
		i := strings.Index(log, secretMark)
		t.Errorf("the log says %q", log[max(0, i-200):min(len(log), i+50)])
	}
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func findSecret(t *testing.T, ctx context.Context, db *sql.DB, query string) {
	t.Helper()
	findSecretOn(t, ctx, db, query)
}

// findSecretOn looks for the mark in what a query gives.
func findSecretOn(t *testing.T, ctx context.Context, db querier, query string) {
	t.Helper()
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return // not every table can be read
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Error(err)
		return
	}
	values, into := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Errorf("%s: %v", query, err)
			return
		}
		for i, v := range values {
			if strings.Contains(strings.ToLower(string(v)), strings.ToLower(secretMark)) {
				t.Errorf("%s: %s is %.300s", query, columns[i], v)
			}
		}
	}
}
