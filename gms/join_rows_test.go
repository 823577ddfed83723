package gms

import (
	"fmt"
	"io"
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// readRows counts the rows that tables compute for their readers.
type readRows struct {
	engine *sqle.Engine
	ctx    *sql.Context
	read   int
}

// countRead serves all tables, of a Schema where much has happened.
func countRead(t *testing.T) *readRows {
	t.Helper()
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(s, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	r := new(readRows)
	var all []*view.Table
	for _, of := range catalog.Tables() {
		counted := *of
		open := counted.Open
		counted.Open = func(reader view.Reader) *view.Cursor {
			var all []view.Row
			for c := open(reader); ; {
				row, ok := c.Next()
				if !ok {
					break
				}
				all = append(all, row)
			}
			r.read += len(all)
			reader.Columns = nil // they are as they were asked for
			return view.CursorOf(reader, all)
		}
		all = append(all, &counted)
	}
	if a.overlay.databases[0], err = table.NewDatabase(a.reader, DatabaseName, all); err != nil {
		t.Fatal(err)
	}
	provider := memory.NewDBProvider(memory.NewDatabase("shop"))
	r.engine = sqle.NewDefault(a.Provider(provider))
	t.Cleanup(func() { r.engine.Close() })
	r.ctx = sql.NewContext(t.Context(), sql.WithSession(memory.NewSession(sql.NewBaseSession(), provider)))
	r.ctx.SetCurrentDatabase(DatabaseName)
	r.run(t, "UPDATE setup_consumers SET ENABLED = 'YES'")
	r.run(t, "UPDATE setup_instruments SET ENABLED = 'YES', TIMED = 'YES'")
	query := s.RegisterStatement("sql", perfschema.Info{Name: "select"})
	for i := range 60 {
		th := s.NewThread(a.lifecycle.instruments.Connection, perfschema.ThreadOptions{User: fmt.Sprint("u", i%9), Host: "here", ProcesslistID: uint64(i + 1)})
		for j := range 10 {
			if i%2 == 0 { // without a database SCHEMA_NAME is NULL
				th.SetDatabase("shop")
			}
			st := th.BeginStatement(query)
			st.StartStage(a.lifecycle.instruments.Stages.Executing)
			st.SetText(fmt.Sprintf("SELECT c%d FROM t%d", i, j%5))
			st.ComputeDigest()
			st.End()
		}
	}
	return r
}

func (r *readRows) run(t *testing.T, query string) (rows []sql.Row) {
	t.Helper()
	_, iter, _, err := r.engine.Query(r.ctx, query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	for {
		row, err := iter.Next(r.ctx)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		rows = append(rows, row)
	}
	if err := iter.Close(r.ctx); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return rows
}

// A join of two tables by what MySQL's users join them by reads the rows of each and
// those it gives some times, and not one table for every row of the other: whether the
// keys are NULL, indexed, or neither.
func TestJoinsReadWhatTheyNeed(t *testing.T) {
	if testing.Short() {
		t.Skip("counts the rows of large joins, one after the other")
	}
	r := countRead(t)
	sizes := make(map[string]int)
	size := func(table string) int {
		n, ok := sizes[table]
		if !ok {
			n = int(r.run(t, "SELECT COUNT(*) FROM "+table)[0][0].(int64))
			sizes[table] = n
		}
		return n
	}
	for _, pair := range []struct{ left, right, on string }{
		{"events_statements_histogram_by_digest", "events_statements_summary_by_digest", "a.SCHEMA_NAME = b.SCHEMA_NAME AND a.DIGEST = b.DIGEST"},
		{"events_statements_histogram_by_digest", "events_statements_summary_by_digest", "a.DIGEST = b.DIGEST"},
		{"events_statements_summary_by_digest", "events_statements_histogram_by_digest", "a.SCHEMA_NAME = b.SCHEMA_NAME AND a.DIGEST = b.DIGEST"},
		{"events_statements_summary_by_digest", "events_statements_summary_by_digest", "a.SCHEMA_NAME = b.SCHEMA_NAME AND a.DIGEST = b.DIGEST"},
		{"events_statements_history", "events_statements_summary_by_digest", "a.CURRENT_SCHEMA = b.SCHEMA_NAME AND a.DIGEST = b.DIGEST"},
		{"events_statements_history", "events_statements_summary_by_digest", "a.DIGEST = b.DIGEST"},
		{"events_statements_history", "events_stages_history", "a.THREAD_ID = b.THREAD_ID AND a.EVENT_ID = b.NESTING_EVENT_ID"},
		{"events_stages_history", "events_statements_history", "a.THREAD_ID = b.THREAD_ID AND a.NESTING_EVENT_ID = b.EVENT_ID"},
		{"events_stages_history_long", "events_statements_history_long", "a.THREAD_ID = b.THREAD_ID AND a.NESTING_EVENT_ID = b.EVENT_ID"},
		{"threads", "events_statements_history", "a.THREAD_ID = b.THREAD_ID"},
		{"threads", "threads", "a.PARENT_THREAD_ID = b.THREAD_ID"},
		{"threads", "processlist", "a.PROCESSLIST_ID = b.ID"},
		{"threads", "session_connect_attrs", "a.PROCESSLIST_ID = b.PROCESSLIST_ID"},
		{"threads", "accounts", "a.PROCESSLIST_USER = b.USER AND a.PROCESSLIST_HOST = b.HOST"},
		{"threads", "memory_summary_by_thread_by_event_name", "a.THREAD_ID = b.THREAD_ID"},
		{"memory_summary_by_thread_by_event_name", "threads", "a.THREAD_ID = b.THREAD_ID"},
		{"accounts", "users", "a.USER = b.USER"},
		{"setup_instruments", "events_statements_summary_global_by_event_name", "a.NAME = b.EVENT_NAME"},
		{"events_waits_summary_by_account_by_event_name", "setup_instruments", "a.EVENT_NAME = b.NAME"},
		{"objects_summary_global_by_type", "table_io_waits_summary_by_table", "a.OBJECT_SCHEMA = b.OBJECT_SCHEMA AND a.OBJECT_NAME = b.OBJECT_NAME"},
	} {
		for _, join := range []string{"JOIN", "LEFT JOIN"} {
			query := fmt.Sprintf("SELECT COUNT(*) FROM %s a %s %s b ON %s", pair.left, join, pair.right, pair.on)
			left, right := size(pair.left), size(pair.right)
			r.read = 0
			got := int(r.run(t, query)[0][0].(int64))
			// Each is counted for the plan too; to find an event is to read those of its
			// thread, ten of them.
			if most := 3*(left+right) + 10*got + 1000; r.read > most {
				t.Errorf("%s reads %d rows, of tables of %d and %d, to give %d", query, r.read, left, right, got)
			}
		}
	}
	// What a NULL finds is nothing, unless it is asked for.
	if n := r.run(t, "SELECT COUNT(*) FROM events_statements_summary_by_digest WHERE SCHEMA_NAME IS NULL")[0][0]; n.(int64) < 100 {
		t.Errorf("%v digests have no schema", n)
	}
	if n := r.run(t, "SELECT COUNT(*) FROM events_statements_summary_by_digest WHERE SCHEMA_NAME = NULL")[0][0]; n != int64(0) {
		t.Errorf("%v digests are equal to NULL", n)
	}
}
