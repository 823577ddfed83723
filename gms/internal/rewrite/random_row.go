package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// In a condition the engine computes what has no column once, and so RAND(): WHERE
// RAND() < 0.1 took all rows or none. It leaves what has a parameter of a procedure.

// random is RAND() without a seed, which is another number for each row.
type random struct{ *function.Rand }

var (
	_ sql.FunctionExpression         = random{}
	_ sql.NonDeterministicExpression = random{}
	_ sql.CollationCoercible         = random{}
)

// unknown is looked at, and never computed.
var unknown = []sql.Expression{expression.NewProcedureParam("each row", types.Float64)}

// randomOf is a call of RAND() as it has to be computed, and any other as it is.
func randomOf(e sql.Expression) sql.Expression {
	if r, ok := e.(*function.Rand); ok && r.Child == nil {
		return random{r}
	}
	return e
}

// Children implements sql.Expression.
func (random) Children() []sql.Expression { return unknown }

// WithChildren implements sql.Expression.
func (r random) WithChildren(...sql.Expression) (sql.Expression, error) { return r, nil }
