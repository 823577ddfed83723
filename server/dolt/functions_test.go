package dolt

import (
	"slices"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dfunctions"
)

// TestFunctions has every function of Dolt's in the list that is not refused, and no other.
func TestFunctions(t *testing.T) {
	var want, got []string
	for _, f := range dfunctions.DoltFunctions {
		if !runsText[f.FunctionName()] {
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
