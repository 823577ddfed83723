package catalog

import (
	"slices"

	"github.com/perfschema/perfschema/view"
)

// eventTables returns the tables of current events and of their history.
func eventTables() []*view.Table {
	return slices.Concat(statementEvents(), stageEvents(), transactionEvents(), waitEvents())
}
