package effect

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// EndsTransaction says of a node that it commits what is open, or fails: of SET that it switches
// autocommit on.
func EndsTransaction(ctx *sql.Context, n sql.Node) bool {
	set, ok := n.(*plan.Set)
	if !ok {
		return IsCommit(n)
	}
	if on, err := plan.IsSessionAutocommit(ctx); err == nil && on {
		return false
	}
	for _, e := range set.Exprs {
		if field, ok := e.(*expression.SetField); ok {
			v, of := field.LeftChild.(*expression.SystemVar)
			on, literal := field.RightChild.(*expression.Literal)
			if of && literal && strings.EqualFold(v.Name, sql.AutoCommitSessionVar) {
				switch value := on.Value().(type) {
				case string:
					return strings.EqualFold(value, "ON") || value == "1"
				default:
					truth, err := sql.ConvertToBool(ctx, value)
					return err == nil && truth
				}
			}
		}
	}
	return false
}
