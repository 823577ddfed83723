package rewrite

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// The engine gives the condition of SHOW VARIABLES the names of variables and not their
// values: SHOW VARIABLES WHERE Value = 'ON' is an internal error.

// VariablesByValue has such a condition look the values up.
func VariablesByValue(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		show, ok := n.(*plan.ShowVariables)
		if !ok || show.Filter == nil {
			return n, transform.SameTree, nil
		}
		filter, same, err := transform.Expr(show.Filter, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			if f, ok := e.(*expression.GetField); ok && strings.EqualFold(f.Name(), plan.ShowVariablesValueCol) {
				return &variableValue{f, show.Global}, transform.NewTree, nil
			}
			if c, ok := e.(expression.Comparer); ok {
				return compareNumbers(c)
			}
			return e, transform.SameTree, nil
		})
		if err != nil || bool(same) {
			return n, transform.SameTree, err
		}
		return plan.NewShowVariables(filter, show.Global), transform.NewTree, nil
	})
}

// variableValue is the value, as it is shown, of the variable whose name the row has.
type variableValue struct {
	*expression.GetField
	global bool
}

// Type implements sql.Expression.
func (*variableValue) Type() sql.Type { return types.LongText }

// Eval implements sql.Expression.
func (v *variableValue) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	name, ok := row[0].(string)
	if !ok {
		return nil, nil
	}
	var value any
	if v.global {
		_, value, _ = sql.SystemVariables.GetGlobal(name)
	} else {
		var err error
		if value, err = ctx.GetSessionVariable(ctx, name); err != nil {
			return nil, err
		}
	}
	switch value {
	case int8(0):
		return "OFF", nil
	case int8(1):
		return "ON", nil
	case nil:
		return "", nil
	}
	return fmt.Sprint(value), nil
}

// compareNumbers has a value that is compared with a number be one.
func compareNumbers(c expression.Comparer) (sql.Expression, transform.TreeIdentity, error) {
	left, right := c.Left(), c.Right()
	if v, ok := left.(*variableValue); ok && types.IsNumber(right.Type()) {
		left = variableNumber{v}
	} else if v, ok := right.(*variableValue); ok && types.IsNumber(left.Type()) {
		right = variableNumber{v}
	} else {
		return c, transform.SameTree, nil
	}
	e, err := c.WithChildren(left, right)
	return e, transform.NewTree, err
}

// variableNumber is the number that a value begins with, 0 if with none. One that is too
// large, as a server_uuid can be, is the largest: to the engine it is an error.
type variableNumber struct{ *variableValue }

// Type implements sql.Expression.
func (variableNumber) Type() sql.Type { return types.Float64 }

// Eval implements sql.Expression.
func (v variableNumber) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	value, err := v.variableValue.Eval(ctx, row)
	text, ok := value.(string)
	if !ok || err != nil {
		return nil, err
	}
	number, _ := numberText(text)
	f, _ := doubleText(number)
	return f, nil
}

// WithChildren implements sql.Expression.
func (v variableNumber) WithChildren(...sql.Expression) (sql.Expression, error) { return v, nil }

// WithChildren implements sql.Expression.
func (v *variableValue) WithChildren(...sql.Expression) (sql.Expression, error) { return v, nil }
