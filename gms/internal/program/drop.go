package program

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Dropped are the stored programs that a statement drops.
type Dropped struct {
	kind   perfschema.ProgramType // empty: all of the database
	schema string
	names  []string
}

// DroppedBy reads them off a plan.
func DroppedBy(n sql.Node) Dropped {
	switch n := n.(type) {
	case *plan.DropProcedure:
		return Dropped{perfschema.ProgramProcedure, node.DatabaseName(n.Database()), []string{n.ProcedureName}}
	case *plan.DropTrigger:
		return Dropped{perfschema.ProgramTrigger, node.DatabaseName(n.Database()), []string{n.TriggerName}}
	case *plan.DropTable:
		if len(n.TriggerNames) > 0 && len(n.Tables) > 0 {
			if t, ok := n.Tables[0].(*plan.ResolvedTable); ok {
				return Dropped{perfschema.ProgramTrigger, node.DatabaseName(t.SqlDatabase), n.TriggerNames}
			}
		}
	case *plan.DropDB:
		return Dropped{schema: n.DbName}
	}
	return Dropped{}
}

// Forget removes the rows of the programs that have been dropped.
func (d *Dropped) Forget(s *perfschema.Schema) {
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
