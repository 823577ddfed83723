package web

import (
	"fmt"
	"math"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
)

// handClock goes on when told, from the time of day on.
type handClock struct {
	mu   sync.Mutex
	tick uint64
	wall time.Time
}

func (c *handClock) Now() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tick
}

func (c *handClock) Wall() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall
}

func (c *handClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tick += uint64(d)
	c.wall = c.wall.Add(d)
}

// watched is a program of whose sessions samples are taken when told.
type watched struct {
	*perfschema.Schema
	*fixture
	clock *handClock
	ticks chan time.Time
	query perfschema.StatementKey
	made  int
}

func newWatched(t testing.TB) *watched {
	t.Helper()
	p := &watched{clock: &handClock{tick: 1, wall: time.Now()}, ticks: make(chan time.Time)}
	var err error
	if p.Schema, err = perfschema.New(perfschema.Config{Clock: p.clock}); err != nil {
		t.Fatal(err)
	}
	p.query = p.RegisterStatement("app", perfschema.Info{Name: "query"})
	profiler, err := sampler.Start(p.Schema, sampler.Options{Clock: p.clock, Ticks: func(time.Duration) (<-chan time.Time, func()) { return p.ticks, func() {} }})
	if err != nil {
		t.Fatal(err)
	}
	sessions := activesession.Start(p.Schema, profiler, activesession.Options{})
	pages := New(p.Schema, Options{Profiler: profiler, ActiveSessions: sessions})
	pages.now = p.clock.Wall
	p.fixture = &fixture{Schema: p.Schema, profiler: profiler, pages: pages}
	t.Cleanup(func() {
		pages.Close()
		sessions.Close()
		profiler.Close()
	})
	return p
}

func (p *watched) connect(user string) *perfschema.Thread {
	p.made++
	return p.NewThread(0, perfschema.ThreadOptions{User: user, Host: "localhost", ProcesslistID: uint64(p.made)})
}

// begin begins a statement of a thread.
func (p *watched) begin(th *perfschema.Thread, text string) perfschema.Statement {
	st := th.BeginStatement(p.query)
	st.SetSchema("shop")
	st.SetText(text)
	st.ComputeDigest()
	return st
}

// pass lets seconds pass, each of which has a sample, while statements run.
func (p *watched) pass(seconds int) {
	for range seconds {
		p.clock.advance(time.Second)
		p.ticks <- time.Time{}
		p.ticks <- time.Time{}
	}
}

// active is a table of active sessions: how many by what the rows are called.
func (p *watched) active(t *testing.T, target, by string) map[string]float64 {
	t.Helper()
	out := make(map[string]float64)
	for _, r := range p.rows(t, target, "active") {
		out[fmt.Sprint(r[by])] = r["active"].(float64)
	}
	return out
}

// near allows for the time of the machine's clock, by which recording began.
func near(a, b float64) bool { return math.Abs(a-b) < 0.01 }

// Who looks for the first time is told of the sessions that were at work before: in the chart and by
// any column, of any span.
func TestActiveSessionsBeforeTheFirstLook(t *testing.T) {
	p := newWatched(t)
	ann, joe := p.connect("ann"), p.connect("joe")
	began := p.clock.Wall()
	x, y := p.begin(ann, "SELECT 1"), p.begin(joe, "SELECT SLEEP(1)")
	p.pass(60)
	y.End()
	p.pass(60)
	x.End()
	p.clock.advance(10 * time.Minute) // idle: the profiler sleeps
	body := p.get(t, "")
	for _, want := range []string{`id="load"`, "Average active sessions", "whether or not somebody looked", "in the last 15 minutes", "on a CPU <b>100 %</b>", "No session was at work."} {
		if !strings.Contains(body, want) {
			t.Errorf("the first look does not say %q", want)
		}
	}
	if note, _, _ := strings.Cut(body, `<section`); strings.Contains(note, "available since") {
		t.Error("the page says of the whole span what holds for its readings alone")
	}
	span := fmt.Sprintf("?window=2m&until=%s", url.QueryEscape(began.Add(2*time.Minute).UTC().Format(time.RFC3339Nano)))
	for _, page := range []string{"", "sessions"} {
		if got := p.active(t, page+span+"&by=user", "user"); len(got) != 2 || !near(got["ann"], 1) || !near(got["joe"], 0.5) {
			t.Errorf("%q by user: %v", page, got)
		}
	}
	if got := p.active(t, "sessions"+span, "session"); !near(got["ann@localhost, connection 1"], 1) || !near(got["joe@localhost, connection 2"], 0.5) {
		t.Errorf("by session: %v", got)
	}
	if got := p.active(t, span, "statement"); !near(got["SELECT ?"], 1) || !near(got["SELECT `SLEEP` (?)"], 0.5) {
		t.Errorf("by statement: %v", got)
	}
	if got := p.active(t, span+"&only=user&is=joe", "statement"); len(got) != 1 || !near(got["SELECT `SLEEP` (?)"], 0.5) {
		t.Errorf("of joe: %v", got)
	}
	// An hour has them too, by as much less as it is known.
	if got := p.active(t, "?window=1h&by=user", "user"); !near(got["ann"], 120.0/720) {
		t.Errorf("of all that is known: %v", got)
	}
	body = p.get(t, "?window=1h")
	if !strings.Contains(body, "Active sessions are known since "+clockTime(began)) {
		t.Error("the page does not say since when sessions are known")
	}
}

// A session that waits stands by what it waited for, and by who was in its way.
func TestActiveSessionsByBlocker(t *testing.T) {
	p := newWatched(t)
	ann, joe := p.connect("ann"), p.connect("joe")
	p.begin(ann, "SELECT 1").End()
	lock := func(th *perfschema.Thread, kind string, status record.MetadataLockStatus) {
		p.NewMetadataLock(perfschema.MetadataLockOptions{Thread: th, ObjectType: "TABLE", Schema: "shop", Name: "t", Type: kind, Status: status})
	}
	lock(ann, "SHARED_READ", record.MetadataGranted)
	lock(joe, "EXCLUSIVE", record.MetadataPending)
	st := p.begin(joe, "ALTER TABLE t ADD c INT")
	joe.EnterResource(p.Read().Schema().RegisterResource("lock", 19))
	p.pass(60)
	st.End()
	for by, want := range map[string]string{"object": "shop.t table", "blocker": "connection 1, idle, last statement SELECT ?", "blocker state": "idle", "state": "waiting", "resource": "lock", "wait": "wait/lock/metadata/sql/mdl"} {
		if got := p.active(t, "sessions?by="+url.QueryEscape(by), by); len(got) != 1 || !near(got[want], 1) {
			t.Errorf("by %s: %v, want %q", by, got, want)
		}
	}
	if body := p.get(t, "sessions"); !strings.Contains(body, "waiting: locks and other threads <b>100 %</b>") {
		t.Error("the chart does not say what was waited for")
	}
}

// The values of each dimension are those of the table's columns, so that a link and its statement choose the
// same rows.
func TestDimensionsAreColumns(t *testing.T) {
	p := newWatched(t)
	th := p.connect("joe")
	st := p.begin(th, "SELECT 1")
	plan := activity.NewPlan(1)
	plan.Add(0, snowset.OperatorScan, "Table", "orders")
	st.SetPlan(plan)
	th.EnterOperator(snowset.OperatorScan, 1)
	p.pass(3)
	st.End()
	for _, d := range activesession.Dimensions() {
		rows, n := p.pages.read("active_session_history", nil, d.Columns...), 0
		p.pages.options.ActiveSessions.Rows(time.Time{}, p.clock.Wall(), func(r *activesession.Row) {
			values := make([]string, len(d.Columns))
			for i, v := range rows[n] {
				if v != nil {
					values[i] = fmt.Sprint(v)
				}
			}
			if !(&activesession.Only{Dimension: d, Values: values}).Has(r) {
				t.Errorf("%s: the row is none of %q", d.Name, values)
			}
			n++
		})
		if n == 0 || n != len(rows) {
			t.Fatalf("%s: %d rows, the table has %d", d.Name, n, len(rows))
		}
	}
	if got := str(p.pages.read("active_session_history", nil, "PLAN_HASH")[0][0]); got != activity.FormatPlanHash(plan.Hash()) || got == "" {
		t.Errorf("the plan is %q", got)
	}
}

// What is asked for wrongly is the page by itself.
func TestActiveSessionsOfNothing(t *testing.T) {
	p := newWatched(t)
	th := p.connect("ann")
	st := p.begin(th, "SELECT 1")
	p.pass(5)
	st.End()
	for _, q := range []string{"?by=nothing", "?only=nothing&is=x", "?only=object&is=x", "?until=2001-01-01T00:00:00Z", "?until=2101-01-01T00:00:00Z", "?window=24h"} {
		for _, page := range []string{"", "sessions"} {
			if body := p.get(t, page+q); !strings.Contains(body, `id="active"`) {
				t.Errorf("%s%s has no table", page, q)
			}
		}
	}
	if body := p.get(t, "?until=2001-01-01T00:00:00Z"); !strings.Contains(body, "Nothing is known of this time") {
		t.Error("it knows of a time long before its start")
	}
}

// BenchmarkActiveSessions makes the page Now when an hour of 20 sessions at work is kept.
func BenchmarkActiveSessions(b *testing.B) {
	p := newWatched(b)
	var running []perfschema.Statement
	for i := range 20 {
		running = append(running, p.begin(p.connect(fmt.Sprint("user", i%5)), fmt.Sprintf("SELECT a%d FROM t WHERE b = 5", i)))
	}
	p.pass(3600)
	for _, st := range running {
		st.End()
	}
	for _, page := range []string{"?window=1m", "?window=1h"} {
		b.Run(page, func(b *testing.B) {
			for b.Loop() {
				p.get(b, page)
			}
			b.ReportMetric(float64(p.pages.options.ActiveSessions.Status().Rows), "rows")
		})
	}
}
