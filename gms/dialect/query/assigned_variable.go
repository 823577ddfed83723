package query

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// A condition that reads a variable of the session which the statement assigns (:=) has
// another value with each row, where the engine takes it for a constant. And a derived
// table that assigns some is read as a whole before anything else of the query is done,
// where the engine reads it row by row, and of the rows only those that a condition around
// it lets through.

// AssignedVariablesRule is the rule assigned-variables.
var AssignedVariablesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "assigned-variables", Changes: rule.Plan, About: rule.Variables,
		Why:      "The engine takes a variable that the statement assigns for a constant in a condition; in MySQL it has another value with each row.",
		NeededBy: rule.Data, Golden: "assigned_variables",
	},
	Apply: step.PlanStep{Features: step.Assigns, Apply: ReadAssignedLate},
}

// ReadAssignedLate keeps conditions on variables that a statement assigns where they are,
// to be computed row by row. It is for statements that assign some.
func ReadAssignedLate(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	assigned := make(map[string]sql.Type)
	planwalk.EachNode(n, func(n sql.Node) {
		if d, ok := n.(*plan.SubqueryAlias); ok && flags != nil && operand.Assigns(d.Child) {
			flags.Set(step.FlagMaterializes)
		}
		operand.EachAssignment(n, func(c *operand.ScalarCall) {
			name, typ := strings.ToLower(nameAssigned(c)), c.Args[1].Type()
			if types.IsInteger(typ) {
				typ = types.Int64 // what it is counted up to may need it
			}
			if old, known := assigned[name]; !known || old == types.Null {
				assigned[name] = typ
			}
		})
	})
	if len(assigned) == 0 {
		return n, transform.SameTree, nil
	}
	return planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if d, ok := n.(*plan.SubqueryAlias); ok && operand.Assigns(d.Child) {
			// Without it no condition is moved into the table.
			return d.WithScopeMapping(nil), transform.NewTree, nil
		}
		f, ok := n.(*plan.Filter)
		if !ok {
			return n, transform.SameTree, nil
		}
		var early, late []sql.Expression
		for _, e := range expression.SplitConjunction(f.Expression) {
			e, same, err := transform.Expr(e, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
				if v, ok := e.(*expression.UserVar); ok {
					if typ, ok := assigned[strings.ToLower(v.Name)]; ok {
						if v.Type() == types.Null {
							v = expression.NewUserVarWithType(v.Name, typ)
						}
						return v, transform.NewTree, nil
					}
				}
				return e, transform.SameTree, nil
			})
			if err != nil {
				return n, transform.SameTree, err
			}
			if same {
				early = append(early, e)
			} else {
				late = append(late, e)
			}
		}
		if len(late) == 0 {
			return n, transform.SameTree, nil
		}
		child := f.Child
		if len(early) > 0 {
			child = plan.NewFilter(expression.JoinAnd(early...), child)
		}
		// The engine leaves HAVING alone.
		return plan.NewHaving(expression.JoinAnd(late...), child), transform.NewTree, nil
	})
}

// nameAssigned is the variable that an assignment is to, empty if it is not told.
func nameAssigned(c *operand.ScalarCall) string {
	if l, ok := c.Args[0].(*expression.Literal); ok {
		return fmt.Sprint(l.Value())
	}
	return ""
}

// MaterializePlan has the derived tables of a plan that assign variables read as a whole.
// It is among the last rules of an analyzer, whose own know nothing of such a node.
func MaterializePlan(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if flags == nil || !flags.IsSet(step.FlagMaterializes) {
		return n, transform.SameTree, nil
	}
	return planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		d, ok := n.(*plan.SubqueryAlias)
		if !ok || !operand.Assigns(d.Child) {
			return n, transform.SameTree, nil
		}
		if _, done := d.Child.(*Materialized); done {
			return n, transform.SameTree, nil
		}
		out, err := d.WithChildren(&Materialized{plan.UnaryNode{Child: d.Child}})
		return out, transform.NewTree, err
	})
}
