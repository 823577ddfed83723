package query

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// IsRepeatable says of a plan that changes rows that nothing but what a rollback takes
// back is left of it: no variable, no lock, and nothing that a trigger or a stored function
// may have done.
func IsRepeatable(root sql.Node) bool {
	repeatable := true
	planwalk.EachNode(root, func(n sql.Node) {
		switch n.(type) {
		case *plan.TriggerExecutor, *plan.LoadData, *plan.Call, *plan.Into:
			repeatable = false
		}
		e, ok := n.(sql.Expressioner)
		if !ok || !repeatable {
			return
		}
		for _, e := range e.Expressions() {
			sql.Inspect(e, func(e sql.Expression) bool {
				repeatable = repeatable && !operand.IsAssignment(e) && !isLasting(e)
				return repeatable
			})
		}
	})
	return repeatable
}

// isLasting says whether a function leaves something behind: a user-level lock, or that one
// is gone.
func isLasting(e sql.Expression) bool {
	f, ok := e.(sql.FunctionExpression)
	if !ok {
		return false
	}
	switch name := strings.ToLower(f.FunctionName()); name {
	case "get_lock", "release_lock", "release_all_locks":
		return true
	}
	return false
}
