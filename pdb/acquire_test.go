package pdb_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/pdb"
)

// way is one to a connection, with the statement that it is, if it does not get there:
// EVENT_NAME, SQL_TEXT and DIGEST_TEXT.
type way struct {
	name      string
	use       func(context.Context, *pdb.DB, *pdb.Stmt) error
	statement string
	context   bool // it takes one
}

var ways = []way{
	{"Conn", func(ctx context.Context, db *pdb.DB, _ *pdb.Stmt) error { _, err := db.Conn(ctx); return err }, "connect | <nil> | <nil>", true},
	{"PingContext", func(ctx context.Context, db *pdb.DB, _ *pdb.Stmt) error { return db.PingContext(ctx) }, "ping | <nil> | <nil>", true},
	{"Ping", func(_ context.Context, db *pdb.DB, _ *pdb.Stmt) error { return db.Ping() }, "ping | <nil> | <nil>", false},
	{"ExecContext", func(ctx context.Context, db *pdb.DB, _ *pdb.Stmt) error {
		_, err := db.ExecContext(ctx, "INSERT 1")
		return err
	}, "exec | INSERT 1 | INSERT ?", true},
	{"Exec", func(_ context.Context, db *pdb.DB, _ *pdb.Stmt) error { _, err := db.Exec("INSERT 1"); return err }, "exec | INSERT 1 | INSERT ?", false},
	{"QueryContext", func(ctx context.Context, db *pdb.DB, _ *pdb.Stmt) error {
		_, err := db.QueryContext(ctx, "SELECT 1")
		return err
	}, "query | SELECT 1 | SELECT ?", true},
	{"Query", func(_ context.Context, db *pdb.DB, _ *pdb.Stmt) error { _, err := db.Query("SELECT 1"); return err }, "query | SELECT 1 | SELECT ?", false},
	{"QueryRowContext", func(ctx context.Context, db *pdb.DB, _ *pdb.Stmt) error {
		return db.QueryRowContext(ctx, "SELECT 1").Scan(new(any))
	}, "query | SELECT 1 | SELECT ?", true},
	{"QueryRow", func(_ context.Context, db *pdb.DB, _ *pdb.Stmt) error { return db.QueryRow("SELECT 1").Scan(new(any)) }, "query | SELECT 1 | SELECT ?", false},
	{"PrepareContext", func(ctx context.Context, db *pdb.DB, _ *pdb.Stmt) error {
		_, err := db.PrepareContext(ctx, "SELECT 1")
		return err
	}, "prepare | SELECT 1 | <nil>", true},
	{"Prepare", func(_ context.Context, db *pdb.DB, _ *pdb.Stmt) error { _, err := db.Prepare("SELECT 1"); return err }, "prepare | SELECT 1 | <nil>", false},
	{"PrepareStmt", func(ctx context.Context, db *pdb.DB, _ *pdb.Stmt) error {
		_, err := db.PrepareStmt(ctx, "SELECT 1")
		return err
	}, "prepare | SELECT 1 | <nil>", true},
	{"BeginTx", func(ctx context.Context, db *pdb.DB, _ *pdb.Stmt) error { _, err := db.BeginTx(ctx, nil); return err }, "begin | <nil> | <nil>", true},
	{"Begin", func(_ context.Context, db *pdb.DB, _ *pdb.Stmt) error { _, err := db.Begin(); return err }, "begin | <nil> | <nil>", false},
	{"Stmt.ExecContext", func(ctx context.Context, _ *pdb.DB, s *pdb.Stmt) error { _, err := s.ExecContext(ctx); return err }, "exec | SELECT 2 | SELECT ?", true},
	{"Stmt.Exec", func(_ context.Context, _ *pdb.DB, s *pdb.Stmt) error { _, err := s.Exec(); return err }, "exec | SELECT 2 | SELECT ?", false},
	{"Stmt.QueryContext", func(ctx context.Context, _ *pdb.DB, s *pdb.Stmt) error { _, err := s.QueryContext(ctx); return err }, "query | SELECT 2 | SELECT ?", true},
	{"Stmt.Query", func(_ context.Context, _ *pdb.DB, s *pdb.Stmt) error { _, err := s.Query(); return err }, "query | SELECT 2 | SELECT ?", false},
	{"Stmt.QueryRowContext", func(ctx context.Context, _ *pdb.DB, s *pdb.Stmt) error {
		return s.QueryRowContext(ctx).Scan(new(any))
	}, "query | SELECT 2 | SELECT ?", true},
	{"Stmt.QueryRow", func(_ context.Context, _ *pdb.DB, s *pdb.Stmt) error { return s.QueryRow().Scan(new(any)) }, "query | SELECT 2 | SELECT ?", false},
}

// refusing connects until it is told to refuse.
type refusing struct {
	*fake
	refuses bool
}

func (r *refusing) Connect(ctx context.Context) (driver.Conn, error) {
	if r.refuses {
		return nil, &mysqlError{1040, [5]byte([]byte("08004")), "Too many connections"}
	}
	return r.fake.Connect(ctx)
}

// unserved is a pool of one connection, and what is recorded of who uses it.
type unserved struct {
	*perfschema.Schema
	clock  *clock.Fake
	driver *refusing
	db     *pdb.DB
	stmt   *pdb.Stmt
	before int // statements of making it
}

// newUnserved makes one in which waits are recorded or not.
func newUnserved(t *testing.T, waits bool) *unserved {
	t.Helper()
	u := &unserved{clock: &clock.Fake{}, driver: &refusing{fake: &fake{log: &log{}, conn: shapes["full"]}}}
	u.clock.Advance(time.Second)
	consumers := make(map[perfschema.Consumer]bool)
	for _, c := range perfschema.Consumers() {
		consumers[c] = true
	}
	config := perfschema.Config{Clock: u.clock, Consumers: consumers}
	if waits {
		config.Instruments = []perfschema.InstrumentRule{{Pattern: "%", State: perfschema.InstrumentOn}}
	}
	var err error
	if u.Schema, err = perfschema.New(config); err != nil {
		t.Fatal(err)
	}
	u.db = pdb.Watch(u.Schema, pdb.OpenDB(u.Schema, "shop", u.driver))
	u.db.SetMaxOpenConns(1)
	if u.stmt, err = u.db.PrepareStmt(context.Background(), "SELECT 2"); err != nil {
		t.Fatal(err)
	}
	u.before = len(u.statements())
	t.Cleanup(func() { u.db.Close() })
	return u
}

func (u *unserved) statements() []string {
	return rows(u.Schema, "events_statements_history_long", "statement/db/", "EVENT_NAME", "SQL_TEXT", "DIGEST_TEXT", "MYSQL_ERRNO", "TIMER_WAIT", "NESTING_EVENT_TYPE", "CURRENT_SCHEMA")
}

// within runs f on a goroutine with a Thread, in a statement, and waits for its end.
func (u *unserved) within(f func()) {
	th := u.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	defer th.End()
	st := th.BeginStatement(u.RegisterStatement("test", perfschema.Info{Name: "request"}))
	defer st.End()
	f()
}

func (u *unserved) want(t *testing.T, name string, lines ...string) {
	t.Helper()
	got := u.statements()[u.before:]
	if strings.Join(got, "\n") != strings.Join(lines, "\n") {
		t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
}

const took = 300 * time.Millisecond

// TestUnserved checks that a call that waits for a connection in vain is one failed statement
// with its text, its digest, the error and the time of the wait, for every call.
func TestUnserved(t *testing.T) {
	for _, way := range ways {
		if !way.context {
			continue
		}
		u := newUnserved(t, true)
		held, err := u.db.DB.Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for reason, number := range map[error]int{context.Canceled: 1317, context.DeadlineExceeded: 3024} {
			ctx := &ending{Context: context.Background(), done: make(chan struct{}), err: reason}
			waits := u.db.Stats().WaitCount
			done := make(chan error)
			go u.within(func() { done <- way.use(ctx, u.db, u.stmt) })
			for u.db.Stats().WaitCount == waits { // until the pool says that somebody waits
				runtime.Gosched()
			}
			u.clock.Advance(took)
			close(ctx.done)
			if err := <-done; !errors.Is(err, reason) {
				t.Errorf("%s: %v", way.name, err)
			}
			u.want(t, way.name, fmt.Sprintf("statement/db/%s | %d | %d | STATEMENT | shop", way.statement, number, took.Nanoseconds()*1000))
			u.before++
		}
		held.Close()
		if way.name == "ExecContext" {
			want(t, rows(u.Schema, "events_statements_summary_by_digest", "INSERT ?", "DIGEST_TEXT", "COUNT_STAR", "SUM_ERRORS", "SUM_TIMER_WAIT"),
				fmt.Sprintf("INSERT ? | 2 | 2 | %d", 2*took.Nanoseconds()*1000))
		}
	}
}

// ending is a context that ends when it is told to, for a reason.
type ending struct {
	context.Context
	done chan struct{}
	err  error
}

func (e *ending) Done() <-chan struct{} { return e.done }
func (e *ending) Err() error {
	select {
	case <-e.done:
		return e.err
	default:
		return nil
	}
}

// TestUnservedWithoutWaits checks the same where the instrument of the wait is disabled: the
// statement's time is not known.
func TestUnservedWithoutWaits(t *testing.T) {
	for _, way := range ways {
		if !way.context {
			continue
		}
		u := newUnserved(t, false)
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		u.within(func() {
			if err := way.use(ended, u.db, u.stmt); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", way.name, err)
			}
		})
		u.want(t, way.name, fmt.Sprintf("statement/db/%s | 1317 | <nil> | STATEMENT | shop", way.statement))
	}
}

// TestUnservedByDriver checks statements that fail as no connection can be opened, or as
// their database is closed. The wait takes no tick of this clock.
func TestUnservedByDriver(t *testing.T) {
	for _, waits := range []bool{false, true} {
		for _, way := range ways {
			u := newUnserved(t, waits)
			u.driver.refuses = true
			u.db.SetMaxIdleConns(-1) // the one that is open goes
			u.within(func() {
				if err := way.use(context.Background(), u.db, u.stmt); err == nil {
					t.Errorf("%s: no error", way.name)
				}
			})
			lines := []string{"statement/db/connect | <nil> | <nil> | 1040 | 0 | STATEMENT | shop"}
			if way.name != "Conn" {
				lines = append(lines, fmt.Sprintf("statement/db/%s | 1040 | <nil> | STATEMENT | shop", way.statement))
			}
			u.want(t, fmt.Sprint(way.name, " refused, waits ", waits), lines...)

			u = newUnserved(t, waits)
			u.db.Close()
			u.within(func() {
				if err := way.use(context.Background(), u.db, u.stmt); err == nil {
					t.Errorf("%s: no error", way.name)
				}
			})
			u.want(t, fmt.Sprint(way.name, " closed, waits ", waits), fmt.Sprintf("statement/db/%s | 1105 | <nil> | STATEMENT | shop", way.statement))
		}
	}
}

// TestServedOnce checks that what the driver was asked, and has failed at, is recorded by
// that alone.
func TestServedOnce(t *testing.T) {
	for _, waits := range []bool{false, true} {
		u := newUnserved(t, waits)
		u.within(func() {
			for _, text := range []string{"INSERT duplicate", "INSERT other"} {
				if _, err := u.db.Exec(text); err == nil {
					t.Error("no error")
				}
			}
			if err := u.db.QueryRow("SELECT none").Scan(new(any), new(any)); err == nil { // an error of who reads
				t.Error("no error")
			}
		})
		if got := u.statements()[u.before:]; len(got) != 3 {
			t.Errorf("%d statements: %q", len(got), got)
		}
	}
}

// TestUnservedWithoutThread checks goroutines without a Thread: a context's, or none.
func TestUnservedWithoutThread(t *testing.T) {
	u := newUnserved(t, true)
	u.db.Close()
	th := u.NewThread(0, perfschema.ThreadOptions{})
	for _, ctx := range []context.Context{context.Background(), perfschema.NewContext(context.Background(), th)} {
		if _, err := u.db.ExecContext(ctx, "INSERT 1"); err == nil {
			t.Error("no error")
		}
	}
	want(t, rows(u.Schema, "events_statements_summary_by_digest", "INSERT ?", "DIGEST_TEXT", "COUNT_STAR", "SUM_ERRORS"), "INSERT ? | 2 | 2")
	others := pdb.Watch(u.Schema, sql.OpenDB(u.driver))
	others.Close()
	if _, err := others.Exec("INSERT 1"); err == nil {
		t.Error("no error")
	}
}
