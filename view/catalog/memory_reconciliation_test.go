package catalog

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// TestMemoryReconciliation holds that the rows fit their columns, are the parts
// of the process, and come to its resident set.
func TestMemoryReconciliation(t *testing.T) {
	schema, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	block := schema.Memory(schema.RegisterMemory("app", perfschema.Info{Name: "cache", Documentation: "what the app keeps"})).Alloc(nil, 12345)
	defer block.Free(nil)
	kept := make([]byte, 64*(runtime.MemProfileRate+1)) // certain to be sampled
	defer runtime.KeepAlive(kept)
	runtime.GC() // The profile is as of the collection before the last.
	runtime.GC()
	table := LookupProfiling("memory_reconciliation")
	var names, kinds []string
	var sum int64
	for row := range table.Rows(view.Reader{Schema: schema}) {
		for i, c := range table.Columns {
			if err := fits(c, row[i]); err != nil {
				t.Errorf("%v: %s: %v", row[0], c.Name, err)
			}
		}
		names = append(names, row[0].(string))
		if kind := row[1].(string); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		if row[0] == "memory/app/cache" && (row[1] != "exact" || row[2] != int64(12345) || row[3] != int64(1) || row[5] != "what the app keeps") {
			t.Errorf("%v", row)
		}
		if row[1] == "sampled" && row[4] == nil || row[1] == "runtime" && row[4] != nil {
			t.Errorf("%v has the error %v", row[0], row[4])
		}
		if row[2] != nil {
			sum += row[2].(int64)
		} else if row[0] != "memory/go/runtime/growth" && (row[0] != "unexplained" || runtime.GOOS == "linux") {
			t.Errorf("%v has no bytes", row)
		}
	}
	sorted := slices.Clone(names)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(names) {
		t.Errorf("a part is there twice: %s", names)
	}
	if names[len(names)-1] != "unexplained" {
		t.Errorf("the last part is %s", names[len(names)-1])
	}
	for _, want := range []string{"memory/app/cache", "memory/go/runtime/growth", "memory/go/runtime/garbage", "memory/go/runtime/stacks"} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no part %s", want)
		}
	}
	if got := strings.Join(kinds, " "); runtime.GOOS == "linux" && got != "exact sampled runtime system unexplained" && got != "exact sampled exact runtime system unexplained" {
		t.Errorf("kinds are %s", got)
	}
	if runtime.GOOS == "linux" && sum < 4<<20 {
		t.Errorf("all parts are %d bytes", sum)
	}
}

func TestMemoryReconciliationOff(t *testing.T) {
	schema, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	for row := range LookupProfiling("memory_reconciliation").Rows(view.Reader{Schema: schema}) {
		t.Errorf("a row %v", row)
	}
}
