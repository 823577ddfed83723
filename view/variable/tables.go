package variable

import "github.com/perfschema/perfschema/view"

// Tables returns the tables of system, status and user variables.
func Tables() []*view.Table {
	return []*view.Table{
		globalStatus(), sessionStatus(), globalVariables(), sessionVariables(), globalVariableAttributes(),
		variablesInfo(), variablesMetadata(), persistedVariables(), variablesByThread(), userVariablesByThread(),
		statusByThread(), statusByAccount(), statusByUser(), statusByHost(),
	}
}
