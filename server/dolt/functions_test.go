package dolt

import (
	"slices"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dfunctions"

	"github.com/perfschema/perfschema/gms"
)

// TestFunctions has every function of Dolt's in the list that is not refused, and no other.
func TestFunctions(t *testing.T) {
	var want, got []string
	lent := make(map[string]bool) // the engine's, which Dolt is given
	for _, f := range gms.DialectFunctions() {
		lent[f.FunctionName()] = true
	}
	for _, f := range dfunctions.DoltFunctions {
		if !runsText[f.FunctionName()] && !lent[f.FunctionName()] {
			want = append(want, f.FunctionName())
		}
	}
	for _, f := range Functions() {
		got = append(got, f.Name)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("listed are %v, Dolt has %v", got, want)
	}
}
