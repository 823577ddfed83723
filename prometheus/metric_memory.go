package prometheus

import (
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

var (
	memoryAlloc = counter("mysql_perf_schema_memory_events_alloc_bytes_total", "performance_schema.memory_summary_global_by_event_name.SUM_NUMBER_OF_BYTES_ALLOC",
		"Bytes allocated, by instrument, without the memory/ it begins with. Instruments whose memory nobody counts as it is allocated have none.", "event_name")
	memoryFree = counter("mysql_perf_schema_memory_events_free_bytes_total", "performance_schema.memory_summary_global_by_event_name.SUM_NUMBER_OF_BYTES_FREE",
		"Bytes released, by instrument, without the memory/ it begins with. Instruments whose memory nobody counts as it is allocated have none.", "event_name")
	memoryUsed = gauge("mysql_perf_schema_memory_events_used_bytes", "performance_schema.memory_summary_global_by_event_name.CURRENT_NUMBER_OF_BYTES_USED",
		"Bytes in use, by instrument, without the memory/ it begins with.", "event_name")
	processMemory = gauge("perfschema_process_memory_bytes", "sums of profiling.memory_reconciliation.BYTES by MEMORY_KIND",
		"The resident set of the process by how its bytes are known: exact, sampled, runtime, system, and unexplained, which is the rest. "+
			"Together they are the resident set; a kind may be negative.", "kind")
)

// collectMemory gives the memory of the instruments that there was any of.
func collectMemory(s *series, r *perfschema.Reader) {
	summary := r.MemorySummary(record.Global, 0)
	classes := r.ClassesOf(perfschema.KindMemory)
	for summary.Len() != len(classes) { // one was registered in between
		summary, classes = r.MemorySummary(record.Global, 0), r.ClassesOf(perfschema.KindMemory)
	}
	for _, stats := range summary.All() {
		for i := range stats {
			stat, name := &stats[i], strings.TrimPrefix(classes[i].Name(), "memory/")
			if *stat == (record.MemoryStat{}) {
				continue
			}
			if classes[i].Flags()&perfschema.FlagUncounted == 0 {
				s.add(memoryAlloc, float64(stat.BytesAlloc), name)
				s.add(memoryFree, float64(stat.BytesFree), name)
			}
			s.add(memoryUsed, float64(stat.CurrentBytes()), name)
		}
	}
	for _, part := range r.ProcessMemory() {
		if part.Known {
			s.add(processMemory, float64(part.Bytes), part.Kind.String())
		}
	}
}
