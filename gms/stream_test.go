package gms_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// The rows of streamThreads threads are far more than sockets buffer: who has
// read a few of them has the reading statement wait for the client.
const (
	streamThreads = 400
	streamClasses = 300
)

// crowd starts threads of an account each that have two blocks of every
// instrument.
func crowd(t *testing.T, s *testServer) []*perfschema.Thread {
	t.Helper()
	all := make([]*perfschema.Memory, streamClasses)
	for i := range all {
		all[i] = s.schema.Memory(s.schema.RegisterMemory("crowd", perfschema.Info{Name: fmt.Sprintf("%0100d", i)}))
	}
	threads := make([]*perfschema.Thread, streamThreads)
	for i := range threads {
		threads[i] = s.schema.NewThread(0, perfschema.ThreadOptions{User: fmt.Sprintf("u%03d", i), Host: "far"})
		for _, m := range all {
			m.Alloc(threads[i], 1000)
			m.Alloc(threads[i], 1000)
		}
	}
	return threads
}

// slowly begins to read all rows of the crowd.
func (s *testServer) slowly(t *testing.T, c *sql.Conn, columns, table string) *sql.Rows {
	t.Helper()
	r, err := c.QueryContext(t.Context(), "SELECT "+columns+", EVENT_NAME, COUNT_ALLOC FROM performance_schema."+table+" WHERE EVENT_NAME LIKE 'memory/crowd/%'")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if !r.Next() {
		t.Fatal("no rows: ", r.Err())
	}
	return r
}

// rest reads on and gives how many rows there are for each value of the first
// column that say that two blocks were allocated; others say that none was.
func rest(t *testing.T, r *sql.Rows) map[string]int {
	t.Helper()
	seen := make(map[string]int)
	for more := true; more; more = r.Next() {
		var key, name string
		var count int
		if err := r.Scan(&key, &name, &count); err != nil {
			t.Fatal(err)
		}
		switch count {
		case 0: // a connection's
		case 2:
			seen[key]++
		default:
			t.Fatalf("%s of %s: %d blocks", name, key, count)
		}
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return seen
}

// Within fails where f does not end soon.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s waits for a reader", what)
	}
}

// A reader that takes no more rows for a while holds nobody up: threads end and
// begin, tables are truncated and read. A thread that ended meanwhile has no rows
// any more, or all of them.
func TestSlowReaderOfThreads(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	threads := crowd(t, s)
	c, other := s.connect(t, "root", ""), s.connect(t, "root", "")
	r := s.slowly(t, c, "THREAD_ID", "memory_summary_by_thread_by_event_name")
	last := threads[streamThreads-20:]
	within(t, "the end of a thread", func() {
		for _, th := range last {
			th.End()
		}
	})
	within(t, "the beginning of a thread", func() {
		s.schema.NewThread(0, perfschema.ThreadOptions{User: "new", Host: "far"}).End()
	})
	within(t, "TRUNCATE", func() {
		mustExec(t, other, "TRUNCATE performance_schema.events_waits_summary_by_account_by_event_name")
	})
	within(t, "another reader", func() {
		if n := len(rows(t, other, "SELECT 1 FROM performance_schema.memory_summary_by_account_by_event_name WHERE USER = 'u399' AND HOST = 'far' AND COUNT_ALLOC = 2")); n != streamClasses {
			t.Errorf("an account has %d rows", n)
		}
	})
	seen := rest(t, r)
	for _, th := range threads[:streamThreads-20] {
		if n := seen[fmt.Sprint(th.ID())]; n != streamClasses {
			t.Errorf("thread %d has %d rows", th.ID(), n)
		}
	}
	for _, th := range last {
		if n := seen[fmt.Sprint(th.ID())]; n != 0 {
			t.Errorf("thread %d, which has ended, has %d rows", th.ID(), n)
		}
	}
}

// A thread that ends while accounts are read counts once.
func TestSlowReaderOfAccounts(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	threads := crowd(t, s)
	r := s.slowly(t, s.connect(t, "root", ""), "USER", "memory_summary_by_account_by_event_name")
	within(t, "the end of a thread", func() {
		for i := 0; i < len(threads); i += 2 {
			threads[i].End()
		}
	})
	seen := rest(t, r)
	for i := range threads {
		if n := seen[fmt.Sprintf("u%03d", i)]; n != streamClasses {
			t.Errorf("account %d has %d rows", i, n)
		}
	}
}

// A read ends when it is killed, whether it computes or waits for its client, and
// when the client is gone; it leaves no goroutine.
func TestReadsThatAreNotFinished(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	crowd(t, s)
	other := s.connect(t, "root", "performance_schema")
	before := runtime.NumGoroutine()
	for _, query := range []string{
		"SELECT COUNT(*) FROM memory_summary_by_thread_by_event_name a, memory_summary_by_thread_by_event_name b WHERE a.COUNT_ALLOC + b.COUNT_ALLOC = 17",
		"SELECT SUM(a.COUNT_ALLOC) FROM memory_summary_by_thread_by_event_name a JOIN memory_summary_by_thread_by_event_name b ON b.THREAD_ID > a.THREAD_ID",
	} {
		c := s.connect(t, "root", "performance_schema")
		id := rows(t, c, "SELECT CONNECTION_ID()")[0][0]
		failed := make(chan error, 1)
		go func() {
			_, err := tryRows(context.Background(), c, query)
			failed <- err
		}()
		for len(rows(t, other, "SELECT 1 FROM threads WHERE PROCESSLIST_ID = "+id+" AND PROCESSLIST_INFO LIKE 'SELECT%'")) == 0 {
			runtime.Gosched()
		}
		mustExec(t, other, "KILL QUERY "+id)
		within(t, "KILL", func() {
			var e *mysql.MySQLError
			if err := <-failed; !errors.As(err, &e) || e.Number != 1317 {
				t.Errorf("%s: %v", query, err)
			}
		})
	}

	var client net.Conn
	c := s.connectWith(t, func(cfg *mysql.Config) {
		cfg.DialFunc = func(ctx context.Context, network, addr string) (_ net.Conn, err error) {
			client, err = new(net.Dialer).DialContext(ctx, network, addr)
			return client, err
		}
	})
	id := rows(t, c, "SELECT PS_CURRENT_THREAD_ID()")[0][0]
	s.slowly(t, c, "THREAD_ID", "memory_summary_by_thread_by_event_name")
	client.Close()
	within(t, "the end of a connection", func() {
		for strings.Contains(fmt.Sprint(rows(t, other, "SELECT THREAD_ID FROM threads WHERE PROCESSLIST_ID IS NOT NULL")), "["+id+"]") {
			runtime.Gosched()
		}
	})
	after := runtime.NumGoroutine()
	for deadline := time.Now().Add(time.Minute); after > before+20 && time.Now().Before(deadline); after = runtime.NumGoroutine() {
		runtime.Gosched()
	}
	if after > before+20 {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}
