package gms

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/view"
)

// recorded is a table that notes what its readers look for.
type recorded struct {
	mu       sync.Mutex
	asked    []string
	backward bool // give the rows in the opposite order
}

func (r *recorded) table() *view.Table {
	var all []view.Row
	for thread := uint64(1); thread <= 4; thread++ {
		for event := uint64(1); event <= 3; event++ {
			name := any(fmt.Sprintf("stage/%d", event))
			if event == 3 {
				name = nil
			}
			all = append(all, view.Row{thread, event, name, []string{"YES", "NO"}[event%2], "Élan"})
		}
	}
	if r.backward {
		slices.Reverse(all)
	}
	return &view.Table{
		Name: "events",
		Columns: []view.Column{
			{Name: "THREAD_ID", Type: "bigint unsigned"},
			{Name: "EVENT_ID", Type: "bigint unsigned"},
			{Name: "EVENT_NAME", Type: "varchar(128)", Nullable: true},
			{Name: "ENABLED", Type: "enum('YES','NO')"},
			{Name: "SCHEMA_NAME", Type: "varchar(64)"},
		},
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"THREAD_ID", "EVENT_ID"}, Unique: true},
			{Name: "EVENT_NAME", Columns: []string{"EVENT_NAME"}},
			{Name: "ENABLED", Columns: []string{"ENABLED", "THREAD_ID"}},
			{Name: "SCHEMA_NAME", Columns: []string{"SCHEMA_NAME"}},
		},
		// The rows ignore what is asked for, as a view may.
		Open: func(reader view.Reader) *view.Cursor {
			var keys []string
			for k, v := range reader.Equal {
				keys = append(keys, fmt.Sprintf("%s=%v", k, v))
			}
			slices.Sort(keys)
			r.mu.Lock()
			r.asked = append(r.asked, strings.Join(keys, " "))
			r.mu.Unlock()
			return view.CursorOf(reader, all)
		},
	}
}

// run gives the first two columns of the rows of a query, sorted, and what the
// table's readers looked for.
func (r *recorded) run(t *testing.T, engine *sqle.Engine, ctx *sql.Context, query string) (ids []string, asked []string) {
	t.Helper()
	ids, asked = r.inOrder(t, engine, ctx, query)
	slices.Sort(ids)
	return ids, asked
}

// InOrder is run without sorting.
func (r *recorded) inOrder(t *testing.T, engine *sqle.Engine, ctx *sql.Context, query string) (ids []string, asked []string) {
	t.Helper()
	r.asked = nil
	_, rows, _, err := engine.Query(ctx, query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	for {
		row, err := rows.Next(ctx)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		ids = append(ids, fmt.Sprintf("%v.%v", row[0], row[1]))
	}
	if err := rows.Close(ctx); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return ids, r.asked
}

// start serves the table from a database of its own.
func (r *recorded) start(t *testing.T) (*sqle.Engine, *sql.Context) {
	t.Helper()
	a, err := New(nil, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	if a.overlay.databases[0], err = table.NewDatabase(a.reader, DatabaseName, []*view.Table{r.table()}); err != nil {
		t.Fatal(err)
	}
	provider := memory.NewDBProvider(memory.NewDatabase("shop"))
	engine := sqle.NewDefault(a.Provider(provider))
	t.Cleanup(func() { engine.Close() })
	session := memory.NewSession(sql.NewBaseSession(), provider)
	ctx := sql.NewContext(t.Context(), sql.WithSession(session))
	ctx.SetCurrentDatabase(DatabaseName)
	events, _, err := a.overlay.databases[0].GetTableInsensitive(ctx, "events")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := events.(sql.StatisticsTable).RowCount(ctx); err != nil { // counted once, for plans
		t.Fatal(err)
	}
	return engine, ctx
}

func TestIndexLookups(t *testing.T) {
	r := &recorded{}
	engine, ctx := r.start(t)
	for _, test := range []struct {
		where string
		want  []string
		asked []string // nil: not looked at
	}{
		{"THREAD_ID = 2", []string{"2.1", "2.2", "2.3"}, []string{"THREAD_ID=2"}},
		{"THREAD_ID = '2'", []string{"2.1", "2.2", "2.3"}, nil},
		{"THREAD_ID = 2 AND EVENT_ID = 3", []string{"2.3"}, []string{"EVENT_ID=3 THREAD_ID=2"}},
		{"THREAD_ID = 2 AND EVENT_ID > 1", []string{"2.2", "2.3"}, []string{"THREAD_ID=2"}},
		{"THREAD_ID IN (1, 4) AND EVENT_ID = 1", []string{"1.1", "4.1"}, []string{"EVENT_ID=1 THREAD_ID=1", "EVENT_ID=1 THREAD_ID=4"}},
		{"THREAD_ID > 3", []string{"4.1", "4.2", "4.3"}, []string{""}},
		{"THREAD_ID BETWEEN 2 AND 3 AND EVENT_ID = 2", []string{"2.2", "3.2"}, []string{""}},
		{"EVENT_NAME = 'STAGE/2' AND THREAD_ID < 3", []string{"1.2", "2.2"}, nil},
		{"EVENT_NAME = 'stage/1'", []string{"1.1", "2.1", "3.1", "4.1"}, []string{"EVENT_NAME=stage/1"}},
		{"EVENT_NAME IS NULL", []string{"1.3", "2.3", "3.3", "4.3"}, []string{"EVENT_NAME=<nil>"}},
		{"EVENT_NAME IS NOT NULL AND THREAD_ID = 1", []string{"1.1", "1.2"}, nil},
		{"EVENT_NAME <> 'stage/1' AND THREAD_ID = 1", []string{"1.2"}, nil},
		{"ENABLED = 'YES' AND THREAD_ID = 1", []string{"1.2"}, nil},
		{"ENABLED = 'NO'", []string{"1.1", "1.3", "2.1", "2.3", "3.1", "3.3", "4.1", "4.3"}, []string{"ENABLED=NO"}},
		{"ENABLED = 'maybe'", nil, nil},
		{"ENABLED = '' OR ENABLED = 0", nil, nil},
		{"ENABLED IN ('YES', 'maybe') AND THREAD_ID = 1", []string{"1.2"}, nil},
		{"ENABLED <> 'maybe' AND EVENT_ID = 1 AND THREAD_ID = 4", []string{"4.1"}, nil},
		{"EVENT_NAME = 'stagé/1' AND EVENT_ID = 1", []string{"1.1", "2.1", "3.1", "4.1"}, []string{""}},
		{"SCHEMA_NAME = 'elan' AND THREAD_ID = 1 AND EVENT_ID = 1", []string{"1.1"}, nil},
		{"THREAD_ID = 99", nil, []string{"THREAD_ID=99"}},
		{"THREAD_ID = -1", nil, nil},
		{"THREAD_ID = 1 OR EVENT_ID = 1", []string{"1.1", "1.2", "1.3", "2.1", "3.1", "4.1"}, nil},
	} {
		got, asked := r.run(t, engine, ctx, "SELECT * FROM events WHERE "+test.where)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s gives %v, want %v", test.where, got, test.want)
		}
		if test.asked != nil && !slices.Equal(asked, test.asked) {
			t.Errorf("%s looks for %q, want %q", test.where, asked, test.asked)
		}
	}
	// What an index finds by an accent-insensitive collation is not narrowed.
	if got, asked := r.run(t, engine, ctx, "SELECT * FROM events WHERE SCHEMA_NAME = 'elan'"); len(got) != 12 || asked[0] != "" {
		t.Errorf("by SCHEMA_NAME: %v, looking for %q", got, asked)
	}
	got, _ := r.run(t, engine, ctx, "SELECT b.THREAD_ID, b.EVENT_ID FROM events a JOIN events b ON b.THREAD_ID = a.EVENT_ID AND b.EVENT_ID = a.THREAD_ID WHERE a.THREAD_ID = 3")
	if want := []string{"1.3", "2.3", "3.3"}; !slices.Equal(got, want) {
		t.Errorf("join gives %v, want %v", got, want)
	}
}

// The engine does not sort what an index has found: whatever the order of the
// view's rows, they come in that of the index.
func TestIndexLookupsAreInOrder(t *testing.T) {
	for _, backward := range []bool{false, true} {
		r := &recorded{backward: backward}
		engine, ctx := r.start(t)
		for _, test := range []struct{ query, want string }{
			{"THREAD_ID > 2 ORDER BY THREAD_ID, EVENT_ID", "3.1 3.2 3.3 4.1 4.2 4.3"},
			{"THREAD_ID > 2 ORDER BY THREAD_ID DESC, EVENT_ID DESC", "4.3 4.2 4.1 3.3 3.2 3.1"},
			{"THREAD_ID = 2 ORDER BY THREAD_ID, EVENT_ID", "2.1 2.2 2.3"},
			{"THREAD_ID IN (4, 1) ORDER BY THREAD_ID, EVENT_ID", "1.1 1.2 1.3 4.1 4.2 4.3"},
			{"THREAD_ID = 2 AND EVENT_ID > 1 ORDER BY THREAD_ID, EVENT_ID", "2.2 2.3"},
			{"(EVENT_NAME IS NULL OR EVENT_NAME LIKE 'stage/%') AND THREAD_ID = 1 ORDER BY EVENT_NAME", "1.3 1.1 1.2"},
			{"ENABLED > 'A' AND THREAD_ID = 1 AND EVENT_ID < 3 ORDER BY ENABLED, THREAD_ID", "1.2 1.1"},
			{"THREAD_ID > 2 ORDER BY THREAD_ID, EVENT_ID LIMIT 1", "3.1"},
		} {
			got, _ := r.inOrder(t, engine, ctx, "SELECT * FROM events WHERE "+test.query)
			if strings.Join(got, " ") != test.want {
				t.Errorf("backward %v, %s gives %v, want %s", backward, test.query, got, test.want)
			}
		}
	}
}
