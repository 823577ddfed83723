package gms_test

import (
	"context"
	stdsql "database/sql"
	"errors"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// What a statement was found to need when it was executed before, it is asked for anew when
// anything that this depends on has changed: rights, tables, settings. So it is whatever is
// recorded of it.
func TestPreparedStatementIsAskedAnew(t *testing.T) {
	for name, cfg := range map[string]perfschema.Config{
		"on": {}, "off": {Off: true}, "disabled": {Instruments: []perfschema.InstrumentRule{{Pattern: "%"}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := startServer(t, cfg)
			root := s.connect(t, "root", "")
			for _, q := range []string{
				"CREATE DATABASE asked", "CREATE TABLE asked.t (i INT PRIMARY KEY, j INT)", "INSERT INTO asked.t VALUES (1, 10), (2, 20)",
				"CREATE VIEW asked.v AS SELECT j FROM asked.t WHERE i = 2",
				"CREATE USER ann@localhost", "GRANT SELECT ON asked.t TO ann@localhost", "GRANT SELECT ON asked.v TO ann@localhost",
			} {
				mustExec(t, root, q)
			}
			ann := s.connect(t, "ann", "asked")
			point, err := ann.PrepareContext(t.Context(), "SELECT j FROM t WHERE i = ?")
			if err != nil {
				t.Fatal(err)
			}
			want := func(p *stdsql.Stmt, number uint16, rows ...int) {
				t.Helper()
				for range 3 { // what is remembered is so from the second on
					got, failed := column(t.Context(), p, 1)
					if failed != number || len(got) != len(rows) || len(rows) > 0 && got[0] != rows[0] {
						t.Errorf("%v and error %d, want %v and %d", got, failed, rows, number)
					}
				}
			}
			want(point, 0, 10)
			mustExec(t, root, "REVOKE SELECT ON asked.t FROM ann@localhost")
			want(point, 1142)
			mustExec(t, root, "GRANT SELECT ON asked.* TO ann@localhost")
			want(point, 0, 10)

			mustExec(t, root, "ALTER TABLE asked.t DROP PRIMARY KEY")
			mustExec(t, root, "INSERT INTO asked.t VALUES (1, 11)")
			want(point, 0, 10, 11)
			mustExec(t, root, "DELETE FROM asked.t WHERE j = 11")
			mustExec(t, root, "ALTER TABLE asked.t ADD PRIMARY KEY (i)")
			want(point, 0, 10)
			mustExec(t, root, "ALTER TABLE asked.t RENAME COLUMN j TO k")
			want(point, 1054)
			mustExec(t, root, "ALTER TABLE asked.t RENAME COLUMN k TO j")
			mustExec(t, root, "DROP TABLE asked.t")
			want(point, 1146)
			mustExec(t, root, "CREATE TABLE asked.t (i INT PRIMARY KEY, j INT)")
			want(point, 0)
			mustExec(t, root, "INSERT INTO asked.t VALUES (1, 12), (2, 20)")
			want(point, 0, 12)

			// Who reads a view, which is bound with more rights than his, has none of these.
			mustExec(t, ann, "SELECT * FROM v")
			if number, _, _ := errorOf(t, ann, "CREATE VIEW w AS SELECT 1"); number != 1142 {
				t.Errorf("CREATE VIEW after the reading of one: %d", number)
			}
			want(point, 0, 12)

			mustExec(t, ann, "SET autocommit = 0")
			want(point, 0, 12)
			mustExec(t, ann, "COMMIT")
			mustExec(t, ann, "SET autocommit = 1")
			mustExec(t, root, "UPDATE asked.t SET j = 13 WHERE i = 1")
			want(point, 0, 13)
			mustExec(t, ann, "SET sql_select_limit = 0")
			want(point, 0)
			mustExec(t, ann, "SET sql_select_limit = DEFAULT")
			want(point, 0, 13)
			mustExec(t, root, "DROP USER ann@localhost")
			want(point, 1045)
		})
	}
}

// column executes a prepared statement and gives its one column, or the number of its
// error.
func column(ctx context.Context, p *stdsql.Stmt, args ...any) (values []int, number uint16) {
	failed := func(err error) uint16 {
		var e *mysql.MySQLError
		if errors.As(err, &e) {
			return e.Number
		}
		return 1105
	}
	r, err := p.QueryContext(ctx, args...)
	if err != nil {
		return nil, failed(err)
	}
	defer r.Close()
	for r.Next() {
		var v int
		if err := r.Scan(&v); err != nil {
			return values, failed(err)
		}
		values = append(values, v)
	}
	if r.Err() != nil {
		return values, failed(r.Err())
	}
	return values, 0
}
