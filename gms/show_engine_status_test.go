package gms

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
)

// The buffers of the engine status, the profiler's among them, are the rows of
// memory/performance_schema, whether or not the profiler runs.
func TestEngineStatusIsInMemorySummary(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(s, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	read := func() map[string]int64 {
		out := map[string]int64{}
		for _, stats := range s.Read().MemorySummary(record.Global, 0).All() {
			for i, c := range s.Read().ClassesOf(perfschema.KindMemory) {
				if name, own := strings.CutPrefix(c.Name(), "memory/performance_schema/"); own {
					out[name] = stats[i].CurrentBytes()
				}
			}
		}
		return out
	}
	none := read()
	if v, ok := none["profiling.queries_ended"]; !ok || v != 0 {
		t.Errorf("without a profiler: %v", none)
	}
	if err := a.StartProfiler(sampler.Options{}); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	got, n := read(), 0
	for _, r := range a.buffers.Rows() {
		name, ok := strings.CutSuffix(r.Name, ".memory")
		if !ok || name == "performance_schema" {
			continue
		}
		n++
		v, known := got[name]
		if !known || strings.HasPrefix(name, "profiling.q") && v != int64(r.Value) {
			t.Errorf("%s: %d bytes in the engine status, %d in the memory summary, %v", name, r.Value, v, known)
		}
	}
	if n != len(got) || got["profiling.queries_ended"] == 0 {
		t.Errorf("%d buffers, %d instruments: %v", n, len(got), got)
	}
}
