package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/stopwatch"
)

// FusedTable is a table that an iterator of a storage's reads along with other
// work, such as a join. The storage calls Start and Stop around every read; then
// the table has its own rows, and its own part of the iterator's time. The zero
// FusedTable measures nothing. The goroutine that runs the iterator calls it.
type FusedTable struct {
	meter    RowMeter
	position plantree.Position
	mark     activity.OperatorMark
	watch    *stopwatch.Watch // of an EXPLAIN ANALYZE
	since    stopwatch.Mark
	kept     held.KeptRows
	keeps    bool // somebody wants to know what the iterator keeps
}

// newFusedTable measures the table that is all a node reads.
func (b *operatorBuilder) newFusedTable(ctx *sql.Context, x *execution, n sql.Node) FusedTable {
	f := FusedTable{meter: newRowMeter(x, b.lifecycle.tableUse(ctx, n), perfschema.OpFetch)}
	table := tableBelow(n)
	if access, ok := table.(*plan.IndexedTableAccess); ok {
		f.meter.reads.Shape = status.ShapeOf(ctx, access)
	}
	if k := x.detail.Kept; k != nil {
		f.position = x.detail.Position(table, x.builder(), x.programs.node)
		f.watch = k.Watch(f.position.Thread)
	}
	return f
}

// Loop says that the table is read from the beginning, or looked up, once more.
func (f *FusedTable) Loop() {
	f.meter.reads.Opened++
	f.position.Node.Begin()
}

// Start begins a read.
func (f *FusedTable) Start() {
	if f.position.Thread != nil {
		f.mark = f.position.Enter()
		f.since = f.watch.Enter(f.position.Number)
	}
	f.meter.Start()
}

// Stop ends it; rows is how many rows it gave.
func (f *FusedTable) Stop(rows int) {
	f.meter.Stop(rows)
	f.meter.reads.Ended = rows == 0
	if f.position.Thread != nil {
		f.watch.Leave(f.since)
		f.position.Node.AddRows(uint64(rows))
		f.position.Thread.LeaveOperator(f.mark)
	}
}

// Keep says how many rows of the table the iterator has kept, before it reads
// another. list is the bytes of the list they are in, of which the iterator uses
// the beginning again when it has emptied it; size is called with the places in it
// of rows that have come. Short lists cost a comparison or two.
func (f *FusedTable) Keep(rows int, list func() int64, size func(i int) int64) {
	if f.keeps && f.kept.Due(rows) {
		f.kept.Count(rows, list(), size)
	}
}

// Kept is [FusedTable.Keep] once the table has ended.
func (f *FusedTable) Kept(rows int, list func() int64, size func(i int) int64) {
	if f.keeps && rows >= held.KeptFirst {
		f.kept.Count(rows, list(), size)
	}
}

// Count says that rows were read, where the iterator does little but read one
// table: a row pays for no clock.
func (f *FusedTable) Count(rows int) {
	f.meter.Count(rows)
	f.position.Node.AddRows(uint64(rows))
}

// tableBelow is the node that reads a table, under aliases, filters and
// projections.
func tableBelow(n sql.Node) sql.Node {
	for {
		switch n.(type) {
		case *plan.TableAlias, *plan.Filter, *plan.Project:
			n = node.FirstChild(n)
		default:
			return n
		}
	}
}

// buildFused lets the storage fuse a node with those below it, if the rows it
// reads are counted or nobody counts them.
func (b *operatorBuilder) buildFused(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (sql.RowIter, error) {
	count := b.lifecycle.storage.CountFusedRows
	if count == nil && x.statement.Recorded() {
		return nil, nil
	}
	iter, err := b.storage(ctx, n, r)
	if iter == nil || err != nil || count == nil {
		return iter, err
	}
	f := &fusedIter{Pass: node.Pass{Iter: iter}}
	switch n := n.(type) {
	case *plan.JoinNode:
		f.first, f.second = b.newFusedTable(ctx, x, n.Left()), b.newFusedTable(ctx, x, n.Right())
		f.asks = n.Op.IsLookup()
		if n.Op.IsMerge() && x.memory.Counts(held.Join) {
			f.second.keeps = true
			f.second.kept.Holding = x.memory.Hold(held.Join, x.detail.Node(n))
		}
	case *plan.GroupBy:
		f.first = b.newFusedTable(ctx, x, n.Child)
		f.first.meter.reads.None = countedByStorage(n.Child)
		f.whole = true
	}
	if !count(iter, &f.first, &f.second) {
		return nil, iter.Close(ctx)
	}
	x.detail.Kept.Fuse(n)
	return f, nil
}

// fusedIter is one of a storage that does the work of several operators: of a
// join of two tables, or of an aggregation over one.
type fusedIter struct {
	node.Pass
	first, second FusedTable
	whole         bool // the first table is all there is to it
	asks          bool // to find the end of the first table is a fetch
}

// Next implements sql.RowIter.
func (f *fusedIter) Next(ctx *sql.Context) (sql.Row, error) {
	if f.whole {
		f.first.meter.Start()
	}
	row, err := f.Iter.Next(ctx)
	if f.whole {
		f.first.meter.stopCounted()
	}
	if err != nil {
		f.end()
	}
	return row, err
}

// Close implements sql.RowIter.
func (f *fusedIter) Close(ctx *sql.Context) error {
	f.end()
	return f.Iter.Close(ctx)
}

func (f *fusedIter) end() {
	if first := &f.first.meter; f.asks && first.begun && first.reads.Ended && !first.reads.Shape.Unique {
		first.Start()
		first.missed()
	}
	f.first.meter.end()
	f.second.meter.end()
	f.second.kept.Holding.Release()
}
