package query

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// The engine makes an anti join of NOT IN and <> with a subquery that has nothing of the
// query around it. Where that is no join by hash, it keeps rows for which the comparison
// is NULL: a NOT IN (SELECT NULL), a <> (SELECT b FROM t WHERE FALSE). So such a
// condition is hidden from it, and computed: the subquery runs once all the same.

// negation is NOT of a comparison with a subquery.
type negation struct{ *expression.Not }

var _ sql.CollationCoercible = negation{}

// NegatedSubqueriesRule is the rule negated-subqueries.
var NegatedSubqueriesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "negated-subqueries", Changes: rule.Plan, About: rule.Queries,
		Why:      "The engine makes an anti join of NOT IN and <> with a subquery, and keeps rows for which the comparison is NULL.",
		NeededBy: rule.Data, Golden: "collated_forms",
	},
	Apply: step.PlanStep{Features: step.Negated, Apply: ComputeNegations},
}

// ComputeNegations hides such conditions.
func ComputeNegations(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeExprsWithOpaque(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		if not, ok := e.(*expression.Not); ok && comparesSubquery(not.Child) {
			return negation{not}, transform.NewTree, nil
		}
		return e, transform.SameTree, nil
	})
}

// comparesSubquery says of a comparison that it is one with a subquery, and may be NULL.
func comparesSubquery(e sql.Expression) bool {
	if in, ok := e.(*plan.InSubquery); ok {
		s, ok := in.RightChild.(*plan.Subquery)
		if !ok || in.LeftChild.IsNullable() {
			return ok
		}
		for _, c := range s.Query.Schema() {
			if c.Nullable {
				return true
			}
		}
		return false
	}
	c, ok := e.(expression.Comparer)
	if !ok {
		return false
	}
	_, ok = c.Right().(*plan.Subquery) // of no row it is NULL, whatever its column
	return ok
}

// WithChildren implements sql.Expression.
func (n negation) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := n.Not.WithChildren(children...)
	if not, ok := e.(*expression.Not); ok && err == nil {
		return negation{not}, nil
	}
	return e, err
}
