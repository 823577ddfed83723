package activity

import (
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/heapsize"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/relaxed"
	"github.com/perfschema/perfschema/snowset"
)

// Plan is the operators of a statement's plan in pre-order, each before those
// it reads from, with what each has done so far: the node at index i has the
// number i+1, as Thread.EnterOperator takes it and query_operators shows it.
// One goroutine adds the nodes, before Statement.SetPlan; after that the plan
// has the same nodes for good, and any goroutine may read it. A Plan keeps
// nothing alive but the names in it. A nil Plan has no nodes.
type Plan struct {
	nodes      []PlanNode
	held, high atomic.Int64 // bytes of all nodes together
}

// Add adds the next node in pre-order, whose number is then [Plan.Len]. name
// and object are kept, not copied. It returns nil where there is no room.
func (p *Plan) Add(parent uint16, o snowset.Operator, name, object string) *PlanNode {
	if p == nil || len(p.nodes) == cap(p.nodes) {
		return nil
	}
	p.nodes = append(p.nodes, PlanNode{plan: p, name: name, object: object, parent: parent, operator: o})
	return &p.nodes[len(p.nodes)-1]
}

// Len is the number of nodes.
func (p *Plan) Len() int {
	if p == nil {
		return 0
	}
	return len(p.nodes)
}

// Node is the node of a number, nil if there is none.
func (p *Plan) Node(number uint16) *PlanNode {
	if number == 0 || int(number) > p.Len() {
		return nil
	}
	return &p.nodes[number-1]
}

// Nodes copies the plan with what its nodes have done so far. Any goroutine may
// call it; counters of one node may be of different moments.
func (p *Plan) Nodes() []record.PlanNodeInfo {
	if p == nil {
		return nil
	}
	out := make([]record.PlanNodeInfo, len(p.nodes))
	for i := range p.nodes {
		n := &p.nodes[i]
		unknown, loops := n.unknown.Load(), n.loops.Load()
		out[i] = record.PlanNodeInfo{
			Node: uint16(i + 1), Parent: n.parent, Operator: n.operator, Name: n.name, Object: n.object, Index: n.index,
			Loops: loops, Rows: n.rows.Load(), Known: unknown != countsNothing, RowsUnknown: unknown == countsLoops && loops != 0,
			Memory: int64(n.held.Load()), MemoryHigh: int64(n.high.Load()),
		}
	}
	return out
}

// MemoryHigh is the most bytes the nodes held together, as far as they say.
func (p *Plan) MemoryHigh() int64 {
	if p == nil {
		return 0
	}
	return p.high.Load()
}

// PlanNode is one operator of a plan. Its counters have one writer at a time: a
// count is a plain store. A nil PlanNode counts nothing.
type PlanNode struct {
	plan         *Plan
	name, object string
	index        string
	parent       uint16
	operator     snowset.Operator
	unknown      relaxed.Uint32 // what is not counted, as below
	loops, rows  relaxed.Uint64
	held, high   relaxed.Uint64 // bytes
}

// Operator is the node's operator, snowset.OperatorNone of nil.
func (n *PlanNode) Operator() snowset.Operator {
	if n == nil {
		return snowset.OperatorNone
	}
	return n.operator
}

// SetIndex names the index by which the node reads its table. Who adds the node calls it, before
// [Plan] is read by others.
func (n *PlanNode) SetIndex(name string) {
	if n != nil {
		n.index = name
	}
}

// Begin counts a loop.
func (n *PlanNode) Begin() { n.AddLoops(1) }

// AddLoops counts loops.
func (n *PlanNode) AddLoops(count uint64) {
	if n != nil {
		n.loops.Add(count)
	}
}

// AddRows counts rows that the node gave.
func (n *PlanNode) AddRows(count uint64) {
	if n != nil {
		n.rows.Add(count)
	}
}

// SetKnown sets whether the node's loops and rows are counted. They are until it is called.
func (n *PlanNode) SetKnown(known bool) { n.know(known, countsNothing) }

// SetRowsKnown sets whether the node's rows are counted. Its loops are counted either way.
func (n *PlanNode) SetRowsKnown(known bool) { n.know(known, countsLoops) }

// RowsKnown reports whether the node's rows are counted.
func (n *PlanNode) RowsKnown() bool { return n != nil && n.unknown.Load() == countsAll }

// Counts are the loops and the rows counted so far. Any goroutine may call it.
func (n *PlanNode) Counts() (loops, rows uint64) {
	if n == nil {
		return 0, 0
	}
	return n.loops.Load(), n.rows.Load()
}

// AddMemory counts bytes that the node holds from now on, or, below zero, no
// longer holds.
func (n *PlanNode) AddMemory(delta int64) {
	if n == nil {
		return
	}
	held := int64(n.held.Load()) + delta
	n.held.Store(uint64(held))
	if held > 0 {
		n.high.Raise(uint64(held))
	}
	n.plan.addMemory(delta)
}

// NewPlan makes a plan with room for size nodes, MaxPlanNodes at most: one
// allocation, or for more than a few nodes a second one for all of them.
func NewPlan(size int) *Plan {
	switch {
	case size <= 0:
	case size <= 2:
		p := new(struct {
			Plan
			room [2]PlanNode
		})
		p.nodes = p.room[:0:size]
		return &p.Plan
	case size <= 4:
		p := new(struct {
			Plan
			room [4]PlanNode
		})
		p.nodes = p.room[:0:size]
		return &p.Plan
	}
	return &Plan{nodes: make([]PlanNode, 0, min(max(size, 0), MaxPlanNodes))}
}

// MaxPlanNodes is how many nodes of a plan are kept. A node beyond has no
// number: what happens in it counts by its operator alone.
const MaxPlanNodes = 1024

// Values of unknown: the counts that a node lacks.
const (
	countsAll uint32 = iota
	countsNothing
	countsLoops // and no rows
)

func (n *PlanNode) know(known bool, otherwise uint32) {
	if known {
		otherwise = countsAll
	}
	if n != nil {
		n.unknown.Store(otherwise)
	}
}

// addMemory counts what a node holds more. Nodes may be on several goroutines.
func (p *Plan) addMemory(delta int64) {
	held := p.held.Add(delta)
	for high := p.high.Load(); held > high; high = p.high.Load() {
		if p.high.CompareAndSwap(high, held) {
			return
		}
	}
}

// Size returns how many nodes the plan has room for, and the bytes of memory that it takes.
func (p *Plan) Size() (nodes int, bytes uint64) {
	if p == nil {
		return 0, 0
	}
	return cap(p.nodes), heapsize.Object(unsafe.Sizeof(*p)) + heapsize.Object(uintptr(cap(p.nodes))*unsafe.Sizeof(PlanNode{}))
}
