package view_test

import (
	"testing"

	"github.com/perfschema/perfschema/internal/procmem"
	"github.com/perfschema/perfschema/view"
)

func TestFeatureOf(t *testing.T) {
	for instrument, want := range map[string]string{
		"wait/io/table/sql/handler": "table_io", "wait/lock/table/sql/handler": "table_io", "wait/io/file/sql/log": "waits", "idle": "waits",
		"stage/sql/end": "stages", "statement/sql/select": "statements", "transaction": "transactions", "memory/sql/sort": "memory",
		procmem.PackagePrefix + "net/http": "", "error": "", "": "",
	} {
		if got := view.FeatureOf(instrument); got != want {
			t.Errorf("%s belongs to %q, want %q", instrument, got, want)
		}
	}
}

// What is computed has no events.
func TestComputed(t *testing.T) {
	for c := range procmem.Classes() {
		if !view.Computed(c.Name) || view.FeatureOf(c.Name) != "" {
			t.Errorf("%s has events", c.Name)
		}
	}
	if !view.Computed("memory/performance_schema/threads") {
		t.Error("the product's own buffers have events")
	}
	if view.Computed("memory/app/cache") {
		t.Error("what a program counts is computed")
	}
}
