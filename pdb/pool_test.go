package pdb_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pdb"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

const waitName = "wait/synch/cond/db/connection"

// openPool makes a database with a pool of so many connections.
func openPool(ps *perfschema.Schema, size int) *sql.DB {
	db := pdb.OpenDB(ps, "shop", &fake{log: &log{}, conn: shapes["full"]})
	db.SetMaxOpenConns(size)
	return db
}

// poolRows are those of profiling.connection_pools.
func poolRows(ps *perfschema.Schema) (out []string) {
	for row := range catalog.LookupProfiling("connection_pools").Rows(view.Reader{Schema: ps}) {
		out = append(out, fmt.Sprint(append([]any{row[0]}, row[2:8]...)...))
	}
	return out
}

// TestPoolRow: a pool is a row until its database is closed.
func TestPoolRow(t *testing.T) {
	ps := newSchema(t)
	db := openPool(ps, 2)
	want(t, poolRows(ps), fmt.Sprint(waitName, "shop", 2, 0, 0, 0, 0))
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want(t, poolRows(ps), fmt.Sprint(waitName, "shop", 2, 1, 1, 0, 0))
	c.Close()
	want(t, poolRows(ps), fmt.Sprint(waitName, "shop", 2, 1, 0, 1, 0))
	other := openPool(ps, 0)
	want(t, poolRows(ps), fmt.Sprint(waitName, "shop", 2, 1, 0, 1, 0), fmt.Sprint(waitName, "shop", nil, 0, 0, 0, 0))
	db.Close()
	other.Close()
	want(t, poolRows(ps))
	if left := rows(ps, "cond_instances", "", "NAME"); len(left) > 0 {
		t.Errorf("%s", left)
	}
}

// TestWaitForConnection: every way to a connection is one wait, which is over when the
// driver is first asked; nested in what the goroutine does, and before the query.
func TestWaitForConnection(t *testing.T) {
	ctx := context.Background()
	for name, use := range map[string]func(*pdb.DB){
		"Conn":            func(db *pdb.DB) { c, _ := db.Conn(ctx); c.Close() },
		"PingContext":     func(db *pdb.DB) { db.PingContext(ctx) },
		"Ping":            func(db *pdb.DB) { db.Ping() },
		"ExecContext":     func(db *pdb.DB) { db.ExecContext(ctx, "INSERT a") },
		"Exec":            func(db *pdb.DB) { db.Exec("INSERT a") },
		"QueryContext":    func(db *pdb.DB) { r, _ := db.QueryContext(ctx, "SELECT n"); r.Close() },
		"Query":           func(db *pdb.DB) { r, _ := db.Query("SELECT n"); r.Close() },
		"QueryRowContext": func(db *pdb.DB) { db.QueryRowContext(ctx, "SELECT n").Scan(new(any)) },
		"QueryRow":        func(db *pdb.DB) { db.QueryRow("SELECT n").Scan(new(any)) },
		"PrepareContext":  func(db *pdb.DB) { s, _ := db.PrepareContext(ctx, "SELECT n"); s.Close() },
		"Prepare":         func(db *pdb.DB) { s, _ := db.Prepare("SELECT n"); s.Close() },
		"BeginTx":         func(db *pdb.DB) { tx, _ := db.BeginTx(ctx, nil); tx.Rollback() },
		"Begin":           func(db *pdb.DB) { tx, _ := db.Begin(); tx.Rollback() },
	} {
		ps := newSchema(t)
		db := pdb.Watch(ps, openPool(ps, 1))
		th := ps.NewThread(0, perfschema.ThreadOptions{})
		th.Bind()
		key := ps.RegisterStatement("test", perfschema.Info{Name: "request"})
		for range 2 { // a connection is opened for the first
			st := th.BeginStatement(key)
			use(db)
			st.End()
		}
		th.Unbind()
		want(t, rows(ps, "events_waits_history_long", "wait/synch/cond/", "EVENT_NAME", "OPERATION", "NESTING_EVENT_TYPE"), slices.Repeat([]string{waitName + " | wait | STATEMENT"}, 2)...)
		for _, source := range rows(ps, "events_waits_history_long", "wait/synch/cond/", "EVENT_NAME", "SOURCE") {
			if !strings.HasPrefix(source, waitName+" | pool_test.go:") {
				t.Error(source)
			}
		}
		if t.Failed() {
			t.Fatal(name)
		}
		begins := rows(ps, "events_waits_history_long", "wait/synch/cond/", "EVENT_NAME", "NESTING_EVENT_ID")
		requests := rows(ps, "events_statements_history_long", "statement/test/", "EVENT_NAME", "EVENT_ID")
		for i := range begins {
			if begins[i][len(waitName):] != requests[i][len("statement/test/request"):] {
				t.Errorf("%s: %s in %s", name, begins, requests)
			}
		}
		db.Close()
	}
}

// TestWaitIsSeen: who waits for the connection that another one has is seen waiting,
// and who gives up as well; the wait is over when the query runs.
func TestWaitIsSeen(t *testing.T) {
	ps := newSchema(t)
	db := pdb.Watch(ps, openPool(ps, 1))
	defer db.Close()
	held, err := db.DB.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		th := ps.NewThread(0, perfschema.ThreadOptions{})
		th.Bind()
		defer th.End()
		_, err := db.QueryContext(ctx, "SELECT n")
		done <- err
	}()
	for db.Stats().WaitCount == 0 { // until the pool says that somebody waits
		runtime.Gosched()
	}
	want(t, rows(ps, "events_waits_current", "wait/synch/cond/", "EVENT_NAME", "OPERATION", "END_EVENT_ID"), waitName+" | wait | <nil>")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	held.Close()
	want(t, rows(ps, "events_waits_summary_by_instance", waitName, "EVENT_NAME", "COUNT_STAR"), waitName+" | 1")
	want(t, poolRows(ps), fmt.Sprint(waitName, "shop", 1, 1, 0, 1, 1))

	// A result that is open is no wait for a connection.
	r, err := db.Query("SELECT n")
	if err != nil {
		t.Fatal(err)
	}
	want(t, rows(ps, "events_waits_summary_by_instance", waitName, "EVENT_NAME", "COUNT_STAR"), waitName+" | 2")
	r.Close()
}

// TestWatchOfOthers: of a database that is none of this package's nobody could say when
// the wait is over.
func TestWatchOfOthers(t *testing.T) {
	ps := newSchema(t)
	db := pdb.Watch(ps, sql.OpenDB(&fake{log: &log{}, conn: shapes["full"]}))
	defer db.Close()
	if _, err := db.Exec("INSERT a"); err != nil {
		t.Fatal(err)
	}
	if off := pdb.Watch(nil, db.DB); off.Ping() != nil {
		t.Error("a Schema that is nil")
	}
	want(t, rows(ps, "events_waits_summary_global_by_event_name", waitName, "EVENT_NAME", "COUNT_STAR"))
}
