package gms_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/sampler"
)

// sizedDatabase has tables of rows of given sizes: "told", whose texts are strings,
// and "untold", whose texts the storage loads when they are sent.
type sizedDatabase struct {
	*memory.Database
	sizes []int
	given atomic.Int64 // rows that have been read
}

func (d *sizedDatabase) GetTableInsensitive(ctx *gmssql.Context, name string) (gmssql.Table, bool, error) {
	switch name {
	case "told", "untold":
		return &sizedTable{d, name}, true, nil
	}
	return d.Database.GetTableInsensitive(ctx, name)
}

type sizedTable struct {
	*sizedDatabase
	name string
}

func (s *sizedTable) Name() string                  { return s.name }
func (s *sizedTable) String() string                { return s.name }
func (s *sizedTable) Collation() gmssql.CollationID { return gmssql.Collation_Default }
func (s *sizedTable) Schema() gmssql.Schema {
	return gmssql.Schema{
		{Name: "id", Type: types.Int64, Source: s.name},
		{Name: "body", Type: types.LongText, Source: s.name, Nullable: true},
	}
}

func (s *sizedTable) Partitions(*gmssql.Context) (gmssql.PartitionIter, error) {
	return gmssql.PartitionsToPartitionIter(wholeTable{}), nil
}

func (s *sizedTable) PartitionRows(*gmssql.Context, gmssql.Partition) (gmssql.RowIter, error) {
	return &sizedRows{sizedTable: s}, nil
}

type sizedRows struct {
	*sizedTable
	i int
}

func (r *sizedRows) Next(*gmssql.Context) (gmssql.Row, error) {
	if r.i == len(r.sizes) {
		return nil, io.EOF
	}
	n := r.sizes[r.i]
	r.i++
	r.given.Add(1)
	row := gmssql.Row{int64(r.i), nil}
	switch {
	case n == 0:
	case r.name == "told":
		row[1] = body(r.i, n)
	default:
		row[1] = lazyText{r.i, n}
	}
	return row, nil
}

func (r *sizedRows) Close(*gmssql.Context) error { return nil }

// body is the text of a row: which row it is of can be seen at both its ends.
func body(i, n int) string {
	c := string(rune('a' + i%26))
	return c + strings.Repeat("-", max(n-2, 0)) + c
}

// lazyText does not say how long it is.
type lazyText struct{ i, n int }

func (l lazyText) UnwrapAny(context.Context) (any, error) { return body(l.i, l.n), nil }
func (l lazyText) Unwrap(context.Context) (string, error) { return body(l.i, l.n), nil }
func (l lazyText) IsExactLength() bool                    { return false }
func (l lazyText) MaxByteLength() int64                   { return types.LongTextBlobMax }
func (l lazyText) Hash() any                              { return l.i }
func (l lazyText) Compare(context.Context, any) (int, bool, error) {
	return 0, false, nil
}

// check reads a result of id and body and compares it with the rows from, up to to.
func (d *sizedDatabase) check(t *testing.T, what string, r *sql.Rows, from, to int) {
	t.Helper()
	defer r.Close()
	i := from
	for ; r.Next(); i++ {
		var id int
		var text sql.NullString
		if err := r.Scan(&id, &text); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		k := i % len(d.sizes)
		want := ""
		if n := d.sizes[k]; n != 0 {
			want = body(k+1, n)
		}
		if id != k+1 || text.Valid != (want != "") || text.String != want {
			t.Fatalf("%s: row %d has id %d and %d bytes, want %d bytes", what, k+1, id, len(text.String), len(want))
		}
	}
	if err := r.Err(); err != nil || i != to {
		t.Fatalf("%s: rows %d to %d came, want %d: %v", what, from, i, to, err)
	}
}

// A client gets the rows that there are, whatever their sizes are and whatever of
// them lies in a batch, and is told how many there were.
func TestResultWindow(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 5))
	for round, shape := range []func() int{
		func() int { return r.IntN(40) },
		func() int { return 10_000 },
		func() int { return 700_000 * r.IntN(2) },
		func() int { return 1 << r.IntN(21) },
		func() int { return []int{0, 30, 3000, 2_000_000}[r.IntN(4)] },
	} {
		if testing.Short() && round > 1 {
			break
		}
		d := &sizedDatabase{Database: memory.NewDatabase("sized")}
		total := 0
		for len(d.sizes) < 1500 && total < 6<<20 {
			n := shape()
			total += n
			d.sizes = append(d.sizes, n)
		}
		n := len(d.sizes)
		s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), d)
		for _, profiled := range []bool{false, true} {
			if profiled {
				startProfiler(t, s)
			}
			c := s.connect(t, "root", "sized")
			for _, table := range []string{"told", "untold"} {
				for _, q := range []struct {
					query string
					to    int
					found int
				}{
					{"SELECT id, body FROM %s", n, n},
					{"SELECT * FROM %s", n, n},
					{"SELECT t.id AS a, t.body AS b FROM %s t WHERE id > 0", n, n},
					{"SELECT id, body FROM %s LIMIT 21", min(n, 21), min(n, 21)},
					{"SELECT * FROM %s LIMIT 7", min(n, 7), min(n, 7)},
					{"SELECT id + 0, body FROM %s", n, n},
					{"SELECT id + 0, body FROM %s LIMIT 9", min(n, 9), min(n, 9)},
					{"SELECT SQL_CALC_FOUND_ROWS id, body FROM %s LIMIT 9", min(n, 9), n},
					{"SELECT id, CONCAT(body, '') FROM %s", n, n},
					{"SELECT * FROM (SELECT id, body FROM %s LIMIT 1000000) d", n, n},
					{"SELECT id, body FROM %[1]s UNION ALL SELECT id, body FROM %[1]s", 2 * n, 2 * n},
				} {
					query := fmt.Sprintf(q.query, table)
					what := fmt.Sprintf("round %d, profiled %v, %s", round, profiled, query)
					res, err := c.QueryContext(t.Context(), query)
					if err != nil {
						t.Fatalf("%s: %v", what, err)
					}
					d.check(t, what, res, 0, q.to)
					if found := rows(t, c, "SELECT FOUND_ROWS()")[0][0]; found != fmt.Sprint(q.found) {
						t.Errorf("%s: FOUND_ROWS() is %s, want %d", what, found, q.found)
					}
				}
				stmt, err := c.PrepareContext(t.Context(), "SELECT id, body FROM "+table+" WHERE id > ?")
				if err != nil {
					t.Fatal(err)
				}
				res, err := stmt.QueryContext(t.Context(), 3)
				if err != nil {
					t.Fatal(err)
				}
				d.check(t, "prepared", res, 3, n)
				stmt.Close()
			}
			for _, e := range rows(t, c, "SELECT SQL_TEXT, ROWS_SENT FROM performance_schema.events_statements_history WHERE SQL_TEXT LIKE 'SELECT id, body%UNION%'") {
				if e[1] != fmt.Sprint(2*n) {
					t.Errorf("round %d, profiled %v: %s sent %s rows of %d", round, profiled, e[0], e[1], 2*n)
				}
			}
			s.nothingHeld(t, s.thread(t, c).ID(), "these results")
		}
	}
}

// Who takes no more of a result has the server read no more of it, and what has been
// read is on its thread until the client goes.
func TestStalledReader(t *testing.T) {
	d := &sizedDatabase{Database: memory.NewDatabase("sized"), sizes: make([]int, 4000)}
	for i := range d.sizes {
		d.sizes[i] = 1 << 20
	}
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), d)
	other := s.connect(t, "root", "")
	for _, profiled := range []bool{false, true} {
		if profiled {
			startProfiler(t, s)
		}
		for _, query := range []string{
			"SELECT id, body FROM told", "SELECT id, body FROM untold", "SELECT id, CONCAT(body, 'x') FROM told",
			"SELECT a.body FROM told a, told b", "SELECT body, body, body FROM told", "SELECT * FROM told LIMIT 3000",
		} {
			c, client := s.connectNarrow(t, "sized")
			number := rows(t, c, "SELECT CONNECTION_ID()")[0][0]
			id := s.thread(t, c).ID()
			d.given.Store(0)
			r, err := c.QueryContext(t.Context(), query)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if !r.Next() {
					t.Fatal("no rows: ", r.Err())
				}
			}
			await(t, "the result to be held", func() bool {
				runtime.Gosched()
				return s.memoryOf(t, id)["memory/sql/result"].CurrentBytes() > 1<<20
			})
			for range 100 { // all that it may read it has time to
				rows(t, other, "SELECT COUNT(*) FROM performance_schema.threads")
			}
			// Two are fetched, some lie in the sockets' buffers.
			if n := d.given.Load(); n > 40 {
				t.Errorf("profiled %v, %s: %d rows of 1 MiB are read", profiled, query, n)
			}
			if m := s.memoryOf(t, id)["memory/sql/result"]; m.CurrentBytes() > 40<<20 {
				t.Errorf("profiled %v, %s: %d bytes are held", profiled, query, m.CurrentBytes())
			}
			client.Close()
			await(t, "the connection's end", func() bool {
				return len(rows(t, other, "SELECT 1 FROM performance_schema.threads WHERE PROCESSLIST_ID = "+number)) == 0
			})
			r.Close()
		}
	}
}

func startProfiler(t *testing.T, s *testServer) {
	t.Helper()
	if s.adapter.Profiler() == nil {
		if err := s.adapter.StartProfiler(sampler.Options{}); err != nil {
			t.Fatal(err)
		}
	}
}

// connectWire opens a connection whose commands a test writes itself.
func (s *testServer) connectWire(t *testing.T, database string) *wire {
	t.Helper()
	var raw net.Conn
	c := s.connectWith(t, func(cfg *mysql.Config) {
		cfg.DBName = database
		cfg.DialFunc = func(ctx context.Context, network, addr string) (_ net.Conn, err error) {
			raw, err = new(net.Dialer).DialContext(ctx, network, addr)
			return raw, err
		}
	})
	t.Cleanup(func() { c.Close() })
	return &wire{t: t, conn: raw}
}

// The rows of a cursor are those that there are, though they lie in the buffers of
// windows after that in which they were read.
func TestResultWindowOfCursor(t *testing.T) {
	if racetest.Enabled {
		t.Skip("vitess and the engine share a connection's status flags while a cursor is open")
	}
	d := &sizedDatabase{Database: memory.NewDatabase("sized")}
	for i := range 3000 {
		d.sizes = append(d.sizes, []int{900, 50_000, 1}[i%3])
	}
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), d)
	w := s.connectWire(t, "sized")
	id := w.command(0x16, []byte("SELECT body FROM told"))[1:5]
	w.until(0xfe)
	w.command(0x17, id, []byte{1, 1, 0, 0, 0})
	w.until(0xfe)
	for i := 0; i < len(d.sizes); {
		w.send(0x1c, append(append([]byte{}, id...), 100, 0, 0, 0))
		for {
			p := w.packet()
			if p[0] == 0xfe && len(p) < 9 {
				break
			}
			want := body(i+1, d.sizes[i])
			if got := p[len(p)-len(want):]; string(got) != want {
				t.Fatalf("row %d: %q, want %q", i+1, got[:1], want[:1])
			}
			i++
		}
	}
}
