package gms

import (
	"context"
	"runtime/debug"

	"github.com/dolthub/go-mysql-server/sql"
)

// A statement that no connection runs, as an event's, has a goroutine of its own
// on which the engine catches nothing: a panic would end the process.

// backgroundKey is in the context of a statement's nodes whose root is guarded.
type backgroundKey struct{}

// inBackground says of a node that it is the root of such a statement, or built
// later than that.
func inBackground(ctx *sql.Context) bool {
	return connectionOf(ctx) == nil && ctx.Value(backgroundKey{}) == nil
}

// buildBackground builds the root, whose iterator gives an error where it
// panics.
func (b *operatorBuilder) buildBackground(ctx *sql.Context, n sql.Node, r sql.Row) (iter sql.RowIter, err error) {
	panics := b.lifecycle.panics
	defer panics.catch(ctx, &err)
	inside := ctx.WithContext(context.WithValue(ctx.Context, backgroundKey{}, true))
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
