//go:build !race

package goroutine

import "testing"

// Where the place of the number is not known, looking it up allocates nothing
// either. Under the race detector a pool forgets.
func TestParseAllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { parse() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
