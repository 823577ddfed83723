package demo

import "fmt"

// Suggestions are statements worth trying once the workload has run.
var Suggestions = []string{
	`SELECT DIGEST_TEXT, COUNT_STAR, format_pico_time(SUM_TIMER_WAIT) AS total, SUM_ROWS_EXAMINED, SUM_ROWS_SENT
  FROM performance_schema.events_statements_summary_by_digest
 WHERE SCHEMA_NAME = 'shop' ORDER BY SUM_TIMER_WAIT DESC LIMIT 10;`,
	`SELECT USER, EVENT_NAME, COUNT_STAR, SUM_ERRORS, format_pico_time(MAX_TIMER_WAIT) AS slowest
  FROM performance_schema.events_statements_summary_by_user_by_event_name
 WHERE COUNT_STAR > 0 AND USER LIKE 'shop%' ORDER BY SUM_TIMER_WAIT DESC LIMIT 10;`,
	`SELECT EVENT_NAME, COUNT_STAR, format_pico_time(SUM_TIMER_WAIT) AS total
  FROM performance_schema.events_stages_summary_global_by_event_name
 WHERE COUNT_STAR > 0 ORDER BY SUM_TIMER_WAIT DESC LIMIT 10;`,
}

// close prints what was done and what to try.
func (o Options) close(done tally, recording bool) {
	fmt.Fprintf(o.Out, "The demo ran %d statements, of which %d failed, on purpose or because two transactions met; the server keeps running.\n",
		done.statements, done.errors)
	if !recording {
		fmt.Fprintln(o.Out, "Nothing was recorded: the server runs with --performance-schema=OFF.")
		return
	}
	fmt.Fprintf(o.Out, "All statement and stage instruments are on now. Worth trying, as %s on %s:\n", o.User, o.Addr)
	for _, s := range Suggestions {
		fmt.Fprintf(o.Out, "\n%s\n", s)
	}
}
