package sysschema

import (
	"fmt"
	"strings"
	"time"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view/sysview"
)

// section is a part of a report: a heading and the query under it.
type section struct{ title, query string }

// What a report begins with: what the server is, and how it is set up.
var diagnosticsHead = []section{
	{"System Information", "SELECT @@hostname AS hostname, @@port AS port, VERSION() AS version, @@version_comment AS version_comment, NOW() AS started"},
	{"Configuration: global variables", "SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.global_variables ORDER BY VARIABLE_NAME"},
	{"Setup: actors", "SELECT * FROM performance_schema.setup_actors"},
	{"Setup: consumers", "SELECT NAME AS Consumer, ENABLED, sys.ps_is_consumer_enabled(NAME) AS COLLECTS FROM performance_schema.setup_consumers"},
	{"Setup: instruments", "SELECT SUBSTRING_INDEX(NAME, '/', 2) AS InstrumentClass, SUM(ENABLED = 'YES') AS EnabledCount, SUM(ENABLED <> 'YES') AS DisabledCount, SUM(TIMED = 'YES') AS TimedCount FROM performance_schema.setup_instruments GROUP BY InstrumentClass ORDER BY InstrumentClass"},
	{"Setup: objects", "SELECT * FROM performance_schema.setup_objects"},
	{"Setup: threads", "SELECT TYPE AS ThreadType, COUNT(*) AS Total, SUM(INSTRUMENTED = 'YES') AS Instrumented FROM performance_schema.threads GROUP BY TYPE ORDER BY TYPE"},
	{"Replication", "SHOW REPLICA STATUS"},
}

// What is told of each moment.
var diagnosticsMoment = []section{
	{"Processes", "SELECT * FROM sys.processlist"},
	{"Storage engine", "SHOW ENGINE INNODB STATUS"},
	{"Metadata locks", "SELECT * FROM performance_schema.metadata_locks"},
}

// What is told at the end, of the time since the server began.
var diagnosticsEnd = []section{
	{"Host summary", "SELECT * FROM sys.host_summary"},
	{"User summary", "SELECT * FROM sys.user_summary"},
	{"Schema object overview", "SELECT * FROM sys.schema_object_overview"},
	{"Table statistics", "SELECT * FROM sys.schema_table_statistics"},
	{"Index statistics", "SELECT * FROM sys.schema_index_statistics"},
	{"Unused indexes", "SELECT * FROM sys.schema_unused_indexes"},
	{"Tables with full scans", "SELECT * FROM sys.schema_tables_with_full_table_scans"},
	{"Waits", "SELECT * FROM sys.waits_global_by_latency"},
	{"File I/O by file", "SELECT * FROM sys.io_global_by_file_by_bytes"},
	{"Memory", "SELECT * FROM sys.memory_global_by_current_bytes"},
	{"Memory in all", "SELECT * FROM sys.memory_global_total"},
	{"Errors", "SELECT * FROM performance_schema.events_errors_summary_global_by_error WHERE SUM_ERROR_RAISED > 0"},
	{"Errors by account", "SELECT * FROM performance_schema.events_errors_summary_by_account_by_error WHERE SUM_ERROR_RAISED > 0"},
}

// metricsQuery reads all figures that only grow, and others.
const metricsQuery = "SELECT Variable_name, Variable_value, Type, Enabled FROM sys.metrics"

// diagnostics is the procedure of that name: a report of the server, of some moments of a
// time, and of what changed in it.
func (c *call) diagnostics() error {
	runtime, interval := c.number("in_max_runtime", 60), c.number("in_interval", 30)
	config, _ := c.text("in_auto_config")
	switch {
	case runtime == 0:
		return fails("in_max_runtime must be greater than 0")
	case interval == 0:
		return fails("in_interval must be greater than 0")
	case runtime < interval:
		return fails("in_max_runtime must be greater than or equal to in_interval")
	}
	resume, err := c.paused(true)
	if err != nil {
		return err
	}
	undo, err := c.configure(config)
	if err == nil {
		err = c.report(runtime, interval)
		if undone := undo(); err == nil {
			err = undone
		}
	}
	if resumed := c.detached(resume); err == nil {
		err = resumed
	}
	return err
}

// configure enables what a report asks for: with MEDIUM all but histories and waits' events,
// with FULL everything. What it returns undoes that.
func (c *call) configure(config string) (undo func() error, err error) {
	var texts []string
	const of = "performance_schema."
	switch strings.ToUpper(config) {
	case "", "CURRENT":
		return func() error { return nil }, nil
	case "MEDIUM":
		texts = []string{
			"UPDATE " + of + "setup_consumers SET ENABLED = 'YES' WHERE NAME NOT LIKE '%\\_history%'",
			"UPDATE " + of + "setup_instruments SET ENABLED = 'YES', TIMED = IF(TIMED IS NULL, NULL, 'YES') WHERE NAME NOT LIKE 'wait/synch/%'",
		}
	case "FULL":
		texts = []string{
			"UPDATE " + of + "setup_consumers SET ENABLED = 'YES'",
			"UPDATE " + of + "setup_instruments SET ENABLED = 'YES', TIMED = IF(TIMED IS NULL, NULL, 'YES')",
		}
	default:
		return nil, fails("Invalid value for in_auto_config: %s. Use current, medium or full", config)
	}
	if err := c.saveSetup(); err != nil {
		return nil, err
	}
	if err := c.execAll(texts...); err != nil {
		_ = c.detached(c.reloadSetup) // the first error is the one that counts
		return nil, err
	}
	return func() error { return c.detached(c.reloadSetup) }, nil
}

func (c *call) report(runtime, interval float64) error {
	if err := c.sections(diagnosticsHead); err != nil {
		return err
	}
	digests, err := c.readDigests("performance_schema." + digestSource)
	if err != nil {
		return err
	}
	before, err := c.metrics()
	if err != nil {
		return err
	}
	began, n := time.Now(), 0
	var failed error
	err = c.everySoOften(runtime, interval, func() bool {
		n++
		if failed = c.heading(fmt.Sprintf("Iteration %d, after %.0f seconds", n, time.Since(began).Seconds())); failed == nil {
			failed = c.sections(diagnosticsMoment)
		}
		return failed != nil
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	seconds := time.Since(began).Seconds()
	if err := c.heading(fmt.Sprintf("Metrics, and what they grew by in %.0f seconds", seconds)); err != nil {
		return err
	}
	if err := c.tellMetrics(before, seconds); err != nil {
		return err
	}
	now, err := c.readDigests("performance_schema." + digestSource)
	if err != nil {
		return err
	}
	for _, d := range []struct {
		title   string
		digests []record.DigestSummary
	}{
		{fmt.Sprintf("Statements of these %.0f seconds", seconds), sysview.DigestsSince(now.digests, digests.digests)},
		{"Statements since the table of digests was emptied", now.digests},
	} {
		if err := c.heading(d.title); err != nil {
			return err
		}
		if err := c.tellAnalyses(d.digests); err != nil {
			return err
		}
	}
	if allow, _ := c.server.Config.Value("diagnostics.allow_i_s_tables"); strings.EqualFold(allow, "ON") {
		if err := c.sections([]section{
			{"Columns that count by themselves", "SELECT * FROM sys.schema_auto_increment_columns"},
			{"Redundant indexes", "SELECT * FROM sys.schema_redundant_indexes"},
		}); err != nil {
			return err
		}
	}
	return c.sections(diagnosticsEnd)
}

func (c *call) heading(title string) error { return c.tell("The following output is:", title) }

func (c *call) sections(list []section) error {
	for _, s := range list {
		if err := c.heading(s.title); err != nil {
			return err
		}
		if err := c.give(s.query); err != nil {
			return err
		}
	}
	return nil
}

// metrics are the values of sys.metrics by type and name.
func (c *call) metrics() (map[[2]string]string, error) {
	rows, err := c.texts(metricsQuery)
	if err != nil {
		return nil, err
	}
	out := make(map[[2]string]string, len(rows))
	for _, r := range rows {
		out[[2]string{r[2], r[0]}] = r[1]
	}
	return out, nil
}
