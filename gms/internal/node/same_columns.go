package node

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// SameColumns is the node below whose columns a node gives as they are, in their places; nil
// below one that makes its own.
func SameColumns(n sql.Node) sql.Node {
	switch n := n.(type) {
	case *plan.Limit:
		return n.Child
	case *plan.Offset:
		return n.Child
	case *plan.Sort:
		return n.Child
	case *plan.TopN:
		return n.Child
	case *plan.Distinct:
		return n.Child
	}
	return nil
}
