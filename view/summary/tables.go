package summary

import (
	"slices"

	"github.com/perfschema/perfschema/view"
)

// Tables returns the tables that add events up.
func Tables() []*view.Table {
	return slices.Concat([]*view.Table{
		statementsByProgram(), preparedStatements(), statementsByDigest(), histogramGlobal(), histogramByDigest(),
		waitsByInstance(), tableIOByTable(), tableIOByIndex(), tableLocks(), objectsSummary(),
	},
		statementSummaries(), stageSummaries(), transactionSummaries(), errorSummaries(), memorySummaries(),
		waitSummaries(), fileSummaries(), socketSummaries(),
	)
}
