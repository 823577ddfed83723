//go:build race

package gms

// RaceDetector says whether the tests run under it.
const RaceDetector = true
