package plantree

import (
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/snowset"
)

// Called is a statement of a procedure that a plan calls: a node below
// the CALL, with what it ran and gave in all. Its own plan, which is made anew
// each time it runs, has no numbers: what happens in it counts as this node's,
// each part by its operator.
type Called struct {
	program.Asked
	call uint16 // number of the CALL
	// Number is the statement's, Operation its place among those of the procedure.
	Number    uint16
	Operation int
}

// addStatements adds the statements of a procedure that is called.
func (k *Tree) addStatements(n *plan.Call, call uint16) {
	if n.Procedure == nil {
		return
	}
	for i, op := range n.Procedure.Ops {
		asked, ok := program.AskedBy(op)
		if !ok {
			continue
		}
		if len(k.nodes) == activity.MaxPlanNodes {
			return
		}
		k.nodes, k.parents = append(k.nodes, nil), append(k.parents, call)
		k.statements = append(k.statements, Called{asked, call, uint16(len(k.nodes)), i})
	}
}

// OperatorOf is the operator of a statement of a procedure: what happens in the
// iterators of one that changes rows, which are the engine's, is that.
func OperatorOf(changes bool) snowset.Operator {
	if changes {
		return snowset.OperatorDML
	}
	return snowset.OperatorOther
}

// Called are the statements of the procedure that a CALL runs; none where the plan is not
// kept, which is a nil Tree, or the CALL itself is part of a program.
func (k *Tree) Called(n *plan.Call) []Called {
	if k == nil {
		return nil
	}
	call := k.at(n)
	for i := range k.statements {
		if k.statements[i].call == call {
			end := i
			for end < len(k.statements) && k.statements[end].call == call {
				end++
			}
			return k.statements[i:end]
		}
	}
	return nil
}
