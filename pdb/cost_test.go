package pdb_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pdb"
)

// quick is a connection that keeps nothing.
type quick struct{ bareConn }

func (quick) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(1), nil
}
func (quick) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return &quickRows{}, nil
}

type quickRows struct{ bareRows }

func (*quickRows) Close() error { return nil }

// databases gives one without and one with instruments.
func databases(t testing.TB) (bare, watched *sql.DB) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{log: &log{}, conn: func(l *log) driver.Conn { return quick{bareConn{l}} }}
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	t.Cleanup(th.Unbind)
	bare, watched = sql.OpenDB(f), sql.OpenDB(pdb.NewConnector(ps, "shop", f))
	t.Cleanup(func() { bare.Close(); watched.Close() })
	return bare, watched
}

var texts = []string{"SELECT c FROM sbtest1 WHERE id = 1", "SELECT c FROM sbtest2 WHERE id BETWEEN 1 AND 100 ORDER BY c", "SELECT SUM(k) FROM sbtest3"}

func query(t testing.TB, db *sql.DB, text string) {
	r, err := db.Query(text)
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
	}
	r.Close()
}

func TestAllocations(t *testing.T) {
	bare, watched := databases(t)
	for what, use := range map[string]func(*sql.DB){
		"exec":  func(db *sql.DB) { db.Exec(texts[0]) },
		"query": func(db *sql.DB) { query(t, db, texts[0]) },
	} {
		n := testing.AllocsPerRun(100, func() { use(watched) }) - testing.AllocsPerRun(100, func() { use(bare) })
		if limit := map[string]float64{"exec": 0, "query": 1}[what]; n > limit {
			t.Errorf("%s: %v allocations", what, n)
		}
	}
}

// BenchmarkQuery is what a query costs, of three that come in turn, with a driver that
// does nothing.
func BenchmarkQuery(b *testing.B) {
	bare, watched := databases(b)
	for _, c := range []struct {
		name string
		db   *sql.DB
	}{{"bare", bare}, {"watched", watched}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				query(b, c.db, texts[i%len(texts)])
				i++
			}
		})
	}
}

// TestAllocationsOfWait: the wait for a connection takes the context that it ends by.
func TestAllocationsOfWait(t *testing.T) {
	ps := newSchema(t)
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	th.Bind()
	defer th.Unbind()
	db := pdb.OpenDB(ps, "shop", &fake{log: &log{}, conn: func(l *log) driver.Conn { return quick{bareConn{l}} }})
	defer db.Close()
	waited := pdb.Watch(ps, db)
	without := testing.AllocsPerRun(100, func() { db.Exec(texts[0]) })
	if n := testing.AllocsPerRun(100, func() { waited.Exec(texts[0]) }) - without; n > 1 {
		t.Errorf("%v allocations", n)
	}
}
