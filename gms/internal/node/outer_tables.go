package node

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// OuterTables are the nodes that read the tables of a statement by whose rows those of
// others are looked up. MySQL reads them one row by one, so that the question which
// finds the end counts; what finds no room here is taken for the last of its join.
type OuterTables struct {
	n    int8
	list [8]sql.Node
}

// Add takes in the tables of one side of a join.
func (o *OuterTables) Add(n sql.Node) {
	switch t := n.(type) {
	case *plan.ResolvedTable, *plan.IndexedTableAccess:
		if int(o.n) < len(o.list) && !o.Has(n) {
			o.list[o.n] = n
			o.n++
		}
	case *plan.JoinNode:
		o.Add(t.Left())
		o.Add(t.Right())
	case *plan.TableAlias:
		o.Add(t.Child)
	case *plan.Filter:
		o.Add(t.Child)
	}
}

func (o *OuterTables) Has(n sql.Node) bool {
	for i := range o.n {
		if o.list[i] == n {
			return true
		}
	}
	return false
}
