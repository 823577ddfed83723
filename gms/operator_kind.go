package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/serverfile"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/metalock"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/status"
)

// buildKind builds a node by its kind.
func (b *operatorBuilder) buildKind(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force bool) (sql.RowIter, error) {
	one := x.plan.only != nil
	if !one {
		if err := serverfile.Check(n); err != nil {
			return nil, err
		}
	}
	if set, ok := n.(*plan.Set); ok {
		x.connection.zone.NoteSet(set)
		if !x.connection.changing.Sets {
			if setsGlobal(set, isLogVariable) {
				return b.buildLogSetting(ctx, x, set, r)
			}
			if setsGlobal(set, isEventScheduler) {
				return b.buildEventScheduler(ctx, x, set, r)
			}
			if setsGlobal(set, metalock.IsReadOnlyVariable) {
				return b.buildReadOnly(ctx, x, set, r)
			}
		}
	}
	if !one && (x.recorded || x.memory.Limited()) {
		if iter, err, ok := held.NodesOf(planNodes{b, x}, &x.memory).Build(ctx, n, r); ok {
			return iter, err
		}
	}
	switch {
	case x.recorded:
	case x.quiet:
		return b.buildQuiet(ctx, x, n, r, force)
	default:
		return b.buildGuarded(ctx, x, n, r, force)
	}
	nodes := planNodes{b, x}
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if plan.IsDualTable(n.Table) {
			break
		}
		return b.buildTable(ctx, x, n, r)
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
		if len(n.GroupByExprs) > 0 {
			return b.buildGrouping(ctx, x, n, r)
		}
		if iter, err := b.buildCount(ctx, x, n, r); iter != nil || err != nil {
			return iter, err
		}
	case *apartNode:
		return b.buildApart(ctx, x, n, r)
	case *rowTarget:
		return b.build(ctx, x, n.Node, r, true)
	case *plan.Call:
		return programNodes{nodes}.call(ctx, n, r)
	case *plan.RecursiveTable:
		return nodes.round(ctx, n, r)
	case *plan.JSONTable:
		return node.Ending(b.engineNode(ctx, x, builtin.CheckTable(n), r))
	case *plan.TriggerExecutor:
		return programNodes{nodes}.trigger(ctx, n, r)
	case *plan.InsertInto:
		x.programs.database = node.DatabaseName(n.Database())
		ctx, with := b.inserting(ctx, n, x.told(ctx))
		return changedTables{measuredTables{nodes, true}}.insert(ctx, with, r)
	case *plan.Update:
		return changedTables{measuredTables{nodes, true}}.update(b.updating(ctx, n), n, r)
	case *plan.DeleteFrom:
		return changedTables{measuredTables{nodes, true}}.remove(ctx, n, r)
	case *plan.DropTable, *plan.RenameTable, *plan.DropDB:
		return changedTables{measuredTables{nodes, true}}.drop(ctx, n, r)
	case *plan.Set:
		whole, err := sysvar.WithSwitches(ctx, n, r)
		if err != nil {
			return nil, err
		}
		x.sets.note(whole)
		if whole != n || sysvar.SetsInParts(n) {
			return b.buildSet(ctx, whole, r)
		}
	case *plan.AddColumn:
		if err := builtin.CheckDefault(ctx, n.Column(), r); err != nil {
			return nil, err
		}
		x.plan.altersIndexes = true
	case *plan.CreateTable:
		if x.plan.Like != nil {
			return b.createLike(ctx, x, n, r)
		}
	case *plan.AlterIndex, *plan.AlterPK, *plan.CreateIndex, *plan.DropIndex, *plan.CreateForeignKey,
		*plan.ModifyColumn, *plan.DropColumn:
		x.plan.altersIndexes = true
	case *plan.JoinNode:
		if iter, err := b.buildFused(ctx, x, n, r); iter != nil || err != nil {
			return iter, err
		}
		if n.Op.IsLookup() {
			x.plan.outer.Add(n.Left())
		}
	default:
		if iter, err := b.storage(ctx, n, r); iter != nil || err != nil {
			return iter, err
		}
	}
	if force {
		return b.engineNode(ctx, x, n, r)
	}
	return nil, nil
}

// storage asks the storage's own builder.
func (b *operatorBuilder) storage(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	if b.next == nil {
		return nil, nil
	}
	return b.next.Build(ctx, n, r)
}

// engineNode has the engine build the node at hand, and this builder those
// below it.
func (b *operatorBuilder) engineNode(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (sql.RowIter, error) {
	if grouping, ok := n.(*plan.GroupBy); ok && len(grouping.GroupByExprs) > 0 && b.lifecycle.dialect {
		return b.groups(ctx, x, grouping, r)
	}
	e := b.raw
	if x.plan.state == buildRunning {
		x.plan.skip = true
	} else {
		e = b.engine(&onceBuilder{operatorBuilder: b})
	}
	iter, err := e.Build(ctx, n, r)
	x.plan.clearSkip()
	if c, ok := iter.(sql.CountingRowIter); ok {
		// The caller counts the node's rows for EXPLAIN ANALYZE again.
		c.Stats.NumberOfIterations--
		return c.RowIter, err
	}
	return iter, err
}

// groups builds a GROUP BY in place of the engine, and this builder what is below it.
func (b *operatorBuilder) groups(ctx *sql.Context, x *execution, n *plan.GroupBy, r sql.Row) (sql.RowIter, error) {
	e := b.raw
	if x.plan.state != buildRunning {
		e = b.engine(b)
	}
	input, err := e.Build(ctx, n.Child, r)
	if err != nil {
		return nil, err
	}
	return node.Groups(n, input), nil
}

// buildLeaf builds a table as the storage or the engine reads it.
func (b *operatorBuilder) buildLeaf(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	if apart := b.lifecycle.readings.Apart(n); apart != nil {
		return b.leaf.Build(ctx, apart, r)
	}
	iter, err := b.storage(ctx, n, r)
	if iter == nil && err == nil {
		return b.leaf.Build(ctx, n, r)
	}
	return iter, err
}

func (b *operatorBuilder) buildTable(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (sql.RowIter, error) {
	iter, err := b.buildLeaf(ctx, n, r)
	if err != nil {
		return nil, err
	}
	t := x.plan.firstTable()
	t.Iter = iter
	var use tableUse
	if x.quiet {
		use = quietUse(n)
	} else if x.plan.state == buildRunning {
		use = x.connection.memorizedUse(ctx, n)
	} else {
		use = b.lifecycle.tableUse(ctx, n)
	}
	t.meter = newRowMeter(x, use, perfschema.OpFetch)
	t.meter.alone = x.quiet && x.ctx != nil && t == &x.ctx.table
	t.access, _ = n.(*plan.IndexedTableAccess)
	t.asks, t.key, x.plan.asksBeyond = x.plan.asksBeyond || x.plan.outer.Has(n), t.access, false
	t.count = x.ctx.tableCount(n)
	t.count.Begin()
	return t, nil
}

// firstTable is a table iterator to fill in; that of the statement's context
// goes to the first table.
func (p *planBuild) firstTable() *tableIter {
	if c := p.context; c != nil && (p.state == buildRunning || p.point) {
		p.context = nil
		return &c.table
	}
	return new(tableIter)
}

func (b *operatorBuilder) buildSort(ctx *sql.Context, x *execution, n, input sql.Node, r sql.Row) (sql.RowIter, error) {
	iter, err := b.engineNode(ctx, x, n, r)
	if err != nil {
		return nil, err
	}
	s := &sortIter{Pass: node.Pass{Iter: iter}, live: &x.live, ranged: node.FirstAccess(ctx, input) == node.AccessRange}
	if x.recorded && x.plan.driven() {
		s.execution = x
	}
	return s, nil
}

// buildGrouping builds a GROUP BY, which reads its input on another goroutine.
func (b *operatorBuilder) buildGrouping(ctx *sql.Context, x *execution, n *plan.GroupBy, r sql.Row) (sql.RowIter, error) {
	g := new(groupIter)
	apart := *n
	apart.Child = &apartNode{n.Child, g}
	x.connection.profiling.WatchGrouping(&apart)
	driven := x.plan.driven()
	if driven {
		g.execution = x
		x.plan.apart++
	}
	if x.detail.Kept != nil {
		g.grouping = x.detail.WatchGrouping(&apart, x.detail.Kept.Number(n))
	}
	iter, err := b.engineNode(ctx, x, &apart, r)
	if driven {
		x.plan.apart--
	}
	if err != nil {
		return nil, err
	}
	g.Iter = iter
	return g, nil
}

// buildApart builds the input of a grouping.
func (b *operatorBuilder) buildApart(ctx *sql.Context, x *execution, n *apartNode, r sql.Row) (sql.RowIter, error) {
	iter, err := b.operate(ctx, x, n.Node, r, true, false)
	if err != nil {
		return nil, err
	}
	return &apartIter{Pass: node.Pass{Iter: iter}, group: n.group}, nil
}

// driven says whether the iterator being built will be called by the goroutine
// that drives the statement, which alone may enter stages.
func (p *planBuild) driven() bool { return p.state == buildRunning && p.apart == 0 }

// buildCount lets the storage count rows where the count is also the number of
// rows read: COUNT over something never NULL, without a filter.
func (b *operatorBuilder) buildCount(ctx *sql.Context, x *execution, n *plan.GroupBy, r sql.Row) (sql.RowIter, error) {
	if iter, err := b.buildFused(ctx, x, n, r); iter != nil || err != nil {
		return iter, err
	}
	if b.next == nil || len(n.SelectDeps) != 1 || !isTable(n.Child) {
		return nil, nil
	}
	count, ok := n.SelectDeps[0].(*aggregation.Count)
	if !ok {
		return nil, nil
	}
	switch e := count.Child.(type) {
	case *expression.Literal:
		if e.Value() == nil {
			return nil, nil
		}
	case *expression.GetField:
		if e.IsNullable() {
			return nil, nil
		}
	default:
		return nil, nil
	}
	iter, err := b.next.Build(ctx, n, r)
	if iter == nil || err != nil {
		return nil, err
	}
	x.detail.Kept.Fuse(n)
	table := tableBelow(n.Child)
	rows := x.detail.Node(table)
	if rows == nil {
		rows = x.ctx.tableCount(table)
	}
	rows.Begin()
	meter := newRowMeter(x, b.lifecycle.tableUse(ctx, n.Child), perfschema.OpFetch)
	if access, ok := table.(*plan.IndexedTableAccess); ok {
		meter.reads.Shape = status.ShapeOf(ctx, access)
	}
	meter.reads.Ended, meter.reads.None = true, countedByStorage(n.Child)
	return &countIter{node.Pass{Iter: iter}, meter, rows}, nil
}

// countedByStorage says of a count that it is of a whole table, for whose rows MySQL
// does not ask.
func countedByStorage(n sql.Node) bool {
	_, whole := tableBelow(n).(*plan.ResolvedTable)
	return whole
}

// isTable says whether a node reads one table and does nothing else.
func isTable(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.TableAlias:
		return isTable(n.Child)
	case *plan.ResolvedTable:
		return !plan.IsDualTable(n.Table)
	case *plan.IndexedTableAccess:
		return true
	}
	return false
}
