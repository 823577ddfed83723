package rewrite

import (
	"iter"

	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// StatementsOf are the statements of a stored procedure, and the expressions of it that
// stand in statements of the interpreter's.
func StatementsOf(operations []*procedures.InterpreterOperation) iter.Seq[sqlparser.Statement] {
	return func(yield func(sqlparser.Statement) bool) {
		for _, op := range operations {
			if op.PrimaryData != nil && !yield(op.PrimaryData) {
				return
			}
		}
	}
}
