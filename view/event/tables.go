package event

import (
	"slices"

	"github.com/perfschema/perfschema/view"
)

// Tables returns the tables of current events and of their history.
func Tables() []*view.Table {
	return slices.Concat(statementEvents(), stageEvents(), transactionEvents(), waitEvents())
}
