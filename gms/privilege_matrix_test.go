package gms_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// Every operation on every table of performance_schema and profiling is what
// the table's declaration allows, and for an account without grants nothing but
// reading what is everybody's.
func TestOperationsOnTables(t *testing.T) {
	racetest.SkipAlone(t)
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "")
	mustExec(t, root, "CREATE USER nobody@localhost")
	mustExec(t, root, "CREATE USER other@localhost")
	nobody := s.connect(t, "nobody", "")
	const tableDenied, databaseDenied, needs = 1142, 1044, 1227
	check := func(c *sql.Conn, statement string, want uint16) {
		t.Helper()
		number, state, message := errorOf(t, c, statement)
		if want == 0 && (number == tableDenied || number == databaseDenied || number == needs) {
			t.Errorf("%s: %d %s", statement, number, message)
		}
		if want != 0 && (number != want || state != "42000") {
			t.Errorf("%s: %d (%s) %s, want %d (42000)", statement, number, state, message, want)
		}
	}
	allowed := func(ok bool) uint16 {
		if ok {
			return 0
		}
		return tableDenied
	}
	tables := func(database string, list []*view.Table) {
		for _, v := range list {
			name, column := database+"."+v.Name, "`"+v.Columns[0].Name+"`"
			profiling := database == gms.ProfilingName
			check(root, "SELECT * FROM "+name+" LIMIT 0", 0)
			read := allowed(v.Access&view.PublicRead != 0)
			if profiling {
				read = needs
			}
			check(nobody, "SELECT * FROM "+name+" LIMIT 0", read)
			for _, o := range []struct {
				statement string
				access    view.Access
			}{
				{"INSERT INTO " + name + " (" + column + ") VALUES (NULL)", view.AllowInsert},
				{"UPDATE " + name + " SET " + column + " = " + column, view.AllowUpdate},
				{"DELETE FROM " + name + " WHERE 1 = 0", view.AllowDelete},
				{"TRUNCATE TABLE " + name, view.AllowTruncate},
			} {
				check(root, o.statement, allowed(v.Access&o.access != 0))
				check(nobody, o.statement, tableDenied)
			}
			for _, c := range []*sql.Conn{root, nobody} {
				check(c, "DROP TABLE "+name, tableDenied)
				check(c, "ALTER TABLE "+name+" ADD COLUMN extra INT", databaseDenied)
				check(c, "CREATE INDEX extra ON "+name+" ("+column+")", databaseDenied)
				check(c, "RENAME TABLE "+name+" TO shop.stolen", databaseDenied)
			}
			lockable := v.Access&view.AllowUpdate != 0
			if !profiling {
				check(root, "LOCK TABLES "+name+" READ", allowed(lockable))
				mustExec(t, root, "UNLOCK TABLES")
				check(nobody, "LOCK TABLES "+name+" READ", databaseDenied)
			}
			if profiling {
				continue
			}
			for privilege, access := range map[string]view.Access{
				"SELECT": 0, "INSERT": view.AllowInsert, "UPDATE": view.AllowUpdate, "DELETE": view.AllowDelete, "DROP": view.AllowTruncate,
			} {
				grant := "GRANT " + privilege + " ON " + name + " TO other@localhost"
				check(root, grant, allowed(v.Access&access == access))
				check(nobody, grant, tableDenied)
			}
			for _, privilege := range strings.Split("CREATE,ALTER,INDEX,TRIGGER,REFERENCES,CREATE VIEW,SHOW VIEW,ALL", ",") {
				check(root, "GRANT "+privilege+" ON "+name+" TO other@localhost", databaseDenied)
			}
		}
	}
	tables(gms.DatabaseName, catalog.Tables())
	tables(gms.ProfilingName, catalog.ProfilingTables())
}
