package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/rowexec"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/snowset"
)

// operatorPosition is where in a plan a thread is.
type operatorPosition struct {
	thread   *perfschema.Thread
	node     *activity.PlanNode // nil if the plan does not have the node
	operator snowset.Operator
	number   uint16
}

// enter says that the thread is there, until it gives the mark to leave.
func (p *operatorPosition) enter() activity.OperatorMark {
	return p.thread.EnterOperator(p.operator, p.number)
}

// gave counts a row of a statement: one row, or those that it changed.
func (p *operatorPosition) gave(row sql.Row) {
	if p.node == nil {
		return
	}
	if ok, changed := okResult(row); changed {
		p.node.AddRows(ok.RowsAffected)
	} else {
		p.node.AddRows(1)
	}
}

// nodeIter says of a node's iterator when a thread is in it, and counts its rows.
// The goroutine that has the thread runs it.
type nodeIter struct {
	node.Pass
	operatorPosition
}

var _ sql.ValueRowIter = (*nodeIter)(nil)

// Next implements sql.RowIter.
func (i *nodeIter) Next(ctx *sql.Context) (sql.Row, error) {
	m := i.enter()
	row, err := i.Iter.Next(ctx)
	i.thread.LeaveOperator(m)
	i.count(row, err)
	return row, err
}

// count counts a row, unless it says what became of a command.
func (i *nodeIter) count(row sql.Row, err error) {
	if err == nil && (i.operator != snowset.OperatorOther || !types.IsOkResult(row)) {
		i.node.AddRows(1)
	}
}

// NextValueRow implements sql.ValueRowIter.
func (i *nodeIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	m := i.enter()
	row, err := i.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	i.thread.LeaveOperator(m)
	if err == nil {
		i.node.AddRows(1)
	}
	return row, err
}

// Close implements sql.RowIter.
func (i *nodeIter) Close(ctx *sql.Context) error {
	m := i.enter()
	defer i.thread.LeaveOperator(m)
	return i.Iter.Close(ctx)
}

// aliasIter counts the rows of a node that gives those of another one.
type aliasIter struct {
	node.Pass
	node *activity.PlanNode
}

var _ sql.ValueRowIter = (*aliasIter)(nil)

// Next implements sql.RowIter.
func (i *aliasIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.Iter.Next(ctx)
	if err == nil {
		i.node.AddRows(1)
	}
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (i *aliasIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	row, err := i.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	if err == nil {
		i.node.AddRows(1)
	}
	return row, err
}

// builder is the thread of the goroutine that builds a node.
func (x *execution) builder() *perfschema.Thread {
	if x.plan.state == buildRunning {
		return x.connection.thread
	}
	return x.helpers.thread()
}

// operate builds a node and, while its plan is kept, has it say when it is at
// work. What the engine wants to see at the top of a statement stays as it is.
func (b *operatorBuilder) operate(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force, top bool) (sql.RowIter, error) {
	k := x.detail.kept
	if k == nil {
		return b.build(ctx, x, n, r, force)
	}
	switch n := n.(type) {
	case *apartNode:
		return b.buildApart(ctx, x, n, r)
	case *held.Input:
		return held.NodesOf(planNodes{b, x}, &x.memory).Input(ctx, n, r)
	case *builtNode:
		return n.iter, nil
	case *plan.PrependNode: // the engine's, for a subquery that it runs
		return b.build(ctx, x, n, r, true)
	}
	p := x.detail.position(n, x.builder(), x.programs.node)
	watch := k.Watch(p.thread)
	w, m := watch.Enter(p.number), p.enter()
	iter, err := b.buildKept(ctx, x, n, r, top)
	watch.Leave(w)
	p.thread.LeaveOperator(m)
	p.node.Begin()
	switch {
	case err != nil || iter == nil || top || !wraps(n, iter):
		return iter, err
	case plantree.IsAlias(n):
		return &aliasIter{node.Pass{Iter: iter}, p.node}, nil
	case watch != nil:
		return &timedIter{nodeIter{node.Pass{Iter: iter}, p}, watch}, nil
	}
	around := x.ctx.nodeAround(iter)
	around.Iter, around.operatorPosition = iter, p
	return around, nil
}

// nodeAround is a nodeIter to fill in: that of the statement's context, for the
// table that lies there too.
func (c *statementContext) nodeAround(iter sql.RowIter) *nodeIter {
	if c != nil && iter == sql.RowIter(&c.table) && c.node.Iter == nil {
		return &c.node
	}
	return new(nodeIter)
}

// operateTop builds a node that lies above the one which marks the statement's
// progress. Nothing lies around a projection there, nor around what is above it.
func (b *operatorBuilder) operateTop(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force bool) (iter sql.RowIter, err error) {
	if _, ok := n.(*plan.Limit); ok {
		force = true // its iterator has to be known
	}
	if x.detail.kept == nil {
		if x.detail.sampled {
			x.detail.result.noteLimit(ctx, n)
		}
		iter, err = b.build(ctx, x, n, r, force)
	} else {
		if x.detail.result.noteLimit(ctx, n); x.plan.projects {
			x.detail.noteTop(n)
		}
		iter, err = b.operate(ctx, x, n, r, true, x.plan.projects)
	}
	if l, ok := iter.(*iters.LimitIter); ok {
		x.window.limits = append(x.window.limits, l)
	}
	return iter, err
}

// buildKept builds a node. Those that a join begins again for every row it
// builds itself, which is cheaper than what the engine needs for it.
func (b *operatorBuilder) buildKept(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, top bool) (sql.RowIter, error) {
	switch n := n.(type) {
	case *plan.TableAlias:
		return b.below(ctx, n.Child, r)
	case *plan.Filter:
		iter, err := b.below(ctx, n.Child, r)
		if err != nil {
			return nil, err
		}
		return plan.NewFilterIter(n.Expression, iter), nil
	case *plan.HashLookup:
		if hasLookup(n) {
			return b.leaf.Build(ctx, n, r)
		}
	case *plan.Project:
		if top {
			return b.engineNode(ctx, x, x.detail.watchProjections(n, &x.window), r)
		}
	}
	return b.build(ctx, x, n, r, true)
}

// below builds a node as the engine builds one below another.
func (b *operatorBuilder) below(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	iter, err := b.Build(ctx, n, r)
	if iter == nil && err == nil {
		iter, err = b.engineNode(ctx, executionOf(ctx), n, r)
	}
	if counted, ok := n.(sql.WithDescribeStats); ok && err == nil {
		return sql.NewCountingRowIter(iter, counted), nil
	}
	return iter, err
}

// hasLookup says whether a hash join has read the side that it looks rows up in.
func hasLookup(n *plan.HashLookup) bool {
	n.Mutex.Lock()
	defer n.Mutex.Unlock()
	return n.Lookup != nil
}

// wraps says whether something may lie around the iterator of a node. The
// engine looks for some of them by their types: those of changes, below which
// it counts the rows that were changed; of blocks; and the iterator that is
// known to be empty.
func wraps(n sql.Node, iter sql.RowIter) bool {
	if plantree.IsUncounted(n) || plan.IsEmptyIter(iter) {
		return false
	}
	switch iter.(type) {
	case sql.MutableRowIter, plan.BlockRowIter, *plan.TableEditorIter, *plan.CheckpointingTableEditorIter:
		return false
	case *rowexec.ProjectIter:
		return !leadsToChange(n)
	}
	return true
}

// leadsToChange says whether a node lies over one that changes rows.
func leadsToChange(n sql.Node) bool {
	for {
		switch node := n.(type) {
		case *plan.Project:
			n = node.Child
		case *plan.InsertInto, *plan.Update, *plan.UpdateJoin, *plan.DeleteFrom, *plan.TriggerExecutor, *plan.ForeignKeyHandler, *plan.Block, *plan.Call:
			return true
		default:
			return false
		}
	}
}
