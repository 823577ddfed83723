package history

import (
	"bytes"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// fakeClock stands until it is told otherwise.
type fakeClock struct {
	mu   sync.Mutex
	tick uint64
	wall time.Time
}

func newClock() *fakeClock {
	return &fakeClock{tick: 1000, wall: time.Date(2026, 3, 1, 10, 5, 0, 0, time.UTC)}
}

func (c *fakeClock) Now() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tick
}

func (c *fakeClock) Wall() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall
}

func (c *fakeClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tick += uint64(d)
	c.wall = c.wall.Add(d)
}

// set sets the time of day alone.
func (c *fakeClock) set(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall = c.wall.Add(by)
}

// program is a Schema with a history that is turned by hand.
type program struct {
	t         *testing.T
	clock     *fakeClock
	schema    *perfschema.Schema
	statement perfschema.StatementKey
	thread    *perfschema.Thread
	file      *perfschema.FileInstance
	memory    *perfschema.Memory
	table     *perfschema.TableInstance
	history   *History
	log       bytes.Buffer
}

func newProgram(t *testing.T, clock *fakeClock, o Options) *program {
	t.Helper()
	p := &program{t: t, clock: clock}
	var err error
	if p.schema, err = perfschema.New(perfschema.Config{Clock: clock}); err != nil {
		t.Fatal(err)
	}
	p.statement = p.schema.RegisterStatement("sql", perfschema.Info{Name: "select"})
	p.thread = p.schema.NewThread(p.schema.RegisterThread("sql", perfschema.Info{Name: "c"}), perfschema.ThreadOptions{User: "u", Host: "h"})
	p.file = p.schema.FileInstance(p.schema.RegisterFile("sql", perfschema.Info{Name: "f"}), "/f")
	p.memory = p.schema.Memory(p.schema.RegisterMemory("sql", perfschema.Info{Name: "m"}))
	p.table = p.schema.TableInstance("TABLE", "db", "t")
	p.table.SetIndexes([]string{"PRIMARY"})
	for _, c := range p.schema.Read().Classes() {
		c.SetEnabled(true)
		c.SetTimed(true)
	}
	for _, c := range perfschema.Consumers() {
		p.schema.SetConsumer(c, true)
	}
	o.noSync = true
	o.Clock, o.Logger, o.ServerUUID = clock, slog.New(slog.NewTextHandler(&p.log, nil)), "uuid"
	if p.history, err = open(p.schema, o); err != nil {
		t.Fatal(err)
	}
	close(p.history.done) // nobody turns but the test
	return p
}

func (p *program) run(sql string, d time.Duration) {
	st := p.thread.BeginStatement(p.schema.AbstractQuery())
	st.SetText(sql)
	st.ComputeDigest()
	st.Refine(p.statement)
	p.clock.advance(d)
	st.SetCounters(perfschema.StatementCounters{RowsSent: 3})
	st.End()
}

// fetch reads a row by the primary key.
func (p *program) fetch() {
	io := p.table.StartIO(p.thread, perfschema.OpFetch, "PRIMARY")
	io.Start()
	io.Stop(1)
	io.Flush()
}

// turn lets a minute pass and ends the window.
func (p *program) turn() {
	p.clock.advance(time.Minute)
	p.history.turn()
}

func (p *program) close() {
	p.t.Helper()
	if err := p.history.Close(); err != nil {
		p.t.Error(err)
	}
}

// readAll visits all rows of a scan.
func readAll(s *scan, visit func(view.Row)) {
	defer s.close()
	for s.next(64, visit) {
	}
}

// rowsOf are all rows that the files of a table have.
func rowsOf(h *History, name string) (rows []view.Row, columns []view.Column) {
	for _, s := range h.series {
		if s.name != name {
			continue
		}
		readAll(s.table.scan(Span{}, nil), func(row view.Row) { rows = append(rows, row) })
		return rows, s.table.columns
	}
	return nil, nil
}

// sums adds up a column by a key column; by "" in all.
func sums(h *History, name, key, column string) map[any]uint64 {
	rows, columns := rowsOf(h, name)
	out := make(map[any]uint64)
	for _, row := range rows {
		n, _ := number(row[columnOf(columns, column)])
		out[row[columnOf(columns, key)]] += n
	}
	return out
}

// truncations are all that can be done to what the originals count.
func truncations(s *perfschema.Schema, random *rand.Rand) []func() {
	r := s.Read()
	g := func() perfschema.Grouping { return perfschema.Grouping(random.IntN(5)) }
	return []func(){
		r.TruncateDigests, r.TruncateDigestHistograms, r.TruncateFiles, r.TruncateFilesByInstance, r.TruncateAccounts, r.TruncateTableIO,
		func() { r.TruncateWaits(g()) }, func() { r.TruncateErrors(g()) }, func() { r.TruncateMemory(g()) },
		func() { r.TruncateStatements(g()) },
	}
}
