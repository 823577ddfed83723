package sqltest_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/server"
)

// A transaction is told that a definition has changed (1412) where one of its tables was defined
// anew since it began, and nowhere else: not by the first definition since the server's start, nor
// after many, nor by a CREATE TABLE that made nothing.
func TestDefinitionIsOfItsTable(t *testing.T) {
	racetest.SkipAlone(t)
	dir := filepath.Join(t.TempDir(), "data")
	begin := func() *server.Server {
		s, err := server.Start(context.Background(), server.Config{Listen: "127.0.0.1:0", DataDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := begin()
	setup := open(t, dial(s))
	for _, q := range []string{"CREATE DATABASE k", "CREATE DATABASE other", "CREATE TABLE k.ma (id INT PRIMARY KEY)", "CREATE TABLE k.mb (id INT PRIMARY KEY)", "CREATE TABLE k.seen (id INT PRIMARY KEY)"} {
		mustExec(t, setup, q)
	}
	if err := errors.Join(setup.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	many := make([]string, 1500)
	for i := range many {
		many[i] = fmt.Sprintf("other.n%d", i)
	}
	for _, c := range []struct {
		name    string
		define  []string
		refused bool
		anyway  bool // the definition itself may fail
	}{
		{name: "table of another database", define: []string{"CREATE TABLE other.z (a INT)"}},
		{name: "table beside it", define: []string{"CREATE TABLE k.z (a INT)", "ALTER TABLE k.z ADD COLUMN b INT", "DROP TABLE k.z"}},
		{name: "view", define: []string{"CREATE VIEW other.v AS SELECT 1", "DROP VIEW other.v"}},
		{name: "database", define: []string{"DROP DATABASE other", "CREATE DATABASE other", "CREATE TABLE other.z (a INT)"}},
		{name: "many tables", define: []string{"DROP TABLE IF EXISTS " + strings.Join(many, ", "), "CREATE TABLE other.y (a INT)"}},
		{name: "table that is there", define: []string{"CREATE TABLE IF NOT EXISTS k.mb (id INT)", "CREATE TABLE k.mb (id INT)", "CREATE TABLE IF NOT EXISTS k.mb AS SELECT 1", "CREATE VIEW k.mb AS SELECT 1"}, anyway: true},
		{name: "the table", define: []string{"ALTER TABLE k.mb ADD COLUMN b INT"}, refused: true},
		{name: "emptied table", define: []string{"TRUNCATE k.mb"}, refused: true},
		{name: "table made anew", define: []string{"DROP TABLE k.mb", "CREATE TABLE k.mb (id INT PRIMARY KEY)"}, refused: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin() // what is defined is the first since the start
			defer func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}()
			setup, ctx := open(t, dial(s)), t.Context()
			var transactions []*sql.Conn
			for _, first := range []string{"INSERT INTO k.ma VALUES (1)", "SELECT * FROM k.seen"} {
				conn, err := setup.Conn(ctx)
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				for _, q := range []string{"START TRANSACTION WITH CONSISTENT SNAPSHOT", first} {
					if _, err := conn.ExecContext(ctx, q); err != nil {
						t.Fatal(q, err)
					}
				}
				transactions = append(transactions, conn)
			}
			for _, q := range c.define {
				if _, err := setup.ExecContext(ctx, q); err != nil && !c.anyway {
					t.Fatal(q, err)
				}
			}
			for i, conn := range transactions {
				_, err := conn.ExecContext(ctx, fmt.Sprintf("INSERT INTO k.mb (id) VALUES (%d)", 10+i))
				var told *mysql.MySQLError
				if refused := errors.As(err, &told) && told.Number == 1412; refused != c.refused || err != nil && !refused {
					t.Errorf("transaction %d: %v", i, err)
				}
				if _, err := conn.ExecContext(ctx, "ROLLBACK"); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
