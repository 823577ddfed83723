package gms

import (
	"hash/maphash"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/procedures"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// callRows are the rows that statements of a procedure have given, where they are
// not sent as they come. The interpreter keeps those of the last SELECT, or if there is
// none of the last statement, until CALL has given them.
type callRows struct {
	counting bool
	holding  holding
	current  keptStatement
	last     int64 // bytes of the last statement whose rows CALL may give
	selected bool  // it is a SELECT
}

// keptStatement is a statement whose rows are being collected.
type keptStatement struct {
	bytes   int64
	slice   size.GrowingSlice
	selects bool
	failed  bool // they are let go of at once
}

// sliceIter is what gives collected rows again, and its place among others.
const sliceIter = size.SliceHeader + size.Word + size.Interface

// collects says whether the interpreter keeps the rows of a statement that it
// runs for such an operation; sent is of a SELECT without INTO.
func collects(op procedures.OpCode, sent bool) bool {
	switch op {
	case procedures.OpCode_Select:
		return sent
	case procedures.OpCode_Execute, procedures.OpCode_Call:
		return true
	}
	return false
}

// begin begins a statement.
func (c *callRows) begin(selects bool) *callRows {
	c.current = keptStatement{selects: selects, bytes: sliceIter}
	c.holding.add(sliceIter)
	return c
}

// row counts a row of the statement. Nil counts nothing.
func (c *callRows) row(r sql.Row) {
	if c == nil {
		return
	}
	n := c.holding.memory.adapter.sizer.Row(r) + c.current.slice.Push(size.SliceHeader)
	c.current.bytes += n
	c.holding.add(n)
}

// fail has the rows of the statement let go of.
func (c *callRows) fail() {
	if c != nil {
		c.current.failed = true
	}
}

// end ends the statement.
func (c *callRows) end() {
	if c == nil {
		return
	}
	s := &c.current
	switch {
	case s.bytes == 0: // it has ended before
	case !s.failed && (s.selects || !c.selected):
		c.holding.add(-c.last)
		c.last, c.selected = s.bytes, s.selects
	default:
		c.holding.add(-s.bytes)
	}
	s.bytes = 0
	c.holding.tell()
}

// begin counts the procedure as it begins to run.
func (p *procedureRun) begin(n *plan.Call) {
	x := p.execution
	x.programs.calls++
	if x.memory.counts(memoryCall) {
		p.rows = callRows{counting: true, holding: x.memory.hold(memoryCall, x.detail.node(n))}
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

// programTree is the bytes of a procedure's parse tree, measured once for each
// text.
func (m *statementMemory) programTree(key uint64, operations []*procedures.InterpreterOperation) int64 {
	trees := &m.adapter.trees
	bytes := trees.find(key)
	if bytes == 0 {
		bytes = size.Tree(operations)
		trees.keep(key, bytes)
	}
	return bytes
}

// countPlan counts the plan of a statement of a procedure, measured once for each
// place in its text and number of nodes. That of a trigger's is a part of the plan
// around it.
func (n *nestedStatement) countPlan(root sql.Node, nodes int) {
	x := n.body.execution
	if n.key == 0 || !x.memory.countsClass(memoryProgram) {
		return
	}
	trees := &x.connection.adapter.trees
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

// unplan gives back what has been counted of a program's.
func (m *statementMemory) unplan(bytes *int64) {
	if *bytes != 0 {
		m.changeBlock(memoryProgram, -*bytes)
		*bytes = 0
	}
}
