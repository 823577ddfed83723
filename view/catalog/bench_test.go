package catalog

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// BenchmarkRead measures what reading a whole table costs its reader.
func BenchmarkRead(b *testing.B) {
	schema, err := perfschema.New(perfschema.Config{})
	if err != nil {
		b.Fatal(err)
	}
	connection := schema.RegisterThread("sql", perfschema.Info{Name: "one_connection"})
	keys := make([]perfschema.StatementKey, 200)
	for i := range keys {
		keys[i] = schema.RegisterStatement("sql", perfschema.Info{Name: fmt.Sprint("kind", i)})
	}
	for i := range 100 {
		t := schema.NewThread(connection, perfschema.ThreadOptions{ProcesslistID: uint64(i + 1), User: "app", Host: "h"})
		for j := range 50 {
			st := t.BeginStatement(keys[j])
			st.SetText(fmt.Sprintf("SELECT a%d FROM t", i*50+j))
			st.ComputeDigest()
			st.End()
		}
	}
	for _, read := range []struct {
		table string
		equal map[string]any
	}{
		{"threads", nil},
		{"threads", map[string]any{"THREAD_ID": uint64(50)}},
		{"events_statements_history", nil},
		{"events_statements_history", map[string]any{"THREAD_ID": uint64(50)}},
		{"events_statements_summary_by_thread_by_event_name", nil},
		{"events_statements_summary_by_thread_by_event_name", map[string]any{"THREAD_ID": uint64(50)}},
		{"events_statements_summary_global_by_event_name", nil},
		{"events_statements_summary_by_digest", nil},
		{"events_statements_summary_by_digest", map[string]any{"DIGEST": "none"}},
		{"events_statements_histogram_by_digest", nil},
	} {
		name := read.table
		for column := range read.equal {
			name += "_" + column
		}
		b.Run(name, func(b *testing.B) {
			table := Lookup(read.table)
			n := 0
			for b.Loop() {
				n = 0
				for range table.Rows(view.Reader{Schema: schema, Equal: read.equal}) {
					n++
				}
			}
			b.ReportMetric(float64(n), "rows")
		})
	}
}
