package prometheus

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

var (
	waits = counter("mysql_perf_schema_events_waits_total", "performance_schema.events_waits_summary_global_by_event_name.COUNT_STAR",
		"Waits, by instrument.", "event_name")
	waitSeconds = counter("mysql_perf_schema_events_waits_seconds_total", "performance_schema.events_waits_summary_global_by_event_name.SUM_TIMER_WAIT",
		"Time that was waited, by instrument.", "event_name")
	fileEvents = counter("mysql_perf_schema_file_events_total", "performance_schema.file_summary_by_event_name.COUNT_READ, COUNT_WRITE, COUNT_MISC",
		"File operations, by instrument; the mode is read, write or misc.", "event_name", "mode")
	fileSeconds = counter("mysql_perf_schema_file_events_seconds_total", "performance_schema.file_summary_by_event_name.SUM_TIMER_READ, SUM_TIMER_WRITE, SUM_TIMER_MISC",
		"Time that file operations took, by instrument; the mode is read, write or misc.", "event_name", "mode")
	fileBytes = counter("mysql_perf_schema_file_events_bytes_total", "performance_schema.file_summary_by_event_name.SUM_NUMBER_OF_BYTES_READ, SUM_NUMBER_OF_BYTES_WRITE",
		"Bytes read from and written to files, by instrument; the mode is read or write.", "event_name", "mode")
)

// collectWaits gives the waits of all instruments, those of which there was none yet too:
// a rate wants a value to begin with.
func collectWaits(s *series, r *perfschema.Reader) {
	summary := r.WaitSummary(record.Global, 0)
	classes := r.WaitClasses()
	for summary.Len() != len(classes) { // one was registered in between: places may differ
		summary, classes = r.WaitSummary(record.Global, 0), r.WaitClasses()
	}
	for _, stats := range summary.All() {
		for i, stat := range stats {
			if classes[i].Flags()&perfschema.FlagMutable == 0 {
				s.add(waits, float64(stat.Count), classes[i].Name())
				s.add(waitSeconds, float64(stat.Sum)*picosecond, classes[i].Name())
			}
		}
	}
}

func collectFiles(s *series, r *perfschema.Reader) {
	stats, classes := r.FileSummary(), r.ClassesOf(perfschema.KindFile)
	for i := range min(len(stats), len(classes)) {
		name, io := classes[i].Name(), &stats[i]
		for _, of := range []struct {
			mode  string
			timer record.TimerStat
		}{{"read", io.Read}, {"write", io.Write}, {"misc", io.Misc}} {
			s.add(fileEvents, float64(of.timer.Count), name, of.mode)
			s.add(fileSeconds, float64(of.timer.Sum)*picosecond, name, of.mode)
		}
		s.add(fileBytes, float64(io.BytesRead), name, "read")
		s.add(fileBytes, float64(io.BytesWritten), name, "write")
	}
}
