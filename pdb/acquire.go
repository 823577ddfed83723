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

// acquired ends the wait for a connection, in what is asked of one.
func acquired(ctx context.Context) {
	if a, ok := ctx.(*acquire); ok {
		a.end()
	}
}

// runs is acquired of what the call is about.
func runs(ctx context.Context) {
	if a, ok := ctx.(*acquire); ok {
		a.end()
		a.ran = true
	}
}

// fail records the statement of a call that has failed before its driver was asked: no
// connection became free in time, or none could be opened. It begins with the wait.
func (d *DB) fail(a *acquire, key perfschema.StatementKey, query string, err error) {
	tried := a.ended
	a.end()
	if a.ran || tried && key == d.keys.connect { // which is recorded
		return
	}
	d.record(a.Context, &a.wait, key, query, err)
}

// mark says which statement the running goroutine has begun last.
type mark struct {
	thread *perfschema.Thread
	last   uint64
}

func newMark() mark {
	t := perfschema.Bound()
	id, _ := t.LastStatement()
	return mark{t, id}
}

// failUnwatched is fail of a call whose wait was not watched: how long that took is not
// known. Without a Thread neither is whether the driver was asked: nothing is recorded.
func (d *DB) failUnwatched(ctx context.Context, m mark, key perfschema.StatementKey, query string, err error) {
	if c := d.connector; c == nil || m.thread == nil || m.thread.Schema() != c.ps {
		return
	}
	id, class := m.thread.LastStatement()
	if id != m.last && (key == d.keys.connect || class == nil || class.Name() != connectName) {
		return
	}
	d.record(ctx, &perfschema.Wait{}, key, query, err)
}

func (d *DB) record(ctx context.Context, began *perfschema.Wait, key perfschema.StatementKey, query string, err error) {
	c := &conn{connector: d.connector}
	w := c.start(ctx, key, query)
	w.labels.leave()
	w.statement.StartWith(began)
	w.end(err)
	c.thread.End()
}
