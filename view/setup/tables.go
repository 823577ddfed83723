package setup

import "github.com/perfschema/perfschema/view"

// Tables returns the setup tables, and those of what OpenTelemetry exports.
func Tables() []*view.Table {
	return []*view.Table{
		setupActors(), setupConsumers(), setupInstruments(), setupObjects(), setupThreads(), setupLoggers(),
		setupMeters(), setupMetrics(),
	}
}
