package pdb_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pdb"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// newSchema makes a Schema in which everything is on.
func newSchema(t testing.TB) *perfschema.Schema {
	t.Helper()
	consumers := make(map[perfschema.Consumer]bool)
	for _, c := range perfschema.Consumers() {
		consumers[c] = true
	}
	ps, err := perfschema.New(perfschema.Config{
		Instruments: []perfschema.InstrumentRule{{Pattern: "%", State: perfschema.InstrumentOn}},
		Consumers:   consumers,
	})
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

// rows are those of a table in which the first column begins with a prefix, columns
// separated by bars.
func rows(ps *perfschema.Schema, table, prefix string, columns ...string) (out []string) {
	v := catalog.Lookup(table)
	var at []int
	for _, name := range columns {
		at = append(at, slices.IndexFunc(v.Columns, func(c view.Column) bool { return c.Name == name }))
	}
	cursor := v.Open(view.Reader{Schema: ps, Columns: at})
	for row, ok := cursor.Next(); ok; row, ok = cursor.Next() {
		if !strings.HasPrefix(fmt.Sprint(row[0]), prefix) {
			continue
		}
		var fields []string
		for i := range at {
			fields = append(fields, fmt.Sprint(row[i]))
		}
		out = append(out, strings.Join(fields, " | "))
	}
	return out
}

func want(t *testing.T, got []string, lines ...string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(lines, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

// open makes a database of a driver of a shape.
func open(ps *perfschema.Schema, shape string) (*sql.DB, *log) {
	f := &fake{log: &log{}, conn: shapes[shape]}
	db := sql.OpenDB(pdb.NewConnector(ps, "shop", f))
	db.SetMaxOpenConns(1)
	return db, f.log
}

// TestSameAsBare: a program gets the same of a watched driver, and the driver is asked
// the same.
func TestSameAsBare(t *testing.T) {
	for shape, conn := range shapes {
		bare := &fake{log: &log{}, conn: conn}
		db := sql.OpenDB(bare)
		db.SetMaxOpenConns(1)
		wanted := use(db)
		ps := newSchema(t)
		watched, log := open(ps, shape)
		if got := use(watched); !slices.Equal(got, wanted) {
			t.Errorf("%s: the program gets\n%s\nwant\n%s", shape, got, wanted)
		}
		if !slices.Equal(log.lines, bare.log.lines) {
			t.Errorf("%s: the driver is asked\n%s\nwant\n%s", shape, strings.Join(log.lines, "\n"), strings.Join(bare.log.lines, "\n"))
		}
		if running := rows(ps, "events_statements_current", "", "EVENT_NAME", "END_EVENT_ID"); len(running) != 0 {
			t.Errorf("%s: %s", shape, running)
		}
	}
}

// TestStatements: what is recorded of a driver that has everything.
func TestStatements(t *testing.T) {
	ps := newSchema(t)
	db, _ := open(ps, "full")
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	defer th.Unbind()
	use(db)
	want(t, rows(ps, "events_statements_history_long", "statement/db/", "EVENT_NAME", "SQL_TEXT", "CURRENT_SCHEMA", "ROWS_SENT", "ROWS_AFFECTED", "MYSQL_ERRNO", "RETURNED_SQLSTATE"),
		"statement/db/connect | <nil> | shop | 0 | 0 | 0 | <nil>",
		"statement/db/ping | <nil> | shop | 0 | 0 | 0 | <nil>",
		"statement/db/exec | INSERT a | shop | 0 | 2 | 0 | <nil>",
		"statement/db/exec | INSERT duplicate | shop | 0 | 0 | 1062 | 23000",
		"statement/db/exec | INSERT postgres | shop | 0 | 0 | 1105 | 23505",
		"statement/db/exec | INSERT other | shop | 0 | 0 | 1105 | HY000",
		"statement/db/prepare | UPDATE b = ? | shop | 0 | 0 | 0 | <nil>",
		"statement/db/exec | UPDATE b = ? | shop | 0 | 2 | 0 | <nil>",
		"statement/db/prepare | UPDATE b = ? | shop | 0 | 0 | 0 | <nil>",
		"statement/db/exec | UPDATE b = ? | shop | 0 | 2 | 0 | <nil>",
		"statement/db/query | SELECT n | shop | 6 | 0 | 0 | <nil>",
		"statement/db/prepare | SELECT n ? | shop | 0 | 0 | 0 | <nil>",
		"statement/db/query | SELECT n ? | shop | 6 | 0 | 0 | <nil>",
		"statement/db/query | SELECT duplicate | shop | 0 | 0 | 1062 | 23000",
		"statement/db/prepare | DELETE ? | shop | 0 | 0 | 0 | <nil>",
		"statement/db/exec | DELETE ? | shop | 0 | 2 | 0 | <nil>",
		"statement/db/begin | <nil> | shop | 0 | 0 | 0 | <nil>",
		"statement/db/exec | INSERT t | shop | 0 | 2 | 0 | <nil>",
		"statement/db/commit | <nil> | shop | 0 | 0 | 0 | <nil>",
		"statement/db/begin | <nil> | shop | 0 | 0 | 0 | <nil>",
		"statement/db/rollback | <nil> | shop | 0 | 0 | 0 | <nil>",
		"statement/db/begin | <nil> | shop | 0 | 0 | 0 | <nil>",
		"statement/db/rollback | <nil> | shop | 0 | 0 | 0 | <nil>",
	)
	want(t, rows(ps, "events_statements_summary_by_digest", "UPDATE", "DIGEST_TEXT", "COUNT_STAR"), "UPDATE `b` = ? | 2")
	want(t, rows(ps, "events_transactions_history_long", "transaction", "EVENT_NAME", "STATE", "ACCESS_MODE", "ISOLATION_LEVEL"),
		"transaction | COMMITTED | READ WRITE | <nil>",
		"transaction | ROLLED BACK | READ WRITE | SERIALIZABLE",
		"transaction | ROLLED BACK | READ ONLY | <nil>")
}

// TestOwner: a query belongs to the goroutine's Thread, to a child of the context's, or
// to the connection's own.
func TestOwner(t *testing.T) {
	ps := newSchema(t)
	db, _ := open(ps, "full")
	key := ps.RegisterStatement("app", perfschema.Info{Name: "request"})
	th := ps.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "here"})
	run := func(ctx context.Context) {
		result, err := db.QueryContext(ctx, "SELECT 1")
		if err != nil {
			t.Error(err)
			return
		}
		for result.Next() {
		}
		result.Close()
	}
	run(context.Background())
	th.Bind()
	st := th.BeginStatement(key)
	run(context.Background())
	done := make(chan struct{})
	go func() {
		run(perfschema.NewContext(context.Background(), th))
		close(done)
	}()
	<-done
	st.End()
	th.Unbind()
	byThread := rows(ps, "events_statements_summary_by_thread_by_event_name", "", "THREAD_ID", "EVENT_NAME", "COUNT_STAR")
	names := map[string]string{}
	for _, line := range rows(ps, "threads", "", "THREAD_ID", "NAME", "PARENT_THREAD_ID", "TYPE") {
		id, rest, _ := strings.Cut(line, " | ")
		names[id] = rest
	}
	got := map[string]bool{}
	for _, line := range byThread {
		id, rest, _ := strings.Cut(line, " | ")
		if rest == "statement/db/query | 1" {
			got[names[id]] = true
		}
	}
	for _, name := range []string{"thread/db/connection | <nil> | BACKGROUND", fmt.Sprintf("thread/db/query | %d | BACKGROUND", th.ID())} {
		if !got[name] {
			t.Errorf("no query of %s among %v", name, got)
		}
	}
	if len(got) != 3 {
		t.Errorf("queries of %v", got)
	}
	var levels []string
	for _, line := range rows(ps, "events_statements_history_long", "statement/db/query", "EVENT_NAME", "NESTING_EVENT_LEVEL") {
		levels = append(levels, strings.TrimPrefix(line, "statement/db/query | "))
	}
	want(t, levels, "0", "1", "0")
}

// TestClosedElsewhere: when a context is cancelled, database/sql closes the result and
// rolls back on a goroutine of its own, which may not write by the Thread.
func TestClosedElsewhere(t *testing.T) {
	ps := newSchema(t)
	db, _ := open(ps, "full")
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	defer th.Unbind()
	ctx, cancel := context.WithCancel(context.Background())
	result, err := db.QueryContext(ctx, "SELECT 1")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for db.Stats().InUse > 0 { // closed on another goroutine
		time.Sleep(time.Millisecond)
	}
	result.Close()
	ctx, cancel = context.WithCancel(context.Background())
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for db.Stats().InUse > 0 {
		time.Sleep(time.Millisecond)
	}
	tx.Rollback()
	tx, err = db.BeginTx(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	tx.Commit()
	want(t, rows(ps, "events_transactions_history_long", "transaction", "EVENT_NAME", "STATE"), "transaction | ROLLED BACK", "transaction | COMMITTED")
}

// TestNotInOrder: a result that is closed before one that was opened after it.
func TestNotInOrder(t *testing.T) {
	ps := newSchema(t)
	db, _ := open(ps, "full")
	db.SetMaxOpenConns(2)
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	defer th.Unbind()
	first, err := db.Query("SELECT 1")
	if err != nil {
		t.Fatal(err)
	}
	second, err := db.Query("SELECT 2")
	if err != nil {
		t.Fatal(err)
	}
	first.Close()
	third, err := db.Query("SELECT 3")
	if err != nil {
		t.Fatal(err)
	}
	second.Close() // whose statement's place the third has
	for third.Next() {
	}
	third.Close()
	want(t, rows(ps, "events_statements_history_long", "statement/db/query", "EVENT_NAME", "SQL_TEXT", "ROWS_SENT"),
		"statement/db/query | SELECT 2 | 0", "statement/db/query | SELECT 1 | 0", "statement/db/query | SELECT 3 | 3")
}

// TestSecrets: no password is in any table.
func TestSecrets(t *testing.T) {
	ps := newSchema(t)
	db, _ := open(ps, "full")
	for _, q := range []string{"CREATE USER u IDENTIFIED BY 'marker'", "ALTER ROLE u PassWord 'marker' other", "SELECT pgp_sym_encrypt('a', 'marker')"} {
		db.Exec(q)
		if r, err := db.Query(q); err == nil {
			r.Close()
		}
	}
	for _, table := range catalog.Tables() {
		for row := range table.Rows(view.Reader{Schema: ps}) {
			if strings.Contains(fmt.Sprint(row), "marker") {
				t.Errorf("%s: %v", table.Name, row)
			}
		}
	}
	got := rows(ps, "events_statements_history_long", "statement/db/exec", "EVENT_NAME", "SQL_TEXT")
	if len(got) != 3 || got[0] != "statement/db/exec | CREATE SCHEMA_USER `u` IDENTIFIED BY ?" && !strings.Contains(got[0], "IDENTIFIED BY ?") {
		t.Errorf("texts %q", got)
	}
}

// TestUnwrap: what a program does with the driver's own connection.
func TestUnwrap(t *testing.T) {
	db, _ := open(newSchema(t), "full")
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Raw(func(dc any) error {
		if _, ok := pdb.Unwrap(dc).(fullConn); !ok {
			t.Errorf("%T", pdb.Unwrap(dc))
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if _, ok := db.Driver().(fakeDriver); !ok {
		t.Errorf("the driver is %T", db.Driver())
	}
	if pdb.Unwrap(5) != 5 {
		t.Error("what is not watched is not itself")
	}
}

// registerFake registers a driver once: database/sql refuses to do so twice, and a test
// may run again.
var registerFake = sync.OnceFunc(func() {
	sql.Register("pdbfake", fakeDriver{&fake{log: &log{}, conn: shapes["full"]}})
})

func TestOpen(t *testing.T) {
	registerFake()
	for _, ps := range []*perfschema.Schema{nil, newSchema(t)} {
		db, err := pdb.Open(ps, "pdbfake", "dsn")
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Ping(); err != nil {
			t.Error(err)
		}
		db.Close()
		if ps != nil {
			want(t, rows(ps, "events_statements_history_long", "statement/db/ping", "EVENT_NAME", "CURRENT_SCHEMA"), "statement/db/ping | pdbfake")
		}
	}
	if _, err := pdb.Open(newSchema(t), "nobody's", ""); err == nil {
		t.Error("a driver that is not there")
	}
}
