package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// A join that merges two indexes of several columns compares their rows as values, for which
// NULL is equal to NULL: rows came out for which a = b is not true. So such a join asks of
// what it has found whether its columns are NULL.

// matchNoNulls has the joins of a plan do so.
func matchNoNulls(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		join, ok := n.(*plan.JoinNode)
		if !ok || !join.Op.IsMerge() || join.Op == plan.JoinTypeAntiMergeIncludeNulls || join.Filter == nil {
			return n, transform.SameTree, nil
		}
		filters := expression.SplitConjunction(join.Filter)
		equal, ok := filters[0].(*expression.Equals)
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
