package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/internal/clickhousetest"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
)

// standing is a clock that stands until it is told otherwise.
type standing struct {
	mu   sync.Mutex
	tick uint64
	wall time.Time
}

func (c *standing) Now() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tick
}

func (c *standing) Wall() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall
}

func (c *standing) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tick += uint64(d)
	c.wall = c.wall.Add(d)
}

// program is a server of a fleet, whose history has a window for each call of run.
type program struct {
	t     testing.TB
	dir   string
	uuid  string
	clock *standing
	runs  int
}

func newProgram(t testing.TB, uuid string) *program {
	return &program{t: t, dir: t.TempDir(), uuid: uuid, clock: &standing{tick: 1, wall: time.Date(2026, 3, 1, 10, 5, 0, 0, time.UTC)}}
}

// run is a process that ends a window after so many different statements.
func (p *program) run(statements int, o history.Options) {
	p.t.Helper()
	p.clock.tick = 1
	sizes := perfschema.DefaultSizes()
	sizes.Digests = 5000
	schema, err := perfschema.New(perfschema.Config{Clock: p.clock, Sizes: sizes})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, c := range perfschema.Consumers() {
		schema.SetConsumer(c, true)
	}
	ticks := make(chan time.Time)
	profiler, err := sampler.Start(schema, sampler.Options{Clock: p.clock, Ticks: func(time.Duration) (<-chan time.Time, func()) { return ticks, func() {} }})
	if err != nil {
		p.t.Fatal(err)
	}
	defer profiler.Close()
	o.ActiveSessions = activesession.Start(schema, profiler, activesession.Options{})
	o.Dir, o.ServerUUID, o.ServerName, o.Clock, o.Profiler, o.EventEvery = p.dir, p.uuid, "p", p.clock, profiler, 1
	h, err := history.Start(schema, o)
	if err != nil {
		p.t.Fatal(err)
	}
	thread := schema.NewThread(schema.RegisterThread("sql", perfschema.Info{Name: "c"}), perfschema.ThreadOptions{User: "u", Host: "h"})
	key := schema.RegisterStatement("sql", perfschema.Info{Name: "select"})
	for n := range statements {
		p.runs++
		st := thread.BeginStatement(schema.AbstractQuery())
		st.SetText(fmt.Sprintf("SELECT a%d FROM t%d WHERE b = 'x'", n, n))
		st.ComputeDigest()
		st.Refine(key)
		p.clock.advance(time.Millisecond)
		if n < 3 { // are seen at work
			p.clock.advance(time.Second)
			ticks <- time.Time{}
			ticks <- time.Time{}
		}
		st.End()
	}
	p.clock.advance(37*time.Second + 123457*time.Microsecond)
	if err := h.Close(); err != nil {
		p.t.Fatal(err)
	}
}

// files are all rows that the files of a table have.
func (p *program) files(x *table) (out []view.Row) {
	p.t.Helper()
	d, err := history.OpenDirectory(p.dir, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	var names []string
	for _, c := range x.of.Columns {
		names = append(names, c.Name)
	}
	err = d.Read(p.t.Context(), x.of.Name, names, history.Span{}, func(row view.Row) error {
		for i, v := range row {
			if at, ok := v.(time.Time); ok {
				row[i] = at.UTC()
			}
		}
		out = append(out, row)
		return nil
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

func (p *program) sink(c *Client) *Sink {
	p.t.Helper()
	s, err := NewSink(c, SinkOptions{Dir: p.dir, ServerUUID: p.uuid, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

// fleetRowsOf reads a table of the fleet as SQL does.
func fleetRowsOf(t testing.TB, c *Client, name string, r view.Reader) (out []view.Row) {
	t.Helper()
	for _, x := range Tables(c, nil) {
		if x.Name != name {
			continue
		}
		cursor := x.Open(r)
		for row, ok := cursor.Next(); ok; row, ok = cursor.Next() {
			out = append(out, row)
		}
		if err := cursor.Close(); err != nil {
			t.Fatal(name, err)
		}
	}
	return out
}

// same compares what the files and ClickHouse have, table by table. once says that nothing
// was sent twice.
func same(t testing.TB, c *Client, once bool, programs ...*program) {
	t.Helper()
	total := 0
	for _, x := range tables() {
		for _, p := range programs {
			want := p.files(x)
			total += len(want)
			got := fleetRowsOf(t, c, x.of.Name, view.Reader{Equal: map[string]any{"SERVER_UUID": p.uuid}})
			if len(got) != len(want) {
				t.Errorf("%s of %s: %d rows, not %d", x.of.Name, p.uuid, len(got), len(want))
				continue
			}
			for i := range want {
				if !reflect.DeepEqual(got[i], want[i]) {
					t.Errorf("%s of %s, row %d:\n%v\n%v", x.of.Name, p.uuid, i, got[i], want[i])
					break
				}
			}
			if once {
				if n := rows(t, c, "SELECT count() FROM %s.%s WHERE SERVER_UUID = '%s'", c.dsn.Database, x.of.Name, p.uuid)[0][0]; n != fmt.Sprint(len(want)) {
					t.Errorf("%s of %s: %s rows without FINAL, not %d", x.of.Name, p.uuid, n, len(want))
				}
			}
		}
	}
	if total == 0 {
		t.Error("nothing was kept")
	}
}

func installed(t testing.TB, s *clickhousetest.Server) *Client {
	t.Helper()
	c := connect(t, s, "f")
	if _, err := Install(t.Context(), c, SchemaOptions{Database: "f"}); err != nil {
		t.Fatal(err)
	}
	return c
}

func (s *Sink) mustTurn(t testing.TB) {
	t.Helper()
	if err := s.turn(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// total adds up the status of all tables.
func (s *Sink) total() (sum TableStatus) {
	for _, t := range s.Status().Tables {
		sum.WindowsSent += t.WindowsSent
		sum.RowsSent += t.RowsSent
		sum.Waiting += t.Waiting
		sum.WindowsDropped += t.WindowsDropped
		sum.RowsDropped += t.RowsDropped
	}
	return sum
}

// What is written while a sink runs, what was written before, and what others send: each
// window is there once, as the files have it.
func TestSink(t *testing.T) {
	server := clickhousetest.Start(t)
	c := installed(t, server)
	a, b := newProgram(t, "0a1b2c3d-0000-1111-2222-333344445555"), newProgram(t, "0a1b2c3d-0000-1111-2222-333344445556")
	a.run(20, history.Options{})
	s := a.sink(c)
	a.run(3000, history.Options{Follower: s}) // more than a chunk
	s.mustTurn(t)
	same(t, c, true, a)
	a.run(5, history.Options{Follower: s})
	a.run(6, history.Options{Follower: s})
	if n := s.total(); n.Waiting == 0 {
		t.Error("nothing waits")
	}
	s.mustTurn(t)
	same(t, c, true, a)
	if n := s.total(); n.Waiting != 0 || n.WindowsDropped != 0 || n.RowsDropped != 0 {
		t.Errorf("%+v", n)
	}
	again := a.sink(c)
	again.mustTurn(t)
	if n := again.total(); n != (TableStatus{}) {
		t.Errorf("sent again: %+v", n)
	}
	b.run(10, history.Options{})
	s = b.sink(c)
	s.Start()
	b.run(10, history.Options{Follower: s})
	s.Close()
	same(t, c, true, a, b)

	// What is looked for in one way or another.
	digest := a.files(lookup(t, "events_statements_summary_by_digest"))[0][5]
	for name, r := range map[string]view.Reader{
		"digest in capitals": {Equal: map[string]any{"DIGEST": strings.ToUpper(digest.(string)), "SERVER_UUID": strings.ToUpper(a.uuid)}},
		"another server":     {Equal: map[string]any{"DIGEST": digest, "SERVER_UUID": "x"}},
		"a time":             {Equal: map[string]any{"DIGEST": digest}, Between: map[string][2]any{"WINDOW_START": {a.clock.wall.Add(time.Hour), nil}}},
		"no column":          {Columns: []int{}, Equal: map[string]any{"SERVER_UUID": b.uuid}},
	} {
		got := len(fleetRowsOf(t, c, "events_statements_summary_by_digest", r))
		if want := map[string]int{"digest in capitals": 4, "no column": 20}[name]; got != want && name != "another server" || name == "another server" && got < 6 {
			t.Errorf("%s: %d rows, not %d", name, got, want)
		}
	}
	done := make(chan struct{})
	close(done)
	for _, x := range Tables(c, func(err error) error { return fmt.Errorf("fleet: %w", err) }) {
		cursor := x.Open(view.Reader{Done: done})
		for _, ok := cursor.Next(); ok; _, ok = cursor.Next() {
		}
		if err := cursor.Close(); err != nil && (!errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "fleet: ")) {
			t.Error(x.Name, err)
		}
	}
}

// unsteady stands before a ClickHouse and fails by turns, in every way there is.
type unsteady struct {
	to   string
	fate func(insert bool) string
}

func (u *unsteady) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	send := func() (*http.Response, error) {
		to, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+u.to+r.URL.String(), strings.NewReader(string(body)))
		if err != nil {
			return nil, err
		}
		to.Header = r.Header.Clone()
		return http.DefaultClient.Do(to)
	}
	fate := u.fate(strings.HasPrefix(r.URL.Query().Get("query"), "INSERT"))
	switch fate {
	case "before":
		panic(http.ErrAbortHandler)
	case "refuse":
		http.Error(w, "Code: 252. Too many parts", http.StatusInternalServerError)
		return
	}
	answer, err := send()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	switch fate {
	case "after":
		panic(http.ErrAbortHandler)
	case "twice":
		if again, err := send(); err == nil {
			again.Body.Close()
		}
	case "half":
		w.Header().Set("Content-Length", fmt.Sprint(len(text)+1))
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = w.Write(text)
}

// Whatever becomes of what is sent and of the answers, at the end each window is there once.
func TestSinkThroughFailures(t *testing.T) {
	if testing.Short() {
		t.Skip("it sends much, again and again")
	}
	server := clickhousetest.Start(t)
	direct := installed(t, server)
	inserts, others := 0, 0
	proxy := httptest.NewServer(&unsteady{to: server.Addr, fate: func(insert bool) string {
		if insert {
			inserts++
			return []string{"twice", "before", "after", "", "refuse", "half", ""}[inserts%7]
		}
		others++
		return []string{"", "before", "", "half", "after", ""}[others%6]
	}})
	defer proxy.Close()
	d, err := ParseDSN(proxy.URL + "/f")
	if err != nil {
		t.Fatal(err)
	}
	d.User = clickhousetest.User
	c := NewClient(d.WithPassword(clickhousetest.Password))
	defer c.Close()
	p := newProgram(t, "0a1b2c3d-0000-1111-2222-333344445555")
	s := p.sink(c)
	s.batchRows = 1
	failed := 0
	for round := range 6 {
		p.run(1+round*300, history.Options{Follower: s})
		for range 40 {
			if s.turn(t.Context()) == nil {
				break
			}
			failed++
		}
		if round == 3 {
			s = p.sink(c) // the process was killed
			s.batchRows = 1
		}
	}
	for s.turn(t.Context()) != nil && failed < 1000 {
		failed++
	}
	if got := s.total(); got.Waiting != 0 || got.WindowsDropped != 0 || got.RowsDropped != 0 || failed == 0 || inserts < 30 {
		t.Errorf("%+v after %d failures, %d inserts", got, failed, inserts)
	}
	same(t, direct, false, p)
}

// While ClickHouse is dead or stands still windows wait, the status says so, and what the
// history removes meanwhile is counted exactly. What it holds is not folded.
func TestSinkWithoutClickHouse(t *testing.T) {
	server := clickhousetest.Start(t)
	c := installed(t, server)
	p := newProgram(t, "0a1b2c3d-0000-1111-2222-333344445555")
	s := p.sink(c)
	p.run(5, history.Options{Follower: s})
	s.mustTurn(t)
	server.Kill()
	p.clock.advance(2 * time.Hour)
	p.run(7, history.Options{Follower: s})
	gone := 0
	for _, x := range tables() {
		gone += len(p.files(x))
	}
	for _, x := range tables() {
		gone -= len(fleetFiles(t, p, x, 10))
	}
	for range 3 {
		if err := s.turn(t.Context()); err == nil || strings.Contains(err.Error(), clickhousetest.Password) {
			t.Fatal(err)
		}
	}
	if st := s.Status(); !st.Failing || st.Failures != 3 || st.LastFailure == "" || s.total().WindowsDropped != 0 {
		t.Errorf("%+v", st)
	}
	if !s.Holds("events_statements_summary_by_digest", p.clock.wall.Truncate(time.Hour)) || s.Holds("events_statements_summary_by_digest", p.clock.wall.Add(-24*time.Hour).Truncate(time.Hour)) {
		t.Error("the wrong hours are held")
	}
	// The files of that hour go.
	old, err := filepath.Glob(filepath.Join(p.dir, "*", "2026-03-01T12*.parquet"))
	if err != nil || len(old) == 0 {
		t.Fatal(old, err)
	}
	for _, f := range old {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
	p.clock.advance(2 * time.Hour)
	p.run(3, history.Options{Follower: s})
	if err := s.turn(t.Context()); err == nil {
		t.Error("it is dead")
	}
	server.Restart()
	s.mustTurn(t)
	if got := s.total(); got.RowsDropped != uint64(gone) || got.Waiting != 0 || gone == 0 { //nolint:gosec // not negative
		t.Errorf("%+v, of %d rows that are gone", got, gone)
	}
	// One that stands still fails when the time is over.
	server.Stop()
	p.run(3, history.Options{Follower: s})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if err := s.turn(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	server.Continue()
	s.mustTurn(t)
	for _, x := range tables() {
		got := fleetRowsOf(t, c, x.of.Name, view.Reader{})
		if want := len(p.files(x)); len(got) < want {
			t.Errorf("%s: %d rows, not %d", x.of.Name, len(got), want)
		}
	}
}

// fleetFiles are the rows of files whose windows begin in an hour of the day.
func fleetFiles(t testing.TB, p *program, x *table, hour int) (out []view.Row) {
	t.Helper()
	for _, row := range p.files(x) {
		if row[2].(time.Time).Hour() == hour {
			out = append(out, row)
		}
	}
	return out
}

// A ClickHouse that was away and comes back without what it had, or with a part of it, gets
// all that the files have.
func TestSinkFillsWhatIsGone(t *testing.T) {
	server := clickhousetest.Start(t)
	c := installed(t, server)
	p := newProgram(t, "0a1b2c3d-0000-1111-2222-333344445555")
	s := p.sink(c)
	for range 2 {
		p.run(20, history.Options{Follower: s})
	}
	s.mustTurn(t)
	if err := c.Exec(t.Context(), "DROP DATABASE f"); err != nil {
		t.Fatal(err)
	}
	p.run(5, history.Options{Follower: s})
	if s.turn(t.Context()) == nil {
		t.Error("sent to no table")
	}
	if _, err := Install(t.Context(), c, SchemaOptions{Database: "f"}); err != nil {
		t.Fatal(err)
	}
	before := s.total().WindowsSent
	s.mustTurn(t)
	if n := s.total(); n.WindowsSent == before || n.Waiting != 0 {
		t.Errorf("%+v after %d windows", n, before)
	}
	// All is compared again when the time has come, and no sooner.
	digests := lookup(t, "events_statements_summary_by_digest")
	if got := len(fleetRowsOf(t, c, digests.of.Name, view.Reader{})); got != 5 {
		t.Errorf("%d rows", got)
	}
	s.again = 0
	p.run(6, history.Options{Follower: s})
	s.mustTurn(t)
	same(t, c, true, p)
	if n := s.total(); n.Waiting != 0 || n.WindowsDropped != 0 || n.RowsDropped != 0 || s.stale {
		t.Errorf("%+v", n)
	}
	sent := s.total().WindowsSent
	s.mustTurn(t)
	if n := s.total().WindowsSent; n != sent {
		t.Errorf("%d windows are sent again", n-sent)
	}
}

// What the files gain back, as from a backup, after windows of it were given up, is sent by
// the next sink, and what ClickHouse has stays once.
func TestSinkAfterWindowsWereDropped(t *testing.T) {
	server := clickhousetest.Start(t)
	c := installed(t, server)
	p := newProgram(t, "0a1b2c3d-0000-1111-2222-333344445555")
	s := p.sink(c)
	p.run(5, history.Options{Follower: s})
	s.mustTurn(t)
	server.Kill()
	p.clock.advance(2 * time.Hour)
	p.run(7, history.Options{Follower: s})
	if s.turn(t.Context()) == nil {
		t.Error("it is dead")
	}
	away := t.TempDir()
	moved := make(map[string]string)
	old, err := filepath.Glob(filepath.Join(p.dir, "*", "2026-03-01T12*.parquet"))
	if err != nil || len(old) == 0 {
		t.Fatal(old, err)
	}
	for i, f := range old {
		moved[f] = filepath.Join(away, fmt.Sprint(i))
		if err := os.Rename(f, moved[f]); err != nil {
			t.Fatal(err)
		}
	}
	p.clock.advance(2 * time.Hour)
	p.run(3, history.Options{Follower: s})
	server.Restart()
	s.mustTurn(t)
	if n := s.total(); n.WindowsDropped != uint64(len(moved)) || n.Waiting != 0 { //nolint:gosec // not negative
		t.Errorf("%+v, of %d windows that are gone", n, len(moved))
	}
	for to, from := range moved {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	p.sink(c).mustTurn(t)
	same(t, c, true, p)
}
