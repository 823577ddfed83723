package schedule

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// database has events; what is made, changed and dropped bumps its version.
type database struct {
	sql.Database
	mu      sync.Mutex
	events  []sql.EventDefinition
	version int
	locked  bool // no event can be dropped
}

var _ sql.EventDatabase = (*database)(nil)

func (d *database) Name() string { return "shop" }

func (d *database) GetEvents(*sql.Context) ([]sql.EventDefinition, any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.events), d.version, nil
}

func (d *database) NeedsToReloadEvents(_ *sql.Context, token any) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return token != d.version, nil
}

func (d *database) change(do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	do()
	d.version++
}

func (d *database) GetEvent(*sql.Context, string) (sql.EventDefinition, bool, error) {
	panic("not asked for")
}

func (d *database) SaveEvent(_ *sql.Context, e sql.EventDefinition) (bool, error) {
	d.change(func() { d.events = append(d.events, e) })
	return true, nil
}

func (d *database) DropEvent(_ *sql.Context, name string) error {
	if d.locked {
		return errors.New("locked")
	}
	d.change(func() {
		d.events = slices.DeleteFunc(d.events, func(e sql.EventDefinition) bool { return e.Name == name })
	})
	return nil
}

func (d *database) UpdateEvent(_ *sql.Context, name string, to sql.EventDefinition) (bool, error) {
	d.change(func() {
		for i := range d.events {
			if d.events[i].Name == name {
				d.events[i] = to
			}
		}
	})
	return true, nil
}

func (d *database) UpdateLastExecuted(*sql.Context, string, time.Time) error { panic("not asked for") }

func (d *database) statuses() (out []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range d.events {
		out = append(out, e.Name+" "+e.Status)
	}
	return out
}

// bench is a scheduler with a clock of its own. Each wait of it is a value of waits, and
// ends by one of fire.
type bench struct {
	*Scheduler
	seen   *seenThread // that of the scheduler
	db     *database
	mu     sync.Mutex
	now    time.Time
	waits  chan time.Duration
	fire   chan time.Time
	ran    chan string
	failed chan string
	run    func(ctx *sql.Context, e *sql.EventDefinition) error
	most   int // of events at a time; one that has run may count for a moment yet
}

func newBench(t *testing.T, events ...sql.EventDefinition) *bench {
	t.Helper()
	b := &bench{
		seen: &seenThread{}, db: &database{events: events}, now: at("2026-01-01 00:00:00"), most: 100,
		waits: make(chan time.Duration), fire: make(chan time.Time), ran: make(chan string), failed: make(chan string),
		run: func(*sql.Context, *sql.EventDefinition) error { return nil },
	}
	var numbers uint32
	b.Scheduler = New(Options{
		Watcher: seenThreads{b},
		Number:  func() uint32 { numbers++; return numbers }, // asked for by the loop, or before there is one
		NewContext: func(done context.Context, number uint32) (*sql.Context, error) {
			return sql.NewContext(done, sql.WithSession(sql.NewBaseSessionWithClientServer("", sql.Client{}, number))), nil
		},
		Databases: func(*sql.Context) []sql.Database { return []sql.Database{b.db} },
		Run: func(ctx *sql.Context, w Work) error {
			b.ran <- w.Database.Name() + "." + w.Definition.Name
			return b.run(ctx, w.Definition)
		},
		Shown:      func(text string) string { return strings.ReplaceAll(text, "secret", "***") },
		Failed:     func(event, definer string, err error) { b.failed <- event + " of " + definer + ": " + err.Error() },
		MaxWorkers: func() int { return b.most },
		Now: func() time.Time {
			b.mu.Lock()
			defer b.mu.Unlock()
			return b.now
		},
		After: func(d time.Duration) (<-chan time.Time, func() bool) {
			b.waits <- d
			return b.fire, func() bool { return true }
		},
	})
	return b
}

// waited is the next pause of the scheduler.
func (b *bench) waited(t *testing.T, want time.Duration) {
	t.Helper()
	if got := <-b.waits; got != want {
		t.Errorf("the scheduler waits %v, want %v", got, want)
	}
}

// pass lets time pass, at whose end the scheduler's pause ends.
func (b *bench) pass(d time.Duration) {
	b.mu.Lock()
	b.now = b.now.Add(d)
	b.mu.Unlock()
	b.fire <- b.now
}

// finish ends a test while the scheduler waits.
func (b *bench) finish() { b.Close(context.Background()) }

// state is what the scheduler waits for, and its command.
func (b *bench) state() (waits Wait, command string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.seen.waits, b.seen.command
}

// seenThreads implements Watcher.
type seenThreads struct{ of *bench }

func (s seenThreads) Scheduler(uint32) Thread {
	s.of.seen.of = s.of
	return s.of.seen
}

func (s seenThreads) Worker(Thread, uint32) Thread { return &seenThread{of: s.of} }

// seenThread implements Thread.
type seenThread struct {
	of      *bench
	waits   Wait
	command string
}

func (t *seenThread) Bind()              {}
func (t *seenThread) SetDatabase(string) {}

func (t *seenThread) End() {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	t.waits = 0
}

func (t *seenThread) SetCommand(command, _ string) {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	t.command = command
}

func (t *seenThread) Wait(what Wait) {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	t.waits = what
}

func event(name string, every string, starts time.Time) sql.EventDefinition {
	return sql.EventDefinition{
		Name: name, ExecuteEvery: every, Starts: starts, CreatedAt: starts, Status: sql.EventStatus_Enable.String(),
		Definer: "`root`@`localhost`", EventBody: "SET PASSWORD = 'secret'",
	}
}

func TestEventsRunWhenDue(t *testing.T) {
	begin := at("2026-01-01 00:00:00")
	b := newBench(t)
	defer b.finish()
	b.Start()
	b.waited(t, poll)
	if state, command := b.state(); state != EmptyQueue || command != string(Daemon) {
		t.Errorf("without events: %d, %q", state, command)
	}
	b.mu.Lock()
	b.now = begin.Add(300 * time.Millisecond) // CREATE EVENT keeps seconds, and takes some time
	b.mu.Unlock()
	b.db.change(func() { b.db.events = append(b.db.events, event("tick", "10 SECOND", begin)) })
	b.Changed()
	if got := <-b.ran; got != "shop.tick" {
		t.Errorf("ran %s", got)
	}
	b.waited(t, 9700*time.Millisecond)
	if state, _ := b.state(); state != Activation {
		t.Errorf("with an event: %d", state)
	}
	b.pass(9700 * time.Millisecond)
	<-b.ran
	b.waited(t, 10*time.Second)
	b.pass(25 * time.Second) // what has been missed runs once
	<-b.ran
	b.waited(t, 5*time.Second)
	b.db.change(func() { b.db.events[0].Status = sql.EventStatus_Disable.String() })
	b.Changed()
	b.waited(t, poll)
	b.db.change(func() { b.db.events[0].Status = sql.EventStatus_Enable.String() })
	b.Changed()
	b.waited(t, 5*time.Second) // it runs at its times again, not at once
}

func TestEventsOfAnotherWayAreSeen(t *testing.T) {
	b := newBench(t)
	defer b.finish()
	b.Start()
	b.waited(t, poll)
	b.db.change(func() { b.db.events = append(b.db.events, event("merged", "1 HOUR", at("2025-06-01 00:10:00"))) })
	b.pass(poll)
	b.waited(t, poll)
	if state, _ := b.state(); state != Activation {
		t.Errorf("after a poll: %d", state)
	}
}

// TestEventsMadeAgain has one run that is made with the name and body of one that has run, in the
// same second, and one that has run be removed later where it cannot be at once.
func TestEventsMadeAgain(t *testing.T) {
	begin := at("2026-01-01 00:00:00")
	once := sql.EventDefinition{Name: "once", HasExecuteAt: true, ExecuteAt: begin, CreatedAt: begin, Status: sql.EventStatus_Enable.String()}
	b := newBench(t)
	defer b.finish()
	b.Start()
	b.waited(t, poll)
	for range 2 {
		b.db.change(func() { b.db.events = append(b.db.events, once) })
		b.Changed()
		<-b.ran
		b.waited(t, poll)
		if left := b.db.statuses(); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
	}
	b.db.change(func() { b.db.events, b.db.locked = append(b.db.events, once), true })
	b.Changed()
	if got := <-b.failed; !strings.Contains(got, "locked") {
		t.Errorf("failed is %s", got)
	}
	<-b.ran
	b.waited(t, poll)
	b.db.change(func() { b.db.locked = false })
	b.pass(poll)
	b.waited(t, poll)
	if left := b.db.statuses(); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}

func TestEventsThatAreOver(t *testing.T) {
	begin := at("2026-01-01 00:00:00")
	once := func(name string, at time.Time, preserve bool) sql.EventDefinition {
		return sql.EventDefinition{Name: name, HasExecuteAt: true, ExecuteAt: at, OnCompletionPreserve: preserve, Status: sql.EventStatus_Enable.String()}
	}
	b := newBench(t, once("past", begin.Add(-time.Hour), false), once("kept", begin.Add(-time.Hour), true), once("next", begin.Add(time.Second), false))
	defer b.finish()
	b.Start()
	b.waited(t, time.Second)
	if got, want := b.db.statuses(), []string{"kept DISABLE", "next ENABLE"}; !slices.Equal(got, want) {
		t.Errorf("at the start: %q, want %q", got, want)
	}
	b.pass(time.Second)
	if got := <-b.ran; got != "shop.next" {
		t.Errorf("ran %s", got)
	}
	b.waited(t, poll-time.Second)
	if got, want := b.db.statuses(), []string{"kept DISABLE"}; !slices.Equal(got, want) {
		t.Errorf("after the last run: %q, want %q", got, want)
	}
}

func TestSchedulerOffAndOn(t *testing.T) {
	b := newBench(t)
	defer b.finish()
	for range 2 {
		b.Start()
		b.Start() // changes nothing
		b.waited(t, poll)
		if got := b.Processes(); len(got) != 1 || got[0].User != User || got[0].Command != Daemon {
			t.Errorf("on: %+v", got)
		}
		b.Stop(nil)
		b.Stop(nil)
		if state, _ := b.state(); state != 0 || len(b.Processes()) != 0 {
			t.Errorf("off: %d, %+v", state, b.Processes())
		}
	}
}

func TestRunningEvents(t *testing.T) {
	b := newBench(t, event("slow", "1 SECOND", at("2026-01-01 00:00:00")))
	b.most = 2
	ended := make(chan error)
	b.run = func(ctx *sql.Context, _ *sql.EventDefinition) error {
		<-ctx.Done()
		ended <- ctx.Err()
		return errors.New("interrupted")
	}
	b.Start()
	<-b.ran
	b.waited(t, time.Second)
	b.pass(time.Second)
	<-b.ran
	b.waited(t, time.Second)
	b.pass(time.Second) // as many run as may
	if got, want := <-b.failed, "shop.slow of `root`@`localhost`: it is not run: 2 events run already, as many as max_connections"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	b.waited(t, time.Second)
	var second uint32
	for _, p := range b.Processes()[1:] {
		second = max(second, p.Connection)
		if p.User != "root" || p.Host != "localhost" || p.Database != "shop" || p.Query != "SET PASSWORD = '***'" {
			t.Errorf("running: %+v", p)
		}
	}
	b.Kill(second)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("killed: %v", err)
	}
	if got, want := <-b.failed, "shop.slow of `root`@`localhost`: interrupted"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		b.Close(context.Background())
	}()
	<-ended // the failure of one that is ended with the scheduler is not told
	<-closed
	if got := len(b.Processes()); got != 0 {
		t.Errorf("%d threads after Close", got)
	}
	b.Start()
	if got := len(b.Processes()); got != 0 {
		t.Errorf("%d threads of a scheduler that has been closed", got)
	}
}
