package prometheus

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// foreign are metrics of others that queries may name, with their labels: Prometheus's
// own, and client_golang's, which the server serves too.
var foreign = map[string][]string{"up": nil, "process_cpu_seconds_total": nil}

// everywhere are labels that Prometheus gives every series.
var everywhere = []string{"instance", "job"}

// words are those of the query language that stand where a metric may.
var words = []string{"absent", "and", "by", "increase", "label_values", "on", "or", "rate", "scalar", "sum", "topk", "unless", "without"}

var (
	quoted   = regexp.MustCompile(`"(\\.|[^"\\])*"`)
	duration = regexp.MustCompile(`\[[^]]*\]`)
	grouping = regexp.MustCompile(`\b(by|without|on)\s*\(([^)]*)\)`)
	selected = regexp.MustCompile(`([a-zA-Z_:][a-zA-Z0-9_:]*)\s*(\{[^}]*\})?`)
	label    = regexp.MustCompile(`([a-zA-Z_][a-zA-Z0-9_]*)\s*(=~|!~|!=|=)`)
)

// problems are what is wrong with a query: metrics and labels that there are none of, and
// counters that are taken as they are.
func problems(query string) (out []string, metrics int) {
	known := make(map[string]Metric)
	for _, m := range Metrics() {
		known[m.Name] = m
	}
	rest := duration.ReplaceAllString(quoted.ReplaceAllString(query, `""`), "")
	var groups []string
	rest = grouping.ReplaceAllStringFunc(rest, func(s string) string {
		groups = append(groups, strings.FieldsFunc(grouping.FindStringSubmatch(s)[2], func(r rune) bool { return r == ',' || r == ' ' })...)
		return ""
	})
	if name, ok := strings.CutPrefix(rest, "label_values("); ok { // Grafana's: a metric, a label
		name, of, _ := strings.Cut(strings.TrimSuffix(name, ")"), ",")
		rest, groups = name, append(groups, strings.TrimSpace(of))
	}
	labels := slices.Clone(everywhere)
	for _, at := range selected.FindAllStringSubmatchIndex(rest, -1) {
		name := rest[at[2]:at[3]]
		if slices.Contains(words, name) {
			continue
		}
		metrics++
		m, ours := known[name]
		of, others := foreign[name]
		if !ours && !others {
			out = append(out, "there is no metric "+name)
			continue
		}
		of = slices.Concat(of, m.Labels, everywhere)
		labels = append(labels, of...)
		if at[4] >= 0 {
			for _, l := range label.FindAllStringSubmatch(rest[at[4]:at[5]], -1) {
				if !slices.Contains(of, l[1]) {
					out = append(out, name+" has no label "+l[1])
				}
			}
		}
		before := rest[:at[2]]
		if strings.HasSuffix(name, "_total") && !strings.HasSuffix(before, "rate(") && !strings.HasSuffix(before, "increase(") {
			out = append(out, name+" is a counter, and taken as it is")
		}
	}
	for _, g := range groups {
		if !slices.Contains(labels, g) {
			out = append(out, "nothing has the label "+g)
		}
	}
	return out, metrics
}

func check(t *testing.T, where string, queries []string) {
	t.Helper()
	if len(queries) < 6 {
		t.Fatalf("%s: only %d queries found", where, len(queries))
	}
	for _, q := range queries {
		wrong, metrics := problems(q)
		if metrics == 0 {
			wrong = append(wrong, "it names no metric")
		}
		for _, w := range wrong {
			t.Errorf("%s: %s: %s", where, q, w)
		}
	}
}

// TestDashboard: every query of the dashboard names what is served.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("../docs/grafana/perfschema.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard any
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	var queries []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for key, e := range v {
				if s, ok := e.(string); ok && (key == "expr" || key == "query" && strings.HasPrefix(s, "label_values(")) {
					queries = append(queries, s)
				}
				walk(e)
			}
		}
	}
	walk(dashboard)
	check(t, "dashboard", queries)
}

// TestAlerts: so does every alert.
func TestAlerts(t *testing.T) {
	text, err := os.ReadFile("../docs/grafana/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	var queries []string
	for line := range strings.Lines(string(text)) {
		if q, ok := strings.CutPrefix(strings.TrimSpace(line), "expr: "); ok {
			queries = append(queries, q)
		}
	}
	if alerts := strings.Count(string(text), "- alert: "); alerts != len(queries) {
		t.Errorf("%d alerts and %d queries: write each on one line", alerts, len(queries))
	}
	check(t, "alerts", queries)
}

// TestProblems shows that the rules find something.
func TestProblems(t *testing.T) {
	for query, want := range map[string]string{
		`perfschema_enabled{instance="a"}`: "",
		`sum by (event_name) (rate(mysql_perf_schema_events_waits_total{event_name!="x{y}"}[5m])) > 0`: "",
		`perfschema_nothing`: "no metric",
		`sum(rate(mysql_perf_schema_events_waits_total{name="x"}[5m]))`:    "no label name",
		`sum by (digest) (rate(mysql_perf_schema_events_waits_total[5m]))`: "nothing has the label digest",
		`mysql_perf_schema_events_waits_total > 5`:                         "is a counter",
		`label_values(perfschema_enabled, instances)`:                      "nothing has the label instances",
	} {
		wrong, _ := problems(query)
		if got := strings.Join(wrong, "; "); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}
