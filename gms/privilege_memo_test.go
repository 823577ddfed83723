package gms_test

import (
	stdsql "database/sql"
	"testing"

	"github.com/perfschema/perfschema"
)

// What a connection has been found to hold it asks for anew once anybody's rights have
// changed; and what it may do since there is no such table is not remembered, for there
// may be one later.
func TestRightsAreRemembered(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		root := s.connect(t, "root", "")
		for _, q := range []string{
			"CREATE DATABASE memo", "CREATE TABLE memo.a (a INT)", "CREATE TABLE memo.b (a INT)", "CREATE USER ann@localhost",
			"GRANT SELECT ON memo.a TO ann@localhost", "CREATE DATABASE other", "CREATE TABLE other.a (a INT)",
		} {
			mustExec(t, root, q)
		}
		ann := s.connect(t, "ann", "memo")
		same := func(c *stdsql.Conn, statement string, want uint16) {
			t.Helper()
			for range 3 {
				if number, _, message := errorOf(t, c, statement); number != want {
					t.Errorf("%s: %d %s, want %d", statement, number, message, want)
				}
			}
		}
		same(ann, "SELECT * FROM a", 0)
		same(ann, "SELECT * FROM memo.a", 0)
		same(ann, "SELECT * FROM memo.b", 1142)
		same(ann, "SELECT * FROM other.a", 1142)
		same(ann, "INSERT INTO a VALUES (1)", 1142)
		same(ann, "WITH c AS (SELECT 1) SELECT * FROM c", 0)
		mustExec(t, root, "CREATE TABLE memo.c (a INT)")
		same(ann, "SELECT * FROM c", 1142)
		mustExec(t, root, "GRANT INSERT ON memo.* TO ann@localhost")
		same(ann, "INSERT INTO a VALUES (1)", 0)
		same(ann, "INSERT INTO b VALUES (1)", 0)
		mustExec(t, root, "GRANT SELECT ON other.* TO ann@localhost")
		mustExec(t, ann, "USE other")
		same(ann, "SELECT * FROM a", 0)
		mustExec(t, root, "REVOKE SELECT ON memo.a FROM ann@localhost")
		same(ann, "SELECT * FROM a", 0)
		same(ann, "SELECT * FROM memo.a", 1142)
		mustExec(t, ann, "USE memo")
		same(ann, "SELECT * FROM a", 1142)
		mustExec(t, root, "DROP USER ann@localhost")
		same(ann, "INSERT INTO a VALUES (1)", 1045)
		same(ann, "SELECT * FROM other.a", 1045)
	}
}
