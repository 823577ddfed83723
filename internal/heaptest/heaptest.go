// Package heaptest measures the heap of a test.
package heaptest

import (
	"math"
	"runtime"
	"testing"
)

// Live is the bytes of the heap that are in use once garbage is gone.
func Live() int64 {
	var m runtime.MemStats
	// What has a finalizer, or lies in a sync.Pool, goes with the second.
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Grown is by how much the heap grows by what fill makes. What tests before have
// left behind may go away at any time, so fill is called until two readings agree
// within a hundredth, or ten times.
func Grown[T any](fill func() T) (made T, bytes int64) {
	for range 10 {
		last, before := bytes, Live()
		made = fill()
		bytes = Live() - before
		if d := bytes - last; bytes > 0 && -bytes/100 <= d && d <= bytes/100 {
			break
		}
	}
	runtime.KeepAlive(made)
	return made, bytes
}

// Agree fails the test unless what is told of, and what the heap has grown by,
// differ by at most the part off. It measures up to three times, as what tests
// before have left behind may go away meanwhile.
func Agree(t testing.TB, what string, off float64, measure func() (told, grown int64)) {
	t.Helper()
	var told, grown int64
	for range 3 {
		told, grown = measure()
		if math.Abs(float64(told-grown)) <= off*float64(grown) {
			t.Logf("%s: %d bytes are told of, the heap grew by %d", what, told, grown)
			return
		}
	}
	t.Errorf("%s: %d bytes are told of, the heap grew by %d", what, told, grown)
}
