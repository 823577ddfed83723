package schedule

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// loop is a scheduler that is on. Its goroutine is the one writer of what follows begun.
type loop struct {
	scheduler *Scheduler
	number    uint32
	done      context.Context // ends when the scheduler is switched off
	stop      context.CancelFunc
	changed   chan struct{}
	ended     chan struct{}
	begun     time.Time

	thread Thread
	waits  Wait
	plan   plan
	tokens map[string]any // by database, of what was read of it
	failed string         // what reading the databases ended in
}

// change is called with the scheduler locked.
func (l *loop) change() {
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

func (l *loop) run() {
	l.thread.Bind()
	defer close(l.ended)
	defer l.thread.End()
	now := l.scheduler.options.Now
	for again := true; l.done.Err() == nil; {
		l.note(l.inSession(func(ctx *sql.Context) error { return l.read(ctx, again) }))
		for _, e := range l.plan.events {
			if e.over { // what would have finished it has failed
				l.finish(e)
			}
		}
		for _, e := range l.plan.due(now()) {
			l.launch(e)
		}
		again = l.wait(l.plan.next())
	}
}

// wait waits until the next event is due, something has changed, or it is time to look. It
// says whether something has changed.
func (l *loop) wait(next time.Time) bool {
	for until := l.scheduler.options.Now().Add(poll); ; {
		pause := until.Sub(l.scheduler.options.Now())
		waits := EmptyQueue
		if !next.IsZero() {
			waits = Activation
			pause = min(pause, next.Sub(l.scheduler.options.Now()))
		}
		if l.waits != waits {
			l.thread.Wait(waits)
			l.waits = waits
		}
		timer, stop := l.scheduler.options.After(max(pause, 0))
		select {
		case <-l.done.Done():
			stop()
			return false
		case <-l.changed:
			stop()
			return true
		case <-timer:
		}
		if now := l.scheduler.options.Now(); !now.Before(until) {
			return false
		}
		for _, e := range l.plan.due(l.scheduler.options.Now()) {
			l.launch(e)
		}
		next = l.plan.next()
	}
}

// note tells of an error of the scheduler's own, once.
func (l *loop) note(err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	if text != l.failed && err != nil && l.done.Err() == nil {
		l.scheduler.options.Failed("", "", err)
	}
	l.failed = text
}

// inSession does something in a session and a transaction of their own.
func (l *loop) inSession(do func(ctx *sql.Context) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	ctx, err := l.scheduler.options.NewContext(l.done, l.number)
	if err != nil {
		return err
	}
	return inTransaction(ctx, do)
}

// inTransaction does something in a transaction of a session, and ends both.
func inTransaction(ctx *sql.Context, do func(ctx *sql.Context) error) error {
	defer sql.SessionEnd(ctx.Session)
	if err := sql.SessionCommandBegin(ctx.Session); err != nil {
		return err
	}
	defer sql.SessionCommandEnd(ctx.Session)
	session, ok := ctx.Session.(sql.TransactionSession)
	if !ok {
		return do(ctx)
	}
	tx, err := session.StartTransaction(ctx, sql.ReadWrite)
	if err != nil {
		return err
	}
	session.SetTransaction(tx)
	defer func() { session.SetTransaction(nil) }()
	if err := do(ctx); err != nil {
		if tx := session.GetTransaction(); tx != nil {
			_ = session.Rollback(ctx, tx) // the error is that of what was to be done
		}
		return err
	}
	if tx := session.GetTransaction(); tx != nil {
		return session.CommitTransaction(ctx, tx)
	}
	return nil
}

// read reads which events there are, where something may have changed.
func (l *loop) read(ctx *sql.Context, again bool) error {
	var databases []sql.EventDatabase
	for _, db := range l.scheduler.options.Databases(ctx) {
		if db, ok := db.(sql.EventDatabase); ok {
			databases = append(databases, db)
			if !again {
				changed, err := db.NeedsToReloadEvents(ctx, l.tokens[db.Name()])
				if err != nil {
					return err
				}
				again = changed
			}
		}
	}
	if !again && len(databases) == len(l.tokens) {
		return nil
	}
	tokens := make(map[string]any, len(databases))
	var all []found
	for _, db := range databases {
		ctx.SetCurrentDatabase(db.Name()) // in which its definitions are read
		events, token, err := db.GetEvents(ctx)
		if err != nil {
			return fmt.Errorf("events of %s: %w", db.Name(), err)
		}
		tokens[db.Name()] = token
		for _, e := range events {
			all = append(all, found{db, e})
		}
	}
	l.tokens = tokens
	for _, f := range l.plan.update(all, l.scheduler.options.Now()) {
		if err := finish(ctx, f); err != nil {
			return fmt.Errorf("event %s.%s is over: %w", f.database.Name(), f.definition.Name, err)
		}
	}
	return nil
}

// finish has an event that has run for the last time be none any more, and not known: another
// may have its name at once, and be all like it.
func (l *loop) finish(e *planned) {
	err := l.inSession(func(ctx *sql.Context) error {
		ctx.SetCurrentDatabase(e.database.Name())
		events, _, err := e.database.GetEvents(ctx)
		if err != nil || !slices.Contains(events, e.definition) {
			return err // it has been dropped, or is another since
		}
		return finish(ctx, e.found)
	})
	l.note(err)
	if err == nil {
		delete(l.plan.events, e.key())
	}
}

// finish removes an event that is over, or disables it where it is to stay.
func finish(ctx *sql.Context, f found) error {
	if !f.definition.OnCompletionPreserve {
		return f.database.DropEvent(ctx, f.definition.Name)
	}
	f.definition.Status = sql.EventStatus_Disable.String()
	// The storage keeps the mode of the session with what it writes.
	if err := ctx.SetSessionVariable(ctx, sql.SqlModeSessionVar, f.definition.SqlMode); err != nil {
		return err
	}
	_, err := f.database.UpdateEvent(ctx, f.definition.Name, f.definition)
	return err
}
