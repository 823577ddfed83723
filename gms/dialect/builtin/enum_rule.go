package builtin

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// EnumsAsTextRule is the rule enums-as-texts.
var EnumsAsTextRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "enums-as-texts", Changes: rule.Plan, About: rule.Comparisons,
		Why:      "The engine computes with the number of an ENUM or a SET where MySQL takes its text.",
		NeededBy: rule.Data, Golden: "enum_look_ups",
	},
	Apply: step.PlanStep{Features: step.Converts, Apply: EnumsAsText},
}

// EnumsAsText makes strings of ENUMs and SETs where operators and assignments
// want such.
func EnumsAsText(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	var joins bool // whether the engine makes joins of IN
	switch n.(type) {
	case *plan.DeleteFrom, *plan.InsertInto, *plan.Update:
	default:
		joins = flags.SubqueryIsSet()
	}
	root := n
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		n, sameFilter := lookUpMembers(ctx, n, root)
		n, sameExprs, err := transform.OneNodeExpressions(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			checked, changed := checkAssignment(e, false)
			out, same, err := operand.EnumOperands(ctx, checked)
			return out, same && transform.TreeIdentity(!changed), err
		})
		if err != nil {
			return nil, transform.SameTree, err
		}
		if filter, ok := n.(*plan.Filter); ok && joins && !bool(sameExprs) {
			n = plan.NewFilter(operand.JoinedRows(filter.Expression), filter.Child)
		}
		n, sameNode, err := enumAssignments(n)
		return n, sameFilter && sameExprs && sameNode, err
	})
}
