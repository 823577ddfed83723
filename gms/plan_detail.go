package gms

import (
	"runtime"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/operator"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/snowset"
)

// planDetail is what a profiler, or an EXPLAIN ANALYZE, wants to know of a statement
// beyond what is counted of each: where in its plan each of its goroutines is, and what
// passes between them. Of the statement around it, it knows the connection and the
// Threads of its goroutines.
type planDetail struct {
	connection *connection
	helpers    *helpers

	// sampled: a profiler runs, so that the goroutines of the statement say what they
	// wait for. bare: and the plan is not kept.
	sampled, bare bool
	// fewStages: and of the stages of its setup and teardown the first stand for all.
	fewStages bool
	kept      *plantree.Tree // while somebody wants to know of its nodes
	tree      plantree.Tree  // of the statement's own plan
	result    resultStream
	cores     int // that the statement was said to use
}

// reset begins a statement. What is kept of the one before, settle has forgotten.
func (d *planDetail) reset() {
	d.sampled, d.bare, d.fewStages, d.kept = false, false, false, nil
}

// decide is called when a statement has its digest.
func (d *planDetail) decide(s perfschema.Statement) {
	d.bare = !d.connection.profiling.On && d.connection.thread.Sampled() && s.Recorded() && !s.KeepsDetail()
	d.fewStages = d.bare && s.LeavesStages()
}

// keep keeps the plan of a statement if a profiler samples it, and it is not one of the
// short ones that are left out.
func (d *planDetail) keep(root sql.Node, s perfschema.Statement) {
	if !d.sampled || d.bare {
		return
	}
	d.tree.Keep(root)
	d.kept = &d.tree
	s.SetPlan(d.tree.Plan)
}

// analyze has the plan of an analysis kept in the place of the statement's own until the
// returned function is called.
func (d *planDetail) analyze(a *plantree.Analysis, s perfschema.Statement) (done func()) {
	own := d.kept
	d.kept = a.Tree()
	if own != nil {
		s.SetPlan(a.Tree().Plan)
	}
	return func() { d.kept = own }
}

// settle is called with what the statement has done, when it has ended. r is the plan it
// ran by, nil if it came to none.
func (d *planDetail) settle(s perfschema.Statement, r *runningPlan, c *perfschema.StatementCounters, err error) {
	k := d.kept
	switch {
	case k != nil:
		k.Settle(c)
		if err == nil {
			k.SettlePassed()
		}
		k.Forget()
	case d.sampled && r != nil && r.root != nil && s.Elapsed() >= longAfter:
		d.outline(s, r)
	}
	if k != nil || d.result.streams || d.result.limited {
		d.result.reset()
		d.cores = 0
	}
}

// longAfter is from when on the plan of a statement that was left out for being short
// is told all the same.
const longAfter = 10 * time.Millisecond

// outline gives a statement that has turned out to be long the plan it ran by. What
// was counted is known of it: the first tables.
func (d *planDetail) outline(s perfschema.Statement, r *runningPlan) {
	k := &d.tree
	k.Keep(r.root)
	for i, n := range k.Nodes() {
		p := k.Plan.Node(uint16(i + 1))
		p.SetKnown(false)
		for j := range r.tables {
			if t := &r.tables[j]; n != nil && t.node == n {
				loops, rows := t.count.Counts()
				p.SetKnown(true)
				p.AddLoops(loops)
				p.AddRows(rows)
			}
		}
	}
	s.SetPlan(k.Plan)
	k.Forget()
}

// node finds what is counted of a node, nil if nothing is.
func (d *planDetail) node(n sql.Node) *activity.PlanNode {
	if d.kept == nil {
		return nil
	}
	return d.kept.Plan.Node(d.kept.Number(n))
}

// position is where in the plan the thread that builds a node is. around is the node of
// the plan that a node lies in which the plan does not have.
func (d *planDetail) position(n sql.Node, thread *perfschema.Thread, around uint16) operatorPosition {
	if t, ok := n.(*rowTarget); ok {
		n = t.Node
	}
	p := operatorPosition{number: d.kept.Number(n), thread: thread}
	if p.node = d.kept.Plan.Node(p.number); p.node != nil {
		p.operator = p.node.Operator()
	} else {
		p.operator = operator.KindOf(n).Operator
		if p.number == 0 {
			p.number = around
		}
	}
	return p
}

// enterBase says where the connection's thread is while no iterator of ours runs. Around a
// query those of the engine only hand its rows on, from one goroutine to the
// next; a change is made in the root's, around which none may lie.
func (d *planDetail) enterBase() {
	k := d.kept
	if k == nil {
		return
	}
	root, t := k.Nodes()[0], d.connection.thread
	_, made := root.(*node.Command) // its rows are there
	if root != nil && (made || node.IsDeferred(root) || isQuery(root)) {
		t.EnterOperator(snowset.OperatorResult, 0)
		return
	}
	t.EnterOperator(k.Plan.Node(1).Operator(), 1)
}

// enterOperator says where a thread of the statement is, unless its plan is left out:
// what is not seen of all operators is said of none.
func (d *planDetail) enterOperator(t *perfschema.Thread, o snowset.Operator, number uint16) activity.OperatorMark {
	if d.bare {
		return 0
	}
	return t.EnterOperator(o, number)
}

// grow says how many goroutines of the statement may work at a time from now
// on, as far as there are cores for them. The goroutine that has the
// connection's Thread calls it.
func (d *planDetail) grow(goroutines int) {
	if n := min(goroutines, runtime.GOMAXPROCS(0)); n > d.cores {
		d.cores = n
		d.connection.thread.SetCores(n)
	}
}

// The goroutines of a statement that may work at a time: one reads, one makes
// rows ready for the client, one sends them; one reads the input of a grouping
// and one groups.
const (
	resultGoroutines   = 3
	groupingGoroutines = 2
)
