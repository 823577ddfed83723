package gms

import (
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/gms/internal/program"
)

// calledPlace is where the thread is in a statement that the interpreter asks
// for.
func (p *procedureRun) calledPlace(where program.Place, stmt ast.Statement) operatorPlace {
	x := p.execution
	if x.plan.kept == nil {
		return operatorPlace{}
	}
	place := operatorPlace{thread: x.connection.thread, operator: plantree.OperatorOf(program.Changes(stmt))}
	at := where.At
	if at < 0 {
		at = where.Handler
	}
	for i := range p.called {
		if s := &p.called[i]; s.Operation == at {
			place.number = s.Number
			place.node = x.plan.kept.Plan.Node(s.Number)
			return place
		}
	}
	place.number = x.programs.place // part of the statement around it
	return place
}
