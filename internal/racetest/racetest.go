package racetest

import "testing"

// Enabled reports whether the race detector watches the tests. Objects are larger then, and the
// program takes some ten times as long.
const Enabled = enabled

// SkipAlone skips, under the race detector, a test that takes seconds and in which one goroutine
// works, or the same goroutines meet as in another test: there is nothing to find.
func SkipAlone(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("no goroutines meet that do not meet elsewhere")
	}
}

// Fewer returns how often a test does what it does n times: a sixth as often under the race detector,
// which finds what it finds in the first of them.
func Fewer(n int) int {
	if Enabled {
		return max(n/6, 1)
	}
	return n
}
