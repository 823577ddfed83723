package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/status"
)

// A quiet statement is a query that begins while nothing of it is to be recorded
// ([perfschema.Thread.Quiet]). It runs as one of a server whose Schema is off: no stage
// but four is entered, no iterator is wrapped but those of tables and sorts, nothing is
// sized, and no Thread follows it from goroutine to goroutine. What depends on no
// instrument is as of any other: the process list, EXPLAIN ANALYZE FOR CONNECTION and the status
// variables.

// isQuiet says whether a command that begins runs a quiet statement. Those with limits
// of memory have what they hold counted, and those on another goroutine than the
// connection's have a cursor.
func (conn *connection) isQuiet(command, text string) bool {
	return (command == "" || command == "Execute") && conn.thread.Quiet() && !conn.profiling.On && conn.memory.Limit == 0 &&
		len(text) > 6 && strings.EqualFold(text[:6], "SELECT") && !conn.elsewhere()
}

// beginQuiet begins a quiet statement. text is as others may see it.
func (x *execution) beginQuiet(command, text, raw string, query bool) {
	x.guard(text, query)
	x.quiet, x.raw, x.known, x.slowAfter = true, raw, false, -1
	x.facts = perfschema.StatementCounters{}
	x.live.reset()
	if command == "" {
		command = "Query"
	}
	t := x.connection.thread
	t.ShowStage(x.connection.adapter.instruments.Stages.Starting)
	t.SetCommand(command, text)
}

// enterQuiet is called with the plan that will run, before it is built, and gives the
// one to build.
func (x *execution) enterQuiet(ctx *sql.Context, root sql.Node) sql.Node {
	conn, p := x.connection, &x.plan
	if p.keepsSettings = isPlainQuery(root); !p.keepsSettings {
		p.settle(root)
	}
	facts := planFacts{ctx: ctx, counters: &x.facts, selects: true}
	if x.ctx != nil {
		facts.reads = &x.ctx.running
		facts.reads.Tables = facts.reads.One[:0]
	}
	if p.point {
		p.only = columnsOfPoint(root)
	}
	facts.read(root, p.only)
	x.joinTransaction(ctx, facts.tables > 0)
	x.status = conn.tellStatus(&x.facts) & toldStatus
	conn.thread.ShowStage(conn.adapter.instruments.Stages.Executing)
	if facts.waits {
		root = node.Undeferred(root)
	}
	x.ctx.publish(root, nil)
	return root
}

// passQuiet is enterQuiet for the one row of a key, of which nothing else is to be looked
// after: what its reading counts is known beforehand, and no iterator is wrapped for it.
// How far it has come is not known meanwhile.
func (x *execution) passQuiet(ctx *sql.Context, root sql.Node, table *plan.IndexedTableAccess) {
	conn, p := x.connection, &x.plan
	if db := table.Database(); ctx.GetTransaction() != nil && db != nil && !computed.IsVirtual(db.Name()) {
		p.commits, p.touches = true, true
	}
	conn.counts.Add(status.ReadKey, 1)
	x.status &^= statusNoIndexUsed | statusNoGoodIndexUsed // of the statement before
	conn.thread.ShowStage(conn.adapter.instruments.Stages.Executing)
	x.ctx.publish(root, nil)
}

// endPassed is endQuiet for such a statement, with the commit of its transaction.
func (x *execution) endPassed() {
	conn, t := x.connection, x.connection.thread
	conn.running.Store(nil)
	if conn.session.WarningCount() != 0 {
		conn.countWarnings(conn.session)
	}
	if x.plan.touches {
		conn.counts.Add(status.HandlerCommit, 1)
	}
	t.ShowStage(0)
	t.SetCommand("Sleep", "")
	x.raw, x.ctx = "", nil
}

// endQuiet counts what a quiet statement has done. The rest of its end is as of one
// that is not recorded at all.
func (x *execution) endQuiet() {
	conn, t := x.connection, x.connection.thread
	conn.running.Store(nil)
	if x.ctx != nil {
		x.ctx.table.meter.end()
	}
	x.meters.end()
	x.helpers.Release()
	conn.countWarnings(conn.session) // so that the next statement does not
	c := x.counters()
	conn.counts.Work(&c, false)
	t.ShowStage(0)
	if conn.session != nil {
		t.SetDatabase(conn.session.GetCurrentDatabase())
	}
	t.SetCommand("Sleep", "")
	x.raw, x.ctx = "", nil
}

// quietUse is how a node of a quiet statement finds the rows of its table.
func quietUse(n sql.Node) tableUse {
	use := tableUse{quiet: true}
	if t, ok := n.(*plan.IndexedTableAccess); ok {
		use.index = t.Index().ID()
	}
	return use
}

// buildQuiet builds a node of a quiet statement, or one that a recorder does not build itself: what
// is counted for the status variables is counted, and the rest is built as the storage and the engine do.
func (b *operatorBuilder) buildQuiet(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force bool) (iter sql.RowIter, err error) {
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if !plan.IsDualTable(n.Table) {
			return b.buildTable(ctx, x, n, r)
		}
	case *plan.IndexedTableAccess:
		return b.buildTable(ctx, x, n, r)
	case *plan.Sort:
		return b.buildSort(ctx, x, n, n.Child, r)
	case *plan.TopN:
		return b.buildSort(ctx, x, n, n.Child, r)
	case *plan.SetOp:
		if len(n.SortFields) > 0 {
			return b.buildSort(ctx, x, n, n, r)
		}
	case *plan.GroupBy:
		if len(n.GroupByExprs) == 0 {
			iter, err = b.buildCount(ctx, x, n, r)
		}
	case *plan.JoinNode:
		if iter, err = b.buildFused(ctx, x, n, r); iter == nil && err == nil && n.Op.IsLookup() {
			x.plan.outer.Add(n.Left())
		}
	case *plan.Project, *plan.Filter:
		if !b.lifecycle.dialect {
			iter, err = b.storage(ctx, n, r)
		}
	default:
		if b.lifecycle.dialect {
			return b.buildGuarded(ctx, x, n, r, force)
		}
		iter, err = b.storage(ctx, n, r)
	}
	if iter == nil && err == nil && force {
		return b.engineNode(ctx, x, n, r)
	}
	return iter, err
}
