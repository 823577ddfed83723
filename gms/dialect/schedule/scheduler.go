package schedule

import (
	"context"
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/definition"
)

// poll is how often it is looked whether events have changed otherwise than by SQL, and
// the longest that a change of the wall clock goes unnoticed.
const poll = 30 * time.Second

// User is the account that the scheduler and its events count in, as in MySQL.
const (
	User = "event_scheduler"
	Host = "localhost"
)

// Options are what a [Scheduler] works with.
type Options struct {
	Watcher Watcher
	// Number gives threads their numbers in the process list.
	Number func() uint32
	// NewContext makes the context of a session with the number of a thread, which works
	// until done.
	NewContext func(done context.Context, number uint32) (*sql.Context, error)
	// Databases are all of the server.
	Databases func(ctx *sql.Context) []sql.Database
	// Run runs what an event does, as a statement of its thread.
	Run func(ctx *sql.Context, w Work) error
	// Shown is a statement as others may see it.
	Shown func(text string) string
	// Failed tells of an event, by its name, whose run has failed, or of the scheduler itself,
	// which has no name.
	Failed func(event, definer string, err error)
	// MaxWorkers is how many events may run at once.
	MaxWorkers func() int
	// Now and After are the clock, time's if nil.
	Now   func() time.Time
	After func(d time.Duration) (c <-chan time.Time, stop func() bool)
}

// Work is an event that is to run.
type Work struct {
	Definition *sql.EventDefinition
	Database   sql.EventDatabase
	Thread     Thread
}

// Scheduler runs events while it is on. Its methods are safe for concurrent use.
type Scheduler struct {
	options Options

	mu      sync.Mutex
	loop    *loop              // nil while it is off
	workers map[uint32]*worker // those that run, by number
	idle    sync.WaitGroup     // of the workers
	closed  bool
}

// New makes a scheduler that is off.
func New(o Options) *Scheduler {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = func(d time.Duration) (<-chan time.Time, func() bool) {
			t := time.NewTimer(d)
			return t.C, t.Stop
		}
	}
	return &Scheduler{options: o, workers: make(map[uint32]*worker)}
}

// Start switches the scheduler on, if it is off.
func (s *Scheduler) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loop != nil || s.closed {
		return
	}
	number := s.options.Number()
	l := &loop{
		scheduler: s, number: number, begun: s.options.Now(), changed: make(chan struct{}, 1), ended: make(chan struct{}),
		thread: s.options.Watcher.Scheduler(number), waits: EmptyQueue,
	}
	l.done, l.stop = context.WithCancel(context.Background())
	l.thread.SetCommand(string(Daemon), "")
	l.thread.Wait(EmptyQueue)
	s.loop = l
	go l.run()
}

// Stop switches the scheduler off, and returns when its thread has ended. Events that run
// go on. It must not be called while system variables are locked. waits is called before it is
// waited for, and what it gives afterwards; it may be nil.
func (s *Scheduler) Stop(waits func() (ended func())) {
	s.mu.Lock()
	l := s.loop
	s.loop = nil
	s.mu.Unlock()
	if l == nil {
		return
	}
	if waits != nil {
		defer waits()()
	}
	l.stop()
	<-l.ended
}

// Close switches the scheduler off for good, ends the events that run, and waits for them
// until ctx ends.
func (s *Scheduler) Close(ctx context.Context) {
	s.mu.Lock()
	s.closed = true
	for _, w := range s.workers {
		w.stop()
	}
	s.mu.Unlock()
	s.Stop(nil)
	idle := make(chan struct{})
	go func() {
		s.idle.Wait()
		close(idle)
	}()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}

// Changed has the scheduler read again which events there are.
func (s *Scheduler) Changed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loop != nil {
		s.loop.change()
	}
}

// Kill ends the event that runs with a number, if there is one.
func (s *Scheduler) Kill(number uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.workers[number]; w != nil {
		w.stop()
	}
}

// Processes are the scheduler, and the events that run, each of its definer's, for the
// process list.
func (s *Scheduler) Processes() (out []sql.Process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loop != nil {
		out = append(out, sql.Process{Connection: s.loop.number, User: User, Host: Host, Command: Daemon, StartedAt: s.loop.begun})
	}
	for number, w := range s.workers {
		user, host := User, Host
		if definer := w.event.definition.Definer; definer != "" {
			user, host = definition.SplitDefiner(definer)
		}
		out = append(out, sql.Process{Connection: number, User: user, Host: host, Database: w.event.database.Name(), Command: sql.ProcessCommandConnect, StartedAt: w.begun, Query: s.options.Shown(w.event.definition.EventBody)})
	}
	return out
}

// Daemon is the command of the scheduler's thread, which nobody can end by KILL.
const Daemon sql.ProcessCommand = "Daemon"
