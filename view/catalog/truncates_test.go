package catalog

import (
	"errors"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// The Schema resets every table that allows TRUNCATE by its name, but those that are not its own.
func TestTruncateByName(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	notRecorded := map[string]bool{"global_status": true, "status_by_account": true, "status_by_host": true, "status_by_thread": true, "status_by_user": true, "host_cache": true, "error_log": true, "binary_log_transaction_compression_stats": true}
	for _, table := range Tables() {
		err := s.Read().Truncate(table.Name)
		if want := table.Access&view.AllowTruncate != 0 && !notRecorded[table.Name]; (err == nil) != want {
			t.Errorf("%s: %v, want that it can be reset: %v", table.Name, err, want)
		}
	}
	if err := s.Read().Truncate("none"); !errors.Is(err, perfschema.ErrNoTruncate) {
		t.Errorf("a table that does not exist: %v", err)
	}
}
