// Package ask has the tests of examples ask a program in SQL.
package ask

import (
	"context"
	"database/sql"
	"net"
	"testing"

	_ "github.com/go-sql-driver/mysql" // the driver

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/sqlserver"
)

// Serve serves a Schema to MySQL clients until the test ends.
func Serve(t *testing.T, ps *perfschema.Schema) *sql.DB {
	t.Helper()
	s, err := sqlserver.New(ps)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go s.Serve(l)
	db, err := sql.Open("mysql", "root@tcp("+l.Addr().String()+")/performance_schema")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		db.Close()
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Rows are the rows of a statement, a text for each column.
func Rows(t *testing.T, db *sql.DB, text string) (out [][]string) {
	t.Helper()
	rows, err := db.Query(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := make([]string, len(columns))
		for i, v := range values {
			row[i] = v.String
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out
}
