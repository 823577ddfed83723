package gms

import (
	"github.com/dolthub/go-mysql-server/sql/plan"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/program"
	"github.com/perfschema/perfschema/snowset"
)

// calledStatement is a statement of a procedure that a plan calls: a node below
// the CALL, with what it ran and gave in all. Its own plan, which is made anew
// each time it runs, has no numbers: what happens in it counts as this node's,
// each part by its operator.
type calledStatement struct {
	program.Asked
	call      uint16 // number of the CALL
	number    uint16
	operation int // place among those of the procedure
}

// addStatements adds the statements of a procedure that is called.
func (k *keptPlan) addStatements(n *plan.Call, call uint16) {
	if n.Procedure == nil {
		return
	}
	for i, op := range n.Procedure.Ops {
		asked, ok := program.AskedBy(op)
		if !ok {
			continue
		}
		if len(k.nodes) == perfschema.MaxPlanNodes {
			return
		}
		k.nodes, k.parents = append(k.nodes, nil), append(k.parents, call)
		k.statements = append(k.statements, calledStatement{asked, call, uint16(len(k.nodes)), i})
	}
}

// operatorOf is the operator of a statement of a procedure: what happens in the
// iterators of one that changes rows, which are the engine's, is that.
func operatorOf(changes bool) snowset.Operator {
	if changes {
		return snowset.OperatorDML
	}
	return snowset.OperatorOther
}

// called are the statements of the procedure that a CALL runs; none where the
// plan is not kept, or the CALL itself is part of a program.
func (p *planBuild) called(n *plan.Call) []calledStatement {
	k := p.kept
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

// calledPlace is where the thread is in a statement that the interpreter asks
// for.
func (p *procedureRun) calledPlace(where program.Place, stmt ast.Statement) operatorPlace {
	x := p.execution
	if x.plan.kept == nil {
		return operatorPlace{}
	}
	place := operatorPlace{thread: x.connection.thread, operator: operatorOf(program.Changes(stmt))}
	at := where.At
	if at < 0 {
		at = where.Handler
	}
	for i := range p.called {
		if s := &p.called[i]; s.operation == at {
			place.number = s.number
			place.node = x.plan.kept.plan.Node(s.number)
			return place
		}
	}
	place.number = x.programs.place // part of the statement around it
	return place
}
