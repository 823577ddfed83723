package catalog

import (
	"os"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
)

// TestProfilerDocs holds that docs/profiler.md names every variable and table of
// the profiler, each variable with its default.
func TestProfilerDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/profiler.md")
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), ",", "")
	for _, v := range sampler.Variables() {
		value := map[bool]string{true: "ON", false: "OFF"}[v.Default != 0]
		if !v.Bool {
			value = view.FormatMillionths(v.Default * 1e6)
			value = strings.TrimSuffix(value, ".000000")
		}
		if row := "| `" + v.Name + "` | " + value + " |"; !strings.Contains(page, row) {
			t.Errorf("docs/profiler.md lacks %q", row)
		}
	}
	for _, name := range []string{"query_profiles", "query_operators", "query_resources_by_operator", "query_profiles_summary_by_digest", "query_resources_summary_by_digest", "worker_threads", "active_session_history", "profiler_status"} {
		if LookupProfiling(name) == nil || !strings.Contains(page, "| `"+name+"` |") {
			t.Errorf("docs/profiler.md lacks table %s", name)
		}
	}
}
