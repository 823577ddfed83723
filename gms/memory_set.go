package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// buildHeldSet builds a UNION, INTERSECT or EXCEPT that keeps what it has given,
// to give nothing twice. ok is false for one that keeps nothing, or whose rows
// are put in order above the set, where those that it keeps cannot be told.
func (b *operatorBuilder) buildHeldSet(ctx *sql.Context, x *execution, n *plan.SetOp, r sql.Row) (iter sql.RowIter, err error, ok bool) {
	if !n.Distinct || n.SetOpType == plan.ExceptType || len(n.SortFields) > 0 || n.Offset != nil {
		return nil, nil, false
	}
	iter, err = b.own(ctx, x, n, r)
	if err == nil && iter != nil {
		iter = &distinctIter{passIter: passIter{iter}, holding: x.hold(memoryDistinct, x.plan.node(n))}
	}
	return iter, err, true
}
