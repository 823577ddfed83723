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
	case Computed(instrument):
		return ""
	case strings.HasPrefix(instrument, "memory/"):
		return "memory"
	case instrument == "transaction":
		return "transactions"
	}
	return ""
}

// Computed says whether what an instrument shows is computed when somebody reads it: what the
// Go runtime or the operating system tells of the process's memory, and the buffers of the
// product itself. It has no events, and costs something only then: what it counts are the
// runtime's allocations, or what has come and gone from one reading to the next.
func Computed(instrument string) bool {
	for _, prefix := range []string{"memory/go/", "memory/os/", "memory/performance_schema/"} {
		if strings.HasPrefix(instrument, prefix) {
			return true
		}
	}
	return false
}
