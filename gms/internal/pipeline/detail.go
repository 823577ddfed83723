package pipeline

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

// Detail is what a profiler, or an EXPLAIN ANALYZE, wants to know of a statement
// beyond what is counted of each: where in its plan each of its goroutines is, and what
// passes between them.
type Detail struct {
	thread  *perfschema.Thread // of the connection
	helpers *Helpers

	// Sampled: a profiler runs, so that the goroutines of the statement say what they
	// wait for. Bare: and the plan is not kept.
	Sampled, Bare bool
	// FewStages: and of the stages of its setup and teardown the first stand for all.
	FewStages bool
	Kept      *plantree.Tree // while somebody wants to know of its nodes
	tree      plantree.Tree  // of the statement's own plan
	Result    resultStream
	cores     int // that the statement was said to use
}

// Reset begins a statement. What is kept of the one before, Settle has forgotten.
func (d *Detail) Reset() {
	d.Sampled, d.Bare, d.FewStages, d.Kept = false, false, false, nil
}

// Own begins the details of a connection's statements.
func (d *Detail) Own(t *perfschema.Thread, h *Helpers) { d.thread, d.helpers = t, h }

// Decide chooses how much is seen of a statement that has its digest. profiled: SHOW PROFILE
// will show it.
func (d *Detail) Decide(s perfschema.Statement, profiled bool) {
	d.Bare = !profiled && d.thread.Sampled() && s.Recorded() && !s.KeepsDetail()
	d.FewStages = d.Bare && s.LeavesStages()
}

// Keep keeps the plan of a statement if a profiler samples it, and it is not one of the
// short ones that are left out.
func (d *Detail) Keep(root sql.Node, s perfschema.Statement) {
	if !d.Sampled || d.Bare {
		return
	}
	d.tree.Keep(root)
	d.Kept = &d.tree
	s.SetPlan(d.tree.Plan)
}

// Analyze has the plan of an analysis kept in the place of the statement's own until the
// returned function is called.
func (d *Detail) Analyze(a *plantree.Analysis, s perfschema.Statement) (done func()) {
	own := d.Kept
	d.Kept = a.Tree()
	if own != nil {
		s.SetPlan(a.Tree().Plan)
	}
	return func() { d.Kept = own }
}

// Settle adds what the statement has done to its plan, when it has ended. r is the plan it
// ran by, nil if it came to none.
func (d *Detail) Settle(s perfschema.Statement, r *plantree.Running, c *perfschema.StatementCounters, err error) {
	k := d.Kept
	switch {
	case k != nil:
		k.Settle(c)
		if err == nil {
			k.SettlePassed()
		}
		k.Forget()
	case d.Sampled && r != nil && r.Root != nil && s.Elapsed() >= LongAfter:
		d.outline(s, r)
	}
	if k != nil || d.Result.streams || d.Result.Limited {
		d.Result.reset()
		d.cores = 0
	}
}

// LongAfter is from when on the plan of a statement that was left out for being short
// is told all the same.
const LongAfter = 10 * time.Millisecond

// outline gives a statement that has turned out to be long the plan it ran by. What
// was counted is known of it: the first tables.
func (d *Detail) outline(s perfschema.Statement, r *plantree.Running) {
	k := &d.tree
	k.Keep(r.Root)
	for i, n := range k.Nodes() {
		p := k.Plan.Node(uint16(i + 1))
		p.SetKnown(false)
		for j := range r.Tables {
			if t := &r.Tables[j]; n != nil && t.Node == n {
				loops, rows := t.Count.Counts()
				p.SetKnown(true)
				p.AddLoops(loops)
				p.AddRows(rows)
			}
		}
	}
	s.SetPlan(k.Plan)
	k.Forget()
}

// Node finds what is counted of a node, nil if nothing is.
func (d *Detail) Node(n sql.Node) *activity.PlanNode {
	if d.Kept == nil {
		return nil
	}
	return d.Kept.Plan.Node(d.Kept.Number(n))
}

// Position is where in the plan the thread that builds a node is. around is the node of
// the plan that a node lies in which the plan does not have.
func (d *Detail) Position(n sql.Node, thread *perfschema.Thread, around uint16) plantree.Position {
	p := plantree.Position{Number: d.Kept.Number(n), Thread: thread}
	if p.Node = d.Kept.Plan.Node(p.Number); p.Node != nil {
		p.Operator = p.Node.Operator()
	} else {
		p.Operator = operator.KindOf(n).Operator
		if p.Number == 0 {
			p.Number = around
		}
	}
	return p
}

// EnterBase says where the connection's thread is while no iterator of ours runs. Around a
// query those of the engine only hand its rows on, from one goroutine to the
// next; a change is made in the root's, around which none may lie.
func (d *Detail) EnterBase() {
	k := d.Kept
	if k == nil {
		return
	}
	root, t := k.Nodes()[0], d.thread
	_, made := root.(*node.Command) // its rows are there
	if root != nil && (made || node.IsDeferred(root) || operator.IsQuery(root)) {
		t.EnterOperator(snowset.OperatorResult, 0)
		return
	}
	t.EnterOperator(k.Plan.Node(1).Operator(), 1)
}

// enterOperator says where a thread of the statement is, unless its plan is left out:
// what is not seen of all operators is said of none.
func (d *Detail) enterOperator(t *perfschema.Thread, o snowset.Operator, number uint16) activity.OperatorMark {
	if d.Bare {
		return 0
	}
	return t.EnterOperator(o, number)
}

// Grow says how many goroutines of the statement may work at a time from now
// on, as far as there are cores for them. The goroutine that has the
// connection's Thread calls it.
func (d *Detail) Grow(goroutines int) {
	if n := min(goroutines, runtime.GOMAXPROCS(0)); n > d.cores {
		d.cores = n
		d.thread.SetCores(n)
	}
}

// The goroutines of a statement that may work at a time: one reads, one makes
// rows ready for the client, one sends them; one reads the input of a grouping
// and one groups.
const (
	resultGoroutines   = 3
	GroupingGoroutines = 2
)
