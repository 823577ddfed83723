package held

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// Builder builds nodes of a running statement's plan. It is a type parameter of
// [Nodes] and not an interface value, so that a value of two words needs no memory of its own.
type Builder interface {
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

// Nodes builds the nodes of a statement whose iterators hold memory, with what
// counts it.
type Nodes[B Builder] struct {
	nodes  B
	memory *Statement
	sizer  *size.Sizer
}

// NodesOf returns what builds the nodes of a statement that hold memory.
func NodesOf[B Builder](nodes B, m *Statement) Nodes[B] {
	return Nodes[B]{nodes, m, &m.Server.Sizer}
}

// Build builds such a node; ok is false for the others, and where nobody counts.
func (h Nodes[B]) Build(ctx *sql.Context, n sql.Node, r sql.Row) (iter sql.RowIter, err error, ok bool) {
	if in, held := n.(*Input); held {
		iter, err = h.Input(ctx, in, r)
		return iter, err, true
	}
	if h.memory.recursions.Load() != 0 {
		h.memory.nextRound(n)
	}
	class, holds := holderClass(n)
	if !holds || !h.memory.Counts(class) {
		return nil, nil, false
	}
	switch n := n.(type) {
	case *plan.Sort:
		if _, done := n.Child.(*Input); done {
			return nil, nil, false
		}
		sort := *n
		sort.Child = h.inputOf(Sort, n, n.Child)
		iter, err = h.nodes.Amended(ctx, &sort, r)
	case *plan.TopN:
		if _, done := n.Child.(*Input); done {
			return nil, nil, false
		}
		limit, known := limitOf(ctx, n.Limit)
		if !known {
			return nil, nil, false // the engine says so
		}
		top, in := *n, h.inputOf(Sort, n, n.Child)
		in.limit = limit
		top.Child = in
		iter, err = h.nodes.Amended(ctx, &top, r)
		return iter, err, true
	case *plan.Window:
		if _, done := n.Child.(*Input); done {
			return nil, nil, false
		}
		window, in := *n, h.inputOf(Window, n, n.Child)
		in.copies = windowCopies(n)
		window.Child = in
		iter, err = h.nodes.Own(ctx, &window, r)
		if err == nil && iter != nil {
			iter = &heldIter{node.Pass{Iter: iter}, &in.holding} // it does not close its input
		}
	case *query.Materialized:
		if _, done := n.Child.(*Input); done {
			return nil, nil, false
		}
		in := h.inputOf(Join, n, n.Child)
		iter, err = h.nodes.Own(ctx, &query.Materialized{UnaryNode: plan.UnaryNode{Child: in}}, r)
		if err == nil && iter != nil {
			iter = &heldIter{node.Pass{Iter: iter}, &in.holding}
		}
	case *plan.GroupBy:
		return h.grouping(ctx, n, r)
	case *plan.Distinct:
		iter, err = h.nodes.Own(ctx, n, r)
		if err == nil && iter != nil {
			iter = &distinctIter{Pass: node.Pass{Iter: iter}, holding: h.hold(Distinct, n)}
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
			iter = &hashIter{Pass: node.Pass{Iter: iter}, lookup: n, holding: h.hold(Hash, n), rows: !cached}
		}
	case *plan.CachedResults:
		if n.Finalized || n.NoCache || n.GetCachedResults() != nil {
			return nil, nil, false
		}
		iter, err = h.nodes.Own(ctx, n, r)
		if err == nil && iter != nil && !n.NoCache && !plan.IsEmptyIter(iter) {
			iter = &cachedIter{Pass: node.Pass{Iter: iter}, node: n, holding: h.hold(Join, n)}
		}
	case *plan.JoinNode:
		iter, err = h.merge(ctx, n, r)
	case *plan.Into:
		if _, done := n.Child.(*Input); done {
			return nil, nil, false
		}
		into, in := *n, h.inputOf(Into, n, n.Child)
		into.Child = in
		iter, err = h.nodes.Own(ctx, &into, r)
		in.holding.Release() // it has read and written all
	default:
		return nil, nil, false
	}
	return iter, err, true
}

// holderClass is the class of what a node's iterator holds.
func holderClass(n sql.Node) (Class, bool) {
	switch n := n.(type) {
	case *plan.Sort, *plan.TopN:
		return Sort, true
	case *plan.Window:
		return Window, true
	case *plan.GroupBy:
		return Group, true
	case *plan.Distinct, *plan.SetOp:
		return Distinct, true
	case *plan.RecursiveCte:
		return Recursive, true
	case *plan.HashLookup:
		return Hash, true
	case *plan.CachedResults, *query.Materialized:
		return Join, true
	case *plan.JoinNode:
		return Join, n.Op.IsMerge()
	case *plan.Into:
		return Into, true
	}
	return 0, false
}

// limitOf is the number of rows a sort keeps.
func limitOf(ctx *sql.Context, e sql.Expression) (int64, bool) {
	limit, err := iters.GetInt64Value(ctx, e)
	return max(limit, 1), err == nil
}

// hold begins to count what a node holds.
func (h Nodes[B]) hold(class Class, n sql.Node) Holding {
	return h.memory.Hold(class, h.memory.Node(n))
}

// Input is the input of an operator that keeps the rows it reads: the node,
// until its iterator has been built, and then the iterator. The operator closes
// it when it lets go of the rows. One without a sizer counts nothing: it marks a
// copy of its operator as one that is not to be copied again.
type Input struct {
	sql.Node
	iter    sql.RowIter
	sizer   *size.Sizer
	holding Holding
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
func (n *Input) Wrapped() sql.Node { return n.Node }

// Children implements sql.Node, with the input itself as the child.
func (in *Input) Children() []sql.Node { return []sql.Node{in.Node} }

// inputOf makes the input of an operator.
func (h Nodes[B]) inputOf(class Class, operator, child sql.Node) *Input {
	return &Input{Node: child, sizer: h.sizer, holding: h.hold(class, operator)}
}

// Input builds the input of an operator that keeps it.
func (h Nodes[B]) Input(ctx *sql.Context, in *Input, r sql.Row) (iter sql.RowIter, err error) {
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
func (in *Input) Next(ctx *sql.Context) (sql.Row, error) {
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
		in.holding.Add(n)
	}
	return row, nil
}

// top counts a row of which the operator keeps the first few in its order. Which
// ones cannot be seen: they are taken to be of the average size.
func (in *Input) top(row sql.Row) {
	if in.seen == 0 {
		in.slice.Capacity = in.limit + 1
		in.holding.Add(heldRoom(in.limit))
	}
	in.seen++
	in.sum += in.sizer.Row(row) + topRowSize(row)
	switch {
	case in.seen <= in.limit:
		in.holding.Add(heldRoom(in.limit) + in.sum - in.holding.Bytes)
	case in.seen%64 == 0:
		in.holding.Set(heldRoom(in.limit) + int64(float64(in.sum)/float64(in.seen)*float64(in.limit)))
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
func (in *Input) Close(ctx *sql.Context) error {
	err := in.iter.Close(ctx)
	in.holding.Release()
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
	holding *Holding
}

// Close implements sql.RowIter.
func (h *heldIter) Close(ctx *sql.Context) error {
	err := h.Iter.Close(ctx)
	h.holding.Release()
	return err
}

// distinctIter counts the set that DISTINCT keeps of the rows it has given.
type distinctIter struct {
	node.Pass
	holding Holding
	set     size.GrowingMap
}

// Next implements sql.RowIter.
func (d *distinctIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := d.Iter.Next(ctx)
	if err != nil {
		d.holding.Release()
		return row, err
	}
	if n := d.set.Push(size.Word + size.Interface); n != 0 {
		d.holding.Add(n)
		d.holding.tell()
	}
	return row, nil
}

// IsValueRowIter implements sql.ValueRowIter.
func (d *distinctIter) IsValueRowIter(*sql.Context) bool { return false }

// Close implements sql.RowIter.
func (d *distinctIter) Close(ctx *sql.Context) error {
	err := d.Iter.Close(ctx)
	d.holding.Release()
	return err
}
