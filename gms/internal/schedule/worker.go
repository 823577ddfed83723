package schedule

import (
	"context"
	"fmt"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// worker is an event that runs.
type worker struct {
	event  found
	begun  time.Time
	stop   context.CancelFunc
	thread *perfschema.Thread
	done   context.Context
}

// launch has an event run, on a goroutine and a Thread of its own. One that will not run
// again is removed, or disabled, before.
func (l *loop) launch(e *planned) {
	if e.next.IsZero() {
		l.note(l.inSession(func(ctx *sql.Context) error { return finish(ctx, e.found) }))
	}
	s := l.scheduler
	number := s.options.Number()
	w := &worker{event: e.found, begun: s.options.Now()}
	s.mu.Lock()
	if s.closed || s.loop != l || len(s.workers) >= s.options.MaxWorkers() {
		full := !s.closed && s.loop == l
		s.mu.Unlock()
		if full {
			l.outcome(e, w.event, fmt.Errorf("it is not run: %d events run already, as many as max_connections", s.options.MaxWorkers()))
		}
		return
	}
	w.done, w.stop = context.WithCancel(context.Background())
	s.workers[number] = w
	s.idle.Add(1)
	s.mu.Unlock()
	w.thread = s.options.Schema.NewThread(s.keys.worker, perfschema.ThreadOptions{
		Parent: l.thread, ProcesslistID: uint64(number), User: User, Host: Host,
	})
	go func() {
		defer s.idle.Done()
		w.thread.Bind()
		err := w.run(s, number)
		s.mu.Lock()
		delete(s.workers, number)
		s.mu.Unlock()
		w.stop()
		w.thread.End()
		l.outcome(e, w.event, err)
	}()
	l.thread.SetCommand(string(Daemon), "") // its time begins again
}

// outcome tells of how an event has ended, where it is not as the last time.
func (l *loop) outcome(e *planned, f found, err error) {
	s, text := l.scheduler, ""
	if err != nil {
		text = err.Error()
	}
	s.mu.Lock()
	again := text == e.failure || s.closed
	e.failure = text
	s.mu.Unlock()
	if err != nil && !again {
		s.options.Failed(f.database.Name()+"."+f.definition.Name, f.definition.Definer, err)
	}
}

// run runs the event, as a statement of its Thread.
func (w *worker) run(s *Scheduler, number uint32) (err error) {
	t, database := w.thread, w.event.database.Name()
	t.SetDatabase(database)
	t.SetCommand(string(sql.ProcessCommandConnect), s.options.Shown(w.event.definition.EventBody))
	st := t.BeginStatement(s.keys.event)
	defer func() {
		if err != nil {
			number, state, message := s.options.Error(err)
			if st.Recorded() {
				st.SetError(number, state, message)
			} else {
				t.RaiseError(number)
			}
		}
		st.End()
	}()
	ctx, err := s.options.NewContext(w.done, number)
	if err != nil {
		return err
	}
	return inTransaction(ctx, func(ctx *sql.Context) error {
		return s.options.Run(ctx, &w.event.definition, database)
	})
}
