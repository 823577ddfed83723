package gms

import (
	"iter"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/setting"
	"github.com/perfschema/perfschema/view"
)

// ErrReadOnlyVariable: no option gives the variable a value, as no SET does.
var ErrReadOnlyVariable = sysvar.ErrReadOnly

// VariableOptions are the global variables that an option of the server's start may give a value,
// by name in lower case and with underscores, each with whether it is a switch, which is ON where
// the option has no value.
func VariableOptions() map[string]bool { return sysvar.Options() }

// SetVariableOption gives a global variable the value that an option has at the server's start,
// as MySQL's options do: a number may end in K, M, G, T, P or E, and one beyond the variable's
// bounds is the bound, with a warning. ctx has a session. The variables must be installed.
func SetVariableOption(ctx *sql.Context, name, value string) (warning string, err error) {
	return sysvar.SetOption(ctx, name, value) //nolint:wrapcheck // the caller knows which option it is
}

// Where the value of a variable is from, as VARIABLE_SOURCE says it.
const (
	SourceCompiled    = setting.Compiled
	SourceCommandLine = setting.CommandLine
	SourceExplicit    = setting.Explicit // the file that the command line names
	SourcePersisted   = setting.Persisted
	SourceDynamic     = setting.Dynamic
)

// VariableSource says where a global variable got its value from when the server
// started: one of the Source constants, and the path of its file, if it has one.
type VariableSource = setting.Source

// StartedWith tells where the variables got their values from, by name; all others
// have defaults. persisted is the file that keeps SET PERSIST, "" if there is none.
func (a *Adapter) StartedWith(sources map[string]VariableSource, persisted string) {
	a.sources.StartedWith(sources, persisted)
}

// variableInfo tells of every system variable that is not of a database of our own, by name.
func (a *Adapter) variableInfo(ctx *sql.Context) []view.VariableInfo {
	return a.sources.Info(persisted(ctx), func(name string) bool { return privilege.DatabaseOfVariable(name) != "" })
}

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
