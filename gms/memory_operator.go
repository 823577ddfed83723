package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// nodeBuilder builds nodes of a running statement's plan. It is a type parameter of
// [heldNodes] and not an interface, so that a value of two words needs no memory of its own.
type nodeBuilder interface {
	// Below builds a node below the one at hand.
	Below(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error)
	// Amended builds the node at hand, of which n is a copy that is amended.
	Amended(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error)
	// Fused has the storage build the node at hand with those below it in one; nil where
	// it cannot.
	Fused(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error)
	// Own builds the node at hand by the storage, or by the engine.
	Own(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error)
	// ByEngine has the engine build the node at hand.
	ByEngine(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error)
}

// heldNodes builds the nodes of a statement whose iterators hold memory, with what
// counts it.
type heldNodes[B nodeBuilder] struct {
	nodes  B
	memory *statementMemory
	sizer  *size.Sizer
}

// nodesOf returns what builds the nodes of a statement that hold memory.
func nodesOf[B nodeBuilder](nodes B, m *statementMemory) heldNodes[B] {
	return heldNodes[B]{nodes, m, &m.server.sizer}
}

// build builds such a node; ok is false for the others, and where nobody counts.
func (h heldNodes[B]) build(ctx *sql.Context, n sql.Node, r sql.Row) (iter sql.RowIter, err error, ok bool) {
	if in, held := n.(*heldInput); held {
		iter, err = h.input(ctx, in, r)
		return iter, err, true
	}
	if h.memory.recursions.Load() != 0 {
		h.memory.nextRound(n)
	}
	class, holds := holderClass(n)
	if !holds || !h.memory.counts(class) {
		return nil, nil, false
	}
	switch n := n.(type) {
	case *plan.Sort:
		if _, done := n.Child.(*heldInput); done {
			return nil, nil, false
		}
		sort := *n
		sort.Child = h.inputOf(memorySort, n, n.Child)
		iter, err = h.nodes.Amended(ctx, &sort, r)
	case *plan.TopN:
		if _, done := n.Child.(*heldInput); done {
			return nil, nil, false
		}
		limit, known := limitOf(ctx, n.Limit)
		if !known {
			return nil, nil, false // the engine says so
		}
		top, in := *n, h.inputOf(memorySort, n, n.Child)
		in.limit = limit
		top.Child = in
		iter, err = h.nodes.Amended(ctx, &top, r)
		return iter, err, true
	case *plan.Window:
		if _, done := n.Child.(*heldInput); done {
			return nil, nil, false
		}
		window, in := *n, h.inputOf(memoryWindow, n, n.Child)
		in.copies = windowCopies(n)
		window.Child = in
		iter, err = h.nodes.Own(ctx, &window, r)
		if err == nil && iter != nil {
			iter = &heldIter{node.Pass{Iter: iter}, &in.holding} // it does not close its input
		}
	case *query.Materialized:
		if _, done := n.Child.(*heldInput); done {
			return nil, nil, false
		}
		in := h.inputOf(memoryJoin, n, n.Child)
		iter, err = h.nodes.Own(ctx, &query.Materialized{UnaryNode: plan.UnaryNode{Child: in}}, r)
		if err == nil && iter != nil {
			iter = &heldIter{node.Pass{Iter: iter}, &in.holding}
		}
	case *plan.GroupBy:
		return h.grouping(ctx, n, r)
	case *plan.Distinct:
		iter, err = h.nodes.Own(ctx, n, r)
		if err == nil && iter != nil {
			iter = &distinctIter{Pass: node.Pass{Iter: iter}, holding: h.hold(memoryDistinct, n)}
		}
	case *plan.SetOp:
		return h.set(ctx, n, r)
	case *plan.RecursiveCte:
		return h.recursive(ctx, n, r)
	case *plan.HashLookup:
		if n.Lookup != nil {
			return nil, nil, false // it has been filled
		}
		iter, err = h.nodes.Own(ctx, n, r)
		if err == nil && iter != nil && n.Lookup == nil {
			_, cached := n.Child.(*plan.CachedResults)
			iter = &hashIter{Pass: node.Pass{Iter: iter}, lookup: n, holding: h.hold(memoryHash, n), rows: !cached}
		}
	case *plan.CachedResults:
		if n.Finalized || n.NoCache || n.GetCachedResults() != nil {
			return nil, nil, false
		}
		iter, err = h.nodes.Own(ctx, n, r)
		if err == nil && iter != nil && !n.NoCache && !plan.IsEmptyIter(iter) {
			iter = &cachedIter{Pass: node.Pass{Iter: iter}, node: n, holding: h.hold(memoryJoin, n)}
		}
	case *plan.JoinNode:
		iter, err = h.merge(ctx, n, r)
	case *plan.Into:
		if _, done := n.Child.(*heldInput); done {
			return nil, nil, false
		}
		into, in := *n, h.inputOf(memoryInto, n, n.Child)
		into.Child = in
		iter, err = h.nodes.Own(ctx, &into, r)
		in.holding.release() // it has read and written all
	default:
		return nil, nil, false
	}
	return iter, err, true
}

// holderClass is the class of what a node's iterator holds.
func holderClass(n sql.Node) (memoryClass, bool) {
	switch n := n.(type) {
	case *plan.Sort, *plan.TopN:
		return memorySort, true
	case *plan.Window:
		return memoryWindow, true
	case *plan.GroupBy:
		return memoryGroup, true
	case *plan.Distinct, *plan.SetOp:
		return memoryDistinct, true
	case *plan.RecursiveCte:
		return memoryRecursive, true
	case *plan.HashLookup:
		return memoryHash, true
	case *plan.CachedResults, *query.Materialized:
		return memoryJoin, true
	case *plan.JoinNode:
		return memoryJoin, n.Op.IsMerge()
	case *plan.Into:
		return memoryInto, true
	}
	return 0, false
}

// limitOf is the number of rows a sort keeps.
func limitOf(ctx *sql.Context, e sql.Expression) (int64, bool) {
	limit, err := iters.GetInt64Value(ctx, e)
	return max(limit, 1), err == nil
}

// hold begins to count what a node holds.
func (h heldNodes[B]) hold(class memoryClass, n sql.Node) holding {
	return h.memory.hold(class, h.memory.node(n))
}

// heldInput is the input of an operator that keeps the rows it reads: the node,
// until its iterator has been built, and then the iterator. The operator closes
// it when it lets go of the rows. One without a sizer counts nothing: it marks a
// copy of its operator as one that is not to be copied again.
type heldInput struct {
	sql.Node
	iter    sql.RowIter
	sizer   *size.Sizer
	holding holding
	slice   size.GrowingSlice
	// part: the operator and its input are one node of the plan.
	part bool
	// copies is how often the operator copies the rows' slices.
	copies int64
	// limit is how many rows it keeps at most, if it is not 0; seen and sum are
	// the rows it has read and their bytes.
	limit, seen, sum int64
}

// Wrapped implements plantree.Wrapper.
func (n *heldInput) Wrapped() sql.Node { return n.Node }

// Children implements sql.Node, with the input itself as the child.
func (in *heldInput) Children() []sql.Node { return []sql.Node{in.Node} }

// inputOf makes the input of an operator.
func (h heldNodes[B]) inputOf(class memoryClass, operator, child sql.Node) *heldInput {
	return &heldInput{Node: child, sizer: h.sizer, holding: h.hold(class, operator)}
}

// input builds the input of an operator that keeps it.
func (h heldNodes[B]) input(ctx *sql.Context, in *heldInput, r sql.Row) (iter sql.RowIter, err error) {
	if in.part {
		iter, err = h.nodes.Amended(ctx, in.Node, r)
	} else {
		iter, err = h.nodes.Below(ctx, in.Node, r)
	}
	if err != nil || iter == nil {
		return iter, err
	}
	if in.sizer == nil {
		return iter, nil // it marks its operator alone
	}
	in.iter = iter
	return in, nil
}

// Next implements sql.RowIter.
func (in *heldInput) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := in.iter.Next(ctx)
	if err != nil {
		in.holding.tell()
		return row, err
	}
	if in.limit != 0 {
		in.top(row)
	} else {
		n := in.sizer.Row(row) + in.slice.Push(size.SliceHeader)
		if in.copies != 0 {
			n += in.copies * copySize(row)
		}
		in.holding.add(n)
	}
	return row, nil
}

// top counts a row of which the operator keeps the first few in its order. Which
// ones cannot be seen: they are taken to be of the average size.
func (in *heldInput) top(row sql.Row) {
	if in.seen == 0 {
		in.slice.Capacity = in.limit + 1
		in.holding.add(heldRoom(in.limit))
	}
	in.seen++
	in.sum += in.sizer.Row(row) + topRowSize(row)
	switch {
	case in.seen <= in.limit:
		in.holding.add(heldRoom(in.limit) + in.sum - in.holding.bytes)
	case in.seen%64 == 0:
		in.holding.set(heldRoom(in.limit) + int64(float64(in.sum)/float64(in.seen)*float64(in.limit)))
	}
}

// heldRoom is the slice that the operator makes for its rows at once.
func heldRoom(limit int64) int64 {
	if limit == 1 {
		return 0
	}
	return size.Heap((limit+1)*size.SliceHeader, true)
}

// topRowSize is by how much a row grows when its number is appended to it.
func topRowSize(row sql.Row) int64 {
	var g size.GrowingSlice
	g.Length, g.Capacity = int64(len(row)), int64(cap(row))
	return max(g.Push(size.Interface), 0) + size.Word
}

// copySize is a row's slice with a number appended, its place in a slice of
// rows, in its order, and a row of results.
func copySize(row sql.Row) int64 {
	n := int64(cap(row))
	return size.Heap(2*n*size.Interface, true) + size.Word + size.SliceHeader + size.Word
}

// Close implements sql.RowIter.
func (in *heldInput) Close(ctx *sql.Context) error {
	err := in.iter.Close(ctx)
	in.holding.release()
	return err
}

// windowCopies is how many orders the rows of window functions are put in.
func windowCopies(n *plan.Window) int64 {
	windows := make(map[uint64]struct{})
	for _, e := range n.SelectExprs {
		if w, ok := windowOf(e); ok {
			windows[w] = struct{}{}
		}
	}
	return int64(max(len(windows), 1))
}

// heldIter gives back what its input held when it is closed.
type heldIter struct {
	node.Pass
	holding *holding
}

// Close implements sql.RowIter.
func (h *heldIter) Close(ctx *sql.Context) error {
	err := h.Iter.Close(ctx)
	h.holding.release()
	return err
}

// distinctIter counts the set that DISTINCT keeps of the rows it has given.
type distinctIter struct {
	node.Pass
	holding holding
	set     size.GrowingMap
}

// Next implements sql.RowIter.
func (d *distinctIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := d.Iter.Next(ctx)
	if err != nil {
		d.holding.release()
		return row, err
	}
	if n := d.set.Push(size.Word + size.Interface); n != 0 {
		d.holding.add(n)
		d.holding.tell()
	}
	return row, nil
}

// IsValueRowIter implements sql.ValueRowIter.
func (d *distinctIter) IsValueRowIter(*sql.Context) bool { return false }

// Close implements sql.RowIter.
func (d *distinctIter) Close(ctx *sql.Context) error {
	err := d.Iter.Close(ctx)
	d.holding.release()
	return err
}
