package query

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// The engine gives the condition of SHOW VARIABLES the names of variables and not their
// values: SHOW VARIABLES WHERE Value = 'ON' is an internal error.

// ShowVariablesRule describes [ShowVariables].
var ShowVariablesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "show-variables", Changes: rule.Plan, About: rule.Shows,
		Why:      "SHOW VARIABLES of the engine shows the number of a SET that has been assigned, as 2 for sql_mode, doubles with all digits, and variables of sessions among the global ones, and fails for conditions on values.",
		NeededBy: rule.Tool, By: "MySQL Workbench", Golden: "required_values",
		Before: []rule.Link{{Name: "like-ranges", Because: "a rule of SHOW knows a pattern by its LIKE"}, {Name: "long-likes", Because: "a rule of SHOW knows a pattern by its LIKE"}},
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: ShowVariables},
}

// ShowVariables has such a condition look the values up, shows doubles with MySQL's six
// digits, and of the server nothing that sessions alone have.
func ShowVariables(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		show, ok := n.(*plan.ShowVariables)
		if !ok {
			return n, transform.SameTree, nil
		}
		if show.Filter == nil {
			return &shownVariables{plan.UnaryNode{Child: show}, show.Global}, transform.NewTree, nil
		}
		filter, _, err := transform.Expr(show.Filter, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			if f, ok := e.(*expression.GetField); ok && strings.EqualFold(f.Name(), plan.ShowVariablesValueCol) {
				return &variableValue{f, show.Global}, transform.NewTree, nil
			}
			if c, ok := e.(expression.Comparer); ok {
				return compareNumbers(c)
			}
			return e, transform.SameTree, nil
		})
		if err != nil {
			return n, transform.SameTree, err
		}
		return &shownVariables{plan.UnaryNode{Child: plan.NewShowVariables(expression.NewIsTrue(filter), show.Global)}, show.Global}, transform.NewTree, nil
	})
}

// shownVariables is SHOW VARIABLES with its values as MySQL has them.
type shownVariables struct {
	plan.UnaryNode
	global bool
}

// Schema implements sql.Node.
func (n *shownVariables) Schema() sql.Schema { return n.Child.Schema() }

// String implements sql.Node.
func (n *shownVariables) String() string { return n.Child.String() }

// IsReadOnly implements sql.Node.
func (n *shownVariables) IsReadOnly() bool { return true }

// CollationCoercibility implements sql.CollationCoercible.
func (n *shownVariables) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 7
}

// WithChildren implements sql.Node.
func (n *shownVariables) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &shownVariables{plan.UnaryNode{Child: children[0]}, n.global}, nil
}

// BuildRowIter implements sql.ExecBuilderNode.
func (n *shownVariables) BuildRowIter(ctx *sql.Context, b sql.NodeExecBuilder, r sql.Row) (sql.RowIter, error) {
	rows, err := b.Build(ctx, n.Child, r)
	return &shownVariableRows{rows, n.global}, err //nolint:wrapcheck // the engine's own
}

type shownVariableRows struct {
	sql.RowIter
	global bool
}

// Next implements sql.RowIter.
func (i *shownVariableRows) Next(ctx *sql.Context) (sql.Row, error) {
	for {
		row, err := i.RowIter.Next(ctx)
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		if name, ok := row[0].(string); !i.global || !ok || !sysvar.OfSessions(name) {
			return sql.NewRow(row[0], sysvar.SystemText(sysvar.NamedSetText(name, row[1]))), nil
		}
	}
}

// variableValue is the value, as it is shown, of the variable whose name the row has.
type variableValue struct {
	*expression.GetField
	global bool
}

// shownText is the type of a value: texts are compared without regard to capitals.
var shownText = types.CreateLongText(sql.Collation_utf8mb4_general_ci)

// Type implements sql.Expression.
func (*variableValue) Type() sql.Type { return shownText }

// CollationCoercibility implements sql.CollationCoercible.
func (*variableValue) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_utf8mb4_general_ci, 2
}

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
	if value == nil {
		return "", nil
	}
	return sysvar.SystemText(sysvar.NamedSetText(name, value)), nil
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
	number, _ := operand.NumberText(text)
	f, _ := operand.DoubleText(number)
	return f, nil
}

// WithChildren implements sql.Expression.
func (v variableNumber) WithChildren(...sql.Expression) (sql.Expression, error) { return v, nil }

// WithChildren implements sql.Expression.
func (v *variableValue) WithChildren(...sql.Expression) (sql.Expression, error) { return v, nil }
