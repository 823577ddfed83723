package held

import (
	"reflect"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// grouping builds a grouping that keeps groups, or a function that
// keeps its input. ok is false for one that keeps neither.
func (h Nodes[B]) grouping(ctx *sql.Context, n *plan.GroupBy, r sql.Row) (iter sql.RowIter, err error, ok bool) {
	if _, done := n.Child.(*Input); done {
		return nil, nil, false
	}
	g := &heldGroups{
		holding: h.hold(Group, n), sizer: h.sizer, columns: len(n.SelectDeps),
	}
	held := *n
	held.SelectDeps = g.functions(n.SelectDeps)
	switch {
	case len(n.GroupByExprs) > 0:
		held.SelectDeps = append(held.SelectDeps, &groupProbe{Aggregation: aggregation.NewCount(expression.NewLiteral(1, nil)), groups: g})
	case !g.accumulates:
		return nil, nil, false
	}
	held.Child = &Input{Node: n.Child}
	iter, err = h.nodes.Amended(ctx, &held, r)
	if err == nil && iter != nil {
		g.Iter = iter
		iter = g
	}
	return iter, err, true
}

// heldGroups counts the groups of a grouping. The goroutine that groups does,
// until the first group is given.
type heldGroups struct {
	node.Pass
	holding Holding
	sizer   *size.Sizer
	// exprs are the functions and columns of a group; columns how many there
	// are.
	exprs       []sql.Expression
	columns     int
	accumulates bool

	groups size.GrowingMap
	keys   size.GrowingSlice
	fixed  int64 // bytes of a group without what its functions keep
	fresh  bool  // the row at hand is the first of its group
}

// functions replaces those that keep what they are given with ones that count
// it.
func (g *heldGroups) functions(exprs []sql.Expression) []sql.Expression {
	g.exprs = exprs
	out := make([]sql.Expression, len(exprs), len(exprs)+1)
	for i, e := range exprs {
		out[i] = g.distinct(e)
		if a, ok := e.(sql.Aggregation); ok && accumulates(a) {
			out[i] = &heldFunction{Aggregation: a, groups: g}
			g.accumulates = true
		}
	}
	return out
}

// accumulates says whether a function keeps all it is given.
func accumulates(a sql.Aggregation) bool {
	switch a.(type) {
	case *aggregation.CountDistinct, *aggregation.GroupConcat, *collate.Concat, *aggregation.JsonArray, *aggregation.JSONObjectAgg:
		return true
	}
	return false
}

// Next implements sql.RowIter.
func (g *heldGroups) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := g.Iter.Next(ctx)
	g.holding.tell()
	if len(row) > g.columns {
		row = row[:g.columns:g.columns]
	}
	return row, err
}

// IsValueRowIter implements sql.ValueRowIter.
func (g *heldGroups) IsValueRowIter(*sql.Context) bool { return false }

// Close implements sql.RowIter.
func (g *heldGroups) Close(ctx *sql.Context) error {
	err := g.Iter.Close(ctx)
	g.holding.Release()
	return err
}

// groupProbe stands behind the functions of a grouping and sees each group
// begin.
type groupProbe struct {
	sql.Aggregation
	groups *heldGroups
}

// NewBuffer implements sql.Aggregation.
func (p *groupProbe) NewBuffer() (sql.AggregationBuffer, error) {
	p.groups.begin()
	return groupProbeBuffer{p.groups}, nil
}

// begin counts a group: its place in the table and in the list of keys, and the
// buffers of its functions.
func (g *heldGroups) begin() {
	if g.fixed == 0 {
		g.fixed = size.Heap(int64(g.columns+1)*size.Interface, true) + size.SliceHeader
		for _, e := range g.exprs {
			g.fixed += bufferSize(e)
		}
	}
	g.fresh = true
	g.holding.Add(g.fixed + g.groups.Push(size.Word+size.Interface) + g.keys.Push(size.Word))
}

type groupProbeBuffer struct{ groups *heldGroups }

// Update implements sql.AggregationBuffer. Of its first row a group keeps what
// its columns and its least and greatest values are.
func (p groupProbeBuffer) Update(_ *sql.Context, row sql.Row) error {
	g := p.groups
	if !g.fresh {
		return nil
	}
	g.fresh = false
	var n int64
	for _, e := range g.exprs {
		if i, ok := keptColumn(e); ok && i < len(row) {
			n += g.sizer.Value(row[i])
		}
	}
	g.holding.Add(n)
	return nil
}

// Eval implements sql.AggregationBuffer.
func (groupProbeBuffer) Eval(*sql.Context) (any, error) { return nil, nil }

// Dispose implements sql.Disposable.
func (groupProbeBuffer) Dispose() {}

// keptColumn is the column of which a group keeps a value.
func keptColumn(e sql.Expression) (int, bool) {
	switch f := e.(type) {
	case *aggregation.Max, *aggregation.Min, *aggregation.First, *aggregation.Last, *aggregation.AnyValue:
		e = operand.WithoutOperand(f.Children()[0])
	}
	f, ok := e.(*expression.GetField)
	if !ok {
		return 0, false
	}
	return f.Index(), true
}

// bufferSizes are the sizes of functions' buffers, by the types of the functions.
var bufferSizes sync.Map

// bufferSize is how large the buffer of a function or a column is while empty.
func bufferSize(e sql.Expression) int64 {
	key := reflect.TypeOf(e)
	if n, ok := bufferSizes.Load(key); ok {
		return n.(int64)
	}
	a, ok := e.(sql.Aggregation)
	if !ok {
		a = aggregation.NewFirst(e)
	}
	buffer, err := a.NewBuffer()
	if err != nil {
		return 0
	}
	n := size.Reflected(reflect.ValueOf(buffer))
	buffer.Dispose()
	bufferSizes.Store(key, n)
	return n
}

// heldFunction counts what a function keeps of its input.
type heldFunction struct {
	sql.Aggregation
	groups *heldGroups
}

// NewBuffer implements sql.Aggregation.
func (f *heldFunction) NewBuffer() (sql.AggregationBuffer, error) {
	buffer, err := f.Aggregation.NewBuffer()
	if err != nil {
		return nil, err
	}
	h := &heldBuffer{AggregationBuffer: buffer, groups: f.groups}
	switch a := f.Aggregation.(type) {
	case *aggregation.CountDistinct:
		h.distinct = true
	case *aggregation.JSONObjectAgg:
		h.entry = size.StringHeader + size.Interface
	case *aggregation.JsonArray:
		h.entry = size.Interface
		h.kept = keptArgument(a)
	case *aggregation.GroupConcat, *collate.Concat:
		h.rows = true
	}
	return h, nil
}

func keptArgument(e sql.Expression) int {
	if f, ok := operand.WithoutOperand(e.Children()[0]).(*expression.GetField); ok {
		return f.Index()
	}
	return -1
}

// heldBuffer is the buffer of such a function.
type heldBuffer struct {
	sql.AggregationBuffer
	groups   *heldGroups
	distinct bool
	rows     bool
	entry    int64
	kept     int
	updates  int64
	set      size.GrowingMap
	slice    size.GrowingSlice
}

// A distinct count is asked for once in so many rows.
const distinctEvery = 64

// Update implements sql.AggregationBuffer.
func (h *heldBuffer) Update(ctx *sql.Context, row sql.Row) error {
	if err := h.AggregationBuffer.Update(ctx, row); err != nil {
		return err
	}
	g := h.groups
	h.updates++
	switch {
	case h.distinct:
		if h.updates < distinctEvery || h.updates%distinctEvery == 0 {
			h.count(ctx)
		}
	case h.rows:
		// The row with the text appended to it.
		g.holding.Add(h.slice.Push(size.SliceHeader) + g.sizer.Row(row) + topRowSize(row) + size.StringHeader)
	case h.entry == size.Interface:
		n := h.slice.Push(size.Interface)
		if h.kept >= 0 && h.kept < len(row) {
			n += g.sizer.Value(row[h.kept])
		}
		g.holding.Add(n)
	default:
		g.holding.Add(h.set.Push(h.entry))
	}
	return nil
}

// count counts the set of a COUNT(DISTINCT) as it is now.
func (h *heldBuffer) count(ctx *sql.Context) {
	v, err := h.AggregationBuffer.Eval(ctx)
	n, ok := v.(int64)
	if err != nil || !ok {
		return
	}
	for h.set.Entries < int(n) {
		h.groups.holding.Add(h.set.Push(size.Word))
	}
}

// Eval implements sql.AggregationBuffer.
func (h *heldBuffer) Eval(ctx *sql.Context) (any, error) {
	if h.distinct {
		h.count(ctx)
	}
	return h.AggregationBuffer.Eval(ctx)
}
