package catalog

import "github.com/perfschema/perfschema/view"

// setupTables returns the setup tables, and those of what OpenTelemetry exports.
func setupTables() []*view.Table {
	return []*view.Table{
		setupActors(), setupConsumers(), setupInstruments(), setupObjects(), setupThreads(), setupLoggers(),
		setupMeters(), setupMetrics(),
	}
}
