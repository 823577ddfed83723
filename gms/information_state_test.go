package gms_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	gmssql "github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// TestInformationLeavesSession reads every table of information_schema while another goroutine
// asks the session for what the engine's own ask it for: who reads a table changes
// nothing of the session. The race detector sees what does.
func TestInformationLeavesSession(t *testing.T) {
	databases := []gmssql.Database{memory.NewDatabase("shop"), memory.NewDatabase("stock")}
	s := startServerOf(t, perfschema.Config{}, databases...)
	for _, database := range []string{"shop", "stock"} {
		root := s.connect(t, "root", database)
		for _, q := range []string{
			"CREATE TABLE a (i INT PRIMARY KEY, b INT, KEY k (b), CHECK (b > 0))",
			"CREATE TABLE c (i INT PRIMARY KEY, FOREIGN KEY (i) REFERENCES a (i))",
			"CREATE VIEW v AS SELECT b FROM a",
			"CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW SET NEW.b = 1",
			"CREATE PROCEDURE p() SELECT * FROM a",
			"CREATE FUNCTION f() RETURNS INT READS SQL DATA RETURN (SELECT MAX(b) FROM a)",
			"CREATE EVENT e ON SCHEDULE EVERY 1 YEAR STARTS '2100-01-01' DO INSERT INTO a VALUES (1, 1)",
		} {
			mustExec(t, root, q)
		}
	}
	root := s.connect(t, "root", "shop")
	names := rows(t, root, "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'information_schema'")
	if len(names) < 70 {
		t.Fatalf("%d tables", len(names))
	}
	for _, current := range []string{"", "shop"} {
		base := gmssql.NewBaseSessionWithClientServer(s.addr, gmssql.Client{User: "root", Address: "localhost"}, 1)
		session := memory.NewSession(base, memory.NewDBProvider(databases...))
		session.SetCurrentDatabase(current)
		ctx := gmssql.NewContext(context.Background(), gmssql.WithSession(session))
		for _, name := range names {
			query := "SELECT * FROM information_schema." + name[0]
			_, iter, _, err := s.engine.Query(ctx, query)
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			end, ended := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(ended)
				for {
					_, _ = session.GetLogger(), session.GetCurrentDatabase()
					select {
					case <-end:
						return
					default:
						runtime.Gosched()
					}
				}
			}()
			for err == nil {
				_, err = iter.Next(ctx)
			}
			if !errors.Is(err, io.EOF) {
				t.Errorf("%s: %v", query, err)
			}
			close(end)
			<-ended
			if err := iter.Close(ctx); err != nil {
				t.Errorf("%s: %v", query, err)
			}
			if got := session.GetCurrentDatabase(); got != current {
				t.Errorf("%s: the session is in %q, and was in %q", query, got, current)
			}
		}
	}
}
