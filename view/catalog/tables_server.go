package catalog

import "github.com/perfschema/perfschema/view"

// serverTables returns the tables of the server itself: its timers, logs, keys and functions.
func serverTables() []*view.Table {
	return []*view.Table{
		performanceTimers(), binaryLogCompression(), innodbRedoLogFiles(), keyringKeys(), keyringComponentStatus(),
		errorLog(), logStatus(), userDefinedFunctions(),
	}
}
