//go:build race

package heaptest

// RaceDetector says whether the tests run under it: it makes objects larger.
const RaceDetector = true
