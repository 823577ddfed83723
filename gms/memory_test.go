package gms_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/record"
)

// memoryOf is what a thread has in use, by the names of the classes; those it
// has nothing of are left out.
func (s *testServer) memoryOf(t *testing.T, id uint64) map[string]*record.MemoryStat {
	t.Helper()
	used := make(map[string]*record.MemoryStat)
	for _, name := range statementClasses {
		used[name] = new(record.MemoryStat)
	}
	for _, sums := range s.schema.Read().MemorySummary(record.ByThread, id).All() {
		for i, m := range sums {
			if m.CountAlloc != 0 || m.CountFree != 0 {
				used[s.schema.Memory(perfschema.MemoryKey(i+1)).Class().Name()] = &m
			}
		}
	}
	return used
}

// statementClasses are those of which nothing is held between statements.
var statementClasses = []string{
	"memory/sql/Filesort_buffer::sort_keys", "memory/sql/hash_op", "memory/sql/JOIN_CACHE", "memory/sql/grouping",
	"memory/sql/distinct", "memory/sql/window_frame", "memory/sql/recursive_cte", "memory/sql/select_into", "memory/sql/result",
	"memory/sql/THD::main_mem_root", "memory/sql/thd::transactions", "memory/sql/sp_head::call_mem_root", "memory/sql/sp_head::execute_mem_root",
}

// nothingHeld checks that a thread holds nothing of the statement's classes.
func (s *testServer) nothingHeld(t *testing.T, id uint64, after string) {
	t.Helper()
	used := s.memoryOf(t, id)
	for _, name := range statementClasses {
		if m := used[name]; m.CurrentBytes() != 0 || m.CurrentCount() != 0 {
			t.Errorf("after %s: %s has %d bytes in %d blocks", after, name, m.CurrentBytes(), m.CurrentCount())
		}
	}
}

// wideDatabase has a table "wide" of n rows that are made when they are read.
type wideDatabase struct {
	*memory.Database
	n int
	// atEnd, if any, is told when all rows have been read, and waited for.
	atEnd chan struct{}
}

// GetTableInsensitive implements sql.Database.
func (d *wideDatabase) GetTableInsensitive(ctx *gmssql.Context, name string) (gmssql.Table, bool, error) {
	if strings.EqualFold(name, "wide") {
		return &madeTable{d.n, d.atEnd}, true, nil
	}
	return d.Database.GetTableInsensitive(ctx, name)
}

// madeTable is that table: a number, the numbers in another order, and a text.
type madeTable struct {
	n     int
	atEnd chan struct{}
}

func (*madeTable) Name() string                  { return "wide" }
func (*madeTable) String() string                { return "wide" }
func (*madeTable) Collation() gmssql.CollationID { return gmssql.Collation_Default }
func (*madeTable) Schema() gmssql.Schema {
	return gmssql.Schema{
		{Name: "id", Type: types.Int64, Source: "wide"},
		{Name: "k", Type: types.Int64, Source: "wide"},
		{Name: "pad", Type: types.Text, Source: "wide"},
	}
}

// Partitions implements sql.Table.
func (m *madeTable) Partitions(*gmssql.Context) (gmssql.PartitionIter, error) {
	return gmssql.PartitionsToPartitionIter(wholeTable{}), nil
}

// PartitionRows implements sql.Table.
func (m *madeTable) PartitionRows(*gmssql.Context, gmssql.Partition) (gmssql.RowIter, error) {
	return &madeRows{n: m.n, atEnd: m.atEnd}, nil
}

type wholeTable struct{}

func (wholeTable) Key() []byte { return []byte("all") }

type madeRows struct {
	i, n  int
	atEnd chan struct{}
}

// Next implements sql.RowIter.
func (m *madeRows) Next(*gmssql.Context) (gmssql.Row, error) {
	if m.i == m.n {
		if m.atEnd != nil {
			m.atEnd <- struct{}{}
			m.atEnd <- struct{}{}
			m.atEnd = nil
		}
		return nil, io.EOF
	}
	m.i++
	pad := fmt.Appendf(make([]byte, 0, 128), "%08d", m.i)
	return gmssql.Row{int64(m.i), int64(m.i * 7919 % m.n), string(append(pad, pads...))}, nil
}

var pads = strings.Repeat("x", 112)

// Close implements sql.RowIter.
func (*madeRows) Close(*gmssql.Context) error { return nil }

func wideServer(t *testing.T, cfg perfschema.Config, n int) *testServer {
	t.Helper()
	return startServerOf(t, cfg, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), n, nil})
}

// halted is a query of which some rows have been read, so that it waits for the
// client to read on.
func halted(t *testing.T, c *sql.Conn, query string) *sql.Rows {
	t.Helper()
	r, err := c.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	if !r.Next() {
		t.Fatalf("%s: no row: %v", query, r.Err())
	}
	return r
}

// What statements hold appears on their thread while they run, and is gone
// after.
func TestStatementMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("large results of one session at a time")
	}
	const n = 40000
	s := wideServer(t, perfschema.Config{}, n)
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE few (id BIGINT)")
	mustExec(t, c, "INSERT INTO few VALUES (1), (2), (39999)")
	row := int64(48 + 24 + 8 + 8 + 16 + 128) // the row's slice, its place, and its values
	for _, test := range []struct {
		query, class string
		streams      bool  // it holds more the more it gives
		low, high    int64 // bytes
	}{
		{"SELECT * FROM made.wide ORDER BY k", "Filesort_buffer::sort_keys", false, n * row * 9 / 10, n * row * 12 / 10},
		{"SELECT * FROM made.wide ORDER BY k LIMIT 30000", "Filesort_buffer::sort_keys", false, 30000 * row * 9 / 10, 30000 * row * 15 / 10},
		{"SELECT DISTINCT id, pad FROM made.wide", "distinct", true, n * 24, n * 50},
		{"SELECT id, pad FROM made.wide UNION SELECT k, pad FROM made.wide", "distinct", true, 2 * n * 24, 2 * n * 50},
		{"SELECT id, pad FROM made.wide UNION ALL SELECT k, pad FROM made.wide ORDER BY id", "Filesort_buffer::sort_keys", false, 2 * n * (row - 24) * 9 / 10, 2 * n * row * 12 / 10},
		{"SELECT id, pad FROM made.wide UNION SELECT id, pad FROM made.wide ORDER BY id", "Filesort_buffer::sort_keys", false, n * (row - 24) * 9 / 10, n * row * 12 / 10},
		{"SELECT id, pad FROM made.wide UNION ALL SELECT k, pad FROM made.wide ORDER BY id LIMIT 20000", "Filesort_buffer::sort_keys", false, 20000 * (row - 24) * 9 / 10, 20000 * row * 15 / 10},
		{"SELECT k, COUNT(*), MAX(pad) FROM made.wide GROUP BY k", "grouping", false, n * 200, n * 600},
		{"SELECT id % 4, GROUP_CONCAT(pad), id FROM made.wide GROUP BY id % 4, id", "grouping", false, n * 300, n * 1000},
		{"WITH RECURSIVE r AS (SELECT id, pad FROM made.wide UNION ALL SELECT id - 39990, pad FROM r WHERE id > 39990) SELECT * FROM r", "recursive_cte", true, n * (row - 16) * 9 / 10, n * row * 12 / 10},
		{"WITH RECURSIVE r AS (SELECT 1 AS i, REPEAT('x', 200) AS t UNION ALL SELECT i + 1, t FROM r WHERE i < 9000) SELECT COUNT(*) FROM r", "recursive_cte", true, 0, 1000},
		{"SELECT COUNT(DISTINCT pad) FROM made.wide", "grouping", true, n * 9, n * 30},
		{"SELECT id, pad, ROW_NUMBER() OVER (ORDER BY k) FROM made.wide", "window_frame", false, n * row, n * row * 3},
		{"SELECT a.id, a.pad, b.pad FROM made.wide a JOIN made.wide b ON a.pad = b.pad", "hash_op", false, n * row, n * row * 2},
		{"SELECT a.id, b.pad FROM few a LEFT JOIN (SELECT id, pad FROM made.wide LIMIT 40000) b ON a.id < b.id", "JOIN_CACHE", true, n * row * 7 / 10, n * row * 12 / 10},
	} {
		c, _ := s.connectNarrow(t, "shop") // a socket with room for the result would let the statement end
		id := s.thread(t, c).ID()
		r := halted(t, c, test.query)
		name := "memory/sql/" + test.class
		got := s.memoryOf(t, id)[name].CurrentBytes()
		for r.Next() {
		}
		if err := r.Err(); err != nil {
			t.Fatal(err)
		}
		r.Close()
		if test.streams {
			got = s.memoryOf(t, id)[name].HighBytes
		}
		t.Logf("%s: %d bytes", test.query, got)
		if got < test.low || got > test.high {
			t.Errorf("%s: %s has %d bytes, want %d to %d", test.query, name, got, test.low, test.high)
		}
		s.nothingHeld(t, id, test.query)
	}
}

// Values that are not of Go's own types pass through a grouping as they are.
func TestGroupingOfRareTypes(t *testing.T) {
	s := wideServer(t, perfschema.Config{}, 1)
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE rare (id BIGINT PRIMARY KEY, j JSON, p POINT)")
	mustExec(t, c, `INSERT INTO rare VALUES (1, '[1]', POINT(1, 2)), (2, NULL, NULL)`)
	got := rows(t, c, "SELECT id, ANY_VALUE(j), ST_X(ANY_VALUE(p)) FROM rare GROUP BY id ORDER BY id")
	if fmt.Sprint(got) != "[[1 [1] 1] [2 NULL NULL]]" {
		t.Errorf("rows: %q", got)
	}
}

// A sort shows what the heap grows by, and nothing once it is over.
func TestSortMemory(t *testing.T) {
	n := 250_000 // some 60 MB
	if testing.Short() {
		n = 60_000
	}
	if racetest.Enabled {
		t.Skip("the race detector makes objects larger")
	}
	atEnd := make(chan struct{})
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), n, atEnd})
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	var got *record.MemoryStat
	heaptest.Agree(t, "a sort", 0.1, func() (told, grown int64) {
		got, grown = s.heldAtEnd(t, c, atEnd, "SELECT * FROM made.wide ORDER BY k DESC", "memory/sql/Filesort_buffer::sort_keys")
		return got.CurrentBytes(), grown
	})
	s.nothingHeld(t, id, "the sort")
	if m := s.memoryOf(t, id)["memory/sql/Filesort_buffer::sort_keys"]; m.HighBytes < got.CurrentBytes() {
		t.Errorf("a high mark of %d", m.HighBytes)
	}
}

// endsServer has a table of n rows in the database made, and one in ends at whose
// end a read waits.
func endsServer(t *testing.T, n int) (s *testServer, atEnd chan struct{}) {
	t.Helper()
	atEnd = make(chan struct{})
	return startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"),
		&wideDatabase{memory.NewDatabase("made"), n, nil}, &wideDatabase{memory.NewDatabase("ends"), n, atEnd}), atEnd
}

// killHalted kills a thread's statement, whose rows have been read in part, from
// another connection: it holds nothing then.
func (s *testServer) killHalted(t *testing.T, other *sql.Conn, id uint64, r *sql.Rows) {
	t.Helper()
	var number int
	if err := other.QueryRowContext(t.Context(), "SELECT PROCESSLIST_ID FROM performance_schema.threads WHERE THREAD_ID = ?", id).Scan(&number); err != nil {
		t.Fatal(err)
	}
	mustExec(t, other, fmt.Sprintf("KILL QUERY %d", number))
	for r.Next() {
	}
	r.Close()
	s.nothingHeld(t, id, "KILL QUERY")
}

// heldAtEnd runs a statement that waits at the end of a table, and says what its
// thread then has of a class, and by how much the heap has grown.
func (s *testServer) heldAtEnd(t *testing.T, c *sql.Conn, atEnd <-chan struct{}, query, class string) (held *record.MemoryStat, grown int64) {
	t.Helper()
	id := s.thread(t, c).ID()
	before := heaptest.Live()
	done := make(chan error)
	go func() {
		_, err := c.ExecContext(t.Context(), query)
		done <- err
	}()
	<-atEnd
	grown = heaptest.Live() - before
	held = s.memoryOf(t, id)[class]
	<-atEnd
	if err := <-done; err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return held, grown
}

// However a statement ends, it holds nothing after.
func TestMemoryOfEarlyEnds(t *testing.T) {
	racetest.SkipAlone(t)
	s := wideServer(t, perfschema.Config{}, 20000)
	c, _ := s.connectNarrow(t, "shop")
	other := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()
	sorted := "SELECT * FROM made.wide ORDER BY k"
	mustExec(t, c, "CREATE TABLE copied (id BIGINT)")
	mustExec(t, c, "CREATE TABLE few (id BIGINT)")
	mustExec(t, c, "INSERT INTO few VALUES (1), (2)")

	for _, q := range []string{
		"SELECT * FROM (" + sorted + ") t LIMIT 3",
		"SELECT /*+ HASH_JOIN(a, b) */ a.id FROM made.wide a JOIN made.wide b ON a.pad = b.pad LIMIT 1",
		"SELECT COUNT(*) FROM made.wide a WHERE EXISTS (SELECT 1 FROM made.wide b WHERE b.k = a.id AND b.pad > '') LIMIT 1",
		"SELECT JSON_EXTRACT(pad, '$.a') FROM made.wide ORDER BY k",
		"SELECT (SELECT id FROM made.wide WHERE k > 3) FROM made.wide ORDER BY k",
		"SELECT k FROM made.wide GROUP BY k HAVING (SELECT id FROM made.wide WHERE k > 3) > 1",
		"INSERT INTO copied SELECT id FROM made.wide ORDER BY k, missing",
		"INSERT INTO copied SELECT id FROM made.wide ORDER BY k",
		"SELECT a.id FROM few a LEFT JOIN (SELECT id, pad FROM made.wide LIMIT 20000) b ON a.id < b.id LIMIT 10000",
	} {
		_, err := tryRows(t.Context(), c, q)
		t.Logf("%s: %v", q, err)
		s.nothingHeld(t, id, q)
	}
	if m := s.memoryOf(t, id); m["memory/sql/Filesort_buffer::sort_keys"].CountAlloc == 0 || m["memory/sql/JOIN_CACHE"].CountAlloc == 0 {
		t.Errorf("nothing was held: %v", m)
	}

	// KILL QUERY while rows are sent.
	r := halted(t, c, sorted)
	if m := s.memoryOf(t, id)["memory/sql/Filesort_buffer::sort_keys"]; m.CurrentBytes() == 0 {
		t.Error("a running sort holds nothing")
	}
	s.killHalted(t, other, id, r)

	// A client that goes away.
	c = s.connect(t, "root", "shop")
	var number int
	if err := c.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&number); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, err := c.QueryContext(ctx, sorted)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for r.Next() {
	}
	r.Close()
	for s.schema.Read().ThreadByProcesslistID(uint64(number)) != nil {
		if t.Context().Err() != nil {
			t.Fatal("the thread of a client that left did not end")
		}
		runtime.Gosched()
	}
	for g, sums := range s.schema.Read().MemorySummary(record.ByAccount, 0).All() {
		for i, m := range sums {
			if name := s.schema.Memory(perfschema.MemoryKey(i + 1)).Class().Name(); name == statementClasses[0] && m.CurrentBytes() != 0 {
				t.Errorf("account %v holds %d bytes of %s", g, m.CurrentBytes(), name)
			}
		}
	}
}

// The plan of a statement says which operator held how much.
func TestMemoryOfOperators(t *testing.T) {
	s := startSampled(t)
	s.c = s.connect(t, "root", "shop")
	for _, test := range []struct{ query, node string }{
		{"SELECT p.name FROM product p JOIN product q ON p.name = q.name ORDER BY p.price", "Sort"},
		{"SELECT p.name FROM product p JOIN product q ON p.name = q.name ORDER BY p.price", "HashLookup"},
		{"SELECT DISTINCT price FROM product", "Distinct"},
		{"SELECT price, COUNT(*) FROM product GROUP BY price", "GroupBy"},
		{"SELECT name, ROW_NUMBER() OVER (ORDER BY price) FROM product", "Window"},
	} {
		s.view.Ended(func(uint32, uint32, *perfschema.SampledStatement) {})
		rows(t, s.c, test.query)
		var nodes []record.PlanNodeInfo
		await(t, "the end of "+test.query, func() bool {
			s.view.Ended(func(_, _ uint32, st *perfschema.SampledStatement) { nodes = st.Plan().Nodes() })
			return nodes != nil
		})
		found := false
		for _, n := range nodes {
			if n.Name == test.node {
				found = true
				if n.MemoryHigh == 0 || n.Memory != 0 {
					t.Errorf("%s: %+v", test.query, n)
				}
			} else if n.Memory != 0 {
				t.Errorf("%s: %+v is left", test.query, n)
			}
		}
		if !found {
			t.Errorf("%s: no %s in %+v", test.query, test.node, nodes)
		}
	}
}
