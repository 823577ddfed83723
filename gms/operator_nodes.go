package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// planNodes builds nodes of a running statement's plan for what changes how one of them
// is built: what counts the memory of operators ([held.Nodes]), what measures the tables
// that are changed ([changedTables]), what runs stored programs ([programNodes]). It is a
// value, and takes no memory of its own.
type planNodes struct {
	b *operatorBuilder
	x *execution
}

// Below builds a node below the one at hand.
func (p planNodes) Below(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	iter, err := p.b.Build(ctx, n, r)
	if iter == nil && err == nil {
		iter, err = p.ByEngine(ctx, n, r)
	}
	return iter, err
}

// Amended builds the node at hand, of which n is a copy that is amended, as any other.
func (p planNodes) Amended(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	return p.b.build(ctx, p.x, n, r, true)
}

// Fused has the storage build the node at hand with those below it in one; nil where it
// cannot, or its rows would not be counted.
func (p planNodes) Fused(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	return p.b.buildFused(ctx, p.x, n, r)
}

// Own builds the node at hand by the storage, or by the engine.
func (p planNodes) Own(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	if iter, err := p.b.storage(ctx, n, r); iter != nil || err != nil {
		return iter, err
	}
	return p.ByEngine(ctx, n, r)
}

// ByEngine has the engine build the node at hand, and the builder those below it.
func (p planNodes) ByEngine(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	return p.b.engineNode(ctx, p.x, n, r)
}

// roundIter reads the rows of the round before. Above it and beside it nobody may look
// whether the statement has been ended, and each round may have twice the rows of the
// one before.
type roundIter struct {
	iter sql.RowIter
	rows uint64
}

// Next implements sql.RowIter.
func (r *roundIter) Next(ctx *sql.Context) (sql.Row, error) {
	if r.rows++; r.rows%256 == 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return r.iter.Next(ctx)
}

// Close implements sql.RowIter.
func (r *roundIter) Close(ctx *sql.Context) error { return r.iter.Close(ctx) }

// round builds what a recursive common table expression reads of itself.
func (p planNodes) round(ctx *sql.Context, n *plan.RecursiveTable, r sql.Row) (sql.RowIter, error) {
	iter, err := p.ByEngine(ctx, n, r)
	if err != nil || iter == nil {
		return iter, err
	}
	return &roundIter{iter: iter}, nil
}
