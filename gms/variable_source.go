package gms

import (
	"iter"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/view"
)

// variableSource gives the tables of status and system variables what SHOW
// STATUS and SHOW VARIABLES show the session.
func (a *Adapter) variableSource(ctx *sql.Context) view.VariableSource {
	return func(set view.VariableSet) iter.Seq2[string, any] {
		values := make(map[string]any)
		switch set {
		case view.GlobalStatus, view.SessionStatus:
			for name, v := range a.status(ctx, set == view.GlobalStatus) {
				if !onlyShown(name) {
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
