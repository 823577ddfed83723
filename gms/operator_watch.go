package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/rowexec"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/operator"
	"github.com/perfschema/perfschema/gms/internal/plantree"
)

// builder is the thread of the goroutine that builds a node.
func (x *execution) builder() *perfschema.Thread {
	if x.plan.state == buildRunning {
		return x.connection.thread
	}
	return x.helpers.Thread()
}

// operate builds a node and, while its plan is kept, has it say when it is at
// work. What the engine wants to see at the top of a statement stays as it is.
func (b *operatorBuilder) operate(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force, top bool) (sql.RowIter, error) {
	k := x.detail.Kept
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
	at := n
	if t, ok := n.(*rowTarget); ok {
		at = t.Node
	}
	p := x.detail.Position(at, x.builder(), x.programs.node)
	watch := k.Watch(p.Thread)
	w, m := watch.Enter(p.Number), p.Enter()
	iter, err := b.buildKept(ctx, x, n, r, top)
	watch.Leave(w)
	p.Thread.LeaveOperator(m)
	p.Node.Begin()
	switch {
	case err != nil || iter == nil || top || !wraps(n, iter):
		return iter, err
	case plantree.IsAlias(n):
		return plantree.NewAliasIter(iter, p.Node), nil
	case watch != nil:
		return plantree.NewTimedIter(iter, p, watch), nil
	}
	around := x.ctx.nodeAround(iter)
	around.Iter, around.Position = iter, p
	return around, nil
}

// nodeAround returns a plantree.NodeIter to fill in: that of the statement's context, for the
// table that lies there too.
func (c *statementContext) nodeAround(iter sql.RowIter) *plantree.NodeIter {
	if c != nil && iter == sql.RowIter(&c.table) && c.node.Iter == nil {
		return &c.node
	}
	return new(plantree.NodeIter)
}

// operateTop builds a node that lies above the one which marks the statement's
// progress. Nothing lies around a projection there, nor around what is above it.
func (b *operatorBuilder) operateTop(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force bool) (iter sql.RowIter, err error) {
	if _, ok := n.(*plan.Limit); ok {
		force = true // its iterator has to be known
	}
	if x.detail.Kept == nil {
		if x.detail.Sampled {
			x.detail.Result.NoteLimit(ctx, n)
		}
		iter, err = b.build(ctx, x, n, r, force)
	} else {
		if x.detail.Result.NoteLimit(ctx, n); x.plan.projects {
			x.detail.NoteTop(n)
		}
		iter, err = b.operate(ctx, x, n, r, true, x.plan.projects)
	}
	if l, ok := iter.(*iters.LimitIter); ok {
		x.window.AddLimit(l)
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
			return b.engineNode(ctx, x, x.detail.WatchProjections(n, &x.window), r)
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
		return !operator.LeadsToChange(n)
	}
	return true
}

// watchResult puts a projection that changes nothing around the iterator of a
// query whose result has no columns to compute, for the goroutine that makes
// rows ready for the client to be seen. Where the storage gives rows in its own
// form the server does not look for projections.
func (b *operatorBuilder) watchResult(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, iter sql.RowIter) (sql.RowIter, error) {
	if x.detail.Kept == nil || iter == nil || defers(n) || !operator.IsQuery(n) {
		return iter, nil
	}
	if v, ok := iter.(sql.ValueRowIter); ok && v.IsValueRowIter(ctx) {
		return iter, nil
	}
	schema := n.Schema()
	if len(schema) == 0 {
		return iter, nil
	}
	columns := make([]sql.Expression, len(schema))
	for i, c := range schema {
		columns[i] = expression.NewGetField(i, c.Type, c.Name, c.Nullable)
	}
	x.detail.WatchColumns(columns, &x.window)
	if !b.lifecycle.dialect {
		ctx = ctx.WithContext(ctx.Context)
		sql.WithTracer(sql.NoopTracer)(ctx) // the node is none of the statement's
	}
	return b.engineNode(ctx, x, plan.NewProject(columns, &builtNode{n, iter}).WithCanDefer(true), r)
}

// builtNode is a node that has been built.
type builtNode struct {
	sql.Node
	iter sql.RowIter
}

// defers says whether the server evaluates a projection at the top of a plan
// where rows are made ready for the client.
func defers(n sql.Node) bool {
	for {
		switch t := n.(type) {
		case *plan.Limit:
			n = t.Child
		case *plan.Project:
			return t.CanDefer && !t.IncludesNestedIters && len(t.Projections) > 0
		default:
			return false
		}
	}
}
