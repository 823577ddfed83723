package prometheus

import (
	"strconv"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

var (
	errorsRaised = counter("perfschema_errors_raised_total", "performance_schema.events_errors_summary_global_by_error.SUM_ERROR_RAISED",
		"How often an error or warning was raised, by number and name; both are empty for all that are not known. There is no series before the first.", "number", "name")
	errorsHandled = counter("perfschema_errors_handled_total", "performance_schema.events_errors_summary_global_by_error.SUM_ERROR_HANDLED",
		"How often a handler of a stored program dealt with an error, by its number and name.", "number", "name")
	lost = counter("mysql_global_status_performance_schema_lost_total", "SHOW GLOBAL STATUS LIKE 'performance_schema%lost'",
		"What was not recorded for want of room; instrumentation is the name of the status variable after performance_schema_.", "instrumentation")
)

// collectErrors gives the errors that were raised.
func collectErrors(s *series, r *perfschema.Reader) {
	known := r.KnownErrors()
	for _, stats := range r.ErrorSummary(record.Global, 0).All() {
		for i, stat := range stats {
			if stat.Raised == 0 && stat.Handled == 0 {
				continue
			}
			number, name := "", ""
			if i > 0 {
				number, name = strconv.Itoa(known[i-1].Number), known[i-1].Name
			}
			s.add(errorsRaised, float64(stat.Raised), number, name)
			s.add(errorsHandled, float64(stat.Handled), number, name)
		}
	}
}

func collectLost(s *series, r *perfschema.Reader) {
	for _, v := range r.Status() {
		if name, ours := strings.CutPrefix(v.Name, "Performance_schema_"); ours && strings.HasSuffix(name, "_lost") {
			s.add(lost, float64(v.Value), name)
		}
	}
}
