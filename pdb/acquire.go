package pdb

import (
	"context"

	"github.com/perfschema/perfschema"
)

// acquire is the context of a call that wants a connection. database/sql hands it on to
// the first thing it asks of the one it found, or of the connector where it opens one,
// on the goroutine of the call: by then the wait is over.
type acquire struct {
	context.Context
	wait  perfschema.Wait
	ended bool
	ran   bool // a statement has begun on the connection
}

func (a *acquire) end() {
	if !a.ended {
		a.ended = true
		a.wait.End()
	}
}

// acquired ends the wait for a connection: the driver is asked, or its connector.
func acquired(ctx context.Context) {
	if a, ok := ctx.(*acquire); ok {
		a.end()
	}
}

// runs is acquired for the statement of the call itself, which the driver's side records.
func runs(ctx context.Context) {
	if a, ok := ctx.(*acquire); ok {
		a.end()
		a.ran = true
	}
}

// call is a call of a [DB] or a [Stmt] that wants a connection, for a statement that is
// recorded here if it fails before the driver is asked.
type call struct {
	db      *DB
	ctx     context.Context
	key     perfschema.StatementKey
	query   string
	acquire *acquire // nil if the wait is not watched
	mark    mark     // if it is not
}

func (d *DB) call(ctx context.Context, key perfschema.StatementKey, query string) call {
	c := call{db: d, ctx: ctx, key: key, query: query}
	if !d.in.Watched() {
		c.mark = newMark()
	}
	return c
}

// watch makes a wait that has begun the call's.
func (c *call) watch(w perfschema.Wait) { c.acquire = &acquire{Context: c.ctx, wait: w} }

// context returns the context that database/sql is to be called with.
func (c *call) context() context.Context {
	if c.acquire != nil {
		return c.acquire
	}
	return c.ctx
}

// end is deferred: it ends the wait if nothing has.
func (c *call) end() {
	if c.acquire != nil {
		c.acquire.end()
	}
}

// fail records the call's statement if the call has failed before its driver was asked: no
// connection became free in time, or none could be opened. The statement begins with the wait;
// if that is not watched, its time is not known.
func (c *call) fail(err error) {
	switch a := c.acquire; {
	case err == nil:
	case a == nil:
		if c.mark.unasked(c.db, c.key) {
			c.db.record(c.ctx, &perfschema.Wait{}, c.key, c.query, err)
		}
	default:
		tried := a.ended
		a.end()
		if a.ran || tried && c.key == c.db.keys.connect { // which the driver's connector records
			return
		}
		c.db.record(c.ctx, &a.wait, c.key, c.query, err)
	}
}

// mark is the statement that the running goroutine has begun last.
type mark struct {
	thread *perfschema.Thread
	last   uint64
}

func newMark() mark {
	t := perfschema.Bound()
	id, _ := t.LastStatement()
	return mark{t, id}
}

// unasked reports whether no statement but that of connecting has begun since the mark. Without
// a Thread that is not known: it returns false.
func (m mark) unasked(d *DB, key perfschema.StatementKey) bool {
	if c := d.connector; c == nil || m.thread == nil || m.thread.Schema() != c.ps {
		return false
	}
	id, class := m.thread.LastStatement()
	return id == m.last || key != d.keys.connect && class != nil && class.Name() == connectName
}

// record records a statement that has failed. It begins with a wait.
func (d *DB) record(ctx context.Context, began *perfschema.Wait, key perfschema.StatementKey, query string, err error) {
	c := &conn{connector: d.connector}
	w := c.start(ctx, key, query)
	w.labels.leave()
	w.statement.StartWith(began)
	w.end(err)
	c.thread.End()
}
