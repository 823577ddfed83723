package gms

import (
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/internal/plantree"
)

// calledPosition is where the thread is in a statement that the interpreter asks
// for.
func (p *procedureRun) calledPosition(where program.Location, stmt ast.Statement) operatorPosition {
	x := p.execution
	if x.detail.kept == nil {
		return operatorPosition{}
	}
	position := operatorPosition{thread: x.connection.thread, operator: plantree.OperatorOf(program.Changes(stmt))}
	at := where.At
	if at < 0 {
		at = where.Handler
	}
	for i := range p.called {
		if s := &p.called[i]; s.Operation == at {
			position.number = s.Number
			position.node = x.detail.kept.Plan.Node(s.Number)
			return position
		}
	}
	position.number = x.programs.node // part of the statement around it
	return position
}
