package gms

import (
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/internal/plantree"
)

// calledPosition is where the thread is in a statement that the interpreter asks
// for.
func (p *procedureRun) calledPosition(where program.Location, stmt ast.Statement) plantree.Position {
	x := p.execution
	if x.detail.Kept == nil {
		return plantree.Position{}
	}
	position := plantree.Position{Thread: x.connection.thread, Operator: plantree.OperatorOf(program.Changes(stmt))}
	at := where.At
	if at < 0 {
		at = where.Handler
	}
	for i := range p.called {
		if s := &p.called[i]; s.Operation == at {
			position.Number = s.Number
			position.Node = x.detail.Kept.Plan.Node(s.Number)
			return position
		}
	}
	position.Number = x.programs.node // part of the statement around it
	return position
}
