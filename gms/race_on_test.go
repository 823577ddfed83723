//go:build race

package gms_test

const raceDetector = true
