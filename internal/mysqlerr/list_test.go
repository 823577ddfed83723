package mysqlerr

import (
	"slices"
	"strings"
	"testing"
)

// TestAll: every line is an error, once, they are in order, and as many as 9.7.4 has
// rows for, but for the row of all others.
func TestAll(t *testing.T) {
	known := All()
	if lines := strings.Count(list, "\n"); lines != len(known) {
		t.Errorf("%d errors in %d lines", len(known), lines)
	}
	if len(known) != 5813 {
		t.Errorf("%d errors, MySQL 9.7.4 has 5813", len(known))
	}
	if !slices.IsSortedFunc(known, func(a, b Error) int { return a.Number - b.Number }) {
		t.Error("the errors are not in order")
	}
	names := make(map[string]bool)
	for i, e := range known {
		if i > 0 && known[i-1].Number == e.Number || names[e.Name] {
			t.Errorf("%v is there twice", e)
		}
		names[e.Name] = true
		if len(e.SQLState) != 5 || e.Number < 1000 || strings.HasPrefix(e.Name, "OBSOLETE_ER_") {
			t.Errorf("%v is no error", e)
		}
		if sent := i < Sent(); sent != (e.Number < firstLogged) {
			t.Errorf("%v is sent to clients: %t", e, sent)
		}
	}
}
