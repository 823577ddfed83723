package eventthread

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/schedule"
)

// Threads implements schedule.Watcher: it shows the scheduler and its events as MySQL's
// threads, with their stages.
type Threads struct {
	schema                 *perfschema.Schema
	scheduler, worker      perfschema.ThreadKey
	Statement              perfschema.StatementKey // that an event's run is recorded as
	empty, waiting, toStop perfschema.StageKey
}

// New registers the instruments.
func New(s *perfschema.Schema) *Threads {
	stage := func(name string) perfschema.StageKey { return s.RegisterStage("sql", perfschema.Info{Name: name}) }
	return &Threads{
		schema: s,
		scheduler: s.RegisterThread("sql", perfschema.Info{
			Name: "event_scheduler", Flags: perfschema.FlagSingleton, Documentation: "waits for the time of the next event",
		}),
		worker: s.RegisterThread("sql", perfschema.Info{
			Name: "event_worker", Documentation: "runs one event",
		}),
		Statement: s.RegisterStatement("scheduler", perfschema.Info{Name: "event"}),
		empty:     stage("Waiting on empty queue"), waiting: stage("Waiting for next activation"),
		toStop: stage("Waiting for the scheduler to stop"),
	}
}

// Scheduler implements schedule.Watcher.
func (e *Threads) Scheduler(number uint32) schedule.Thread {
	return e.begin(e.scheduler, perfschema.Bound(), number)
}

// Worker implements schedule.Watcher.
func (e *Threads) Worker(scheduler schedule.Thread, number uint32) schedule.Thread {
	return e.begin(e.worker, Recorded(scheduler), number)
}

func (e *Threads) begin(key perfschema.ThreadKey, parent *perfschema.Thread, number uint32) schedule.Thread {
	return &eventThread{e, e.schema.NewThread(key, perfschema.ThreadOptions{
		Parent: parent, ProcesslistID: uint64(number), User: schedule.User, Host: schedule.Host,
	})}
}

// WaitToStop shows that a thread waits for the scheduler to stop, until what it returns is
// called.
func (e *Threads) WaitToStop(t *perfschema.Thread) (ended func()) {
	if t == nil {
		return func() {}
	}
	before := t.Stage()
	t.SetStage(e.toStop)
	return func() { t.SetStage(before) }
}

// eventThread implements schedule.Thread.
type eventThread struct {
	of *Threads
	*perfschema.Thread
}

// Wait implements schedule.Thread.
func (t *eventThread) Wait(what schedule.Wait) {
	stage := t.of.empty
	if what == schedule.Activation {
		stage = t.of.waiting
	}
	t.SetStage(stage)
}

// End implements schedule.Thread.
func (t *eventThread) End() {
	t.EndStage()
	t.Thread.End()
}

// Recorded is the Thread that a thread of the scheduler's is seen as.
func Recorded(t schedule.Thread) *perfschema.Thread {
	if t, ok := t.(*eventThread); ok {
		return t.Thread
	}
	return nil
}
