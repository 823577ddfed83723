package view

import "strings"

// FeatureOf is the feature of profiling.overhead that the events of an instrument are part
// of; "" for what is no instrument, and for one that has no events.
func FeatureOf(instrument string) string {
	switch {
	case strings.HasPrefix(instrument, "wait/io/table/"), strings.HasPrefix(instrument, "wait/lock/table/"):
		return "table_io"
	case strings.HasPrefix(instrument, "wait/"), instrument == "idle":
		return "waits"
	case strings.HasPrefix(instrument, "stage/"):
		return "stages"
	case strings.HasPrefix(instrument, "statement/"):
		return "statements"
	case OfProcess(instrument):
		return ""
	case strings.HasPrefix(instrument, "memory/"):
		return "memory"
	case instrument == "transaction":
		return "transactions"
	}
	return ""
}

// OfProcess says whether an instrument shows what the Go runtime or the operating system
// tells of the process's memory. It has no events, and costs something only while somebody
// reads it: what it counts are the runtime's allocations.
func OfProcess(instrument string) bool {
	return strings.HasPrefix(instrument, "memory/go/") || strings.HasPrefix(instrument, "memory/os/")
}
