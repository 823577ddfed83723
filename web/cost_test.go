package web

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// sampled are the costs of features, as if they had been sampled.
type sampled []view.FeatureCost

func (s sampled) Costs() []view.FeatureCost { return s }
func (s sampled) Reset()                    {}

// costRow is a row of the page Instruments.
func (f *fixture) costRow(t testing.TB, name string) map[string]any {
	t.Helper()
	for _, r := range f.rows(t, "instruments", "instruments") {
		if r["instrument"] == name {
			return r
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// TestExpectedCost: what an instrument costs is the price that was measured by the events
// that it counts, and not known where either is not.
func TestExpectedCost(t *testing.T) {
	const cpu = 10 * time.Second
	f := newFixture(t, Options{Overhead: sampled{{Feature: "waits", Own: 60, Called: 40, All: 10_000, CPU: cpu}, {Feature: "stages", All: 10_000, CPU: cpu}}})
	o := f.objects()
	const file = "wait/io/file/app/data"
	f.use(o, 10) // counted before anybody looks: part of the price
	f.get(t, "waits")
	f.use(o, 40)
	f.pass(10 * time.Second)
	all := 0.0
	for _, r := range f.rows(t, "waits?window=start", "waits") {
		if view.FeatureOf(r["wait"].(string)) == "waits" {
			all += r["count"].(float64)
		}
	}
	if all < 50 {
		t.Fatalf("%v waits", all)
	}
	price := 0.01 * float64(cpu) / all // a hundredth of the samples fell on waits
	near := func(got any, want float64) bool {
		v, ok := got.(float64)
		return ok && math.Abs(v-want) <= 1e-9*math.Abs(want)
	}
	if r := f.costRow(t, file); !near(r["one event"], price) || !near(r["events"], 4) || !near(r["cost of a core"], 4*price/1e9) {
		t.Errorf("%v, want %v each, 4 a second", r, price)
	}
	// On, and not counting.
	f.RegisterFile("app", perfschema.Info{Name: "idle"})
	if r := f.costRow(t, "wait/io/file/app/idle"); !near(r["events"], 0) || !near(r["cost of a core"], 0) {
		t.Errorf("one that counts nothing: %v", r)
	}
	// Off: as when it was on, then not known.
	if _, _, err := setInstrument(f.Schema, file, "NO", "NO"); err != nil {
		t.Fatal(err)
	}
	f.readSums()
	f.use(o, 40)
	f.pass(10 * time.Second)
	if r := f.costRow(t, file); !near(r["events"], 4) || !near(r["cost of a core"], 4*price/1e9) {
		t.Errorf("off: %v", r)
	}
	f.RegisterMutex("app", perfschema.Info{Name: "till"})
	if _, _, err := setInstrument(f.Schema, "wait/synch/mutex/app/till", "NO", "NO"); err != nil {
		t.Fatal(err)
	}
	if r := f.costRow(t, "wait/synch/mutex/app/till"); r["events"] != nil || r["cost of a core"] != nil || !near(r["one event"], price) {
		t.Errorf("one that was never on: %v", r)
	}
	// What is not known is told for a number of events.
	if body := f.get(t, "instruments?find=till"); !strings.Contains(body, " % for each 1,000 events a second") {
		t.Errorf("the page has no cost for a number of events:\n%s", body)
	}
	// No sample fell on stages, and none was counted; of memory nothing was sampled.
	c := f.pages.costs()
	if x := c.of("memory/app/x", true); x.known || !math.IsNaN(x.ns) && x.ns != 0 {
		t.Errorf("memory has a price: %+v", x)
	}
	// Without anybody who samples, nothing is measured.
	g := newFixture(t, Options{})
	if r := g.costRow(t, "statement/app/query"); r["cost of a core"] != nil || r["one event"] != expectedCost("statement/app/query") {
		t.Errorf("without samples: %v", r)
	}
}

func TestWithin(t *testing.T) {
	for _, test := range []struct {
		v, off float64
		want   string
	}{{0.02, 0.005, "2.0 % ± 0.5 %"}, {0, 0.02, "at most 2.0 %"}, {0.01, 0.01, "at most 2.0 %"}, {0, 0, "0 %"}} {
		if got := within(test.v, test.off, showPercent); got != test.want {
			t.Errorf("%v ± %v is %q, want %q", test.v, test.off, got, test.want)
		}
	}
}

// TestFeatures: every instrument that has events belongs to a feature.
func TestFeatures(t *testing.T) {
	f := newFixture(t, Options{})
	f.objects()
	for _, r := range f.pages.read("setup_instruments", nil, "NAME") {
		if name := str(r[0]); view.FeatureOf(name) == "" && !view.Computed(name) && expectedCost(name) != "" {
			t.Errorf("%s has no feature", name)
		}
	}
}
