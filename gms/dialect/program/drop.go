package program

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// The kinds of stored programs that are dropped, as MySQL's OBJECT_TYPE names them.
const (
	KindProcedure = "PROCEDURE"
	KindTrigger   = "TRIGGER"
)

// Dropped are the stored programs that a statement drops.
type Dropped struct {
	Kind   string // KindProcedure or KindTrigger; empty: all of the database
	Schema string // empty: none
	Names  []string
}

// DroppedBy reads them off a plan.
func DroppedBy(n sql.Node) Dropped {
	switch n := n.(type) {
	case *plan.DropProcedure:
		return Dropped{KindProcedure, node.DatabaseName(n.Database()), []string{n.ProcedureName}}
	case *plan.DropTrigger:
		return Dropped{KindTrigger, node.DatabaseName(n.Database()), []string{n.TriggerName}}
	case *plan.DropTable:
		if len(n.TriggerNames) > 0 && len(n.Tables) > 0 {
			if t, ok := n.Tables[0].(*plan.ResolvedTable); ok {
				return Dropped{KindTrigger, node.DatabaseName(t.SqlDatabase), n.TriggerNames}
			}
		}
	case *plan.DropDB:
		return Dropped{Schema: n.DbName}
	}
	return Dropped{}
}
