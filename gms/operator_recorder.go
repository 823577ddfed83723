package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/internal/held"
)

// buildObserved builds a node without the dialect: what is counted is wrapped, and the iterators
// are the storage's and the engine's own. Statements of stored programs count as work of the
// statement that runs them.
func (b *operatorBuilder) buildObserved(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (sql.RowIter, error) {
	switch {
	case x == nil || !x.recorded && !x.quiet:
		if apart := b.lifecycle.readings.Apart(n); apart != nil {
			return b.leaf.Build(ctx, apart, r)
		}
		return b.storage(ctx, n, r)
	case x.plan.state == buildNone && x.quiet:
		x.connection.session = ctx.Session
		n = x.enterQuiet(ctx, n)
		x.plan.state = buildDone
		return b.buildSeen(ctx, x, n, r, false)
	case x.plan.state == buildNone:
		return b.buildRoot(ctx, x, n, r)
	case x.quiet:
		return b.buildSeen(ctx, x, n, r, false)
	case x.detail.Kept.Analyzed():
		return b.operate(ctx, x, n, r, true, false)
	case x.plan.state == buildRunning && x.plan.depth > 0:
		x.plan.depth--
		if x.plan.depth == 0 {
			iter, err := b.operate(ctx, x, n, r, true, false)
			return x.mark(iter, err)
		}
		return b.operateTop(ctx, x, n, r, false)
	}
	return b.operate(ctx, x, n, r, false, false)
}

// buildSeen is [operatorBuilder.buildKind] without the dialect.
func (b *operatorBuilder) buildSeen(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force bool) (sql.RowIter, error) {
	if !x.recorded {
		return b.buildQuiet(ctx, x, n, r, force)
	}
	nodes := planNodes{b, x}
	if x.plan.only == nil {
		if x.plan.since.IsZero() && effect.ChangesData(n) {
			x.plan.since = ctx.QueryTime()
		}
		if iter, err, ok := held.NodesOf(nodes, &x.memory).Build(ctx, n, r); ok {
			return iter, err
		}
	}
	switch n := n.(type) {
	case *plan.GroupBy:
		if len(n.GroupByExprs) > 0 {
			return b.buildGrouping(ctx, x, n, r)
		}
	case *apartNode:
		return b.buildApart(ctx, x, n, r)
	case *rowTarget:
		return b.buildSeen(ctx, x, n.Node, r, true)
	case *plan.InsertInto:
		return measuredTables{planNodes: nodes}.insert(ctx, n, r)
	case *plan.Update:
		return measuredTables{planNodes: nodes}.update(ctx, n, r)
	case *plan.DeleteFrom:
		return measuredTables{planNodes: nodes}.remove(ctx, n, r)
	case *plan.DropTable, *plan.RenameTable, *plan.DropDB:
		return measuredTables{planNodes: nodes}.drop(ctx, n, r)
	case *plan.AddColumn, *plan.AlterIndex, *plan.AlterPK, *plan.CreateIndex, *plan.DropIndex, *plan.CreateForeignKey,
		*plan.ModifyColumn, *plan.DropColumn:
		x.plan.altersIndexes = true
	}
	return b.buildQuiet(ctx, x, n, r, force)
}
