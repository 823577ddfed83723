package held

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/procedures"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// CallRows are the rows that statements of a procedure have given, where they are
// not sent as they come. The interpreter keeps those of the last SELECT, or if there is
// none of the last statement, until CALL has given them.
type CallRows struct {
	Counting bool
	Holding  Holding
	current  keptStatement
	Last     int64 // bytes of the last statement whose rows CALL may give
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

// Collects says whether the interpreter keeps the rows of a statement that it
// runs for such an operation; sent is of a SELECT without INTO.
func Collects(op procedures.OpCode, sent bool) bool {
	switch op {
	case procedures.OpCode_Select:
		return sent
	case procedures.OpCode_Execute, procedures.OpCode_Call:
		return true
	}
	return false
}

// Begin begins a statement.
func (c *CallRows) Begin(selects bool) *CallRows {
	c.current = keptStatement{selects: selects, bytes: sliceIter}
	c.Holding.Add(sliceIter)
	return c
}

// Row counts a row of the statement. Nil counts nothing.
func (c *CallRows) Row(r sql.Row) {
	if c == nil {
		return
	}
	n := c.Holding.Memory.Server.Sizer.Row(r) + c.current.slice.Push(size.SliceHeader)
	c.current.bytes += n
	c.Holding.Add(n)
}

// Fail has the rows of the statement let go of.
func (c *CallRows) Fail() {
	if c != nil {
		c.current.failed = true
	}
}

// End ends the statement.
func (c *CallRows) End() {
	if c == nil {
		return
	}
	s := &c.current
	switch {
	case s.bytes == 0: // it has ended before
	case !s.failed && (s.selects || !c.selected):
		c.Holding.Add(-c.Last)
		c.Last, c.selected = s.bytes, s.selects
	default:
		c.Holding.Add(-s.bytes)
	}
	s.bytes = 0
	c.Holding.tell()
}

// ProgramTree is the bytes of a procedure's parse tree, measured once for each
// text.
func (m *Statement) ProgramTree(key uint64, operations []*procedures.InterpreterOperation) int64 {
	trees := &m.Server.Trees
	bytes := trees.Find(key)
	if bytes == 0 {
		bytes = size.Tree(operations)
		trees.Keep(key, bytes)
	}
	return bytes
}

// Unplan gives back what has been counted of a program's.
func (m *Statement) Unplan(bytes *int64) {
	if *bytes != 0 {
		m.ChangeBlock(Program, -*bytes)
		*bytes = 0
	}
}
