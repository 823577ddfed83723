// Package stateword lays out the bits of a thread's state word: what package activity reads
// of it, and what a Thread writes with one store.
package stateword

// The bits, from the lowest up: the resource, the operator, the operator's plan node, the
// phase of the statement, whether the thread works, and the number of the statement.
const (
	resourceBits = 6
	operatorBits = 6

	Operator  = resourceBits
	Node      = Operator + operatorBits
	Phase     = Node + 16
	Active    = 1 << 30
	Statement = 32

	ResourceMask = 1<<resourceBits - 1
	OperatorMask = (1<<operatorBits - 1) << Operator
	NodeMask     = 0xffff << Node
	PhaseMask    = 3 << Phase
)
