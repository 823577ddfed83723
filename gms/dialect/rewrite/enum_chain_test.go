package rewrite

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
)

// countedExpression counts how often it is walked through.
type countedExpression struct {
	*expression.GetField
	walked *int
}

func (c countedExpression) Children() []sql.Expression {
	*c.walked++
	return nil
}

func (c countedExpression) WithChildren(...sql.Expression) (sql.Expression, error) { return c, nil }

// However deep an expression lies, the rule walks through it once.
func TestDeepExpressionsAreWalkedOnce(t *testing.T) {
	const n = 200
	walked := 0
	e := sql.Expression(countedExpression{expression.NewGetField(0, types.Int64, "a", true), &walked})
	for range n {
		e = expression.NewAnd(e, expression.NewLiteral(true, types.Boolean))
	}
	filter := plan.NewFilter(e, plan.NewEmptyTableWithSchema(nil))
	if _, _, err := builtin.EnumsAsText(sql.NewEmptyContext(), nil, filter, nil, nil, &sql.QueryFlags{}); err != nil {
		t.Fatal(err)
	}
	if walked > 2 {
		t.Errorf("walked through %d times below %d operators", walked, n)
	}
}
