package query

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// maxExists is how deep subqueries may nest in an EXISTS for the engine to make a join
// of it. It gives the tables of each level other names where they meet, by going
// through all levels below several times for each level above: eight took it minutes,
// in one rule that nothing ends.
const maxExists = 4

// NestedExistsRule is the rule nested-exists.
var NestedExistsRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "nested-exists", Changes: rule.Plan, About: rule.Queries,
		Why:      "The engine makes joins of nested EXISTS in a time that doubles with each level; eight take minutes.",
		NeededBy: rule.End, Golden: "long_statements",
	},
	Apply: step.WrapStep{Engine: []string{"unnestExistsSubqueries"}, Wrap: boundExists},
}

// boundExists goes around the rule that makes joins of EXISTS. What it leaves is run
// as the subquery that it is.
func boundExists(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if flags.SubqueryIsSet() && existsDepth(n) > maxExists {
			return n, transform.SameTree, nil
		}
		return apply(ctx, a, n, scope, sel, flags)
	}
}

// existsDepth is how deep subqueries nest in the EXISTS of a plan, itself among them,
// up to one more than maxExists.
func existsDepth(n sql.Node) (depth int) {
	inSubqueries(n, func(s *plan.Subquery, exists bool) bool {
		if exists {
			depth = max(depth, 1+subqueryDepth(s.Query, maxExists))
		} else {
			depth = max(depth, existsDepth(s.Query))
		}
		return depth <= maxExists
	})
	return depth
}

// subqueryDepth is how deep subqueries nest in a plan, up to most.
func subqueryDepth(n sql.Node, most int) (depth int) {
	if most == 0 {
		return 0
	}
	inSubqueries(n, func(s *plan.Subquery, _ bool) bool {
		depth = max(depth, 1+subqueryDepth(s.Query, most-1))
		return depth < most
	})
	return depth
}

// inSubqueries calls f with the subqueries of a plan, without those in them, until it
// returns false.
func inSubqueries(n sql.Node, f func(s *plan.Subquery, exists bool) bool) {
	more := true
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		e, ok := n.(sql.Expressioner)
		if !ok || !more {
			return more
		}
		for _, e := range e.Expressions() {
			sql.Inspect(e, func(e sql.Expression) bool {
				if !more {
					return false
				}
				switch e := e.(type) {
				case *plan.ExistsSubquery:
					more = f(e.Query, true)
					return false
				case *plan.Subquery:
					more = f(e, false)
					return false
				}
				return true
			})
		}
		return more
	})
}
