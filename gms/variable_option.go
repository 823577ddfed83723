package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
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
