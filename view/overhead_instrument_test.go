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

// Of all instruments of memory those of the process alone have no events.
func TestOfProcess(t *testing.T) {
	for c := range procmem.Classes() {
		if !view.OfProcess(c.Name) || view.FeatureOf(c.Name) != "" {
			t.Errorf("%s has events", c.Name)
		}
	}
	if view.OfProcess("memory/app/cache") {
		t.Error("a memory instrument of the program is of the process")
	}
}
