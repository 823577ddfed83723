package perfschema_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
)

func TestRegisterTwiceGivesOneKey(t *testing.T) {
	f := newFixture(t, nil)
	again := f.RegisterStatement("sql", perfschema.Info{Name: "select"})
	if again != f.selectKey || again == 0 {
		t.Errorf("keys %d and %d", f.selectKey, again)
	}
	for _, v := range f.Read().Status() {
		if strings.HasSuffix(v.Name, "_lost") && v.Value != 0 {
			t.Errorf("%s is %d", v.Name, v.Value)
		}
	}
}

func TestRegisterWhileRecording(t *testing.T) {
	f := newFixture(t, nil)
	var wg sync.WaitGroup
	keys := make([]perfschema.StageKey, 100)
	for i := range keys {
		wg.Go(func() {
			keys[i] = f.RegisterStage("app", perfschema.Info{Name: "stage " + strings.Repeat("i", i)})
			th := f.connect("joe")
			th.SetStage(keys[i])
			th.End()
		})
	}
	wg.Wait()
	seen := map[perfschema.StageKey]bool{}
	for _, k := range keys {
		if k == 0 || seen[k] {
			t.Fatalf("key %d", k)
		}
		seen[k] = true
	}
}

func TestInstrumentRules(t *testing.T) {
	var rules []perfschema.InstrumentRule
	for _, text := range []string{"wait/synch/mutex/%=COUNTED", "wait/synch/%=off", "wait/synch/mutex/app/x=ON", "'%/app/y' = no", "%/app/z=yes", "%/app/z=0"} {
		r, err := perfschema.ParseInstrumentRule(text)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, r)
	}
	f := newFixture(t, func(c *perfschema.Config) { c.Instruments = rules })
	names := []string{"x", "y", "z", "other"}
	for _, n := range names {
		f.RegisterMutex("app", perfschema.Info{Name: n})
		f.RegisterCond("app", perfschema.Info{Name: n})
	}
	want := map[string]string{
		"wait/synch/mutex/app/x": "on timed", "wait/synch/mutex/app/y": "on", "wait/synch/mutex/app/z": "on", "wait/synch/mutex/app/other": "on",
		"wait/synch/cond/app/x": "off", "wait/synch/cond/app/y": "off", "wait/synch/cond/app/z": "off", "wait/synch/cond/app/other": "off",
	}
	for _, c := range f.Read().Classes() {
		w, ok := want[c.Name()]
		if !ok {
			continue
		}
		got := map[bool]string{true: "on", false: "off"}[c.Enabled()]
		if c.Timed() {
			got += " timed"
		}
		if got != w {
			t.Errorf("%s is %s, want %s", c.Name(), got, w)
		}
	}
	for _, bad := range []string{"", "x", "=ON", "x=MAYBE"} {
		if _, err := perfschema.ParseInstrumentRule(bad); !errors.Is(err, perfschema.ErrInstrumentRule) {
			t.Errorf("%q gave %v", bad, err)
		}
	}
}

func TestVariables(t *testing.T) {
	var cfg perfschema.Config
	for _, v := range perfschema.Variables() {
		if v.Name == "performance_schema_digests_size" {
			if err := v.Set(&cfg, 500); err != nil {
				t.Fatal(err)
			}
			if err := v.Set(&cfg, -2); !errors.Is(err, perfschema.ErrVariable) || !strings.Contains(err.Error(), "-1 to 1048576") {
				t.Errorf("out of range: %v", err)
			}
		}
	}
	s, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int64{
		"performance_schema": 1, "performance_schema_digests_size": 500, "performance_schema_accounts_size": -1,
		"performance_schema_events_statements_history_size": 10, "performance_schema_max_statement_classes": 234,
	} {
		if got, ok := s.VariableValue(name); !ok || got != want {
			t.Errorf("%s = %d, want %d", name, got, want)
		}
	}
	if err := s.SetVariable("performance_schema_max_digest_sample_age", 5); err != nil {
		t.Error(err)
	}
	if err := s.SetVariable("performance_schema_digests_size", 5); !errors.Is(err, perfschema.ErrVariable) {
		t.Errorf("a read-only variable: %v", err)
	}
	cfg.Sizes.ThreadClasses = 50_000
	if _, err := perfschema.New(cfg); !errors.Is(err, perfschema.ErrVariable) {
		t.Errorf("a size out of range: %v", err)
	}
}
