//go:build !race

package racetest

// Enabled says whether the tests run under the race detector. It makes objects larger, and the
// program some ten times as slow.
const Enabled = false
