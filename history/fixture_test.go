package history

import (
	"bytes"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
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
	t         testing.TB
	clock     *fakeClock
	schema    *perfschema.Schema
	statement perfschema.StatementKey
	thread    *perfschema.Thread
	user      string
	runs      int // statements that have run
	file      *perfschema.FileInstance
	memory    *perfschema.Memory
	table     *perfschema.TableInstance
	history   *History
	log       bytes.Buffer
	ticks     chan time.Time // has the profiler sample
}

func newProgram(t testing.TB, clock *fakeClock, o Options) *program {
	t.Helper()
	p := &program{t: t, clock: clock, ticks: make(chan time.Time)}
	var err error
	if p.schema, err = perfschema.New(perfschema.Config{Clock: clock}); err != nil {
		t.Fatal(err)
	}
	p.statement = p.schema.RegisterStatement("sql", perfschema.Info{Name: "select"})
	p.user = "u"
	p.connect()
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
	profiler, err := sampler.Start(p.schema, sampler.Options{MaxPlans: 4, Clock: clock, Ticks: func(time.Duration) (<-chan time.Time, func()) { return p.ticks, func() {} }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(profiler.Close)
	o.Profiler = profiler
	if o.ActiveSessions == nil {
		o.ActiveSessions = activesession.Start(p.schema, profiler, activesession.Options{})
	}
	o.noSync = true
	o.Clock, o.Logger, o.ServerUUID = clock, slog.New(slog.NewTextHandler(&p.log, nil)), "uuid"
	if p.history, err = open(p.schema, o); err != nil {
		t.Fatal(err)
	}
	close(p.history.done) // nobody turns but the test
	close(p.history.events.done)
	return p
}

// connect has a thread of the user's run what comes.
func (p *program) connect() {
	p.thread = p.schema.NewThread(p.schema.RegisterThread("sql", perfschema.Info{Name: "c"}), perfschema.ThreadOptions{User: p.user, Host: "h"})
}

func (p *program) run(sql string, d time.Duration) {
	st := p.thread.BeginStatement(p.schema.AbstractQuery())
	st.SetText(sql)
	st.ComputeDigest()
	st.Refine(p.statement)
	if sql != "" {
		plan := activity.NewPlan(1)
		plan.Add(0, snowset.OperatorScan, "Table", "t").SetIndex(strconv.Itoa(p.runs % 3))
		st.SetPlan(plan)
		p.runs++
	}
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
	p.history.events.turn(false)
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
	for _, t := range h.tables() {
		if t.name != name {
			continue
		}
		readAll(t.scan(Span{}, nil), func(row view.Row) { rows = append(rows, row) })
		return rows, t.columns
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
func truncations(h *History, random *rand.Rand) []func() {
	reset := func(tables ...string) func() {
		return func() {
			if err := h.schema.Read().Truncate(tables[random.IntN(len(tables))]); err != nil {
				panic(err)
			}
		}
	}
	by := func(prefix, suffix string) (tables []string) {
		for _, group := range []string{"by_thread", "by_account", "by_user", "by_host", "global"} {
			tables = append(tables, prefix+"_summary_"+group+"_by_"+suffix)
		}
		return tables
	}
	return []func(){
		reset("events_statements_summary_by_digest"), reset("events_statements_histogram_by_digest"),
		reset("file_summary_by_event_name"), reset("file_summary_by_instance"), reset("accounts"),
		reset("table_io_waits_summary_by_table"), reset(by("events_waits", "event_name")...),
		reset(by("events_errors", "error")...), reset(by("memory", "event_name")...),
		reset(by("events_statements", "event_name")...), h.options.Profiler.TruncateDigests, h.options.Profiler.Truncate, h.options.Profiler.TruncatePlans,
	}
}
