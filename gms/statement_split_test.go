package gms_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// What stands in a comment or a string is never run, whichever statement of this
// package's is before it.
func TestTextsInQuotesAndCommentsAreNotRun(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.DBName, cfg.MultiStatements = "tcp", s.addr, "root", "shop", true
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	for _, q := range []string{"CREATE TABLE t (a VARCHAR(60))", "INSERT INTO t VALUES ('x;y'), ('z')"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	const drop = "; DROP TABLE t"
	for _, q := range []string{
		"EXPLAIN ANALYZE SELECT 1 # old" + drop, "EXPLAIN ANALYZE SELECT 1 -- old" + drop, "EXPLAIN ANALYZE SELECT 1 /* old" + drop + " */",
		"EXPLAIN ANALYZE SELECT * FROM t WHERE a = \"x" + drop + "; -- \"", "EXPLAIN ANALYZE SELECT * FROM t WHERE a = 'x\\'" + drop + "; -- '",
		"EXPLAIN ANALYZE SELECT a AS `" + drop + "` FROM t", "EXPLAIN ANALYZE SELECT * FROM t WHERE a = 'x;y'", "DESC ANALYZE SELECT 'a''" + drop + "'",
		"SHOW PROFILE # x" + drop, "SHOW PROFILE -- x" + drop, "SHOW PROFILES /* x" + drop + " */", "SHOW PROFILES # x" + drop + "\n",
		"SHOW ENGINE PERFORMANCE_SCHEMA STATUS # x" + drop, "SHOW ENGINE PERFORMANCE_SCHEMA STATUS /* " + drop + " */", "FLUSH STATUS -- " + drop,
		"/* " + drop + " */ SHOW PROFILES", "# " + drop + "\nSHOW PROFILES", "/*! SHOW PROFILES */ # " + drop,
	} {
		rows, err := db.Query(q)
		if err != nil {
			t.Errorf("%s: %v", q, err)
			continue
		}
		for rows.Next() {
		}
		if err := rows.Err(); err != nil {
			t.Errorf("%s: %v", q, err)
		}
		if rows.NextResultSet() {
			t.Errorf("%s: a second result", q)
		}
		rows.Close()
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM t").Scan(&n); err != nil || n != 2 {
			t.Fatalf("%s: the table is gone: %v", q, err)
		}
	}
	// And what follows is.
	for _, q := range []string{"SHOW PROFILES; ", "EXPLAIN ANALYZE SELECT ';' ; ", "SHOW ENGINE PERFORMANCE_SCHEMA STATUS # ;\n;"} {
		rows, err := db.Query(q + "SELECT 'second'")
		if err != nil {
			t.Errorf("%s: %v", q, err)
			continue
		}
		var got string
		if rows.NextResultSet() && rows.Next() {
			_ = rows.Scan(&got)
		}
		rows.Close()
		if got != "second" {
			t.Errorf("%s: the next statement gives %q", strings.TrimSpace(q), got)
		}
	}
}
