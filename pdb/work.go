package pdb

import (
	"context"

	"github.com/perfschema/perfschema"
)

// work is a statement that runs, on the Thread it belongs to.
type work struct {
	thread    *perfschema.Thread
	statement perfschema.Statement
	owner     owner
	secret    bool // the text may have one, and so may messages about it
	labels    *labels
}

// labels are those that Go's profiles have of a long statement while its driver works.
type labels struct{ own, before perfschema.PprofLabels }

// enter gives the running goroutine those of the statement.
func (l *labels) enter() {
	if l != nil {
		l.before = l.own.Set()
	}
}

// leave gives it back what it had.
func (l *labels) leave() {
	if l != nil {
		l.before.Set()
	}
}

// owner says who may write by a Thread.
type owner uint8

const (
	ofGoroutine  owner = iota // who is bound to it
	ofConnection              // who uses the connection
	ofWork                    // a child: who uses what the work gives
)

// start begins a statement of a class, with a text if it is one of SQL.
func (c *conn) start(ctx context.Context, key perfschema.StatementKey, query string) work {
	if key != c.connector.in.connect {
		runs(ctx)
	}
	var w work
	if w.thread = perfschema.Bound(); w.thread == nil || w.thread.Schema() != c.connector.ps {
		w.thread, w.owner = c.elsewhere(ctx)
	}
	w.statement = w.thread.BeginStatement(key)
	w.statement.SetSchema(c.connector.name)
	if w.statement.Recorded() && query != "" {
		x := c.connector.texts.find(query)
		w.secret = x.secret
		if key == c.connector.in.prepare {
			w.statement.SetText(x.sql.Shown()) // its executions have the digest
		} else {
			w.statement.SetSQLText(x.sql)
		}
		if own, long := w.statement.PprofLabels(ctx); long {
			w.labels = &labels{own: own}
			w.labels.enter()
		}
	}
	return w
}

// elsewhere is a Thread for a goroutine that is bound to none: a child of the
// context's, whose account it has, or the connection's own.
func (c *conn) elsewhere(ctx context.Context) (*perfschema.Thread, owner) {
	if t := perfschema.FromContext(ctx); t != nil && t.Schema() == c.connector.ps {
		if child := t.Child(c.connector.in.query); child != nil {
			return child, ofWork
		}
	}
	if c.thread == nil {
		c.thread = c.connector.ps.NewThread(c.connector.in.connection, perfschema.ThreadOptions{Background: true})
	}
	return c.thread, ofConnection
}

// mine says whether the running goroutine may write by the work's Thread.
func (w *work) mine() bool {
	return w.owner != ofGoroutine || w.thread != nil && perfschema.Bound() == w.thread
}

// running is the statement, none where its Thread is another goroutine's.
func (w *work) running() perfschema.Statement {
	if !w.mine() {
		return perfschema.Statement{}
	}
	return w.statement
}

// end ends the statement with the error of a call, if there is one.
func (w *work) end(err error) { w.endSent(0, err) }

// endSent is end of a query whose result had so many rows.
func (w *work) endSent(rows uint64, err error) {
	st := w.running()
	if rows > 0 {
		st.SetCounters(perfschema.StatementCounters{RowsSent: rows})
	}
	setError(st, err, w.secret)
	st.End()
	w.release()
}

// discard takes the statement back: the driver wants to be asked otherwise.
func (w *work) discard() {
	w.running().Discard()
	w.release()
}

func (w *work) release() {
	if w.owner == ofWork {
		w.thread.Release()
	}
}
