package gms

import (
	"context"
	"math"
	"runtime/debug"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/serverfile"
)

// A statement that no connection runs, of the storage's own, has a goroutine of its own
// on which the engine catches nothing: a panic would end the process.

// background is the context of such a statement's nodes: of no client, it has no
// more than what keeps it safe.
func (b *operatorBuilder) background(ctx *sql.Context) *sql.Context {
	conn := &connection{adapter: b.lifecycle, base: context.Background(), session: ctx.Session}
	conn.busy.Store(true)
	x := conn.ownExecution()
	x.memory.Limit, x.plan.state = math.MaxInt64, buildDone
	return ctx.WithContext(x.newContext(ctx.Context))
}

// buildBackground builds the root, whose iterator gives an error where it
// panics.
func (b *operatorBuilder) buildBackground(ctx *sql.Context, n sql.Node, r sql.Row) (iter sql.RowIter, err error) {
	panics := b.lifecycle.panics
	defer panics.catch(ctx, &err)
	if err := serverfile.Check(n); err != nil {
		return nil, err
	}
	inside := b.background(ctx)
	iter, err = b.engine(&onceBuilder{operatorBuilder: b}).Build(inside, n, r)
	if err != nil || iter == nil {
		return iter, err
	}
	return &guardedIter{iter, panics}, nil
}

// catch is deferred.
func (p *panics) catch(ctx *sql.Context, err *error) {
	if r := recover(); r != nil {
		*err = p.report(ctx.ID(), r, string(debug.Stack()))
	}
}

type guardedIter struct {
	iter   sql.RowIter
	panics *panics
}

// Next implements sql.RowIter.
func (g *guardedIter) Next(ctx *sql.Context) (row sql.Row, err error) {
	defer g.panics.catch(ctx, &err)
	return g.iter.Next(ctx)
}

// Close implements sql.RowIter.
func (g *guardedIter) Close(ctx *sql.Context) (err error) {
	defer g.panics.catch(ctx, &err)
	return g.iter.Close(ctx)
}
