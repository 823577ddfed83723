package sysvar

import (
	"iter"

	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// Assigned gives the system variables that a SET gives values.
func Assigned(n *plan.Set) iter.Seq[*expression.SystemVar] {
	return func(yield func(*expression.SystemVar) bool) {
		for _, e := range n.Exprs {
			set, ok := e.(*expression.SetField)
			if !ok {
				continue
			}
			if v, ok := set.LeftChild.(*expression.SystemVar); ok && !yield(v) {
				return
			}
		}
	}
}
