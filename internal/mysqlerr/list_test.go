package mysqlerr

import (
	"slices"
	"strings"
	"testing"
)

// TestAll: every line is an error, once, and they are in order.
func TestAll(t *testing.T) {
	known := All()
	if lines := strings.Count(list, "\n"); lines != len(known) {
		t.Errorf("%d errors in %d lines", len(known), lines)
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
		if len(e.SQLState) != 5 || e.Number < 1000 || strings.HasPrefix(e.Name, "OBSOLETE") {
			t.Errorf("%v is no error", e)
		}
		if sent := i < Sent(); sent != (e.Number < firstLogged) {
			t.Errorf("%v is sent to clients: %t", e, sent)
		}
	}
}
