package prometheus

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/perfschema/perfschema/internal/racetest"

	client "github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// program is one that runs statements.
type program struct {
	*perfschema.Schema
	thread *perfschema.Thread
	key    perfschema.StatementKey
}

func newProgram(t testing.TB, c perfschema.Config) *program {
	t.Helper()
	schema, err := perfschema.New(c)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{Schema: schema}
	p.key = schema.RegisterStatement("test", perfschema.Info{Name: "job"})
	p.thread = schema.NewThread(0, perfschema.ThreadOptions{})
	t.Cleanup(p.thread.End)
	return p
}

func (p *program) run(database, text string) {
	st := p.thread.BeginStatement(p.key)
	st.SetSchema(database)
	st.SetText(text)
	st.ComputeDigest()
	st.SetCounters(perfschema.StatementCounters{RowsSent: 3})
	st.End()
}

// scrape reads all series, as "name|label=value|...".
func scrape(t testing.TB, c client.Collector) map[string]float64 {
	t.Helper()
	registry := client.NewPedanticRegistry()
	registry.MustRegister(c)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]float64)
	for _, f := range families {
		for _, m := range f.GetMetric() {
			key := f.GetName()
			for _, l := range m.GetLabel() {
				key += "|" + l.GetName() + "=" + l.GetValue()
			}
			out[key] = m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	return out
}

// TestLint asks Prometheus's own rules for names, units and help.
func TestLint(t *testing.T) {
	p := newProgram(t, perfschema.Config{})
	p.WatchProcessMemory()
	p.run("shop", "SELECT 1")
	problems, err := testutil.CollectAndLint(NewCollector(p.Schema, Options{Overhead: costs{}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range problems {
		t.Errorf("%s: %s", problem.Metric, problem.Text)
	}
}

type costs struct{}

func (costs) Costs() []view.FeatureCost {
	return []view.FeatureCost{{Feature: "waits", Own: 2, Called: 1, All: 50}, {Feature: "digests", Own: 5, All: 50}}
}
func (costs) Reset() {}

func TestOverhead(t *testing.T) {
	got := scrape(t, NewCollector(nil, Options{Overhead: costs{}}))
	for key, want := range map[string]float64{
		"perfschema_overhead_samples_total|feature=waits": 3, "perfschema_overhead_samples_total|feature=digests": 5,
		"perfschema_overhead_process_samples_total": 50, "perfschema_enabled": 0,
	} {
		if v, ok := got[key]; !ok || v != want {
			t.Errorf("%s is %v, want %v", key, v, want)
		}
	}
}

// TestOff: of what is off there is nothing but that it is.
func TestOff(t *testing.T) {
	off, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range []*perfschema.Schema{nil, off} {
		got := scrape(t, NewCollector(schema, Options{}))
		if v, ok := got["perfschema_enabled"]; !ok || v != 0 || len(got) != 2 {
			t.Errorf("%v", got)
		}
	}
}

// TestHostile: what labels cannot hold does not cost the rest, and two databases that
// look the same once they can are one.
func TestHostile(t *testing.T) {
	p := newProgram(t, perfschema.Config{})
	for _, name := range []string{"\xff", "\xfe", "a\"} 1\nb 2 #", "", strings.Repeat("ü", 64), "\x00", `\`} {
		p.run(name, "SELECT 1 FROM `a\xffb\"\n`")
		p.run(name, "SELECT '"+strings.Repeat("語", 2000)+"' FROM "+strings.Repeat("t, ", 500)+"t")
	}
	n := 0.0
	for key, v := range scrape(t, NewCollector(p.Schema, Options{})) {
		if !utf8.ValidString(key) {
			t.Errorf("%q", key)
		}
		if strings.HasPrefix(key, "mysql_perf_schema_events_statements_total|") {
			n += v
		}
		if _, text, ok := strings.Cut(key, "digest_text="); ok {
			if text, _, _ = strings.Cut(text, "|"); utf8.RuneCountInString(text) > DefaultDigestText {
				t.Errorf("%d characters: %s", utf8.RuneCountInString(text), text)
			}
		}
	}
	if n != 14 {
		t.Errorf("%v statements, want 14", n)
	}
}

// ofStatements are the series of one metric of statements.
func ofStatements(all map[string]float64, metric string) map[string]float64 {
	out := maps.Clone(all)
	maps.DeleteFunc(out, func(key string, _ float64) bool {
		return !strings.HasPrefix(key, "mysql_perf_schema_events_statements_"+metric+"|")
	})
	return out
}

// increase is what Prometheus takes the growth from one scrape to the next for: what is
// new counts from its first value on, what fell began anew.
func increase(before, after map[string]float64) (sum float64) {
	for key, v := range after {
		if old, ok := before[key]; ok {
			if v < old {
				old = 0
			}
			sum += v - old
		}
	}
	return sum
}

// TestOther: whatever digests come, go and overtake each other, the growth of all series
// together is what was run, neither less nor more.
func TestOther(t *testing.T) {
	racetest.SkipAlone(t)
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		p := newProgram(t, perfschema.Config{})
		c := NewCollector(p.Schema, Options{Digests: 3})
		p.run("d", "SELECT 0")
		before := scrape(t, c)
		for range 40 {
			n := random.IntN(30)
			for range n {
				p.run("d", "SELECT "+strings.Repeat("a, ", random.IntN(1+random.IntN(12)))+"b")
			}
			after := scrape(t, c)
			for metric, each := range map[string]float64{"total": 1, "rows_sent_total": 3} {
				series := ofStatements(after, metric)
				if got := increase(ofStatements(before, metric), series); got != each*float64(n) {
					t.Fatalf("seed %d: %s grew by %v, want %v\n%v\n%v", seed, metric, got, each*float64(n), ofStatements(before, metric), series)
				}
				if len(series) > 7 { // three at the top, three that were, all others
					t.Errorf("%d series of 3 digests", len(series))
				}
			}
			before = after
		}
		_ = p.Read().Truncate("events_statements_summary_by_digest")
		p.run("d", "SELECT b")
		if after := ofStatements(scrape(t, c), "total"); len(after) != 2 || after["mysql_perf_schema_events_statements_total|digest=other|digest_text=|schema="] != 0 {
			t.Errorf("after TRUNCATE: %v", after)
		}
	}
}

// TestNoDigests: with none shown, and with a table that is full, all is in other.
func TestNoDigests(t *testing.T) {
	sizes := perfschema.DefaultSizes()
	sizes.Digests = 2
	p := newProgram(t, perfschema.Config{Sizes: sizes})
	p.run("d", "SELECT 1")
	p.run("d", "SELECT a")
	p.run("d", "SELECT a, b")
	const other = "mysql_perf_schema_events_statements_total|digest=other|digest_text=|schema="
	if got := ofStatements(scrape(t, NewCollector(p.Schema, Options{Digests: -1})), "total"); got[other] != 3 || len(got) != 1 {
		t.Errorf("%v", got)
	}
	if got := ofStatements(scrape(t, NewCollector(p.Schema, Options{DigestText: -1})), "total"); got[other] != 2 || len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// TestSameAsTables compares with what the tables say.
func TestSameAsTables(t *testing.T) {
	p := newProgram(t, perfschema.LibraryConfig())
	p.RegisterMutex("test", perfschema.Info{Name: "m"})
	memory := p.RegisterMemory("test", perfschema.Info{Name: "buffer"})
	p.Memory(memory).Alloc(p.thread, 4096)
	for range 5 {
		p.run("d", "SELECT 1")
	}
	p.run("", "SELECT a FROM t")
	got := scrape(t, NewCollector(p.Schema, Options{}))
	compared := 0
	compare := func(table string, of func(value func(string) any) map[string]any) {
		declared := catalog.Lookup(table)
		for row := range declared.Rows(view.Reader{Schema: p.Schema}) {
			value := func(column string) any {
				for i, c := range declared.Columns {
					if c.Name == column {
						return row[i]
					}
				}
				t.Fatalf("%s has no %s", table, column)
				return nil
			}
			for key, want := range of(value) {
				var number float64
				if _, err := fmt.Sscan(fmt.Sprint(want), &number); err != nil {
					t.Fatal(err)
				}
				if strings.Contains(key, "_seconds_") {
					number *= 1e-12
				}
				if v, ok := got[key]; !ok || v != number {
					t.Errorf("%s is %v (%v), want %v", key, v, ok, number)
				}
				compared++
			}
		}
	}
	compare("events_statements_summary_by_digest", func(value func(string) any) map[string]any {
		schema := value("SCHEMA_NAME")
		if schema == nil {
			schema = "NONE"
		}
		of := fmt.Sprintf("|digest=%s|digest_text=%s|schema=%s", value("DIGEST"), value("DIGEST_TEXT"), schema)
		const name = "mysql_perf_schema_events_statements_"
		return map[string]any{name + "total" + of: value("COUNT_STAR"), name + "seconds_total" + of: value("SUM_TIMER_WAIT"),
			name + "rows_sent_total" + of: value("SUM_ROWS_SENT"), name + "no_index_used_total" + of: value("SUM_NO_INDEX_USED")}
	})
	compare("events_waits_summary_global_by_event_name", func(value func(string) any) map[string]any {
		of := fmt.Sprint("|event_name=", value("EVENT_NAME"))
		return map[string]any{"mysql_perf_schema_events_waits_total" + of: value("COUNT_STAR"), "mysql_perf_schema_events_waits_seconds_total" + of: value("SUM_TIMER_WAIT")}
	})
	compare("memory_summary_global_by_event_name", func(value func(string) any) map[string]any {
		if value("EVENT_NAME") != "memory/test/buffer" {
			return nil
		}
		of := "|event_name=test/buffer"
		return map[string]any{"mysql_perf_schema_memory_events_used_bytes" + of: value("CURRENT_NUMBER_OF_BYTES_USED"),
			"mysql_perf_schema_memory_events_alloc_bytes_total" + of: value("SUM_NUMBER_OF_BYTES_ALLOC"), "mysql_perf_schema_memory_events_free_bytes_total" + of: value("SUM_NUMBER_OF_BYTES_FREE")}
	})
	if compared < 15 {
		t.Errorf("only %d compared", compared)
	}
}

// BenchmarkCollect reads the figures of a full table of digests.
func BenchmarkCollect(b *testing.B) {
	p := newProgram(b, perfschema.Config{})
	for i := range 10000 {
		p.run("d", fmt.Sprintf("SELECT a%d FROM t WHERE b = 1", i))
	}
	c := NewCollector(p.Schema, Options{})
	b.ReportAllocs()
	for b.Loop() {
		s := newSeries()
		c.statements.collect(s, p.Read(), c.options)
	}
}
