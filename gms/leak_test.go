package gms_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// A statement that does not read its tables to the end leaves nothing behind.
func TestUnfinishedReadsEnd(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "performance_schema")
	queries := []string{
		"SELECT * FROM setup_instruments LIMIT 1",
		"SELECT * FROM setup_instruments a JOIN events_statements_summary_global_by_event_name b ON b.EVENT_NAME = a.NAME LIMIT 2",
		"SELECT NAME FROM setup_instruments WHERE NAME IN (SELECT EVENT_NAME FROM events_stages_summary_global_by_event_name) LIMIT 1",
		"SELECT EXISTS (SELECT 1 FROM setup_instruments)",
		"SELECT (SELECT NAME FROM setup_instruments) FROM setup_consumers", // more than one row
		"UPDATE setup_instruments SET NAME = 'x'",                          // fails at the first row
	}
	run := func() {
		for _, q := range queries {
			errorOf(t, c, q)
		}
	}
	run()
	before := runtime.NumGoroutine()
	for range 100 {
		run()
	}
	after := runtime.NumGoroutine()
	for deadline := time.Now().Add(time.Minute); after > before+10 && time.Now().Before(deadline); after = runtime.NumGoroutine() {
		runtime.Gosched()
	}
	if after > before+10 {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}
