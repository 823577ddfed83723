package gms

import (
	"hash/maphash"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// begin counts the procedure as it begins to run.
func (p *procedureRun) begin(n *plan.Call) {
	x := p.execution
	x.programs.calls++
	if x.memory.counts(memoryCall) {
		p.rows = callRows{counting: true, holding: x.memory.hold(memoryCall, x.memory.node(n))}
	}
	if x.memory.countsClass(memoryProgram) {
		p.key = maphash.String(programSeed, p.source) | 1
		p.tree = x.memory.programTree(p.key, p.operations)
		x.memory.changeBlock(memoryProgram, p.tree)
	}
}

// release gives back what the interpreter has let go of: all but what CALL is to
// give. Of a procedure that another one has called, that one keeps the rows.
func (p *procedureRun) release(err error) {
	x := p.execution
	x.programs.calls--
	x.memory.unplan(&p.tree)
	if !p.rows.counting {
		return
	}
	if err != nil || x.programs.calls > 0 || x.programs.triggered {
		p.rows.holding.release()
		return
	}
	p.rows.holding.set(p.rows.last)
	p.rows.holding.keep(p)
}

var programSeed = maphash.MakeSeed()

// countPlan counts the plan of a statement of a procedure, measured once for each
// place in its text and number of nodes. That of a trigger's is a part of the plan
// around it.
func (n *nestedStatement) countPlan(root sql.Node, nodes int) {
	x := n.body.execution
	if n.key == 0 || !x.memory.countsClass(memoryProgram) {
		return
	}
	trees := &x.memory.server.trees
	key := mixTree(n.key ^ uint64(nodes+1))
	if n.plan = trees.find(key); n.plan == 0 {
		n.plan = size.Plan(root)
		trees.keep(key, n.plan)
	}
	x.memory.changeBlock(memoryProgram, n.plan)
}

// takePlan hands on the counted plan of a statement that has opened a cursor.
func (n *nestedStatement) takePlan() int64 {
	plan := n.plan
	n.plan = 0
	return plan
}
