package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// outerTables are the nodes that read the tables of a statement by whose rows those of
// others are looked up. MySQL reads them one row by one, so that the question which
// finds the end counts; what finds no room here is taken for the last of its join.
type outerTables struct {
	n    int8
	list [8]sql.Node
}

// add takes in the tables of one side of a join.
func (o *outerTables) add(n sql.Node) {
	switch t := n.(type) {
	case *plan.ResolvedTable, *plan.IndexedTableAccess:
		if int(o.n) < len(o.list) && !o.has(n) {
			o.list[o.n] = n
			o.n++
		}
	case *plan.JoinNode:
		o.add(t.Left())
		o.add(t.Right())
	case *plan.TableAlias:
		o.add(t.Child)
	case *plan.Filter:
		o.add(t.Child)
	}
}

func (o *outerTables) has(n sql.Node) bool {
	for i := range o.n {
		if o.list[i] == n {
			return true
		}
	}
	return false
}
