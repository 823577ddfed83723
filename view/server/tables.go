package server

import "github.com/perfschema/perfschema/view"

// Tables returns the tables of the server itself: its timers, logs, keys and functions.
func Tables() []*view.Table {
	return []*view.Table{
		performanceTimers(), binaryLogCompression(), innodbRedoLogFiles(), keyringKeys(), keyringComponentStatus(),
		errorLog(), logStatus(), userDefinedFunctions(),
	}
}
