package perfschema_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

func planText(p *activity.Plan) string {
	var b strings.Builder
	for _, n := range p.Nodes() {
		fmt.Fprintf(&b, "%d<%d %s %s(%s) loops=%d rows=%d known=%t memory=%d/%d\n",
			n.Node, n.Parent, n.Operator.Column(), n.Name, n.Object, n.Loops, n.Rows, n.Known, n.Memory, n.MemoryHigh)
	}
	return b.String()
}

// sortOfTable is a plan of two nodes.
func sortOfTable() *activity.Plan {
	p := activity.NewPlan(2)
	p.Add(0, snowset.OperatorSort, "Sort", "")
	p.Add(1, snowset.OperatorScan, "Table", "t")
	return p
}

func TestPlanCounts(t *testing.T) {
	p := sortOfTable()
	p.Node(1).Begin()
	p.Node(1).AddMemory(100)
	p.Node(1).AddMemory(50)
	p.Node(1).AddMemory(-120)
	p.Node(2).AddLoops(3)
	p.Node(2).AddRows(7)
	p.Node(2).SetKnown(false)
	want := "1<0 profSortRso Sort() loops=1 rows=0 known=true memory=30/150\n" +
		"2<1 profScanRso Table(t) loops=3 rows=7 known=false memory=0/0\n"
	if got := planText(p); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	p.Node(2).SetKnown(true)
	if loops, rows := p.Node(2).Counts(); loops != 3 || rows != 7 || !p.Nodes()[1].Known {
		t.Errorf("%d loops, %d rows, %v", loops, rows, p.Nodes()[1])
	}
}

func TestPlanIsBounded(t *testing.T) {
	p := activity.NewPlan(1 << 20)
	for range activity.MaxPlanNodes {
		if p.Add(0, snowset.OperatorOther, "x", "") == nil {
			t.Fatalf("no room for node %d", p.Len()+1)
		}
	}
	n := p.Add(0, snowset.OperatorOther, "x", "")
	if n != nil || p.Len() != activity.MaxPlanNodes {
		t.Errorf("%d nodes", p.Len())
	}
	n.Begin() // a node without a number counts nothing
	n.AddRows(1)
	n.AddMemory(1)
	n.SetKnown(false)
	if loops, rows := n.Counts(); loops+rows != 0 {
		t.Error("counted")
	}
	if n.Operator() != snowset.OperatorNone || p.Node(0) != nil || p.Node(activity.MaxPlanNodes+1) != nil {
		t.Error("a node that is none")
	}
	var none *activity.Plan
	if none.Nodes() != nil || none.Len() != 0 || none.Node(1) != nil || none.Add(0, snowset.OperatorOther, "x", "") != nil {
		t.Error("no plan has nodes")
	}
}

// Readers see the plan of a running statement, and of one that has ended.
func TestPlanOfSampledStatement(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	if th.Sampled() || (*perfschema.Thread)(nil).Sampled() {
		t.Error("sampled without a profiler")
	}
	x := startSampling(t, f)
	if !th.Sampled() {
		t.Error("not sampled")
	}
	st := th.BeginStatement(f.selectKey)
	p := sortOfTable()
	st.SetPlan(p)
	inner := th.BeginStatement(f.insert)
	inner.SetPlan(activity.NewPlan(0)) // of another statement's part nothing is kept
	inner.End()
	running, ok := x.Running(0, 1)
	if !ok || running.Plan() != p {
		t.Errorf("running: %v", running)
	}
	p.Node(2).AddRows(1)
	st.End()
	second := th.BeginStatement(f.selectKey)
	if running, ok := x.Running(0, 2); !ok || running.Plan() != nil {
		t.Errorf("the next statement has a plan before it was given one: %v", running)
	}
	second.End()
	var ended []string
	x.Ended(func(_, _ uint32, st *perfschema.SampledStatement) { ended = append(ended, planText(st.Plan())) })
	if len(ended) != 2 || ended[0] != planText(p) || ended[1] != "" {
		t.Errorf("ended: %q", ended)
	}
}

// Plans of one shape have one hash, whatever they have done; it is the same in every process, and at rest.
func TestPlanHash(t *testing.T) {
	type node struct {
		parent              uint16
		name, object, index string
	}
	planOf := func(nodes ...node) *activity.Plan {
		p := activity.NewPlan(len(nodes))
		for _, n := range nodes {
			p.Add(n.parent, snowset.OperatorScan, n.name, n.object).SetIndex(n.index)
		}
		return p
	}
	shapes := [][]node{
		{{0, "Sort", "", ""}, {1, "Table", "t", ""}},
		{{0, "Sort", "", ""}, {1, "IndexedTableAccess", "t", "PRIMARY"}},
		{{0, "Sort", "", ""}, {1, "IndexedTableAccess", "t", "k"}},
		{{0, "Sort", "", ""}, {1, "IndexedTableAccess", "tk", ""}},
		{{0, "Sort", "", ""}, {1, "Table", "u", ""}},
		{{0, "Sort", "", ""}, {0, "Table", "t", ""}},
		{{0, "Sort", "", ""}},
		{{0, "Join", "", ""}, {1, "Table", "a", ""}, {1, "Table", "b", ""}},
		{{0, "Join", "", ""}, {1, "Table", "b", ""}, {1, "Table", "a", ""}},
		{{0, "Join", "", ""}, {1, "Table", "a", ""}, {2, "Table", "b", ""}},
	}
	seen := map[uint64]int{}
	for i, shape := range shapes {
		p := planOf(shape...)
		if other, ok := seen[p.Hash()]; ok || p.Hash() == 0 {
			t.Errorf("shapes %d and %d have the hash %x", i, other, p.Hash())
		}
		seen[p.Hash()] = i
		before := p.Hash()
		p.Node(1).Begin()
		p.Node(1).AddRows(7)
		p.Node(1).SetKnown(false)
		if again := activity.UnpackPlan(string(p.Pack(nil))); p.Hash() != before || again.Hash() != before || again.Nodes()[0] != p.Nodes()[0] {
			t.Errorf("shape %d has %x, then %x, and %x at rest", i, before, p.Hash(), again.Hash())
		}
	}
	if h := planOf(shapes[1]...).Hash(); h != 0xa37862495a208b1 {
		t.Errorf("hashes are kept by histories: that of a plan must stay what it was, and is %#x", h)
	}
	if (*activity.Plan)(nil).Hash() != 0 || activity.NewPlan(0).Hash() != 0 {
		t.Error("no plan has a hash")
	}
}

// A plan keeps nothing of the engine's nodes alive, only names.
func TestPlanIsSmall(t *testing.T) {
	p := activity.NewPlan(10)
	for range 10 {
		p.Add(0, snowset.OperatorScan, "Table", "t")
	}
	if size := unsafe.Sizeof(activity.PlanNode{}); size > 96 {
		t.Errorf("a node takes %d bytes", size)
	}
	runtime.KeepAlive(p)
}

func TestPlanCostsNoAllocation(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	startSampling(t, f)
	st := th.BeginStatement(f.selectKey)
	p := sortOfTable()
	n := p.Node(2)
	if allocs := testing.AllocsPerRun(100, func() {
		st.SetPlan(p)
		m := th.EnterOperator(n.Operator(), 2)
		n.Begin()
		n.AddRows(1)
		n.AddMemory(8)
		n.AddMemory(-8)
		th.LeaveOperator(m)
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
	if allocs := testing.AllocsPerRun(100, func() {
		p := activity.NewPlan(10)
		for range 10 {
			p.Add(0, snowset.OperatorScan, "Table", "t")
		}
		st.SetPlan(p)
	}); allocs > 2 {
		t.Errorf("a plan takes %v allocations", allocs)
	}
	st.End()
}
