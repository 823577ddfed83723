package activity

import (
	"github.com/perfschema/perfschema/internal/stateword"
	"github.com/perfschema/perfschema/snowset"
)

// Phase is the part of a statement that runs.
type Phase uint8

// String is the phase in lower case.
func (p Phase) String() string {
	if p < numPhases {
		return [...]string{"execution", "setup", "teardown"}[p]
	}
	return ""
}

// The phases. A statement begins in PhaseExecution, for programs that do not
// tell them apart.
const (
	PhaseExecution Phase = iota
	PhaseSetup           // before execution: parsing, planning, opening
	PhaseTeardown        // after it: closing, cleaning up
	numPhases
)

// State is a thread's state word: what it does at this moment.
//
//	bits 0-5    the resource it waits for, snowset.ResourceNone while it runs
//	bits 6-11   the operator it is in
//	bits 12-27  that operator's plan node
//	bits 28-29  the phase of its statement
//	bit  30     it works on a statement
//	bits 32-63  which statement of the thread, by number
type State uint64

// The state word has room for all resources and operators there may be.
var (
	_ = [1]struct{}{}[stateword.ResourceMask+1-snowset.MaxResources]
	_ = [1]struct{}{}[stateword.OperatorMask>>stateword.Operator+1-snowset.MaxOperators]
)

// Active reports whether the thread works on a statement. A child works on its parent's.
func (w State) Active() bool { return w&stateword.Active != 0 }

// Resource is what the thread waits for, snowset.ResourceNone if it runs.
func (w State) Resource() snowset.Resource { return snowset.Resource(w & stateword.ResourceMask) }

// Operator is the operator the thread is in.
func (w State) Operator() snowset.Operator {
	return snowset.Operator(w & stateword.OperatorMask >> stateword.Operator)
}

// Node is the plan node of that operator, 0 for none.
func (w State) Node() uint16 { return uint16(w & stateword.NodeMask >> stateword.Node) }

// Phase is the phase of the thread's statement.
func (w State) Phase() Phase { return Phase(w & stateword.PhaseMask >> stateword.Phase) }

// Statement tells one statement of a thread from the next.
func (w State) Statement() uint32 { return uint32(w >> stateword.Statement) }

// StateOperator is the bits of a State that say which operator the thread is in, and
// which node of the plan.
const StateOperator State = stateword.OperatorMask | stateword.NodeMask

// OperatorMark is what Thread.EnterOperator found.
type OperatorMark uint32

// ResourceMark is what Thread.EnterResource found.
type ResourceMark uint8
