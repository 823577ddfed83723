package record

import "github.com/perfschema/perfschema/snowset"

// PlanNodeInfo is what a PlanNode has done so far.
type PlanNodeInfo struct {
	// Node is its number, from 1; Parent that of the node which reads from it,
	// 0 for the root.
	Node, Parent uint16
	Operator     snowset.Operator
	// Name is the kind of node, as the engine calls it; Object the table, empty
	// where there is none.
	Name, Object string
	// Index is the index by which it reads Object, empty for none.
	Index string
	// Loops is how often the node was begun, Rows what it gave, in all loops.
	Loops, Rows uint64
	// Known: Loops and Rows are counted. They are not of a node whose work
	// another one does along with its own, nor of one that nobody can look into.
	Known bool
	// RowsUnknown: of the two, only Loops are counted. A node that never began
	// gave no rows.
	RowsUnknown bool
	// Memory is the bytes the node holds, MemoryHigh the most it held, as far
	// as it says.
	MemoryHigh, Memory int64
}

// ResourceIO is what a statement read from a resource, or wrote to it: the
// bytes, and in how many operations.
type ResourceIO struct{ Bytes, Requests uint64 }
