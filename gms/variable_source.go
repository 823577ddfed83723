package gms

import (
	"iter"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/sysvar"
	"github.com/perfschema/perfschema/view"
)

// variableSource gives the tables of status and system variables what SHOW
// STATUS and SHOW VARIABLES show the session.
func (a *Adapter) variableSource(ctx *sql.Context) view.VariableSource {
	return func(set view.VariableSet) iter.Seq2[string, any] {
		values := make(map[string]any)
		switch set {
		case view.GlobalStatus, view.SessionStatus:
			// Com_* are for SHOW STATUS alone, as in MySQL.
			for name, v := range a.status(ctx, set == view.GlobalStatus) {
				if !strings.HasPrefix(name, "Com_") {
					values[name] = v
				}
			}
		case view.GlobalVariables:
			return sysvar.SystemInOrder(sysvar.Global())
		case view.SessionVariables:
			return sysvar.SystemInOrder(ctx.GetAllSessionVariables())
		}
		return sysvar.InOrder(values)
	}
}
