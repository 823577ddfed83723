package schedule

import (
	"context"
	"fmt"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// worker is an event that runs.
type worker struct {
	event  found
	begun  time.Time
	stop   context.CancelFunc
	thread Thread
	done   context.Context
}

// launch has an event run, on a goroutine and a Thread of its own. One that will not run
// again is removed, or disabled, before.
func (l *loop) launch(e *planned) {
	if e.over {
		l.finish(e)
	}
	s := l.scheduler
	number := s.options.Number()
	w := &worker{event: e.found, begun: s.options.Now()}
	s.mu.Lock()
	if s.closed || s.loop != l || len(s.workers) >= s.options.MaxWorkers() {
		full := !s.closed && s.loop == l
		s.mu.Unlock()
		if full {
			l.outcome(w.event, fmt.Errorf("it is not run: %d events run already, as many as max_connections", s.options.MaxWorkers()))
		}
		return
	}
	w.done, w.stop = context.WithCancel(context.Background())
	s.workers[number] = w
	s.idle.Add(1)
	s.mu.Unlock()
	w.thread = s.options.Watcher.Worker(l.thread, number)
	go func() {
		defer s.idle.Done()
		w.thread.Bind()
		err := w.run(s, number)
		s.mu.Lock()
		delete(s.workers, number)
		s.mu.Unlock()
		w.stop()
		l.outcome(w.event, err) // the log says which thread it was
		w.thread.End()
	}()
	l.thread.SetCommand(string(Daemon), "") // its time begins again
}

// outcome tells of how an event has ended.
func (l *loop) outcome(f found, err error) {
	s := l.scheduler
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if err != nil && !closed {
		s.options.Failed(f.database.Name()+"."+f.definition.Name, f.definition.Definer, err)
	}
}

// run runs the event.
func (w *worker) run(s *Scheduler, number uint32) error {
	t, e := w.thread, &w.event
	t.SetDatabase(e.database.Name())
	t.SetCommand(string(sql.ProcessCommandConnect), s.options.Shown(e.definition.EventBody))
	ctx, err := s.options.NewContext(w.done, number)
	if err != nil {
		return err
	}
	defer sql.SessionEnd(ctx.Session)
	return s.options.Run(ctx, Work{Definition: &e.definition, Database: e.database, Thread: t})
}
