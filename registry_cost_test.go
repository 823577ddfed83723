package perfschema_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// manyClasses registers 10,000 stages in one Schema.
func manyClasses(t testing.TB) (*perfschema.Schema, []perfschema.StageKey) {
	t.Helper()
	cfg := perfschema.Config{Sizes: perfschema.DefaultSizes()}
	cfg.Sizes.StageClasses = 10_000
	rule, err := perfschema.ParseInstrumentRule("stage/%=ON")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Instruments = []perfschema.InstrumentRule{rule}
	s, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	keys := make([]perfschema.StageKey, cfg.Sizes.StageClasses)
	for i := range keys {
		keys[i] = s.RegisterStage("app", perfschema.Info{Name: fmt.Sprintf("stage %d", i+1)})
	}
	return s, keys
}

func TestManyClasses(t *testing.T) {
	s, keys := manyClasses(t)
	for i, k := range keys {
		if int(k) != i+1 {
			t.Fatalf("class %d has key %d", i+1, k)
		}
	}
	th := s.NewThread(0, perfschema.ThreadOptions{})
	last := keys[len(keys)-1]
	run := func() {
		th.SetStage(last)
		th.EndStage()
	}
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations for the last class", n)
	}
	for _, sums := range s.Read().StageSummary(record.Global, 0).All() {
		if sums[last-1].Count != 102 || sums[0].Count != 0 {
			t.Errorf("the last class counts %d, the first %d", sums[last-1].Count, sums[0].Count)
		}
	}
}

// Class 10,000 costs what class 1 costs.
func BenchmarkClass(b *testing.B) {
	s, keys := manyClasses(b)
	for name, k := range map[string]perfschema.StageKey{"1": keys[0], "10000": keys[len(keys)-1]} {
		b.Run(name, func(b *testing.B) {
			th := s.NewThread(0, perfschema.ThreadOptions{})
			b.ReportAllocs()
			for b.Loop() {
				th.SetStage(k)
				th.EndStage()
			}
		})
	}
}
