package operand

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// EachAssignment visits the assignments in the expressions of a node.
func EachAssignment(n sql.Node, visit func(*ScalarCall)) {
	e, ok := n.(sql.Expressioner)
	if !ok {
		return
	}
	for _, e := range e.Expressions() {
		sql.Inspect(e, func(e sql.Expression) bool {
			if IsAssignment(e) {
				visit(e.(*ScalarCall))
			}
			return true
		})
	}
}

// IsAssignment reports whether an expression assigns a variable of the session.
func IsAssignment(e sql.Expression) bool {
	c, ok := e.(*ScalarCall)
	return ok && c.Of.Name == step.AssignedName
}

// Assigns reports whether a query assigns a variable.
func Assigns(n sql.Node) (found bool) {
	planwalk.EachNode(n, func(n sql.Node) {
		if !found {
			EachAssignment(n, func(*ScalarCall) { found = true })
		}
	})
	return found
}
