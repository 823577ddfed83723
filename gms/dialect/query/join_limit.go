package query

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

const (
	// maxJoinTables is how many tables MySQL joins.
	maxJoinTables = 61
	// errTooManyTables is ER_TOO_MANY_TABLES.
	errTooManyTables = 1116
)

// JoinLimitRule is the rule join-limit.
var JoinLimitRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "join-limit", Changes: rule.Plan, About: rule.Queries,
		Why:      "The engine looks for the order of any number of joined tables, which takes hours and heeds no KILL; MySQL refuses more than 61.",
		NeededBy: rule.End, Golden: "long_statements",
	},
	Apply: step.PlanStep{Features: step.Joins, Apply: LimitJoins},
}

// LimitJoins refuses joins of more tables than MySQL's: the time to find their order
// grows fast, and nothing ends a statement meanwhile.
func LimitJoins(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	if joinsTooMany(n) {
		return nil, transform.SameTree, TooManyTables()
	}
	return n, transform.SameTree, nil
}

// TooManyTables is the error of a join of more tables than MySQL's.
func TooManyTables() error {
	return mysql.NewSQLError(errTooManyTables, sqlerr.StateGeneral, "Too many tables; MySQL can only use %d tables in a join", maxJoinTables)
}

// joinsTooMany looks for such a join in a plan and in its subqueries.
func joinsTooMany(root sql.Node) (found bool) {
	transform.InspectWithOpaque(root, func(n sql.Node) bool {
		if found || n == nil {
			return false
		}
		if _, ok := n.(*plan.JoinNode); ok && joined(n) > maxJoinTables {
			found = true
			return false
		}
		if e, ok := n.(sql.Expressioner); ok {
			if _, table := n.(*plan.ResolvedTable); !table {
				found = subqueriesJoin(e.Expressions())
			}
		}
		return !found
	})
	return found
}

// joined is how many tables a join has, without recursion: its left side is as deep
// as there are tables.
func joined(n sql.Node) (tables int) {
	for open := []sql.Node{n}; len(open) > 0 && tables <= maxJoinTables; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		if j, ok := last.(*plan.JoinNode); ok {
			open = append(open, j.Left(), j.Right())
			continue
		}
		tables++
	}
	return tables
}

func subqueriesJoin(list []sql.Expression) (found bool) {
	for _, e := range list {
		sql.Inspect(e, func(e sql.Expression) bool {
			if s, ok := e.(*plan.Subquery); ok && !found {
				found = joinsTooMany(s.Query)
				return false
			}
			return !found
		})
	}
	return found
}
