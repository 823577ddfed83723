package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
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
	n := c.holding.memory.server.sizer.Row(r) + c.current.slice.Push(size.SliceHeader)
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

// programTree is the bytes of a procedure's parse tree, measured once for each
// text.
func (m *statementMemory) programTree(key uint64, operations []*procedures.InterpreterOperation) int64 {
	trees := &m.server.trees
	bytes := trees.find(key)
	if bytes == 0 {
		bytes = size.Tree(operations)
		trees.keep(key, bytes)
	}
	return bytes
}

// unplan gives back what has been counted of a program's.
func (m *statementMemory) unplan(bytes *int64) {
	if *bytes != 0 {
		m.changeBlock(memoryProgram, -*bytes)
		*bytes = 0
	}
}
