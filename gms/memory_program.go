package gms

import (
	"hash/maphash"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// begin counts the procedure as it begins to run.
func (p *procedureRun) begin(n *plan.Call) {
	x := p.execution
	x.programs.calls++
	if x.memory.Counts(held.Call) {
		p.rows = held.CallRows{Counting: true, Holding: x.memory.Hold(held.Call, x.memory.Node(n))}
	}
	if x.memory.CountsClass(held.Program) {
		p.key = maphash.String(programSeed, p.source) | 1
		p.tree = x.memory.ProgramTree(p.key, p.operations)
		x.memory.ChangeBlock(held.Program, p.tree)
	}
}

// release gives back what the interpreter has let go of: all but what CALL is to
// give. Of a procedure that another one has called, that one keeps the rows.
func (p *procedureRun) release(err error) {
	x := p.execution
	x.programs.calls--
	x.memory.Unplan(&p.tree)
	if !p.rows.Counting {
		return
	}
	if err != nil || x.programs.calls > 0 || x.programs.triggered {
		p.rows.Holding.Release()
		return
	}
	p.rows.Holding.Set(p.rows.Last)
	p.rows.Holding.Keep(p)
}

var programSeed = maphash.MakeSeed()

// countPlan counts the plan of a statement of a procedure, measured once for each
// place in its text and number of nodes. That of a trigger's is a part of the plan
// around it.
func (n *nestedStatement) countPlan(root sql.Node, nodes int) {
	x := n.body.execution
	if n.key == 0 || !x.memory.CountsClass(held.Program) {
		return
	}
	trees := &x.memory.Server.Trees
	key := held.Mix(n.key ^ uint64(nodes+1))
	if n.plan = trees.Find(key); n.plan == 0 {
		n.plan = size.Plan(root)
		trees.Keep(key, n.plan)
	}
	x.memory.ChangeBlock(held.Program, n.plan)
}

// takePlan hands on the counted plan of a statement that has opened a cursor.
func (n *nestedStatement) takePlan() int64 {
	plan := n.plan
	n.plan = 0
	return plan
}
