package trigger

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// What a trigger does writes to the storage what its statement has changed by then. An UPDATE
// of joined tables, which reads a table again for each row of another, finds rows as it has
// changed them, and changes them again.

// ReadFirst is what an UPDATE of joined tables reads, of which it reads all rows before it
// changes the first: a sort by nothing.
func ReadFirst(n sql.Node) sql.Node {
	source, ok := n.(*plan.UpdateSource)
	if !ok {
		return n
	}
	first, err := source.WithChildren(plan.NewSort(nil, source.Child))
	if err != nil {
		return n
	}
	return first
}
