package sqltest_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/sqltest/endless"
)

const (
	// endsWithin is how long a statement may go on after it was ended. It takes less than a tenth
	// of a second on a machine with nothing else to do; the bound is for one that is busy.
	endsWithin = 10 * time.Second
	// runsFor is how long a statement has been running, by performance_schema, when it is ended.
	runsFor = 100 * time.Millisecond
	// mostHeap is how much the heap of a server may hold while such a statement runs.
	mostHeap = 3 << 30
)

// endlessCase is a case that a test begins.
type endlessCase struct{ endless.Case }

// endlessCases returns all cases.
func endlessCases(t *testing.T) (out []endlessCase) {
	t.Helper()
	all, err := endless.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		out = append(out, endlessCase{c})
	}
	return out
}

// endlessServer starts a server with the tables of the cases.
func endlessServer(t *testing.T) (s *server.Server, admin *sql.DB) {
	t.Helper()
	s = start(t)
	admin = open(t, dial(s))
	admin.SetMaxOpenConns(1) // holds the lock of GET_LOCK's case
	fixture, err := endless.Fixture()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range append(fixture, "DO GET_LOCK('held', 0)") {
		mustExec(t, admin, q)
	}
	return s, admin
}

// endlessSession is a session that runs one statement.
type endlessSession struct {
	db   *sql.DB
	conn *sql.Conn
	sock net.Conn
	id   int64
	done chan error
}

// session opens a session in the cases' database.
func newEndlessSession(t *testing.T, s *server.Server) *endlessSession {
	t.Helper()
	e := &endlessSession{done: make(chan error, 1)}
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.DBName = "tcp", s.Addr().String(), "root", "endless"
	cfg.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		e.sock = c
		return c, err
	}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	e.db = sql.OpenDB(connector)
	t.Cleanup(func() { e.db.Close() })
	if e.conn, err = e.db.Conn(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.conn.Close() })
	if err := e.conn.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&e.id); err != nil {
		t.Fatal(err)
	}
	return e
}

// run runs a statement to its end, whose error done has.
func (e *endlessSession) run(ctx context.Context, statement string) {
	rows, err := e.conn.QueryContext(ctx, statement)
	if err == nil {
		for more := true; more; more = rows.NextResultSet() {
			for rows.Next() {
			}
		}
		err = rows.Err()
		rows.Close()
	}
	e.done <- err
}

// await returns when the server has run the session's statement for a while, or false if the
// statement has ended by itself.
func (e *endlessSession) await(t *testing.T, admin *sql.DB) bool {
	t.Helper()
	const query = "SELECT COALESCE(MAX(e.TIMER_WAIT), 0) FROM performance_schema.events_statements_current e JOIN performance_schema.threads t USING (THREAD_ID) WHERE t.PROCESSLIST_ID = ? AND t.PROCESSLIST_COMMAND = 'Query'"
	for limit := time.Now().Add(2 * time.Minute); time.Now().Before(limit); {
		select {
		case err := <-e.done:
			e.done <- err
			return false
		default:
		}
		var wait uint64
		if err := admin.QueryRowContext(t.Context(), query, e.id).Scan(&wait); err != nil {
			t.Fatal(err)
		}
		if time.Duration(wait/1000) > runsFor {
			return true
		}
	}
	t.Fatal("the statement is not seen running")
	return false
}

// ended returns the error that the statement ended with, and how long that took.
func (e *endlessSession) ended(t *testing.T) (took time.Duration, err error) {
	t.Helper()
	began := time.Now()
	select {
	case err := <-e.done:
		return time.Since(began), err
	case <-time.After(endsWithin):
		stacks := make([]byte, 1<<20)
		t.Fatalf("goes on after %v\n%s", endsWithin, stacks[:runtime.Stack(stacks, true)])
		return 0, nil
	}
}

// gone returns when the session is no longer in the process list.
func (e *endlessSession) gone(t *testing.T, admin *sql.DB) time.Duration {
	t.Helper()
	began := time.Now()
	for n := 1; n != 0; {
		if time.Since(began) > endsWithin {
			t.Fatalf("is in the process list after %v", endsWithin)
		}
		if err := admin.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = ?", e.id).Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	return time.Since(began)
}

// begin prepares a case and starts its statement.
func (c *endlessCase) begin(t *testing.T, s *server.Server, admin *sql.DB) (e *endlessSession, running bool) {
	t.Helper()
	if c.Makes() {
		t.Cleanup(func() {
			for _, q := range endless.Clean {
				if _, err := admin.Exec(q); err != nil {
					t.Errorf("%s: %v", q, err)
				}
			}
		})
	}
	e = newEndlessSession(t, s)
	for _, q := range c.Prepare {
		if _, err := e.conn.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	go e.run(t.Context(), c.Statement)
	return e, e.await(t, admin)
}

// beginEndless is begin of a case whose statement does not end by itself.
func (c *endlessCase) beginEndless(t *testing.T, s *server.Server, admin *sql.DB) *endlessSession {
	t.Helper()
	e, running := c.begin(t, s, admin)
	if !running {
		t.Fatalf("ended by itself: %v", <-e.done)
	}
	return e
}

// Every statement that can run long ends soon after KILL QUERY, and holds a bounded part of the
// memory until then.
func TestEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("runs for minutes")
	}
	s, admin := endlessServer(t)
	var longest time.Duration
	for _, c := range endlessCases(t) {
		t.Run(c.Group+"/"+c.Name, func(t *testing.T) {
			e, running := c.begin(t, s, admin)
			if !running {
				if _, err := e.ended(t); err != nil || !c.Finite {
					t.Fatalf("ended by itself: %v", err)
				}
				return
			}
			var heap runtime.MemStats
			runtime.ReadMemStats(&heap)
			if heap.HeapInuse > mostHeap {
				t.Errorf("holds %d MB", heap.HeapInuse>>20)
			}
			mustExec(t, admin, fmt.Sprintf("KILL QUERY %d", e.id))
			took, err := e.ended(t)
			if errorNumber(err) != 1317 {
				t.Errorf("ended with %v", err)
			}
			if took > longest {
				longest = took
				t.Logf("%v", took)
			}
		})
	}
	t.Logf("the longest went on for %v", longest)
}

// endlessKinds are cases of every kind that holds a core, or waits.
var endlessKinds = map[string][]string{
	"programs": {
		"procedure LOOP", "procedures nested three deep", "function LOOP", "trigger BEFORE INSERT, LOOP",
		"trigger with a handler that swallows errors", "function that changes a table whose trigger loops",
	},
	"queries":   {"cross join", "window of all rows, maximum", "GROUP BY of many groups", "sort", "cross join of a recursive query"},
	"functions": {"SLEEP", "GET_LOCK", "BENCHMARK", "LIKE of a long pattern", "JSON_TABLE, many of them"},
	"changes":   {"INSERT ... SELECT"},
}

// A statement of each kind ends by KILL, with its client, when its time is over (a SELECT), and
// with the server.
func TestEndlessWays(t *testing.T) {
	if testing.Short() {
		t.Skip("runs for minutes")
	}
	s, admin := endlessServer(t)
	var kinds []endlessCase
	all := endlessCases(t)
	for group, names := range endlessKinds {
		for _, name := range names {
			at := slices.IndexFunc(all, func(c endlessCase) bool { return c.Group == group && c.Name == name })
			if at < 0 {
				t.Fatalf("%s has no case %q", group, name)
			}
			kinds = append(kinds, all[at])
		}
	}
	for _, c := range kinds {
		t.Run("KILL/"+c.Name, func(t *testing.T) {
			e := c.beginEndless(t, s, admin)
			mustExec(t, admin, fmt.Sprintf("KILL %d", e.id))
			e.ended(t)
			t.Log(e.gone(t, admin))
		})
		t.Run("client/"+c.Name, func(t *testing.T) {
			e := c.beginEndless(t, s, admin)
			e.sock.Close()
			t.Log(e.gone(t, admin))
		})
		if strings.HasPrefix(c.Statement, "SELECT") {
			t.Run("time/"+c.Name, func(t *testing.T) {
				c.Prepare = append(c.Prepare[:len(c.Prepare):len(c.Prepare)], "SET max_execution_time = 1000")
				e, _ := c.begin(t, s, admin)
				took, err := e.ended(t)
				if errorNumber(err) != 3024 {
					t.Errorf("ended with %v", err)
				}
				t.Log(took)
			})
		}
	}
	t.Run("event", func(t *testing.T) {
		mustExec(t, admin, "CREATE EVENT endless.e ON SCHEDULE AT CURRENT_TIMESTAMP DO BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; l: LOOP SET @x = 1; END LOOP; END")
		e := &endlessSession{}
		for e.id == 0 {
			err := admin.QueryRowContext(t.Context(), "SELECT PROCESSLIST_ID FROM performance_schema.threads WHERE NAME = 'thread/sql/event_worker'").Scan(&e.id)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				t.Fatal(err)
			}
		}
		mustExec(t, admin, fmt.Sprintf("KILL %d", e.id))
		t.Log(e.gone(t, admin))
	})
	t.Run("shutdown", func(t *testing.T) {
		mustExec(t, admin, "USE endless")
		mustExec(t, admin, "DROP TRIGGER IF EXISTS t")
		var all []*endlessSession
		for i := range kinds {
			switch kinds[i].Name {
			case "trigger BEFORE INSERT, LOOP", "SLEEP", "window of all rows, maximum", "LIKE of a long pattern":
				e := newEndlessSession(t, s)
				for _, q := range kinds[i].Prepare {
					mustExec(t, admin, q)
				}
				go e.run(t.Context(), kinds[i].Statement)
				if !e.await(t, admin) {
					t.Errorf("%s ended by itself: %v", kinds[i].Name, <-e.done)
					continue
				}
				all = append(all, e)
			}
		}
		mustExec(t, admin, "CREATE EVENT endless.e2 ON SCHEDULE AT CURRENT_TIMESTAMP DO BEGIN l: LOOP SET @x = 1; END LOOP; END")
		began := time.Now()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > endsWithin {
			t.Errorf("stopped after %v", took)
		} else {
			t.Log(took)
		}
		for _, e := range all {
			e.ended(t)
		}
	})
}
