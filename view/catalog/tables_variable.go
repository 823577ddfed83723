package catalog

import "github.com/perfschema/perfschema/view"

// variableTables returns the tables of system, status and user variables.
func variableTables() []*view.Table {
	return []*view.Table{
		globalStatus(), sessionStatus(), globalVariables(), sessionVariables(), globalVariableAttributes(),
		variablesInfo(), variablesMetadata(), persistedVariables(), variablesByThread(), userVariablesByThread(),
		statusByThread(), statusByAccount(), statusByUser(), statusByHost(),
	}
}
