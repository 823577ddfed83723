package gms_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	gsql "github.com/dolthub/go-mysql-server/sql"
	vitess "github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

func transactions(th *perfschema.Thread) []string {
	var out []string
	for _, e := range th.TransactionsHistory() {
		auto := "explicit"
		if e.AutoCommit {
			auto = "auto"
		}
		mode := "READ WRITE"
		if e.ReadOnly {
			mode = "READ ONLY"
		}
		out = append(out, fmt.Sprintf("%s %s %s %s sp=%d/%d/%d in %s", auto, e.State, mode, e.Isolation,
			e.Savepoints, e.RollbacksToSavepoint, e.Releases, e.NestingType))
	}
	return out
}

func TestTransactions(t *testing.T) {
	const rw = "READ WRITE REPEATABLE READ"
	for name, test := range map[string]struct {
		sql  []string
		want []string
		open bool
	}{
		"autocommit":         {[]string{"INSERT INTO line VALUES (100,1,1)"}, []string{"auto COMMITTED " + rw + " sp=0/0/0 in STATEMENT"}, false},
		"without tables":     {[]string{"SELECT 1", "SET @a = 1", "SHOW TABLES"}, nil, false},
		"failed":             {[]string{"!INSERT INTO line VALUES (1,1,1)"}, []string{"auto ROLLED BACK " + rw + " sp=0/0/0 in STATEMENT"}, false},
		"commit":             {[]string{"START TRANSACTION", "SELECT * FROM line", "UPDATE line SET n = 3 WHERE id = 1", "COMMIT"}, []string{"explicit COMMITTED " + rw + " sp=0/0/0 in STATEMENT"}, false},
		"begin and rollback": {[]string{"BEGIN", "DELETE FROM line WHERE id = 77", "ROLLBACK"}, []string{"explicit ROLLED BACK " + rw + " sp=0/0/0 in STATEMENT"}, false},
		"read only":          {[]string{"START TRANSACTION READ ONLY", "SELECT * FROM line", "COMMIT"}, []string{"explicit COMMITTED READ ONLY REPEATABLE READ sp=0/0/0 in STATEMENT"}, false},
		"begin twice":        {[]string{"START TRANSACTION", "START TRANSACTION", "ROLLBACK"}, []string{"explicit COMMITTED " + rw + " sp=0/0/0 in STATEMENT", "explicit ROLLED BACK " + rw + " sp=0/0/0 in STATEMENT"}, false},
		"implicit commit":    {[]string{"START TRANSACTION", "SELECT * FROM line", "CREATE TABLE z (id INT PRIMARY KEY)"}, []string{"explicit COMMITTED " + rw + " sp=0/0/0 in STATEMENT"}, false},
		"autocommit off":     {[]string{"SET autocommit = 0", "SELECT * FROM line", "SELECT * FROM product", "COMMIT"}, []string{"explicit COMMITTED " + rw + " sp=0/0/0 in STATEMENT"}, false},
		"left open":          {[]string{"START TRANSACTION", "SELECT * FROM line"}, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := startServer(t, everythingOn(t))
			setup := s.connectWith(t, nil)
			shopTables(t, setup)
			c := s.connectWith(t, nil)
			th := s.thread(t, c)
			var inside []record.StatementEvent
			for _, q := range test.sql {
				fails := strings.HasPrefix(q, "!")
				e, err := s.run(t, th, c, strings.TrimPrefix(q, "!"))
				if (err != nil) != fails {
					t.Fatalf("%s: %v", q, err)
				}
				inside = append(inside, e)
			}
			if got := transactions(th); fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
			if open := th.CurrentTransaction().Recorded(); open != test.open {
				t.Errorf("open: %v, want %v", open, test.open)
			}
			if name == "commit" {
				tx := th.TransactionsHistory()[0]
				if inside[0].NestingEventID != 0 || tx.NestingEventID != inside[0].EventID {
					t.Errorf("START TRANSACTION %d nests in %d; the transaction in %d", inside[0].EventID, inside[0].NestingEventID, tx.NestingEventID)
				}
				for _, e := range inside[1:] {
					if e.NestingType != record.EventTransaction || e.NestingEventID != tx.EventID {
						t.Errorf("%s nests in %s %d, want transaction %d", e.SQLText, e.NestingType, e.NestingEventID, tx.EventID)
					}
				}
			}
		})
	}
}

// savepointSession is a session that has savepoints, which the memory engine's
// has not. It can run no statement on a table.
type savepointSession struct{ *memory.Session }

func (savepointSession) CreateSavepoint(*gsql.Context, gsql.Transaction, string) error { return nil }

func (savepointSession) RollbackToSavepoint(*gsql.Context, gsql.Transaction, string) error {
	return nil
}

func (savepointSession) ReleaseSavepoint(*gsql.Context, gsql.Transaction, string) error { return nil }

func TestSavepoints(t *testing.T) {
	s := startServerWith(t, everythingOn(t), func(sessions server.SessionBuilder) server.SessionBuilder {
		return func(ctx context.Context, c *vitess.Conn, addr string) (gsql.Session, error) {
			session, err := sessions(ctx, c, addr)
			if err != nil {
				return nil, err
			}
			return savepointSession{session.(*memory.Session)}, nil
		}
	}, nil)
	c := s.connectWith(t, nil)
	th := s.thread(t, c)
	for _, q := range []string{"START TRANSACTION", "SAVEPOINT a", "SAVEPOINT b", "SAVEPOINT c", "ROLLBACK TO SAVEPOINT b", "ROLLBACK TO a", "RELEASE SAVEPOINT a", "COMMIT"} {
		mustExec(t, c, q)
	}
	want := []string{"explicit COMMITTED READ WRITE REPEATABLE READ sp=3/2/1 in STATEMENT"}
	if got := transactions(th); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
