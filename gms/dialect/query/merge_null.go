package query

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// A join that merges two indexes of several columns compares their rows as values, for which
// NULL is equal to NULL: rows came out for which a = b is not true. So such a join asks of
// what it has found whether its columns are NULL.

// An outer join that merges with a further condition lost rows of its left side: of those
// with the last value that both sides have, the condition true of none, all but the first.
// It becomes one by a hash.

// matchNoNulls has the joins of a plan do so.
func matchNoNulls(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		join, ok := n.(*plan.JoinNode)
		if !ok || !join.Op.IsMerge() || join.Op == plan.JoinTypeAntiMergeIncludeNulls || join.Filter == nil {
			return n, transform.SameTree, nil
		}
		filters := expression.SplitConjunction(join.Filter)
		equal, ok := filters[0].(*expression.Equals)
		if join.Op == plan.JoinTypeLeftOuterMerge && len(filters) > 1 {
			out := *join
			out.Op = plan.JoinTypeLeftOuter
			if ok {
				out.Op = plan.JoinTypeLeftOuterHash
				hashed, err := out.WithChildren(join.Left(), plan.NewHashLookup(join.Right(), keyTuple(equal.Right()), keyTuple(equal.Left()), out.Op))
				return hashed, transform.NewTree, err
			}
			return &out, transform.NewTree, nil
		}
		if !ok {
			return n, transform.SameTree, nil
		}
		left, ok := equal.Left().(expression.Tuple)
		right, both := equal.Right().(expression.Tuple)
		if !ok || !both || len(left) != len(right) {
			return n, transform.SameTree, nil
		}
		found := len(filters)
		for i, e := range left {
			if e.IsNullable() && right[i].IsNullable() {
				filters = append(filters, expression.NewNot(expression.NewIsNull(e)))
			}
		}
		if len(filters) == found {
			return n, transform.SameTree, nil
		}
		out := *join
		out.Filter = expression.JoinAnd(filters...)
		return &out, transform.NewTree, nil
	})
}

// keyTuple is the key of a side of a join by a hash.
func keyTuple(e sql.Expression) expression.Tuple {
	if t, ok := e.(expression.Tuple); ok {
		return t
	}
	return expression.Tuple{e}
}
