package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// droppedPrograms are the stored programs that a statement drops.
type droppedPrograms struct {
	kind   perfschema.ProgramType // empty: all of the database
	schema string
	names  []string
}

// droppedBy reads them off a plan.
func droppedBy(n sql.Node) droppedPrograms {
	switch n := n.(type) {
	case *plan.DropProcedure:
		return droppedPrograms{perfschema.ProgramProcedure, node.DatabaseName(n.Database()), []string{n.ProcedureName}}
	case *plan.DropTrigger:
		return droppedPrograms{perfschema.ProgramTrigger, node.DatabaseName(n.Database()), []string{n.TriggerName}}
	case *plan.DropTable:
		if len(n.TriggerNames) > 0 && len(n.Tables) > 0 {
			if t, ok := n.Tables[0].(*plan.ResolvedTable); ok {
				return droppedPrograms{perfschema.ProgramTrigger, node.DatabaseName(t.SqlDatabase), n.TriggerNames}
			}
		}
	case *plan.DropDB:
		return droppedPrograms{schema: n.DbName}
	}
	return droppedPrograms{}
}

// forget removes the rows of programs that have been dropped.
func (d *droppedPrograms) forget(s *perfschema.Schema) {
	switch {
	case d.schema == "":
	case d.kind == "":
		s.DropPrograms(d.schema)
	default:
		for _, name := range d.names {
			s.DropProgram(d.kind, d.schema, name)
		}
	}
}
