package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// openNamed gives the tables that a statement names their rows, where it has
// been built and is about to use none: one that EXPLAIN or SHOW tells of, one
// that is asked for the number of its rows alone, one behind a condition that is
// never true. MySQL opens them all. The analyzer takes most of these out of the
// plan, so that what is looked at is the statement as it was bound. DDL, which may
// have dropped its table by now, opens none, but for TRUNCATE.
func (l *lifecycle) openNamed(ctx *sql.Context, x *execution, analyzed sql.Node) {
	bound := x.plan.bound
	x.plan.bound = nil
	if bound == nil {
		bound = analyzed // the engine has passed the analyzer by
	}
	if x.tables.any() || changesTables(bound) || changesTables(analyzed) {
		return
	}
	transform.Inspect(bound, func(n sql.Node) bool {
		if d, ok := n.(*plan.DescribeQuery); ok {
			transform.Inspect(d.Query(), l.opens(ctx))
		}
		return l.opens(ctx)(n)
	})
}

func changesTables(n sql.Node) bool {
	_, truncates := n.(*plan.Truncate)
	return plan.IsDDLNode(n) && !truncates
}

// opens visits the nodes of a statement.
func (l *lifecycle) opens(ctx *sql.Context) func(sql.Node) bool {
	return func(n sql.Node) bool {
		if t, ok := n.(*plan.ResolvedTable); ok && t.SqlDatabase != nil && !isVirtualDatabase(t.SqlDatabase.Name()) {
			l.tableUse(ctx, t)
		}
		return true
	}
}
