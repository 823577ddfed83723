package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// eachAssignment visits the assignments in the expressions of a node.
func eachAssignment(n sql.Node, visit func(*scalarCall)) {
	e, ok := n.(sql.Expressioner)
	if !ok {
		return
	}
	for _, e := range e.Expressions() {
		sql.Inspect(e, func(e sql.Expression) bool {
			if isAssignment(e) {
				visit(e.(*scalarCall))
			}
			return true
		})
	}
}

func isAssignment(e sql.Expression) bool {
	c, ok := e.(*scalarCall)
	return ok && c.of.name == step.AssignedName
}

// assigns says whether a query assigns a variable.
func assigns(n sql.Node) (found bool) {
	planwalk.EachNode(n, func(n sql.Node) {
		if !found {
			eachAssignment(n, func(*scalarCall) { found = true })
		}
	})
	return found
}
