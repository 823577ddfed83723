package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// buildHeldSet builds a UNION, INTERSECT or EXCEPT that keeps what it has given,
// to give nothing twice, or that puts its rows in order. ok is false for one that
// does neither.
func (b *operatorBuilder) buildHeldSet(ctx *sql.Context, x *execution, n *plan.SetOp, r sql.Row) (iter sql.RowIter, err error, ok bool) {
	if len(n.SortFields) > 0 {
		return b.buildSortedSet(ctx, x, n, r)
	}
	if n.SetOpType != plan.UnionType {
		return b.buildHeldSides(ctx, x, n, r)
	}
	if !n.Distinct || n.Offset != nil {
		return nil, nil, false
	}
	iter, err = b.own(ctx, x, n, r)
	if err == nil && iter != nil {
		iter = &distinctIter{passIter: passIter{iter}, holding: x.memory.hold(memoryDistinct, x.plan.node(n))}
	}
	return iter, err, true
}

// buildSortedSet builds one that puts its rows in order: as a sort of one that
// does not, which is what the engine's iterator is too.
func (b *operatorBuilder) buildSortedSet(ctx *sql.Context, x *execution, n *plan.SetOp, r sql.Row) (iter sql.RowIter, err error, ok bool) {
	set := *n
	set.SortFields, set.Limit = nil, nil
	x.memory.endWith(&set)
	in := x.input(memorySort, n, &set)
	in.part = true
	if n.Limit == nil {
		iter, err = b.build(ctx, x, plan.NewSort(n.SortFields, in), r, true)
		return iter, err, true
	}
	if in.limit, ok = limitOf(ctx, n.Limit); !ok {
		return nil, nil, false
	}
	iter, err = b.build(ctx, x, plan.NewTopN(n.SortFields, n.Limit, in), r, true)
	return iter, err, true
}
